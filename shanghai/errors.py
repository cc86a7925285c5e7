"""Error pages. They are rendered without context processors, so that whatever failed cannot fail them too."""

from django.http import HttpRequest, HttpResponse
from django.template import loader

from shanghai.appearance import chosen_attributes


def _error_page(request: HttpRequest, status: int, template: str = "") -> HttpResponse:
    context = {"look": chosen_attributes(request.COOKIES)}
    return HttpResponse(loader.get_template(template or f"{status}.html").render(context), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_page(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_page(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return _error_page(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Named by CSRF_FAILURE_VIEW. ``reason`` is for logs, never for the page."""
    return _error_page(request, 403, "403_csrf.html")


def too_large(request: HttpRequest) -> HttpResponse:
    """For views that refuse a body for its size."""
    return _error_page(request, 413)


def too_many_requests(request: HttpRequest, *, seconds: int) -> HttpResponse:
    """For views that limit how often something may be tried; ``seconds`` until the next try."""
    response = _error_page(request, 429)
    response.headers["Retry-After"] = str(seconds)
    return response


def unavailable(request: HttpRequest) -> HttpResponse:
    """For a page that cannot be made at present; nothing was written."""
    response = _error_page(request, 503)
    response.headers["Retry-After"] = "5"
    return response
