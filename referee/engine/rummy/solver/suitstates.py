"""The states of a suit's passes, each known once, with all that can happen in it.

A suit is passed again and again: with other ranks for the sets, and with more loss allowed. What can happen in a state
is the same every time, so it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from referee.engine.rummy.solver.choice import Choice
from referee.engine.rummy.solver.ends import Shared
from referee.engine.rummy.solver.moves import NO_CAP, Entry
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.terrain import Going, Terrain
from referee.engine.rummy.solver.thrift import Thrift

UNTRACKED = -1
_NATURALS = itemgetter(0)


class Step(NamedTuple):
    """One choice in a state: natural and wild cards taken, how many more can be laid than before, where it leads."""

    naturals: int
    wilds: int
    more: int
    to: SuitState
    choice: Choice | None


class SuitState:
    """A suit in the middle of a pass, but for what a way has cost; see ``State`` for the fields.

    ``left``: how many runs are to be made still. ``peak``: so many have to be made, since so many cards of one rank are
    laid, where runs may meet themselves. ``going``: how those under way go on. ``covers``: by position and wild cards
    at hand the places that the runs can hold. ``freer``: see ``SuitStates.freer``.
    """

    __slots__ = ("covers", "first", "freer", "going", "left", "low", "mark", "peak", "runs", "shared")

    def __init__(
        self, runs: tuple[Entry, ...], mark: int, first: int, low: int, shared: Shared, peak: int, going: Going
    ) -> None:
        self.runs = runs
        self.mark = mark
        self.first = first
        self.low = low
        self.shared = shared
        self.peak = peak
        self.left = sum(shared.left)
        self.going = going
        self.covers: dict[tuple[int, int], tuple[int, ...]] = {}
        self.freer: tuple[tuple[SuitState, int], ...] | None = None


class SuitStates:
    """All states of one suit that ways have come to."""

    def __init__(self, sweep: Sweep, suit: int, terrain: Terrain) -> None:
        self.suit = suit
        self.terrain = terrain
        self.course = sweep.course
        self.choices = sweep.choices
        self.thrift = Thrift(sweep.choices, suit)
        self.held = sweep.course.held[suit]
        self.wild = sweep.rules.wild_ranks
        self.gap = sweep.gap
        self.two_aces = not all(sweep.course.final)
        self.counts_room = sweep.choices.grow.counts_room
        self.marks_first = bool(sweep.gap and sweep.course.circle and not sweep.one_a_suit)
        self._states: dict[object, SuitState] = {}
        # Not kept with the states, which would come to hold each other.
        self._steps: dict[tuple[SuitState, int, int, int, bool, bool], tuple[Step, ...]] = {}

    def state(
        self, runs: tuple[Entry, ...], mark: int, first: int, low: int, shared: Shared, peak: int = 0
    ) -> SuitState:
        key = (runs, mark, first, low, shared, peak)
        known = self._states.get(key)
        if known is None:
            known = self._states[key] = SuitState(*key, self.terrain.under_way(runs))
        return known

    def steps(
        self,
        state: SuitState,
        position: int,
        number: int,
        spare: int = NO_CAP,
        *,
        here: bool = False,
        below: bool = False,
    ) -> tuple[Step, ...]:
        """What can happen in the state, with the most natural cards laid first.

        ``number``: that of the position's rank among the tracked ones. ``spare``: so many of its cards are left over at
        most. ``here``, ``below``: see ``Thrift``.
        """
        key = (state, position, number, spare, here, below)
        known = self._steps.get(key)
        if known is None:
            found = self._find_steps(state, position, number, spare, here=here, below=below)
            known = self._steps[key] = tuple(sorted(found, key=_NATURALS, reverse=True))
        return known

    def free(self, state: SuitState, position: int) -> int:
        """The natural cards that can be taken at the position: an ace that lies below the two comes up once more."""
        second_ace = self.two_aces and self.course.final[position] and self.course.ranks[position] == 1
        return self.held[position] - (state.low if second_ace else 0)

    def freer(self, state: SuitState) -> tuple[tuple[SuitState, int], ...]:
        """The states that differ in one run alone, which is freer there, each with its further room for wild cards."""
        known = state.freer
        if known is None:
            known = state.freer = tuple(self._find_freer(state))
        return known

    def _find_steps(
        self, state: SuitState, position: int, number: int, spare: int, *, here: bool, below: bool
    ) -> Iterator[Step]:
        rank, final = self.course.ranks[position], self.course.final[position]
        thrifty = final and number == UNTRACKED and rank not in self.wild
        free, left = self.free(state, position), state.shared.left
        runs, mark = state.runs, state.mark
        choices = self.choices.in_suit(self.suit, runs, position, free, left, mark, thrifty=thrifty, spare=spare)
        for choice in choices:
            if (here or below) and self.thrift.wastes(state.runs, choice, position, here=here, below=below):
                continue
            more = choice.wilds + choice.room if self.counts_room else 0
            after = self._after(state, choice, position, number)
            yield Step(choice.naturals, choice.wilds, more, after, choice)

    def _after(self, state: SuitState, choice: Choice, position: int, number: int) -> SuitState:
        rank, shared, first, low = self.course.ranks[position], state.shared, state.first, state.low
        if choice.naturals:
            if rank in self.wild:
                shared = shared._replace(own=_plus(shared.own, self.wild.index(rank), choice.naturals))
            if number != UNTRACKED:
                shared = shared._replace(taken=_plus(shared.taken, number, choice.naturals))
        if choice.left != shared.left:
            shared = Shared(choice.left, shared.own, shared.taken)
        if self.marks_first and choice.began and position < self.gap and first < 0:
            first = position
        if self.two_aces and not self.course.final[position]:
            low = choice.naturals
        peak = 0
        if self.choices.grow.marks_new:
            peak, beside = state.peak, self.choices.beside[self.suit][position]
            if len(choice.moves) - beside > peak:
                peak = max(peak, choice.cards - beside)
        return self.state(choice.runs, choice.mark if self.gap else -1, first, low, shared, peak)

    def _find_freer(self, state: SuitState) -> Iterator[tuple[SuitState, int]]:
        runs = state.runs
        for index, entry in enumerate(runs):
            if index and entry == runs[index - 1]:
                continue
            for freer, room in self.choices.freer.than(entry):
                alike = tuple(sorted((*runs[:index], freer, *runs[index + 1 :])))
                yield self.state(alike, state.mark, state.first, state.low, state.shared, state.peak), room


def _plus(counts: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] + more, *counts[index + 1 :])
