"""One suit's pass over the ranks: everything that its cards can come to, with what each way loses.

Runs of different suits have nothing in common but jokers, the number of runs to be made and the sets' ranks. So a suit
is swept by itself, and its ends are told by these alone; ``bysuits`` adds the suits up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.ahead import Ahead, Reach
from referee.engine.rummy.solver.choice import Choice
from referee.engine.rummy.solver.ends import NO_END, End, Ends, Mosts, Shared, at_most, unbeaten
from referee.engine.rummy.solver.moves import Entry
from referee.engine.rummy.solver.strands import Going, Strands, Worth
from referee.engine.rummy.solver.sweep import Sweep

FEW = 24
"""States of which it is not worth while to look for those that another one beats."""
NARROW = 40
"""States that are followed where some ends are enough."""


class _State(NamedTuple):
    """A suit in the middle of the pass, but for what a way has cost; see ``State`` for the fields."""

    runs: tuple[Entry, ...]
    mark: int
    first: int
    low: int
    shared: Shared


type Ways = dict[_State, list[End]]
"""By state the ways to it that no other one beats."""


class SuitPass:
    """One pass; see ``laps`` for the parameters."""

    def __init__(
        self,
        sweep: Sweep,
        reach: Reach,
        suit: int,
        kept: frozenset[int],
        tracked: tuple[int, ...],
        mosts: Mosts,
    ) -> None:
        self.sweep = sweep
        # What ends may lose, and what ways that come to them may.
        self.ends = self.mosts = mosts
        self.begun = at_most(mosts)
        self.narrow = False
        # By how much the ways left out lose too much at least.
        self.excess = NO_END
        self.suit = suit
        self.tracked = tracked
        self.gap = sweep.gap
        self.course = sweep.course
        self.choices = sweep.choices
        self.held = sweep.course.held[suit]
        self.wild = sweep.rules.wild_ranks
        self.pool = len(sweep.pool)
        self.worth = [
            0 if not final or rank in kept or rank in self.wild else sweep.task.worth[rank]
            for rank, final in zip(sweep.course.ranks, sweep.course.final, strict=True)
        ]
        self.two_aces = not all(sweep.course.final)
        self.roomy = sweep.choices.grow.roomy
        self._freer_than: dict[Entry, tuple[tuple[Entry, int], ...]] = {}
        self.ahead = Ahead(reach, self.worth)
        self.terrain = reach.terrain
        # None where runs are no longer than asked for, and so hardly come to need the same cards.
        self.strands: Strands | None = None
        self.last: Sequence[int] = ()
        self._rows: dict[object, Sequence[int]] = {}
        self.marks_first = bool(self.gap and sweep.course.circle and not sweep.one_a_suit)

    def _start(self, carried: tuple[Entry, ...]) -> Ways:
        runs = self.sweep.task.contract.runs
        shared = Shared(
            left=tuple(runs.count(size) for size in self.choices.grow.sizes),
            own=(0,) * len(self.wild),
            taken=(0,) * len(self.tracked),
        )
        return {_State(carried, -1, -1, 0, shared): [End(0, 0, 0, None, None, len(carried))]}

    def lap(self) -> Ends:
        """The ends of a pass on which nothing is under way at first."""
        if not self.ahead.reach.sizes and min(self.worth) >= 0:
            self.strands = Strands(self.terrain, Worth(self.worth))
        states = self._start(())
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position)
        return self._close(states, ())

    def _ends_after(self, _taken: tuple[int, ...]) -> Mosts:
        """What ends may lose from where runs took so many cards of the tracked ranks."""
        return self.ends

    def _pass(self, states: Ways, position: int) -> Ways:
        """The states after the position."""
        rank, final, copies = self.course.ranks[position], self.course.final[position], self.held[position]
        busy = (self.suit, position) in self.choices.busy
        second_ace = self.two_aces and final and rank == 1
        if not copies and not busy and not any(state.runs or state.mark >= 0 for state in states):
            return states
        worth = self.worth[position]
        runs = len(self.mosts) - 1
        thrifty = final and rank not in self.tracked and rank not in self.wild
        after: Ways = {}
        for state, ways in states.items():
            free = copies - (state.low if second_ace else 0)
            if not state.runs and not busy and state.mark < 0:
                cost = worth * free
                mosts = self.begun[runs - sum(state.shared.left)]
                kept = [way._replace(lost=way.lost + cost) for way in self._within(ways, mosts, cost, 0)]
                if kept:
                    after.setdefault(state, []).extend(kept)
                continue
            left = state.shared.left
            for choice in self.choices.in_suit(
                self.suit, state.runs, position, free, left, state.mark, thrifty=thrifty
            ):
                cost, wilds = worth * (free - choice.naturals), choice.wilds
                going = self._within(ways, self.begun[runs - sum(choice.left)], cost, wilds)
                if going:
                    new = self._after(state, choice, position)
                    found = after.setdefault(new, [])
                    more = wilds + choice.room
                    found += [
                        End(way.lost + cost, way.used + wilds, way.most + more, way, choice, position) for way in going
                    ]
        found_after: Ways = {}
        many = len(after) > FEW
        for state, ways in after.items():
            kept = self._within(ways, self._to_lose(state, position, min([way.used for way in ways])), 0, 0)
            if kept and many and self.strands:
                kept = self._within(kept, self._row_of(self.strands, state, position), 0, 0)
            if kept:
                found_after[state] = unbeaten(kept)
        if self.narrow and len(found_after) > NARROW:
            ordered = sorted(found_after.items(), key=lambda item: item[1][0][:2])
            return dict(ordered[:NARROW])
        if len(found_after) < FEW or self.course.circle:
            return found_after
        return {state: ways for state, ways in found_after.items() if not self._is_beaten(state, ways, found_after)}

    def _to_lose(self, state: _State, position: int, used: int) -> Sequence[int]:
        """What may be lost up to the position, by the number of wild cards used: the most for any number of runs."""
        left = sum(state.shared.left)
        made = len(self.mosts) - 1 - left
        lost = self.ahead.lost(state.runs, left, position, len(self.mosts[0]) - 1 - used, state.low)
        if not lost[0]:
            return self.begun[made]
        if not left:
            return [most - lost[0] for most in self.mosts[made]]
        rows = [[most - less for most in row] for row, less in zip(self.mosts[made:], lost, strict=True)]
        return [*map(max, *rows)]

    def _row_of(self, strands: Strands, state: _State, position: int) -> Sequence[int]:
        """The same where runs need the same cards."""
        going = self.terrain.under_way(state.runs)
        last = sum(self.last[: position + 1])
        if last:
            going = Going(going.bound, max(0, going.free - last), last)
        left, taken = sum(state.shared.left), state.shared.taken
        key = (position, going, left, state.low, taken)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._row(strands, position, going, left, state.low, self._ends_after(taken))
        return row

    def _row(self, strands: Strands, position: int, going: Going, left: int, low: int, ends: Mosts) -> list[int]:
        limit, swapped, at = len(self.mosts[0]) - 1, self.terrain.swapped, position + 1
        found = [-NO_END] * (limit + 1)
        for new in range(left + 1):
            most = ends[len(ends) - 1 - left + new]
            lost = strands.least(at, going, new, limit, low)
            for used, known in enumerate(found):
                # Wild cards that are freed count as used less than none.
                best = max([most[max(0, used + more - swapped)] - lost[more] for more in range(limit - used + 1)])
                if best > known:
                    found[used] = best
        return found

    def _within(self, ways: list[End], mosts: Sequence[int], cost: int, wilds: int) -> list[End]:
        """The ways that with this cost and so many further wild cards do not lose too much."""
        limit = len(mosts) - 1
        kept = []
        for way in ways:
            used = way.used + wilds
            if used > limit:
                continue
            excess = way.lost + cost - mosts[used if used > 0 else 0]
            if excess <= 0:
                kept.append(way)
            elif excess < self.excess:
                self.excess = excess
        return kept

    def _is_beaten(self, state: _State, ways: list[End], others: Ways) -> bool:
        """Whether a state that differs in one run alone, which is freer there, does it all at no more cost."""
        runs = state.runs
        for index, entry in enumerate(runs):
            if index and entry == runs[index - 1]:
                continue
            for freer, room in self._freer(entry):
                alike = state._replace(runs=tuple(sorted((*runs[:index], freer, *runs[index + 1 :]))))
                found = others.get(alike)
                if found and all(
                    any(
                        one.lost <= way.lost and one.used <= way.used and (self.roomy or one.most + room >= way.most)
                        for one in found
                    )
                    for way in ways
                ):
                    return True
        return False

    def _freer(self, entry: Entry) -> tuple[tuple[Entry, int], ...]:
        found = self._freer_than.get(entry)
        if found is None:
            found = self._freer_than[entry] = tuple(self.choices.grow.freer(entry))
        return found

    def _after(self, state: _State, choice: Choice, position: int) -> _State:
        rank, shared, first, low = self.course.ranks[position], state.shared, state.first, state.low
        if choice.naturals:
            if rank in self.wild:
                shared = shared._replace(own=_plus(shared.own, self.wild.index(rank), choice.naturals))
            if rank in self.tracked:
                shared = shared._replace(taken=_plus(shared.taken, self.tracked.index(rank), choice.naturals))
        if choice.left != shared.left:
            shared = Shared(choice.left, shared.own, shared.taken)
        if self.marks_first and choice.began and position < self.gap and first < 0:
            first = position
        if self.two_aces and not self.course.final[position]:
            low = choice.naturals
        return _State(choice.runs, choice.mark if self.gap else -1, first, low, shared)

    def _close(self, states: Ways, carried: tuple[Entry, ...]) -> Ends:
        found: Ends = {}
        for state, ways in states.items():
            moved = room = 0
            if self.course.circle:
                near = state.first >= 0 and state.mark >= 0 and state.mark + state.first < self.gap
                if near or state.runs != carried:
                    continue
            else:
                stops = [self.choices.grow.last_moves(entry) for entry in state.runs]
                if not all(stops):
                    continue
                moved, room = sum(stop[0].moved for stop in stops), sum(stop[0].room for stop in stops)
            ends = [
                way._replace(used=way.used + moved, most=way.most + moved + room) if moved or room else way
                for way in ways
            ]
            found.setdefault(state.shared, []).extend(ends)
        return {shared: unbeaten(ends) for shared, ends in found.items()}


def _plus(counts: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] + more, *counts[index + 1 :])
