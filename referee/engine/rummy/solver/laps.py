"""A suit's ends: from one pass, or where runs go round from one for all that may lie across the circle's cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush

from referee.engine.rummy.solver.ahead import Reach
from referee.engine.rummy.solver.crossing import crossing
from referee.engine.rummy.solver.ends import (
    NO_END,
    NOT_ALL,
    Ends,
    Mosts,
    Passed,
    at_most,
    in_reach,
    on_the_way,
    unbeaten,
)
from referee.engine.rummy.solver.floors import Floor
from referee.engine.rummy.solver.moves import HIGH, MADE, Entry
from referee.engine.rummy.solver.strands import Strands, Worth
from referee.engine.rummy.solver.suitpass import SuitPass, Ways
from referee.engine.rummy.solver.suitstates import UNTRACKED, SuitState
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.terrain import Going


def suit_ends(
    sweep: Sweep,
    reach: Reach,
    suit: int,
    kept: frozenset[int],
    tracked: tuple[int, ...],
    mosts: Mosts,
    *,
    narrow: int = 0,
    floor: Floor | None = None,
    last: bool = False,
) -> Passed:
    """All ends of the suit that lose no more than they may, without those that another one beats.

    ``kept``: ranks whose cards are not lost when no run takes them. ``tracked``: ranks whose cards in runs are counted.
    ``narrow``: some ends are enough, found soon by following so many states; 0: all. ``floor``: what is lost at least,
    by runs made and wild cards used. ``last``: all that the ends have in common with other suits is what they may lose,
    so that one of the best will do.
    """
    most = max(map(max, mosts))
    if most < 0:
        return Passed(mosts, -most - 1, {})
    if narrow or not sweep.course.circle:  # some ends without a run across the cut will do
        one = SuitPass(sweep, reach, suit, kept, tracked, mosts)
        one.narrow = narrow
        found = one.lap()
        return Passed(mosts, NOT_ALL if one.cut or sweep.course.circle else one.excess - 1, found)
    laps = Laps(sweep, reach, suit, kept, tracked, mosts)
    laps.floor, laps.one_will_do = floor, last
    found = laps.all()
    return Passed(mosts, laps.excess - 1, found)


def crossings(sweep: Sweep, reach: Reach, suit: int) -> list[tuple[Entry, ...]]:
    """What may be under way in the suit where the circle is cut."""
    most = ((0,) * (sweep.wild_limit + 1),) * (len(sweep.task.contract.runs) + 1)
    return Laps(sweep, reach, suit, frozenset(), (), most).crossing()


type _Across = tuple[Going, tuple[int, ...]]
"""How runs across the cut go on, and by position how many of them are new and begin there."""


class Laps(SuitPass):
    """The passes round one suit's circle."""

    floor: Floor | None = None
    one_will_do = False
    _found: Ends
    """Where cards are tracked: the ends found so far."""
    _by_taken: dict[tuple[int, ...], Mosts]
    """By cards taken what others may lose."""
    _promises: dict[_Across, int]
    _strands: dict[_Across, Strands]
    _rows_with: dict[_Across, dict[object, Sequence[int]]]
    """What is lost at least, by what lies across the cut; and with what that is told, as long as no more is found."""

    def all(self) -> Ends:
        """The ends of all laps, the most promising first."""
        found: Ends = {}
        self._found, self._by_taken, self._promises, self._strands, self._rows_with = {}, {}, {}, {}, {}
        thrift, thrifty = self.states.thrift, self.thrifty[-1]
        crossing = [runs for runs in self.crossing() if not (thrifty and thrift.wastes_at_cut(runs))]
        waiting = [(self._promise(carried, ()), carried, False) for carried in crossing]
        heapify(waiting)
        while waiting:
            least, carried, told = heappop(waiting)
            most = max(map(max, self.mosts))
            if least > most:
                self.excess = min(self.excess, least - most)
                break
            if not told and not self._may_end(carried, ()):
                continue
            promise = least if told else self._promise(carried, self._beginnings(carried))
            if promise > least:
                heappush(waiting, (promise, carried, True))
                continue
            better = self._lap(carried)
            for shared, ends in better.items():
                found[shared] = unbeaten([*found.get(shared, ()), *ends])
            if better:
                self._expect(found)
                self._rows_with.clear()
        return found

    def crossing(self) -> list[tuple[Entry, ...]]:
        """What may be under way where the circle is cut."""
        limit = len(self.mosts[0])
        if limit in self.reach.crossing:
            return self.reach.crossing[limit]
        if self.choices.grow.goes_round and not self.choices.grow.swaps:
            found = self.reach.crossing[limit] = crossing(self.choices, self.suit, limit)
            return found
        # By state the fewest wild cards used; what is lost does not matter.
        states = dict.fromkeys(self._start(()), 0)
        for position in range(len(self.course.ranks)):
            after: dict[SuitState, int] = {}
            for state, used in states.items():
                for step in self.states.steps(state, position, UNTRACKED):
                    wilds = used + step.wilds
                    if wilds < limit and wilds < after.get(step.to, limit):
                        after[step.to] = wilds
            states = after
        found = self.reach.crossing[limit] = sorted({state.runs for state in states})
        return found

    def _promise(self, carried: tuple[Entry, ...], last: Sequence[int]) -> int:
        """What is lost at least with these runs under way where the circle is cut, so many of them new ones."""
        if self.reach.sizes or min(self.worth) < 0:
            return 0
        going = self.terrain.under_way(carried)
        key = (going, tuple(last))
        known = self._promises.get(key)
        if known is None:
            runs, most = len(self.mosts) - 1, len(self.mosts[0]) - 1
            known = self._promises[key] = self._strands_with(key).at_best(going, runs, most)
        return known

    def _strands_with(self, key: _Across) -> Strands:
        known = self._strands.get(key)
        if known is None:
            going, last = key
            target = going.bound + going.free - sum(last)
            known = self._strands[key] = Strands(self.terrain, Worth(self.worth), target, last, below=going.under)
        return known

    def _expect(self, found: Ends) -> None:
        """Look only for ends that lose less than those found, where all wild cards laid are counted as used."""
        grow = self.choices.grow
        if self.wild or self.terrain.swapped or grow.lazy or len(grow.sizes) > 1:
            return
        if self.tracked:
            self._by_taken = {}
            self._found = found if grow.layoffs else {}
            return
        self.ends = self._less(found)
        self.mosts = on_the_way(self.ends)
        self.begun = at_most(self.mosts)

    def _less(self, found: Ends) -> Mosts:
        """What ends may lose to beat those."""
        if self.one_will_do:
            return self._better(found)
        mosts = [list(row) for row in self.ends]
        for shared, ends in found.items():
            row = mosts[len(mosts) - 1 - sum(shared.left)]
            for end in ends:
                used = max(0, end.used)
                # Wild cards for which there is a place in any case are not better used here.
                for wilds in range(used, len(row) if self.roomy else used + 1):
                    row[wilds] = min(row[wilds], end.lost - 1)
        less = tuple(map(tuple, mosts))
        return in_reach(less, self.floor)[0] if self.floor else less

    def _better(self, found: Ends) -> Mosts:
        """What ends may lose to be better than all of those, whatever others lose beside them."""
        best = -1
        for shared, ends in found.items():
            row = self.ends[len(self.ends) - 1 - sum(shared.left)]
            best = max(best, *[row[end.used] - end.lost for end in ends])
        less = tuple([tuple([most - best - 1 for most in row]) for row in self.ends])
        return in_reach(less, self.floor)[0] if self.floor else less

    def _ends_after(self, taken: tuple[int, ...]) -> Mosts:
        """What ends may lose from where runs took so many cards: those that take fewer leave more to the sets."""
        if not self._found:
            return self.ends
        known = self._by_taken.get(taken)
        if known is None:
            better = {
                shared: ends
                for shared, ends in self._found.items()
                if all(less <= more for less, more in zip(shared.taken, taken, strict=True))
            }
            known = self._by_taken[taken] = self._less(better)
        return known

    def _lap(self, carried: tuple[Entry, ...]) -> Ends:
        """The ends of a pass with these runs under way at its beginning, and again at its end."""
        if not self._may_end(carried, self._beginnings(carried)):
            return {}
        states = self._start(self.choices.grow.carried_on(carried))
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position)
            if carried and self.choices.grow.counts_size:
                states = self._becoming(states, carried, position)
            elif self.choices.grow.goes_round and self.choices.grow.shifts and not self.gap:
                states = self._making(states, carried, position)
        return self._close(states, carried)

    def _may_end(self, carried: tuple[Entry, ...], last: Sequence[int]) -> bool:
        """Whether an end may be found with these runs under way at the beginning; see ``_promise``."""
        if self.ahead.reach.sizes or min(self.worth) < 0:
            return True
        key = (self.terrain.under_way(carried), tuple(last))
        self.strands, self.last = self._strands_with(key), last
        self._rows = self._rows_with.setdefault(key, {})
        states = self._start(self.choices.grow.carried_on(carried))
        rows = [self._row_of(self.strands, state, -1) for state in states]
        return any(self._within(ways, mosts) for ways, mosts in zip(states.values(), rows, strict=True))

    def _beginnings(self, carried: tuple[Entry, ...]) -> Sequence[int]:
        """By position how many new runs have to begin there, since they are under way at the end."""
        circle = self.course.circle
        if self.terrain.single or not self.choices.grow.counts_size:
            return ()
        found = [0] * circle
        for entry in carried:
            if self._is_new(entry):
                found[circle - entry.size] += 1
        return found

    @cached_property
    def _from_table(self) -> int:
        """So many cards at least runs of the table have that go on beyond the circle's cut."""
        circle = self.course.circle
        own = [run for run in self.course.runs if run.suit == self.suit]
        return min([len(run.wild) + (circle - 1 - run.last) % circle for run in own], default=NO_END)

    def _is_new(self, entry: Entry) -> bool:
        """Whether the run under way at the end of a circle is certainly none of the table."""
        return entry.phase < HIGH or (entry.phase == HIGH and entry.size < self._from_table)

    def _making(self, states: Ways, carried: tuple[Entry, ...], position: int) -> Ways:
        """The states that can come to what is carried: with as many runs of which just so many cards are made.

        Where the contract's cards are a new run's lowest ones. Runs that have all of them may stop, the others not.
        """
        to_come, sizes = len(self.course.ranks) - 1 - position, self.choices.grow.sizes
        if not sizes or to_come >= sizes[0] - 1:
            return states
        asked = sorted([(entry.slot, entry.made) for entry in carried if entry.phase == MADE and entry.made > to_come])
        found = {}
        for state, ways in states.items():
            made = [(entry.slot, entry.made + to_come) for entry in state.runs if entry.phase == MADE]
            if sorted([one for one in made if one[1] < sizes[one[0]]]) == asked:
                found[state] = ways
        return found

    def _becoming(self, states: Ways, carried: tuple[Entry, ...], position: int) -> Ways:
        """The states that can come to what is carried: with runs that have as many cards as the position asks for."""
        to_come = len(self.course.ranks) - 1 - position
        needed = Counter([entry.size - to_come for entry in carried if self._is_new(entry)])
        asked = [(size, count) for size, count in needed.items() if size > 0]
        if not asked:
            return states
        found = {}
        for state, ways in states.items():
            sizes = [entry.size for entry in state.runs]
            if all(sizes.count(size) >= count for size, count in asked):
                found[state] = ways
        return found
