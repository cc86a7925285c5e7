"""The home page and the doors that lead from it."""

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path

from shanghai.doors import DOORS, _is_behind, open_doors


def _page(request: object) -> HttpResponse:
    return HttpResponse()


def _urls(app: str, *names: str) -> object:
    return include(([path(f"{name}/", _page, name=name) for name in names], app))


class OnlyScoreAndRules:
    """Addresses of a site on which two of the four doors are built."""

    urlpatterns = (path("s/", _urls("scorekeeper", "new")), path("referee/", _urls("desk", "rules")))


class NoDoors:
    urlpatterns = ()


def test_home_says_what_it_is_and_shows_a_ruling(client: Client) -> None:
    page = client.get("/").text
    assert page.count("<h1") == 1
    assert 'aria-label="run, 4 to 7 of hearts, joker as 6"' in page
    assert 'aria-label="joker as 6 of hearts"' in page


@pytest.mark.django_db
def test_home_links_only_to_pages_that_answer(client: Client) -> None:
    response = client.get("/")
    for door in open_doors(response.wsgi_request):
        assert f'href="{door.url}"' in response.text
        assert client.get(door.url).status_code == 200


@pytest.mark.urls.with_args(OnlyScoreAndRules)
def test_doors_without_a_page_are_left_out(rf: RequestFactory) -> None:
    assert [open.door.key for open in open_doors(rf.get("/"))] == ["score", "rules"]


@pytest.mark.urls.with_args(NoDoors)
def test_doors_may_all_be_missing() -> None:
    assert open_doors(None) == ()


def test_door_knows_who_is_behind_it() -> None:
    score, referee, _tables, rules = DOORS
    assert _is_behind(score, "scorekeeper:sheet")
    assert _is_behind(referee, "desk:meld")
    assert not _is_behind(referee, "desk:rules")
    assert _is_behind(rules, "desk:rule")
    assert not any(_is_behind(door, "home") for door in DOORS)


def test_manifest_names_icons_that_exist(client: Client) -> None:
    response = client.get("/manifest.webmanifest")
    assert response.headers["Content-Type"] == "application/manifest+json"
    content = response.json()
    assert content["start_url"] == "/"
    for icon in content["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_samples_show_melds_of_both_packs(client: Client) -> None:
    page = client.get("/design/").text
    assert 'aria-label="run, 4 to 7 of hearts, joker as 6"' in page
    assert 'aria-label="run, 11 to yellow 14, Rook as 12"' in page
