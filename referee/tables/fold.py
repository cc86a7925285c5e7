"""The game at a table: the fold of its moves, kept a while in this process.

A fold of a table's first n moves never changes, so that it can be kept by (table, n). Only moves that are committed
may come in here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

from referee.models import Move, Table
from referee.tables.games import GAMES, Event, Game, Position

MOST_TABLES = 500
VERSIONS = 2
MOST_EVENTS = 60


class Fold(NamedTuple):
    """A position after ``version`` moves.

    ``asked`` is the version at which seats were last asked anew, ``dealt`` that of the last deal; ``events`` are the
    last that everybody saw, oldest first; ``ends`` are the versions at which a hand, or a round of dice, was over.
    """

    version: int
    position: Position
    asked: int = 0
    dealt: int = 0
    events: tuple[Event, ...] = ()
    ends: tuple[int, ...] = ()


def game_of(table: Table) -> Game:
    return GAMES[table.game]


def extended(fold: Fold, seat: int | None, text: str) -> Fold:
    """The fold with one more move.

    :raises IllegalAction: a move that the rules refuse.
    """
    before = fold.position
    after = before.play(seat, text)
    version = fold.version + 1
    asked = version if after.window_round != before.window_round else fold.asked
    dealt = version if before.is_between and not after.is_between else fold.dealt
    events = tuple(replace(event, seq=version) for event in after.happened(before, seat, text))
    ends = (*fold.ends, version) if after.finished > before.finished else fold.ends
    return Fold(version, after, asked, dealt, (*fold.events, *events)[-MOST_EVENTS:], ends)


def start_of(table: Table) -> Fold:
    """The game before its first move.

    A table in its lobby has no game.
    """
    players = sum(1 for _ in table.chairs.all())
    return Fold(0, game_of(table).start(table.rules, players, table.dealer))


class Folds:
    """The newest folds of the tables that this process has met last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[Fold, ...]] = OrderedDict()
        self._lock = Lock()

    def nearest(self, code: str, version: int) -> Fold | None:
        """The newest fold kept of at most so many moves."""
        with self._lock:
            found = [fold for fold in self._kept.get(code, ()) if fold.version <= version]
            if found:
                self._kept.move_to_end(code)
        return max(found, default=None, key=lambda fold: fold.version)

    def keep(self, code: str, fold: Fold) -> None:
        with self._lock:
            others = tuple(other for other in self._kept.get(code, ()) if other.version != fold.version)
            newest = sorted((*others, fold), key=lambda other: other.version)[-VERSIONS:]
            self._kept[code] = tuple(newest)
            self._kept.move_to_end(code)
            while len(self._kept) > MOST_TABLES:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a new process would."""
        with self._lock:
            self._kept.clear()


FOLDS = Folds()


def fold_of(table: Table) -> Fold:
    """The game after the table's moves so far."""
    fold = FOLDS.nearest(table.code, table.version)
    if fold is None:
        fold = start_of(table)
    if fold.version < table.version:
        moves = table.moves.filter(seq__gt=fold.version, seq__lte=table.version).order_by("seq")
        fold = _with_moves(table, fold, moves)
        FOLDS.keep(table.code, fold)
    return fold


def fold_at(table: Table, version: int) -> Fold:
    """The game after its first ``version`` moves, for looking back."""
    fold = start_of(table)
    return _with_moves(table, fold, table.moves.filter(seq__lte=version).order_by("seq"))


def _with_moves(table: Table, fold: Fold, moves: Iterable[Move]) -> Fold:
    game = game_of(table)
    for move in moves:
        seat, text = game.parse(fold.position, move.text)
        fold = extended(fold, seat, text)
    return fold
