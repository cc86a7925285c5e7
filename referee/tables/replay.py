"""Looking back: any moment of what is over, with all cards; the record as a file; whether the deal was fair."""

from __future__ import annotations

from dataclasses import dataclass

from referee.models import Table, TablePhase
from referee.tables.fold import Fold, fold_at, fold_of, game_of
from referee.tables.games import Event, Finding, GameLog, View
from referee.tables.selectors import proofs_of


@dataclass(frozen=True, slots=True)
class HandSpan:
    """A finished hand, or round of dice: the number of its first move, and of the one that ended it."""

    hand: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A finished hand after one move. ``views`` are those of every seat, so that all cards are open.

    ``line`` is the move in notation, with all cards; ``events`` are what everybody saw of it. ``before`` and ``after``
    are the numbers of the moves beside it that may be looked at.
    """

    seq: int
    hand: int
    line: str
    events: tuple[Event, ...]
    views: tuple[View, ...]
    before: int | None
    after: int | None


def finished_hands(table: Table) -> tuple[HandSpan, ...]:
    """The hands that are over, in order."""
    if table.phase == TablePhase.LOBBY:
        return ()
    ends = fold_of(table).ends
    starts = (1, *(end + 1 for end in ends))
    return tuple(HandSpan(hand, first, last) for hand, (first, last) in enumerate(zip(starts, ends, strict=False), 1))


def moment(table: Table, seq: int) -> Moment | None:
    """The game after its move of that number; None for a move that there is not, or of a hand that is not over."""
    hands = finished_hands(table)
    span = next((hand for hand in hands if hand.first <= seq <= hand.last), None)
    if span is None:
        return None
    fold = fold_at(table, seq)
    return Moment(
        seq=seq,
        hand=span.hand,
        line=table.moves.get(seq=seq).text,
        events=tuple(event for event in fold.events if event.seq == seq),
        views=tuple(fold.position.view(seat) for seat in range(fold.position.players)),
        before=seq - 1 if seq > 1 else None,
        after=seq + 1 if seq < hands[-1].last else None,
    )


def record_text(table: Table) -> str:
    """The game's record so far; the hand that is being played keeps its cards back.

    :raises AssertionError: a table in its lobby has none.
    """
    if table.phase == TablePhase.LOBBY:
        raise AssertionError("expected a table that has been started")
    fold = fold_of(table)
    return game_of(table).record(table.rules, _log(table, fold, moves=fold.version, hands=len(table.nonces)))


def _log(table: Table, fold: Fold, *, moves: int, hands: int) -> GameLog:
    """The game's first so many moves, with the proofs of its first hands."""
    return GameLog(
        names=tuple(chair.name for chair in table.chairs.order_by("seat")),
        dealer=table.dealer,
        moves=tuple(table.moves.filter(seq__lte=moves).order_by("seq").values_list("text", flat=True)),
        proofs=proofs_of(table, fold)[:hands],
    )


def fairness(table: Table) -> tuple[Finding, ...]:
    """For each hand whose secret is revealed whether it was dealt as promised, computed again."""
    if table.phase == TablePhase.LOBBY:
        return ()
    fold, game = fold_of(table), game_of(table)
    revealed = sum(proof.secret is not None for proof in proofs_of(table, fold))
    if not revealed:
        return ()
    finished = _log(table, fold, moves=fold.ends[-1], hands=revealed)
    return game.check(game.record(table.rules, finished))
