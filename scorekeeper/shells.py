"""A sheet that nobody has begun, as the page from which a phone without a network makes its own."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from scorekeeper.books import Book
from scorekeeper.changes import Change, Deal, Join
from scorekeeper.forms import SEATS
from scorekeeper.games import Game, dump_game
from scorekeeper.models import Sheet
from scorekeeper.sheets import Entry

KEY = "_" * 22
"""Stands where the key will be: of the right form, and the digest of no sheet."""


def shell(game: Game) -> Book:
    """A sheet of as many players as a form has names for. Their names and ids are marks to be replaced, the first one
    deals."""
    players = [str(UUID(int=seat)) for seat in range(1, SEATS + 1)]
    # Letters of no script, so that no word of the page can be taken for a name.
    changes: list[Change] = [Join(player, chr(0xE000 + seat)) for seat, player in enumerate(players, start=1)]
    changes.append(Deal(1, players[0]))
    at = timezone.now()
    book = Book(Sheet(view_key=KEY, game=dump_game(game)), KEY)
    entries = [Entry(seq, str(UUID(int=seq)), "", seq - 1, change, at) for seq, change in enumerate(changes, start=1)]
    book.__dict__["entries"] = entries  # the log that the book would read
    return book
