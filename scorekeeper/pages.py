"""What the templates of a sheet's pages are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.books import Book
from scorekeeper.builds import build
from scorekeeper.games import preset_of
from scorekeeper.grid import Column, Grid, Own, disputes, hand_title, make_grid, needs_text, own_contracts
from scorekeeper.models import Sheet
from scorekeeper.pads import Pad, make_pad
from scorekeeper.questions import NoSuchTotal, Question, SeveralOut, open_questions, question_key
from scorekeeper.sheets import Entry, Place, redo_target, undo_target
from scorekeeper.wording import change_text, contract_text, game_name, listed, number_text, question_text


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question with its answers: ``key`` confirms it, ``places`` are the cells that it may be about."""

    key: str
    text: str
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """What the table needs to know of the hand that is being played. ``own``: who is at which contract of their own."""

    title: str
    contract: str
    slots: tuple[tuple[str, int], ...]
    needs: str
    dealer: str
    own: tuple[Own, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended. ``rounds``: the number of the hand that would be one more."""

    title: str
    is_tied: bool
    decides: bool
    ended_early: bool
    extra: int
    next_dealer: str


@dataclass(frozen=True, slots=True)
class Extra:
    """Points beside the hands: an agreed adjustment (``uuid`` takes it back) or what a late player began with."""

    uuid: str
    name: str
    hand: int
    text: str
    reason: str


class Fresh:
    """Gives each form of a page a UUID of its own: ``fresh.uuid``. A form sent twice is one operation."""

    @property
    def uuid(self) -> str:
        return str(uuid4())


def home_of(book: Book) -> str:
    """The sheet's own address, by the key with which it was opened."""
    if book.may_write:
        return reverse("scorekeeper:sheet", args=[book.key])
    return reverse("scorekeeper:seen", args=[book.row.view_key])


def place_url(book: Book, place: Place) -> str:
    """The address of a cell's pad."""
    player, hand = place
    return reverse("scorekeeper:cell", args=[book.key, hand, book.ledger.number(player)])


def page_context(book: Book) -> dict[str, object]:
    """What every page of a sheet needs for its tabs and forms."""
    return {"book": book, "key": book.key, "fresh": Fresh(), "saw": book.ledger.revision}


def live_context(book: Book, device: str, selected: Place | None = None) -> dict[str, object]:
    """The part of the page that changes with the log."""
    grid = make_grid(book, selected)
    undo, redo = undo_target(book.entries, device), redo_target(book.entries, device)
    return page_context(book) | {
        "may_write": book.may_write,
        "build": build(),
        "preset": preset_of(book.game.rules) if book.game.rules else book.game.wins,
        "game": game_name(book.game),
        "grid": grid,
        "cells_url": f"{home_of(book)}hand/",
        "strip": _strip(book),
        "contracts": "|".join(map(contract_text, book.game.own_contracts)),
        "result": _result(book),
        "podium": podium(grid),
        "next_view": _next_view(book),
        "extras": _extras(book),
        "questions": [_asked(book, question) for question in open_questions(book.standings)],
        "disputes": disputes(book),
        "undo": _step_text(book, undo),
        "undo_target": undo,
        "redo": _step_text(book, redo),
        "redo_target": redo,
        "can_end": book.may_write and not book.standings.is_over and book.standings.closed > 0,
        "last_closed": _last_closed(book),
    }


def sheet_context(
    book: Book, device: str, selected: Place | None, *, typing: bool, draft: Mapping[str, str]
) -> dict[str, object]:
    """A sheet's own page: the living part and the pad."""
    pad: Pad | None = make_pad(book, selected, typing=typing, draft=draft) if selected else None
    return live_context(book, device, selected) | {"pad": pad}


def _strip(book: Book) -> Strip:
    standings = book.standings
    hand = standings.current or standings.hands
    contract, dealer = book.game.contract(hand), standings.dealer(hand)
    return Strip(
        title=hand_title(book, hand),
        contract=contract_text(contract) if contract else "",
        slots=contract.slots if contract else (),
        needs=needs_text(book, hand),
        dealer=standings.names[dealer] if dealer else "",
        own=own_contracts(book, hand),
    )


def result_text(book: Book) -> str:
    """Who has won, as a sentence; empty as long as the game goes on."""
    standings = book.standings
    if not standings.is_over or not standings.leaders:
        return ""
    names = [standings.names[player] for player in standings.leaders]
    values = {"names": listed(names), "points": number_text(standings.total(standings.leaders[0]))}
    if len(names) == 1:
        return _("%(names)s wins with %(points)s") % values
    if _tie_is_played_off(book):
        return _("%(names)s are tied at %(points)s: one more hand decides") % values
    return _("%(names)s share the win with %(points)s") % values


def summary_text(book: Book) -> str:
    """The final table as text for a message; empty as long as the game goes on."""
    if not book.standings.is_over:
        return ""
    places = [f"{column.rank or '\u2013'}. {column.name} {column.total_text}" for column in podium(make_grid(book))]
    return "\n".join([game_name(book.game), result_text(book), *places])


def _tie_is_played_off(book: Book) -> bool:
    return book.standings.is_tied and book.game.rules is not None and book.game.rules.tie == "extra-hand"


def _result(book: Book) -> Result | None:
    standings = book.standings
    if not standings.is_over:
        return None
    dealer = standings.dealer(standings.hands + 1)
    return Result(
        title=result_text(book),
        is_tied=standings.is_tied,
        decides=_tie_is_played_off(book),
        ended_early=book.ledger.ended is not None,
        extra=standings.hands + 1,
        next_dealer=standings.names[dealer] if dealer else "",
    )


def podium(grid: Grid) -> list[Column]:
    """The players by rank, those who left behind."""
    return sorted(grid.columns, key=lambda column: (column.rank is None, column.rank or 0))


def _next_view(book: Book) -> str:
    """The view key of the rematch, for those who look on; empty as long as the game goes on."""
    if not book.standings.is_over:
        return ""
    follower = Sheet.objects.filter(rematch_of=book.row).first()
    return follower.view_key if follower else ""


def _extras(book: Book) -> list[Extra]:
    standings = book.standings
    names = standings.names
    late = [
        Extra("", names[player.id], player.joined, number_text(points, signed=True), _start_text(player.start))
        for player in book.ledger.players
        if (points := standings.starts.get(player.id)) is not None
    ]
    agreed = [
        Extra(one.uuid, names[one.player], one.hand, number_text(one.points, signed=True), one.reason)
        for one in book.ledger.adjustments
        if one.player in names
    ]
    return sorted([*late, *agreed], key=lambda extra: extra.hand)


def _start_text(start: str) -> str:
    return _("joined late, average of the others") if start == "average" else _("joined late, highest total")


def _asked(book: Book, question: Question) -> Asked:
    names = book.standings.names
    match question:
        case SeveralOut(hand, players):
            places = [(player, hand) for player in players]
        case NoSuchTotal(hand, player):
            places = [(player, hand)]
        case _:
            places = []
    links = tuple((names[place[0]], place_url(book, place)) for place in places) if book.may_write else ()
    return Asked(question_key(question), question_text(question, names, book.game), links)


def _step_text(book: Book, entry: Entry | None) -> str:
    """What undoing or redoing this entry is about."""
    return change_text(entry.change, book.standings.names, None) if entry else ""


def _last_closed(book: Book) -> int:
    """The last hand behind which a game may end early."""
    closed = [hand for hand in range(1, book.standings.hands + 1) if book.standings.is_closed(hand)]
    return max(closed, default=0)
