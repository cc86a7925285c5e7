"""A suit as runs pass it, whatever its cards are worth: where they begin and end, and which lie on the table."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from referee.engine.rummy.solver.moves import INSIDE, UNDER, Entry
from referee.engine.rummy.solver.sweep import Sweep

ALL_LOW = 99
"""Any number of aces may lie below the two."""
BOUND_UNDER = 16
"""What a run counts, among those below their first card on the table, that takes natural cards alone."""


class Going(NamedTuple):
    """How many runs go on: with natural cards alone, with wild ones too, up to the first card of one on the table.

    Of the last those that take natural cards alone count ``BOUND_UNDER`` each. Where wild cards keep apart a run is
    bound to a natural one after each of them.
    """

    bound: int
    free: int
    under: int


class Terrain:
    """A suit, whatever its cards are worth.

    By position: ``held``, the copies, and ``aside``, how many of them are taken to be laid on runs of the table;
    ``freed``, how many wild cards lie there that can be swapped out, and ``to_free``, how many above; ``begins``,
    whether new runs can begin, and ``enters``, whether cards laid below a run of the table can; ``bound`` and ``free``,
    how many runs of the table go on from there, with natural cards alone and with wild ones too; ``firsts``, how many
    have their first card there, and ``over``, how many above, ``able`` those of them that can take wild ones.
    ``swapped``: wild cards that can be freed. ``known`` and ``below``: what has been found; see ``Strands``.
    """

    def __init__(self, sweep: Sweep, suit: int) -> None:
        grow, choices, course = sweep.choices.grow, sweep.choices, sweep.course
        self.end = len(course.ranks) - 1
        # A run with a wild card can take no further one; else it hardly matters how many there are in each.
        self.cap = max(grow.table_cap, *grow.most.values(), 0)
        self.single = grow.counts_wild and not grow.swaps and not grow.at_least and self.cap <= 1
        self.circle = course.circle > 0
        # Where runs are made or go round it takes longer to tell than it is worth.
        self.apart = grow.apart and not (self.single or self.circle or sweep.task.contract.runs)
        self.two_aces = not all(course.final)
        # How many runs can lie across the cut of a circle.
        on_table = sum(run.suit == suit for run in course.runs)
        self.crossing = on_table + len(sweep.task.contract.runs) if self.circle else 0
        self.held = course.held[suit]
        starts = {at for _, own, at in choices.made_starts | choices.low_starts if own == suit}
        self.begins = [at in starts for at in range(self.end + 1)]
        self.aside, self.freed, self.firsts, self.over, self.able = ([0] * (self.end + 1) for _ in range(5))
        self.enters = [False] * (self.end + 1)
        self.bound, self.free = [0] * (self.end + 2), [0] * (self.end + 2)
        self.swapped = 0
        self.known: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
        self._going: dict[tuple[Entry, ...], Going] = {}
        self.below: dict[tuple[int, ...], Sequence[tuple[int, int, int]]] = {}
        for run in course.runs:
            if run.suit != suit:
                continue
            above = (run.last + 1) % course.circle if course.circle else run.last + 1
            is_bound = self.single and sum(run.wild) >= self.cap
            if self.apart:
                is_bound = run.wild[-1] and not run.free[-1]
            (self.bound if is_bound else self.free)[above] += 1
            self.swapped += sum(run.free)
            below, swapped = sweep.bounds.below_table[run.index]
            for at in range(self.end + 1):
                lower = bool(below >> at & 1)
                self.freed[at] += swapped >> at & 1
                if self.circle:  # above its own cards as well, when it goes on across the cut
                    self.over[at] += lower
                    self.enters[at] |= lower
                    self.firsts[at] += at == run.first
                elif at < run.first:
                    self.over[at] += 1
                    self.able[at] += not is_bound
                    self.enters[at] |= lower
                elif at == run.first:
                    self.firsts[at] += 1
        self.to_free = [sum(self.freed[at + 1 :]) for at in range(self.end + 1)]

    def capped(self, at: int, most: int) -> Terrain:
        """The same where runs have no more than so many natural cards at the position."""
        found = copy(self)
        found.held = (*self.held[:at], min(self.held[at], most), *self.held[at + 1 :])
        return found

    def swaps(self, at: int, held: int, spare: int, low: int) -> list[tuple[int, int]]:
        """How many of the wild cards that can be swapped out may stay, each with the cards that are left then.

        ``held``: the cards without the ``low`` aces, which have a swap to themselves where any number of them may lie.
        """
        freed = self.freed[at]
        cards = self.held[at] if low == ALL_LOW else held
        return [(stay, max(0, held - freed + stay)) for stay in range(max(0, freed - cards), min(freed, spare) + 1)]

    def under_way(self, runs: tuple[Entry, ...]) -> Going:
        """How the runs go on."""
        known = self._going.get(runs)
        if known is None:
            known = self._going[runs] = self._find_going(runs)
        return known

    def _find_going(self, runs: Sequence[Entry]) -> Going:
        bound = free = under = 0
        for entry in runs:
            is_bound = entry.wild >= self.cap if self.single else self.apart and entry.last > 0
            if entry.phase == UNDER:
                under += BOUND_UNDER if is_bound and not self.circle else 1
            elif entry.phase != INSIDE:
                if is_bound:
                    bound += 1
                else:
                    free += 1
        return Going(bound, free, under)
