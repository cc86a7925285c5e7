"""Runs round a circle that came out longer than they can be, put right by exchanging upper ends.

Two runs of a suit that pass the same rank can each go on with what the other has above it. The cards that are laid stay
the same, but one run may be shorter and the other longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import NamedTuple

from referee.engine.rummy.solver.moves import HIGH, LOW, MADE, UNDER, WILD
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.waste import Root


class LaidRun(NamedTuple):
    """A run as the sweep laid it: where it comes from, and ``(position, use, phase)`` of its cards from low to high."""

    root: Root
    cards: tuple[tuple[int, int, int], ...]

    def of(self, *phases: int) -> list[tuple[int, int]]:
        """Position and use of the cards of these phases."""
        return [(position, use) for position, use, phase in self.cards if phase in phases]


def put_right(sweep: Sweep, runs: Sequence[LaidRun]) -> list[LaidRun] | None:
    """The same cards in runs that are no longer than they may be; None where no way was found."""
    return _Tails(sweep).put_right(list(runs))


class _Tails:
    def __init__(self, sweep: Sweep) -> None:
        self.grow = sweep.choices.grow
        self.longest = sweep.rules.longest_run
        self.table = {run.index: run for run in sweep.course.runs}
        self.circle = sweep.course.circle

    def put_right(self, runs: list[LaidRun]) -> list[LaidRun] | None:
        # Those of the table on which nothing is laid can take an end as well.
        laid = {run.root.number for run in runs if run.root.kind == "table"}
        runs += [
            LaidRun(Root("table", run.index, run.suit), ()) for run in self.table.values() if run.index not in laid
        ]
        while excess := self._excess(runs):
            if self.grow.counts_wild or self.grow.swaps or self.grow.at_least:
                return None
            better = min(self._exchanged(runs), key=self._excess, default=runs)
            if self._excess(better) >= excess:
                return None
            runs = better
        return [run for run in runs if run.cards]

    def _excess(self, runs: Sequence[LaidRun]) -> int:
        return sum(max(0, self._length(run) - self.longest) for run in runs)

    def _length(self, run: LaidRun) -> int:
        return len(run.cards) + (len(self.table[run.root.number].wild) if run.root.kind == "table" else 0)

    def _exchanged(self, runs: list[LaidRun]) -> Iterator[list[LaidRun]]:
        """The runs after each exchange of one that is too long with another one."""
        for long, partner in permutations(runs, 2):
            if self._length(long) <= self.longest or partner.root.suit != long.root.suit:
                continue
            for (at, above), (same, rest) in product(self._cuts(long), self._cuts(partner)):
                if at != same:
                    continue
                one = self._run(long, len(long.cards) - len(above), rest)
                two = self._run(partner, len(partner.cards) - len(rest), above)
                if one and two:
                    yield [one if run is long else two if run is partner else run for run in runs]

    def _cuts(self, run: LaidRun) -> Iterator[tuple[int, tuple[tuple[int, int, int], ...]]]:
        """By position that the run passes what lies above it, as far as that may be another run's."""
        if run.root.kind == "table":
            lying = self.table[run.root.number]
            high = [number for number, card in enumerate(run.cards) if card[2] == HIGH]
            first = high[0] if high else len(run.cards)
            yield lying.last % self.circle, run.cards[first:]
        else:
            first = 0
        for number in range(first, len(run.cards)):
            yield run.cards[number][0], run.cards[number + 1 :]

    def _run(self, run: LaidRun, kept: int, above: Sequence[tuple[int, int, int]]) -> LaidRun | None:
        """The run's lowest cards with those above; None where they make no run."""
        cards = (*run.cards[:kept], *above)
        wild = [use == WILD for _, use, _ in cards]
        if run.root.kind == "table":
            under = len(run.of(UNDER))
            high = [self.table[run.root.number].wild[-1], *wild[under:]]
            if self.grow.apart and any(one and other for one, other in pairwise(high)):
                return None
            return LaidRun(run.root, (*cards[:under], *((at, use, HIGH) for at, use, _ in cards[under:])))
        if self.grow.apart and any(one and other for one, other in pairwise(wild)):
            return None
        size = self.grow.sizes[run.root.number]
        for start in range(len(cards) - size + 1):
            if sum(wild[start : start + size]) <= self.grow.caps[size]:
                phases = (LOW,) * start + (MADE,) * size + (HIGH,) * (len(cards) - start - size)
                return LaidRun(
                    run.root, tuple((at, use, phase) for (at, use, _), phase in zip(cards, phases, strict=True))
                )
        return None
