"""Error pages: kind, with a way back, and independent of whatever failed."""

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from shanghai import errors, urls


def _broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault for this test")


class WithBrokenPage:
    urlpatterns = (*urls.urlpatterns, path("broken/", _broken))
    handler404 = urls.handler404
    handler500 = urls.handler500


def test_missing_page_is_kind(client: Client) -> None:
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    assert "There is no such page" in response.text
    assert 'href="/"' in response.text


def test_look_is_kept_on_error_pages(client: Client) -> None:
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in client.get("/no-such-page/").text


@pytest.mark.urls.with_args(WithBrokenPage)
def test_fault_is_answered_with_a_page(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/broken/")
    assert response.status_code == 500
    assert "our fault" in response.text


@pytest.mark.urls.with_args(WithBrokenPage)
def test_error_pages_need_no_context_processor(client: Client) -> None:
    templates = [{**settings.TEMPLATES[0], "OPTIONS": {"context_processors": ["tests.site.test_errors._broken"]}}]
    client.raise_request_exception = False
    with override_settings(TEMPLATES=templates):
        assert client.get("/no-such-page/").status_code == 404
        assert "our fault" in client.get("/broken/").text
        assert client.get("/").status_code == 500


def test_form_without_token_is_refused_with_a_page() -> None:
    response = Client(enforce_csrf_checks=True).post("/appearance/", {"theme": "dark"})
    assert response.status_code == 403
    assert "open for too long" in response.text


@pytest.mark.parametrize("status", [400, 403, 413, 429, 500])
def test_every_error_page_has_one_heading_and_a_way_back(rf: RequestFactory, status: int) -> None:
    request = rf.get("/")
    match status:
        case 400:
            response = errors.bad_request(request, ValueError())
        case 403:
            response = errors.permission_denied(request, PermissionError())
        case 413:
            response = errors.too_large(request)
        case 429:
            response = errors.too_many_requests(request, seconds=60)
            assert response.headers["Retry-After"] == "60"
        case _:
            response = errors.server_error(request)
    assert response.status_code == status
    assert response.text.count("<h1") == 1
    assert 'href="/"' in response.text
