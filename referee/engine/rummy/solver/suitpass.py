"""One suit's pass over the ranks: everything that its cards can come to, with what each way loses.

Runs of different suits have nothing in common but jokers, the number of runs to be made and the sets' ranks. So a suit
is swept by itself, and its ends are told by these alone; ``bysuits`` adds the suits up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from referee.engine.rummy.solver.ahead import Ahead, Reach
from referee.engine.rummy.solver.choice import Choice
from referee.engine.rummy.solver.ends import NO_END, End, Ends, Mosts, Passed, Shared, unbeaten
from referee.engine.rummy.solver.moves import HIGH, Entry
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


type _Ways = dict[_State, list[End]]
"""By state the ways to it that no other one beats."""


def suit_ends(
    sweep: Sweep,
    reach: Reach,
    suit: int,
    kept: frozenset[int],
    tracked: tuple[int, ...],
    mosts: Mosts,
    *,
    narrow: bool = False,
) -> Passed:
    """All ends of the suit that lose no more than they may, without those that another one beats.

    ``kept``: ranks whose cards are not lost when no run takes them. ``tracked``: ranks whose cards in runs are counted.
    ``narrow``: some ends are enough, found soon.
    """
    one = _Pass(sweep, reach, suit, kept, tracked, mosts)
    one.narrow = narrow
    if narrow or not sweep.course.circle:  # some ends without a run across the cut will do
        found = one.lap(())
    else:
        found = {}
        for carried in one.crossing():
            one.expect(found)
            for shared, ends in one.lap(carried).items():
                found[shared] = unbeaten([*found.get(shared, ()), *ends])
    return Passed(mosts, one.excess - 1, found)


def crossings(sweep: Sweep, reach: Reach, suit: int) -> list[tuple[Entry, ...]]:
    """What may be under way in the suit where the circle is cut."""
    most = ((0,) * (sweep.wild_limit + 1),) * (len(sweep.task.contract.runs) + 1)
    return _Pass(sweep, reach, suit, frozenset(), (), most).crossing()


class _Pass:
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
        # The most that may be lost where so many runs are begun, however many still will be.
        self.begun = tuple(tuple(map(max, zip(*mosts[made:], strict=True))) for made in range(len(mosts)))
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
        self._rows: dict[object, Sequence[int]] = {}
        # So many cards at least runs of the table have that go on beyond a circle's cut.
        circle = self.course.circle
        own = [run for run in self.course.runs if circle and run.suit == suit]
        self._from_table = min([len(run.wild) + (circle - 1 - run.last) % circle for run in own], default=NO_END)
        self.marks_first = bool(self.gap and sweep.course.circle and not sweep.one_a_suit)

    def _start(self, carried: tuple[Entry, ...]) -> _Ways:
        runs = self.sweep.task.contract.runs
        shared = Shared(
            left=tuple(runs.count(size) for size in self.choices.grow.sizes),
            own=(0,) * len(self.wild),
            taken=(0,) * len(self.tracked),
        )
        return {_State(carried, -1, -1, 0, shared): [End(0, 0, 0, None, None, len(carried))]}

    def crossing(self) -> list[tuple[Entry, ...]]:
        """What may be under way where the circle is cut."""
        limit = len(self.mosts[0])
        if limit in self.ahead.reach.crossing:
            return self.ahead.reach.crossing[limit]
        states, mosts, begun = self._start(()), self.mosts, self.begun
        self.mosts = self.begun = ((self.sweep.bounds.ideal,) * len(mosts[0]),) * len(mosts)
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position)
        self.mosts, self.begun = mosts, begun
        self._rows.clear()
        found = self.ahead.reach.crossing[limit] = sorted({state.runs for state in states})
        return found

    def expect(self, found: Ends) -> None:
        """Look only for ends that lose less than those found, where all wild cards laid are counted as used."""
        grow = self.choices.grow
        if self.tracked or self.wild or self.terrain.swapped or grow.lazy or len(grow.sizes) > 1:
            return
        mosts = [list(row) for row in self.ends]
        for shared, ends in found.items():
            row = mosts[len(mosts) - 1 - sum(shared.left)]
            for end in ends:
                row[max(0, end.used)] = min(row[max(0, end.used)], end.lost - 1)
        self.ends = tuple(map(tuple, mosts))
        # On the way more wild cards may be used yet.
        mosts = [[*accumulate(reversed(row), max)][::-1] for row in mosts]
        self.mosts = tuple(map(tuple, mosts))
        self.begun = tuple(tuple(map(max, zip(*mosts[made:], strict=True))) for made in range(len(mosts)))

    def lap(self, carried: tuple[Entry, ...]) -> Ends:
        states = self._start(carried)
        if not self.ahead.reach.sizes and min(self.worth) >= 0:
            self.strands = Strands(self.terrain, Worth(self.worth), sum(self.terrain.under_way(carried)[:2]))
            self._rows.clear()
            for state, ways in states.items():
                if not self._within(ways, self._row_of(self.strands, state, -1), 0, 0):
                    return {}
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position)
            if carried and self.choices.grow.counts_size:
                states = self._becoming(states, carried, position)
        return self._close(states, carried)

    def _becoming(self, states: _Ways, carried: tuple[Entry, ...], position: int) -> _Ways:
        """The states that can come to what is carried: with runs that have as many cards as the position asks for."""
        to_come = len(self.course.ranks) - 1 - position
        needed = Counter(
            [
                entry.size - to_come
                for entry in carried
                if entry.phase < HIGH or (entry.phase == HIGH and entry.size < self._from_table)
            ]
        )
        asked = [(size, count) for size, count in needed.items() if size > 0]
        if not asked:
            return states
        found = {}
        for state, ways in states.items():
            sizes = [entry.size for entry in state.runs]
            if all(sizes.count(size) >= count for size, count in asked):
                found[state] = ways
        return found

    def _pass(self, states: _Ways, position: int) -> _Ways:
        """The states after the position."""
        rank, final, copies = self.course.ranks[position], self.course.final[position], self.held[position]
        busy = (self.suit, position) in self.choices.busy
        second_ace = self.two_aces and final and rank == 1
        if not copies and not busy and not any(state.runs or state.mark >= 0 for state in states):
            return states
        worth = self.worth[position]
        runs = len(self.mosts) - 1
        thrifty = final and rank not in self.tracked and rank not in self.wild
        after: _Ways = {}
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
        found_after: _Ways = {}
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
        key = (position, self.terrain.under_way(state.runs), sum(state.shared.left), state.low)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._row(strands, *key)
        return row

    def _row(self, strands: Strands, position: int, going: Going, left: int, low: int) -> list[int]:
        limit, swapped, at = len(self.mosts[0]) - 1, self.terrain.swapped, position + 1
        found = [-NO_END] * (limit + 1)
        for new in range(left + 1):
            most = self.ends[len(self.ends) - 1 - left + new]
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

    def _is_beaten(self, state: _State, ways: list[End], others: _Ways) -> bool:
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

    def _close(self, states: _Ways, carried: tuple[Entry, ...]) -> Ends:
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
