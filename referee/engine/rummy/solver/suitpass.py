"""One suit's pass over the ranks: everything that its cards can come to, with what each way loses.

Runs of different suits have nothing in common but jokers, the number of runs to be made and the sets' ranks. So a suit
is swept by itself, and its ends are told by these alone; ``bysuits`` adds the suits up.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.solver.ahead import Reach, is_crowded
from referee.engine.rummy.solver.ends import NO_END, End, Ends, Mosts, Shared, at_most, on_the_way, unbeaten
from referee.engine.rummy.solver.moves import Entry
from referee.engine.rummy.solver.strands import Leasts, Strands, Worth
from referee.engine.rummy.solver.suitstates import UNTRACKED, Step, SuitState
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.terrain import Going

FEW = 24
"""States of which it is not worth while to look for those that another one beats."""


type Ways = dict[SuitState, list[End]]
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
        # What ends may lose, and what ways that come to them may: these can have used wild cards that are freed yet.
        self.ends = mosts
        freed = reach.terrain.swapped
        self.mosts = on_the_way(mosts)
        if freed:
            self.mosts = tuple([(*row[:1] * freed, *row)[: len(row)] for row in self.mosts])
        self.begun = at_most(self.mosts)
        # How many states are followed at most, 0 for all; whether some were not.
        self.narrow = 0
        self.cut = False
        # By how much the ways left out lose too much at least.
        self.excess = NO_END
        self.suit = suit
        self.kept = kept
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
        self.crowded = is_crowded(sweep, self.worth)
        self.owing = reach.owing
        self.reach = reach
        self.states = reach.states
        thrift = self.states.thrift.applies
        self.thrifty = [thrift and rank not in tracked and rank not in self.wild for rank in sweep.course.ranks]
        self.ahead = reach.ahead(self.worth)
        self.terrain = reach.terrain
        # None where runs are no longer than asked for, and so hardly come to need the same cards.
        self.strands: Leasts | None = None
        self.last: Sequence[int] = ()
        self._rows: dict[object, Sequence[int]] = {}

    def _start(self, carried: tuple[Entry, ...]) -> Ways:
        runs = self.sweep.task.contract.runs
        shared = Shared(
            left=tuple(runs.count(size) for size in self.choices.grow.sizes),
            own=(0,) * len(self.wild),
            taken=(0,) * len(self.tracked),
        )
        return {self.states.state(carried, -1, -1, 0, shared): [End(0, 0, 0, None, None, len(carried))]}

    def lap(self) -> Ends:
        """The ends of a pass on which nothing is under way at first."""
        if not self.reach.sizes and min(self.worth) >= 0:
            circle = self.course.circle
            self.strands = Strands(self.terrain, Worth(self.worth)) if circle else self.reach.strands(self.kept)
        states = self._start(())
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position)
        return self._close(states, ())

    def _ends_after(self, _taken: tuple[int, ...]) -> Mosts:
        """What ends may lose from where runs took so many cards of the tracked ranks."""
        return self.ends

    def _pass(self, states: Ways, position: int) -> Ways:
        """The states after the position."""
        copies, busy = self.held[position], (self.suit, position) in self.choices.busy
        if not copies and not busy and not any(state.runs or state.mark >= 0 for state in states):
            return states
        after = self._step(states, position, busy=busy)
        found: Ways = {}
        # Round a circle it takes longer to go on from a state than to look at it.
        many = len(after) > (FEW if not self.course.circle else 1)
        for state, ways in after.items():
            kept = self._not_lost(state, ways, position)
            if kept and self.crowded:
                kept = self._with_places(state, kept, position)
            if kept and many and self.strands:
                row = self._row_of(self.strands, state, position)
                kept = self._within(kept, row, self.terrain.swapped - self._to_free(position))
            if kept:
                found[state] = unbeaten(kept)
        if self.narrow and len(found) > self.narrow:
            self.cut = True
            ordered = sorted(found.items(), key=lambda item: item[1][0][:2])
            return dict(ordered[: self.narrow])
        if len(found) < FEW or self.course.circle:
            return found
        if self.owing:
            return self.owing.unbeaten(found, position)
        return {state: ways for state, ways in found.items() if not self._is_beaten(state, ways, found)}

    def _step(self, states: Ways, position: int, *, busy: bool) -> Ways:
        """The states after the position, as far as no way has lost too much by then."""
        rank, worth, begun = self.course.ranks[position], self.worth[position], self.begun
        number = self.tracked.index(rank) if rank in self.tracked else UNTRACKED
        limit, runs, excess = len(begun[0]) - 1, len(begun) - 1, self.excess
        here, below = self.thrifty[position], self.thrifty[position - 1]
        most = max(map(max, begun))
        after: Ways = {}
        for state, ways in states.items():
            free = self.states.free(state, position)
            idle = not state.runs and not busy and state.mark < 0
            least = min([way[0] for way in ways])
            # So many cards may be left over; with one more too much is lost.
            spare = max(0, min(free, (most - least) // worth)) if worth > 0 else free
            if idle:
                steps: Sequence[Step] = (Step(0, 0, 0, state, None),)
            else:
                steps = self.states.steps(state, position, number, spare, here=here, below=below)
                if spare < free:
                    excess = min(excess, least + worth * (spare + 1) - most)
            for naturals, wilds, more, to, choice in steps:
                cost = worth * (free - naturals)
                if least + cost > most:  # all that follow lay no more
                    excess = min(excess, least + cost - most)
                    break
                mosts = begun[runs - to.left]
                found = after.get(to)
                for way in ways:
                    lost, used = way[0] + cost, way[1] + wilds
                    if used > limit:
                        continue
                    over = lost - mosts[used if used > 0 else 0]
                    if over > 0:
                        if over < excess:
                            excess = over
                        continue
                    if found is None:
                        found = after[to] = []
                    found.append(
                        End(lost, used, way[2] + more, way, choice, position) if choice else way._replace(lost=lost)
                    )
        self.excess = excess
        return after

    def _not_lost(self, state: SuitState, ways: list[End], position: int) -> list[End]:
        """The ways that do not lose too much by the cards above that no run reaches, with the best number of runs."""
        mosts, left = self.mosts, state.left
        limit, made = len(mosts[0]) - 1, len(mosts) - 1 - left
        least = ways[0][1] if len(ways) == 1 else min([way[1] for way in ways])
        lost = self.ahead.lost(state, position, limit - least)
        if not lost[0]:
            return ways
        if left:
            rows = [[most - less for most in row] for row, less in zip(mosts[made:], lost, strict=True)]
            return self._within(ways, [*map(max, *rows)])
        row, less, kept = mosts[made], lost[0], []
        for way in ways:
            over = way[0] + less - row[way[1] if way[1] > 0 else 0]
            if over <= 0:
                kept.append(way)
            elif over < self.excess:
                self.excess = over
        return kept

    def _with_places(self, state: SuitState, ways: list[End], position: int) -> list[End]:
        """The ways that do not lose too much by the cards above for which jokers leave no place."""
        mosts, limit = self.begun[len(self.begun) - 1 - state.left], len(self.begun[0]) - 1
        least = min([way[1] for way in ways])
        lost = self.ahead.crowded(state, position, limit - least)
        spare, kept, last = self.sweep.room - self.pool + state.left * self.choices.grow.places, [], len(lost) - 1
        for way in ways:
            over = way[0] + lost[max(0, min(last, spare + way[2]))] - mosts[way[1] if way[1] > 0 else 0]
            if over <= 0:
                kept.append(way)
            elif over < self.excess:
                self.excess = over
        return kept

    def _row_of(self, strands: Leasts, state: SuitState, position: int) -> Sequence[int]:
        """What may be lost up to the position, by the number of wild cards used, where runs need the same cards."""
        going = state.going
        last = sum(self.last[: position + 1])
        if last:
            bound = max(0, going.bound - last)
            going = Going(bound, max(0, going.free - last + going.bound - bound), going.under + last)
        taken = state.shared.taken
        key = (position, going, state.left, state.low, state.peak, taken)
        row = self._rows.get(key)
        if row is None:
            ends = self._ends_after(taken)
            row = self._rows[key] = self._row(strands, position, going, state, ends)
        return row

    def _row(self, strands: Leasts, position: int, going: Going, state: SuitState, ends: Mosts) -> list[int]:
        limit, at, freed = len(self.mosts[0]) - 1, position + 1, self._to_free(position)
        swapped = self.terrain.swapped - freed
        found = [-NO_END] * (limit + 1 + swapped)
        begun = len(ends) - 1 - state.left
        for made in range(max(begun, state.peak), len(ends)):
            most = ends[made]
            lost: Sequence[int] = strands.least(at, going, made - begun, limit, state.low)
            if self.ahead.places:
                lost = [*map(max, lost, self.ahead.places.least(at, made, limit))]
            for used in range(-swapped, limit - swapped + 1):
                # All that can be used from here on, those included that are freed above.
                spare = limit - swapped - used
                best = max([most[max(0, used + more - freed)] - lost[more] for more in range(spare + 1)])
                if best > found[used + swapped]:
                    found[used + swapped] = best
        return found

    def _to_free(self, position: int) -> int:
        """How many wild cards that can be freed lie above the position."""
        return self.terrain.to_free[position] if position >= 0 else self.terrain.swapped

    def _within(self, ways: list[End], mosts: Sequence[int], swapped: int = 0) -> list[End]:
        """The ways that have not lost too much; they may have used so many wild cards less than none."""
        kept = []
        for way in ways:
            over = way[0] - mosts[way[1] + swapped if way[1] + swapped > 0 else 0]
            if over <= 0:
                kept.append(way)
            elif over < self.excess:
                self.excess = over
        return kept

    def _is_beaten(self, state: SuitState, ways: list[End], others: Ways) -> bool:
        """Whether a state that differs in one run alone, which is freer there, does it all at no more cost."""
        for alike, room in self.states.freer(state):
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

    def _close(self, states: Ways, carried: tuple[Entry, ...]) -> Ends:
        found: Ends = {}
        for state, ways in states.items():
            moved = room = 0
            if self.course.circle:
                near = state.first >= 0 and state.mark >= 0 and state.mark + state.first < self.gap
                begun = len(self.ends) - 1 - state.left
                if near or state.runs != carried or state.peak > begun:
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
