"""Moves that waste a natural card: a run takes a wild card or stops where it could have had a card that is left over.

A run is no worse for having such a card, except where the card takes up the last place for a wild one: then it may be
better to leave it in the hand. So a run that has no room to spare is not looked at. Only where wild cards at the ends
of runs are left to the end; else all have their place, and a natural card may be in the way of one.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from referee.engine.rummy.solver.course import Course, TableRun
from referee.engine.rummy.solver.likeness import lonely
from referee.engine.rummy.solver.moves import HIGH, INSIDE, NONE, WILD, Entry, Move, Moves


class Root(NamedTuple):
    """Where a run comes from.

    ``kind`` and ``number``: a ``run`` that is made and its size's number, a run of the ``table`` and its index, or one
    that is ``carried`` over the cut of a circle and its number.
    """

    kind: str
    number: int
    suit: int


class Waste:
    """What is wasted in one task. ``counts``: whether anything can be told to be."""

    def __init__(self, grow: Moves, course: Course) -> None:
        self.grow = grow
        self.end = len(course.ranks)
        self.ending: dict[tuple[int, int], list[TableRun]] = {}
        for run in course.runs:
            self.ending.setdefault((run.suit, run.last + 1), []).append(run)
        # A contract that takes more wild cards than can be laid off has places for which there is no other.
        capped = any(grow.caps[size] > grow.table_cap for size in grow.sizes)
        tight = grow.swaps and not (grow.by_card and grow.roomy)
        self.counts = grow.lazy and not (tight or grow.counts_size or grow.at_least or capped)
        self.lonely = lonely(course.runs)
        # Runs that begin above a position, where there is always room for one more card below them.
        self.starting: dict[tuple[int, int], list[TableRun]] = {}
        if grow.roomy and grow.by_card:
            for run in course.runs:
                self.starting.setdefault((run.suit, run.first - 1), []).append(run)

    def of(self, moves: Sequence[tuple[int | Root, Move]], suit: int, entries: Sequence[Entry], position: int) -> bool:
        """Whether the moves leave a natural card that a run could have had instead of what it does."""
        if any(self._of_move(origin, move, entries, position) for origin, move in moves):
            return True
        if not self._beside_table(suit, position):
            return False
        entered = {origin.number for origin, _ in moves if isinstance(origin, Root) and origin.kind == "table"}
        return self._of_table(suit, entries, entered, position)

    def _of_move(self, origin: int | Root, move: Move, entries: Sequence[Entry], position: int) -> bool:
        """Whether the run does something else although a natural card is left that it could have."""
        if move.use == WILD:
            return self._has_room(self._before(origin, entries, position), 0, position)
        if move.use == NONE and move.phase == HIGH and move.after is None and isinstance(origin, int):
            return self._has_room(entries[origin], self.end - position - 1, position)
        if move.use == NONE and move.phase == INSIDE and self.grow.swaps:
            run = self._before(origin, entries, position)
            on_table = self.grow.runs[run.slot]
            return on_table.free[position - on_table.first] and self._has_room(run, 0, position)
        return False

    def _beside_table(self, suit: int, position: int) -> bool:
        """Whether a run of the table ends below the position or begins above it."""
        return (suit, position) in self.ending or (suit, position) in self.starting

    def _of_table(self, suit: int, entries: Sequence[Entry], entered: Set[int], position: int) -> bool:
        """Whether nothing is laid off on one of those."""
        inside = {entry.slot for entry in entries if entry.phase > HIGH}
        if not inside <= self.lonely:
            return False
        touched = entered | inside
        below, above = position - self.grow.course.barred, self.end - position - 1
        starting, ending = self.starting.get((suit, position), ()), self.ending.get((suit, position), ())
        if any(run.index not in touched and below >= sum(run.free) for run in starting):
            return True
        return any(
            run.index not in touched
            and self._has_room(self.grow.table_entry(run.index, HIGH, position), above, position)
            for run in ending
        )

    def _before(self, origin: int | Root, entries: Sequence[Entry], position: int) -> Entry:
        """The run before the move."""
        if isinstance(origin, int):
            return entries[origin]
        if origin.kind == "table":
            inside = position <= self.grow.runs[origin.number].last
            return self.grow.table_entry(origin.number, INSIDE if inside else HIGH, position)
        return Entry(origin.suit, HIGH, -1, 0, 0, 0, 0, 0, min(position, self.grow.lows))

    def _has_room(self, run: Entry, above: int, position: int) -> bool:
        """Whether there is place for all further wild cards that may be laid off on the run, below it and ``above``.

        Where wild cards are swapped it is for those of the run, which have to stay in it.
        """
        if self.grow.swaps:
            return run.low + above >= self.grow.swaps_from(run, position) - run.tied
        return self.grow.roomy or run.low + above >= self.grow.table_cap - run.wild
