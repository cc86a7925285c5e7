"""Choices in a suit of a circle that waste a natural card: it is left over where a run could have had it as well.

A run is no worse for one more natural card at its end: there it may stop as before, and which of its cards are the
contract's does not matter. Only one that has gone all the way round has no place for it, and that one ends where it
begins; so nothing is told where both happens. A set may have use for the card, so ranks of which runs' cards are
counted are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.engine.rummy.solver.choice import Choice
from referee.engine.rummy.solver.choices import Choices
from referee.engine.rummy.solver.moves import HIGH, INSIDE, NONE, UNDER, WILD, Entry
from referee.engine.rummy.solver.waste import Root


class Thrift:
    """What is wasted in one suit. ``applies``: whether anything can be told to be."""

    def __init__(self, choices: Choices, suit: int) -> None:
        grow, course = choices.grow, choices.course
        free = grow.layoffs and grow.goes_round and grow.shifts and grow.apart
        self.applies = free and not (grow.swaps or grow.counts_wild or grow.at_least or choices.gap)
        self.roomy = grow.roomy
        self.held = course.held[suit]
        # By position the runs of the table that end right below it, and those that begin at it.
        self.over: list[set[int]] = [set() for _ in course.ranks]
        self.first: list[set[int]] = [set() for _ in course.ranks]
        for run in course.runs if self.applies else ():
            if run.suit == suit and len(run.wild) < course.circle:
                self.over[(run.last + 1) % course.circle].add(run.index)
                self.first[run.first].add(run.index)

    def wastes(self, runs: Sequence[Entry], choice: Choice, position: int, *, here: bool, below: bool) -> bool:
        """Whether a card of the position or of the one below it is wasted.

        ``here``, ``below``: whether runs' cards of that rank are not counted.
        """
        stops, begins, over = False, False, self.over[position]
        for origin, move in choice.moves:
            if isinstance(origin, Root):
                if move.phase == HIGH:
                    over = over - {origin.number}
                else:
                    begins = True
            elif move.after is None and move.use == NONE and move.phase == HIGH:
                stops = True
        if here and self.held[position] > choice.naturals:
            if self.roomy and any(move.use == WILD for _, move in choice.moves):
                return True
            if not begins and (over or (stops and self._stops_early(runs, choice, position))):
                return True
        if not below or stops or over:
            return False
        taken = sum([entry.phase < INSIDE and not entry.last for entry in runs])
        return self.held[position - 1] > taken and (begins or self._begins_late(runs, self.first[position]))

    def wastes_at_cut(self, runs: Sequence[Entry]) -> bool:
        """Whether one of the runs under way at the end of the circle has a wild card there for which there was one."""
        own = [entry for entry in runs if entry.phase < INSIDE]
        wild = sum([bool(entry.last) for entry in own])
        return self.roomy and wild > 0 and self.held[-1] > len(own) - wild

    def _stops_early(self, runs: Sequence[Entry], choice: Choice, position: int) -> bool:
        """Whether a run stops that has not come round to the first card of one on the table."""
        stopped = [runs[origin] for origin, move in choice.moves if isinstance(origin, int) and move.after is None]
        return any(entry.phase == HIGH and entry.slot not in self.first[position] for entry in stopped)

    def _begins_late(self, runs: Sequence[Entry], first: Collection[int]) -> bool:
        """Whether one of the table's runs has nothing laid off below it."""
        below = {entry.slot for entry in runs if entry.phase == UNDER}
        return any(number not in below for number in first)
