"""What phones ask for every second: nothing, as long as nothing has changed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language

from scorekeeper.books import Book
from scorekeeper.builds import build


def unless_known(request: HttpRequest, book: Book, device: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer, or 304 when the phone has it already. ``device``: whose eyes it is made for; empty: anybody's."""
    etag = f'"{book.revision()}-{get_language()}-{device}"'
    known = request.headers.get("If-None-Match", "").removeprefix("W/") == etag
    response = HttpResponseNotModified() if known else answer()
    response.headers["ETag"] = etag
    response.headers["X-Build"] = build()
    return response
