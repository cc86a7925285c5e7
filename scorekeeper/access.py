"""Who may open a sheet: whoever has its key. Decorators for views."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from scorekeeper.books import open_book, open_to_see

type View = Callable[..., HttpResponse]

HOUR = 3600


def with_edit_key(view: View) -> View:
    """The view gets the sheet of the address's edit key; any other key is 404."""

    @wraps(view)
    def opened(request: HttpRequest, key: str, **place: object) -> HttpResponse:
        book = open_book(key)
        if book is None:
            raise Http404
        return private(view(request, book, **place))

    return opened


def with_view_key(view: View) -> View:
    """The view gets the sheet of the address's view key, which cannot be written to; any other key is 404."""

    @wraps(view)
    def opened(request: HttpRequest, key: str, **place: object) -> HttpResponse:
        book = open_to_see(key)
        if book is None:
            raise Http404
        return private(view(request, book, **place))

    return opened


def private(response: HttpResponse) -> HttpResponse:
    """A page whose address is a key: kept by no shared cache, found by no search engine."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def from_own_pages(view: View) -> View:
    """A form or script of another site is refused.

    This stands in the place of a token: the key in the address is the right to write, and a page that was kept for
    days without a network has a token that is no longer good, but scores to send.
    """

    @wraps(view)
    def checked(request: HttpRequest, **place: object) -> HttpResponse:
        origin = request.headers.get("Origin")
        own = {f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS}
        if origin is not None and origin not in own:
            raise PermissionDenied
        return view(request, **place)

    return csrf_exempt(checked)


def limit_new_sheets(view: View) -> View:
    """No address makes more than ``NEW_SHEETS_AN_HOUR`` sheets an hour: a club evening fits, a flood does not."""

    @wraps(view)
    def bounded(request: HttpRequest, **place: object) -> HttpResponse:
        if request.method == "POST":
            slot = f"new-sheets:{request.META.get('REMOTE_ADDR', '')}"
            if not may_try(slot, settings.NEW_SHEETS_AN_HOUR):
                return too_often(request)
        return view(request, **place)

    return bounded


def may_try(slot: str, most: int) -> bool:
    """Count a try; whether it is among the first ``most`` of an hour that begins with the first of them."""
    cache.add(slot, 0, HOUR)
    try:
        return int(cache.incr(slot)) <= most
    except ValueError:  # the hour ended between the two
        return True


def too_often(request: HttpRequest) -> HttpResponse:
    """The page for whoever has used up the tries of the hour."""
    response = render(request, "429.html", status=429)
    response.headers["Retry-After"] = str(HOUR)
    return response
