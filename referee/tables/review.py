"""Why a move of a finished hand was made, what would have been better, and the turning points of a seat's hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from referee.engine.bots.review import Judged, Review, judged, review
from referee.engine.bots.tryout import Trial, tried
from referee.engine.rummy.actions import Action, Close, Pick, PlayerAction, Reshuffle, Shuffle
from referee.engine.rummy.notation import parse_move
from referee.engine.rummy.seatview import SeatView, view_for
from referee.engine.rummy.state import State
from referee.models import Table
from referee.tables.advice import deed_words, reason_words
from referee.tables.fold import extended, fold_at, game_of
from referee.tables.games.rummy import RummyPosition
from referee.tables.replay import HandSpan

WORLDS = 24
"""So many imagined worlds are tried for one move at one request."""


class Why(NamedTuple):
    """A move in words with its reason; ``better`` and by how many points, where the coach would have done otherwise."""

    seq: int
    words: str
    reason: str
    better: str
    better_reason: str
    cost: int


class TrialShown(NamedTuple):
    """What came of playing out a move and what the coach would have done.

    ``verdict`` on the latter: ``better``, ``worse`` or ``close``. ``gain``: by how many points on average, either way;
    ``error``: its standard error.
    """

    verdict: str
    gain: float
    error: float
    worlds: int


class ReviewShown(NamedTuple):
    """The turning points of a seat's hand, how many decisions there were, and the luck of the deal."""

    points: tuple[Why, ...]
    decisions: int
    cost: int
    dealt: int
    usual: str


def why(table: Table, seq: int) -> Why | None:
    """Why the move of that number was made; None for the dealer's, and for other games."""
    found = _judged(table, seq)
    return None if found is None else _shown(found)


def trial_of(table: Table, seq: int) -> TrialShown | None:
    """The move of that number and what the coach would have done, both played out; None where those are the same."""
    found = _trial(table.pk, table.code, seq)
    if found is None:
        return None
    verdict = "close" if not found.is_plain else "better" if found.gain > 0 else "worse"
    return TrialShown(verdict, abs(found.gain), found.error, found.worlds)


@lru_cache(maxsize=512)
def _trial(pk: int, code: str, seq: int) -> Trial | None:
    """Kept, since it takes about a second to reckon; the moves of a finished hand never change."""
    found = _judged(Table.objects.get(pk=pk), seq)
    if found is None or found.better is None:
        return None
    return tried(
        found.view, found.action, found.better.action, Trial(), worlds=WORLDS, name=f"{code} {seq}", seed=_chance
    )


def _chance(text: str) -> Random:
    return Random(text)  # noqa: S311  # imagined worlds, not secrets


def _judged(table: Table, seq: int) -> Judged | None:
    position = fold_at(table, seq - 1).position
    if not isinstance(position, RummyPosition):
        return None
    move = parse_move(table.moves.get(seq=seq).text, position.rules)
    found = _decision(position.state, move.seat, seq, move.action)
    return None if found is None else judged(*found)


def review_of(table: Table, span: HandSpan, seat: int) -> ReviewShown | None:
    """The seat's finished hand looked at again; None for other games."""
    found = _review(table.pk, span.first, span.last, seat)
    if found is None:
        return None
    points = tuple(map(_shown, found.points))
    return ReviewShown(points, found.decisions, round(found.cost), found.dealt, f"{found.usual:.1f}")


@lru_cache(maxsize=128)
def _review(pk: int, first: int, last: int, seat: int) -> Review | None:
    """Kept, since the moves of a finished hand never change."""
    table = Table.objects.get(pk=pk)
    return review(_decisions(table, first, last, seat), Random(first))  # noqa: S311 - a sample, not secrets


def _decisions(table: Table, first: int, last: int, seat: int) -> Iterator[tuple[int, SeatView, PlayerAction]]:
    fold, game = fold_at(table, first - 1), game_of(table)
    for line in table.moves.filter(seq__gte=first, seq__lte=last).order_by("seq").values_list("text", flat=True):
        position = fold.position
        if not isinstance(position, RummyPosition):
            return
        move = parse_move(line, position.rules)
        if move.seat == seat:
            found = _decision(position.state, seat, fold.version + 1, move.action)
            if found is not None:
                yield found
        fold = extended(fold, *game.parse(position, line))


def _decision(state: State, seat: int | None, seq: int, action: Action) -> tuple[int, SeatView, PlayerAction] | None:
    """The move as one that somebody chose; None for the dealer's."""
    if seat is None or isinstance(action, Shuffle | Reshuffle | Pick | Close):
        return None
    return seq, view_for(state, seat), action


def _shown(one: Judged) -> Why:
    better = one.better
    return Why(
        seq=one.number,
        words=deed_words(one.view, one.action),
        reason=reason_words(one.reason),
        better=deed_words(one.view, better.action) if better else "",
        better_reason=reason_words(better.reason) if better else "",
        cost=round(one.cost),
    )
