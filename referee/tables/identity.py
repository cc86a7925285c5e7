"""Who somebody is: a signed, http-only cookie with a secret of 128 bits, of which the database keeps the digest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from referee.models import Chair, Player, Table
from referee.tables.codes import digest, is_code, new_secret, read_code

COOKIE = "player"
COOKIE_AGE = 60 * 60 * 24 * 365
LONGEST_COOKIE = 200
LONGEST_NAME = 24


class NameRefused(ValueError):
    """A name that is empty or too long."""


def read_name(text: str) -> str:
    """The name as it is kept: runs of blanks made one, nothing that cannot be seen.

    :raises NameRefused: when nothing is left, or too much.
    """
    name = " ".join("".join(letter for letter in text if letter.isprintable()).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise NameRefused(f"expected a name of 1 to {LONGEST_NAME} characters, got {text[:40]!r}")
    return name


def guest_name() -> str:
    """What somebody is called who plays with bots and has not said a name."""
    return gettext("Guest")


def token_of(cookies: Mapping[str, str]) -> str | None:
    """The digest of the secret in the cookies, by which its player is known; None without a cookie of ours."""
    cookie = cookies.get(COOKIE, "")
    if not cookie or len(cookie) > LONGEST_COOKIE:
        return None
    try:
        return digest(_signer().unsign(cookie))
    except BadSignature:
        return None


def player_of(cookies: Mapping[str, str]) -> Player | None:
    """The player of the cookies; None for a stranger, or a cookie that is not ours."""
    token = token_of(cookies)
    return Player.objects.filter(token_hash=token).first() if token else None


class Arrival(NamedTuple):
    """Who comes to which table: None where there is no such table, for a stranger, for who has no seat there."""

    table: Table | None
    player: Player | None
    chair: Chair | None


def arrival_of(cookies: Mapping[str, str], text: str) -> Arrival:
    """The player of the cookies at the table of the code, however it was typed; for who sits there in one query."""
    code, token = read_code(text), token_of(cookies)
    if not is_code(code):
        return Arrival(None, None, None)
    if token is not None:
        found = Chair.objects.select_related("table", "player").filter(table__code=code, player__token_hash=token)
        for chair in found:
            return Arrival(chair.table, chair.player, chair)
    player = Player.objects.filter(token_hash=token).first() if token else None
    return Arrival(Table.objects.filter(code=code).first(), player, None)


def player_make(name: str) -> tuple[Player, str]:
    """A new player with the cookie that makes its holder that player.

    :raises NameRefused: see ``read_name``.
    """
    secret = new_secret()
    player = Player.objects.create(token_hash=digest(secret), name=read_name(name))
    return player, _signer().sign(secret)


def player_rename(player: Player, name: str) -> None:
    """Keep the name for the next tables.

    :raises NameRefused: see ``read_name``.
    """
    player.name = read_name(name)
    player.save(update_fields=["name"])


def keep_player(response: HttpResponse, cookie: str) -> None:
    """Have the answer set the player's cookie."""
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=COOKIE_AGE,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def player_or_new(request: HttpRequest, name: str) -> tuple[Player, str | None]:
    """The request's player under this name, made where there is none; then with the cookie to set.

    :raises NameRefused: see ``read_name``.
    """
    player = player_of(request.COOKIES)
    if player is None:
        return player_make(name)
    if player.name != read_name(name):
        player_rename(player, name)
    return player, None


def _signer() -> Signer:
    return Signer(salt="referee.tables.player")
