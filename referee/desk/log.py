"""The last rulings that were given to this device, kept in a signed cookie: no database and no account."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from referee.desk.pages import PAGES, DeskPage
from referee.desk.ruling import Ruling

COOKIE = "rulings"
PATH = "/referee/"
SALT = "referee.desk.log"
MOST = 20
LARGEST = 3500
"""Bytes of the cookie; browsers keep 4096 with its name and attributes."""
MONTH = 60 * 60 * 24 * 30


class Kept(NamedTuple):
    """A ruling of the log: its page, its tone and word, and the query by which it can be asked again."""

    key: str
    tone: str
    word: str
    query: str

    @property
    def page(self) -> DeskPage:
        return PAGES[self.key]


def kept_rulings(request: HttpRequest) -> list[Kept]:
    """The log, the newest first; empty when there is none or somebody changed it."""
    try:
        rows = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
        return [Kept(*row) for row in rows if row[0] in PAGES]
    except (signing.BadSignature, TypeError, IndexError):
        return []


def keep_ruling(
    response: HttpResponse, request: HttpRequest, key: str, ruling: Ruling, *, is_counted: bool = False
) -> None:
    """Add the ruling; a question that only grew takes the place of what it grew from.

    ``is_counted``: the question is made of figures, and one that differs in a single figure is the same one tap later.
    """
    query = request.META.get("QUERY_STRING", "")
    new = Kept(key, ruling.tone, ruling.word, query)
    before = kept_rulings(request)
    if before and before[0].key == key and _is_same(before[0].query, query, is_counted=is_counted):
        before = before[1:]
    rows = [new, *(kept for kept in before if kept.query != query or kept.key != key)][:MOST]
    _write(response, rows)


def _is_same(old: str, new: str, *, is_counted: bool) -> bool:
    figures = len(old) == len(new) and sum(a != b for a, b in zip(old, new, strict=True)) <= 1
    return old == new or _grew(old, new) or (is_counted and figures)


def _grew(old: str, new: str) -> bool:
    """Whether the new question is the old one with something added or taken away in one place."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    changed = max(len(old), len(new)) - start - end
    return min(len(old), len(new)) == start + end and 0 < changed <= _ONE_CARD


_ONE_CARD = len("+JK%3D10H")


def _write(response: HttpResponse, rows: list[Kept]) -> None:
    """Write the log, as many of the newest rulings as the cookie can hold."""
    while rows:
        text = signing.dumps([tuple(row) for row in rows], salt=SALT, compress=True)
        if len(text) <= LARGEST:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(COOKIE, text, max_age=MONTH, path=PATH, secure=secure, httponly=True, samesite="Lax")
            return
        rows = rows[:-1]


def forget_rulings(response: HttpResponse) -> None:
    """Empty the log."""
    response.delete_cookie(COOKIE, path=PATH, samesite="Lax")
