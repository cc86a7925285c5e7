"""What a phone remembers without an account: its name, its last choices and its sheets, in signed cookies."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scorekeeper.changes import LONGEST_NAME

COOKIE = "phone"
SALT = "scorekeeper.phone"
MINE = "mine"
"""Cookie, one for each sheet: the number of the player whose points alone this phone writes."""
TWO_YEARS = 60 * 60 * 24 * 730
MOST_SHEETS = 24
MOST_NAMES = 12
LONGEST_GAME = 40
"""Characters of a game's name that is kept; house rules are too long for a cookie."""


@dataclass(frozen=True, slots=True)
class Device:
    """``id`` marks this phone's operations. ``who`` is what its user calls it; ``sheets`` are edit keys, last first."""

    id: str
    who: str = ""
    names: tuple[str, ...] = ()
    game: str = ""
    sheets: tuple[str, ...] = ()

    def with_sheet(self, key: str) -> Device:
        """This phone, having just used the sheet."""
        others = tuple(one for one in self.sheets if one != key)
        return replace(self, sheets=(key, *others)[:MOST_SHEETS])

    def with_choices(self, names: Sequence[str], game: str) -> Device:
        """This phone, having begun a sheet; ``game`` is offered first next time."""
        known = tuple(dict.fromkeys((*names, *self.names)))
        return replace(self, names=known[:MOST_NAMES], game=game if len(game) <= LONGEST_GAME else self.game)

    def without_sheet(self, key: str) -> Device:
        return replace(self, sheets=tuple(one for one in self.sheets if one != key))


def new_device() -> Device:
    return Device(secrets.token_urlsafe(12))


def device_of(request: HttpRequest) -> Device:
    """The phone that a request comes from; a new one when its cookie is missing or not ours."""
    try:
        kept = json.loads(request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=TWO_YEARS) or "")
        return Device(
            id=str(kept["id"])[:22],
            who=str(kept["who"])[:LONGEST_NAME],
            names=tuple(map(str, kept["names"])),
            game=str(kept["game"]),
            sheets=tuple(map(str, kept["sheets"])),
        )
    except (KeyError, TypeError, ValueError, BadSignature):
        return new_device()


def mine_of(request: HttpRequest) -> int:
    """The number of the player whose points this phone writes; 0: everybody's."""
    text = request.COOKIES.get(MINE, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0


def keep_device(response: HttpResponse, device: Device) -> None:
    """Let the phone remember."""
    kept = {
        "id": device.id,
        "who": device.who,
        "names": device.names[:MOST_NAMES],
        "game": device.game,
        "sheets": device.sheets[:MOST_SHEETS],
    }
    response.set_signed_cookie(
        COOKIE,
        json.dumps(kept, ensure_ascii=True, separators=(",", ":")),
        salt=SALT,
        max_age=TWO_YEARS,
        path=reverse("scorekeeper:sheets"),  # no other page needs to know
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
