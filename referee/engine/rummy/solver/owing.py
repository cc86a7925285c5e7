"""Ways whose runs differ only in the swapped jokers that they owe a place, and which of them is the better one.

A joker that is swapped out stays in its run: it takes up the place of another one that would have been laid there, or
goes to an end. So a run that owes more is worth at most as many jokers of the hand as it owes more.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import NamedTuple

from referee.engine.rummy.solver.ends import End
from referee.engine.rummy.solver.moves import Entry, Moves
from referee.engine.rummy.solver.suitstates import SuitState

ALL = -99
"""Of a run that has places below it for all jokers that may be swapped."""


class Owed(NamedTuple):
    """What a run owes: its wild cards laid less those swapped out, places that it lacks above, and a natural card."""

    tied: int
    lacking: int
    last: int


type Alike = tuple[tuple[int, ...], ...]
"""What else the runs are."""

type _Way = tuple[int, int, int, *tuple[object, ...]]
"""What is lost, wild cards used, how many can be laid, and more."""


class Owing:
    """The runs of one task."""

    def __init__(self, grow: Moves) -> None:
        self.grow = grow
        self._known: dict[tuple[tuple[Entry, ...], int], tuple[Alike, tuple[Owed, ...]]] = {}

    @staticmethod
    def counts(grow: Moves) -> bool:
        """Whether runs with the same future but for that can be told, and whether there are any."""
        return grow.swaps and not grow.counts_wild and not grow.course.circle and (grow.by_card or not grow.lazy)

    def of(self, runs: tuple[Entry, ...], position: int) -> tuple[Alike, tuple[Owed, ...]]:
        """What the runs are after the position, and what they owe, in the same order."""
        known = self._known.get((runs, position))
        if known is None:
            ordered = sorted([(entry._replace(tied=0, last=0, low=0), self._owed(entry, position)) for entry in runs])
            known = self._known[runs, position] = (
                tuple([entry for entry, _ in ordered]),
                tuple([owed for _, owed in ordered]),
            )
        return known

    def _owed(self, entry: Entry, position: int) -> Owed:
        due = self.grow.swaps_from(entry, position + 1) - entry.tied
        return Owed(entry.tied, ALL if entry.low >= due else -entry.tied - entry.low, entry.last)

    def unbeaten(self, found: Mapping[SuitState, list[End]], position: int) -> dict[SuitState, list[End]]:
        """The ways to states of a suit after the position but for those that others beat."""
        groups: dict[object, list[tuple[int, int, int, int, int, tuple[Owed, ...], SuitState, End]]] = {}
        for state, ways in found.items():
            alike, owed = self.of(state.runs, position)
            group = groups.setdefault((alike, state.low, state.shared), [])
            # Those come first that may beat others.
            tied, lacking = -sum([one[0] for one in owed]), sum([one[1] for one in owed])
            group += [(way[0], way[1], tied, lacking, -way[2], owed, state, way) for way in ways]
        kept: dict[SuitState, list[End]] = {}
        for group in groups.values():
            group.sort(key=_FIRST)
            best: list[tuple[tuple[Owed, ...], End]] = []
            for *_, owed, state, way in group:
                if not any(self.beats(other, its, way, owed) for its, other in best):
                    best.append((owed, way))
                    kept.setdefault(state, []).append(way)
        return kept

    def beats(self, way: _Way, owed: tuple[Owed, ...], other: _Way, others: tuple[Owed, ...]) -> bool:
        """Whether a way loses no more, uses no more jokers than the other, whatever comes, and has places for them."""
        spare = other[1] - way[1]
        if way[0] > other[0] or spare < 0 or (way[2] < other[2] and not self.grow.roomy):
            return False
        for (tied, lacking, last), (its_tied, its_lacking, its_last) in zip(owed, others, strict=True):
            if lacking > its_lacking or last > its_last:
                return False
            if its_tied > tied:
                spare -= its_tied - tied
        return spare >= 0


_FIRST = itemgetter(0, 1, 2, 3, 4)


class WaysFound:
    """The ways that a search has found; each comes to a step with its runs and what else there is in a state."""

    def __init__(self, owing: Owing, places: int) -> None:
        self.owing = owing
        self.places = places
        self._groups: dict[object, list[tuple[tuple[Owed, ...], _Way]]] = {}

    def note(self, way: _Way, step: int, runs: tuple[Entry, ...], rest: object) -> None:
        """Keep the way instead of those that it beats."""
        alike, owed = self.owing.of(runs, step % self.places)
        others = self._groups.get((step, alike, rest), ())
        kept = [(its, other) for its, other in others if not self.owing.beats(way, owed, other, its)]
        self._groups[step, alike, rest] = [*kept, (owed, way)]

    def beat(self, way: _Way, step: int, runs: tuple[Entry, ...], rest: object) -> bool:
        """Whether another way that was noted is as good."""
        alike, owed = self.owing.of(runs, step % self.places)
        others = self._groups.get((step, alike, rest), ())
        return any(other is not way and self.owing.beats(other, its, way, owed) for its, other in others)
