"""Moves that waste a natural card: a run takes a wild card or stops where it could have had a card that is left over.

A run is no worse for having such a card, except where the card takes up the last place for a wild one: then it may be
better to leave it in the hand. So a run that has no room to spare is not looked at. Only where wild cards at the ends
of runs are left to the end; else all have their place, and a natural card may be in the way of one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.course import Course, TableRun
from referee.engine.rummy.solver.moves import HIGH, NONE, WILD, Entry, Move, Moves


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
        self.counts = grow.lazy and not (grow.swaps or grow.counts_size or grow.at_least or capped)

    def of_move(self, origin: int | Root, move: Move, entries: Sequence[Entry], position: int) -> bool:
        """Whether the run does something else although a natural card is left that it could have."""
        if move.use == WILD:
            return self.grow.roomy or self._has_room(self._before(origin, entries, position), 0)
        if move.use == NONE and move.phase == HIGH and move.after is None and isinstance(origin, int):
            return self._has_room(entries[origin], self.end - position - 1)
        return False

    def ends_below(self, suit: int, position: int) -> bool:
        """Whether a run of the table ends below the position."""
        return (suit, position) in self.ending

    def of_table(self, suit: int, entries: Sequence[Entry], entered: Collection[int], position: int) -> bool:
        """Whether nothing is laid off on one of those."""
        above = self.end - position - 1
        if any(entry.phase > HIGH for entry in entries):
            return False
        return any(
            run.index not in entered and self._has_room(self.grow.table_entry(run.index, HIGH, position), above)
            for run in self.ending[suit, position]
        )

    def _before(self, origin: int | Root, entries: Sequence[Entry], position: int) -> Entry:
        """The run before the move."""
        if isinstance(origin, int):
            return entries[origin]
        if origin.kind == "table":
            return self.grow.table_entry(origin.number, HIGH, position)
        return Entry(origin.suit, HIGH, -1, 0, 0, 0, 0, 0, min(position, self.grow.lows))

    def _has_room(self, run: Entry, above: int) -> bool:
        """Whether there is place for all further wild cards that may be laid off on the run, below it and ``above``."""
        return self.grow.roomy or run.low + above >= self.grow.table_cap - run.wild
