"""What a suit's pass will lose for certain: the cards above a position that too few runs can reach."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.solver.moves import INSIDE, UNDER, Entry
from referee.engine.rummy.solver.sweep import Sweep


class Ahead:
    """The bounds of one suit. ``worth``: by position what a card is worth that stays in the hand."""

    def __init__(self, sweep: Sweep, suit: int, worth: Sequence[int]) -> None:
        self.course = sweep.course
        self.held = sweep.course.held[suit]
        self.worth = worth
        self.grow = grow = sweep.choices.grow
        most = max(grow.most_wild, *grow.most.values(), 0)
        self.cap = most if grow.counts_wild and not grow.swaps else sweep.wild_limit
        bounds = sweep.bounds
        self.table = [
            (run.index, run.last, bounds.reach(suit, [(run.first, len(run.wild))]))
            for run in sweep.course.runs
            if run.suit == suit
        ]
        # Without lay-offs runs of the sizes asked for take no further cards.
        self.sizes = grow.sizes if not (grow.layoffs or grow.at_least) else ()
        self.made = [
            (at, (1 << at + size) - (1 << at) if self.sizes else bounds.reach(suit, [(at, size)]))
            for at, size in bounds.to_make(suit)
        ]
        self._lost: dict[tuple[int, int, int, tuple[int, ...]], int] = {}
        self._far: dict[tuple[int, int], int] = {}
        self._coming: dict[int, tuple[list[int], int]] = {}

    def lost(self, runs: Sequence[Entry], left: int, position: int, spare: int, low: int) -> int:
        """The worth of cards above the position that stay in the hand in any case.

        Of each rank so many can be laid as there are runs that reach it with the ``spare`` wild cards: those under way,
        those of the table that can still be entered, and ``left`` new ones. ``low``: aces that are laid already, and
        come up once more at the end.
        """
        if self.course.circle:
            return 0
        covers = tuple([self._reach_of(entry, position, spare) for entry in runs])
        key = (position, left, low, covers)
        lost = self._lost.get(key)
        if lost is None:
            lost = self._lost[key] = self._find(position, left, low, covers)
        return lost

    def _find(self, position: int, left: int, low: int, covers: Sequence[int]) -> int:
        table, made = self._to_come(position)
        lost = 0
        new: list[int] = []
        for above in range(position + 1, len(self.held)):
            value, copies = self.worth[above], self.held[above]
            if value and copies:
                if low and above + 1 == len(self.held):
                    copies -= low
                copies -= table[above] + sum([cover >> above & 1 for cover in covers])
                if copies > 0:
                    lost += value * copies
                    if left and made >> above & 1:
                        new += [value] * min(copies, left)
        if self.sizes and len(new) > left * self.sizes[0]:
            new = sorted(new)[-left * self.sizes[0] :]
        return lost - sum(new)

    def _reach_of(self, entry: Entry, position: int, spare: int) -> int:
        """The positions that a run under way can come to hold, as bits."""
        if self.sizes:
            return (1 << position + 1 + self.sizes[entry.slot] - entry.made) - 1
        if entry.phase in (UNDER, INSIDE):
            return next(reach for index, _, reach in self.table if index == entry.slot)
        jokers = min(spare, self.cap - entry.wild) if self.grow.counts_wild and not self.grow.swaps else self.cap
        if not self.grow.swaps:
            jokers = min(spare, jokers)
        key = (position, jokers)
        far = self._far.get(key)
        if far is None:
            above = position + 1
            while above < len(self.held) and (self.held[above] or jokers > 0):
                jokers -= not self.held[above]
                above += 1
            far = self._far[key] = (1 << above) - 1
        return far

    def _to_come(self, position: int) -> tuple[list[int], int]:
        """By position how many runs of the table can hold it that can still be entered; what new runs can hold."""
        known = self._coming.get(position)
        if known is None:
            lying = [reach for _, last, reach in self.table if last >= position]
            table = [sum(reach >> at & 1 for reach in lying) for at in range(len(self.held))]
            made = 0
            for at, reach in self.made:
                if at > position:
                    made |= reach
            known = self._coming[position] = (table, made)
        return known
