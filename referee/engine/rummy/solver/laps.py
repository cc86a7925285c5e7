"""A suit's ends: from one pass, or where runs go round from one for all that may lie across the circle's cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import accumulate

from referee.engine.rummy.solver.ahead import Reach
from referee.engine.rummy.solver.ends import NO_END, NOT_ALL, Ends, Mosts, Passed, at_most, unbeaten
from referee.engine.rummy.solver.moves import HIGH, Entry
from referee.engine.rummy.solver.strands import Going, Strands, Worth
from referee.engine.rummy.solver.suitpass import SuitPass, Ways
from referee.engine.rummy.solver.suitstates import UNTRACKED, SuitState
from referee.engine.rummy.solver.sweep import Sweep


def suit_ends(
    sweep: Sweep,
    reach: Reach,
    suit: int,
    kept: frozenset[int],
    tracked: tuple[int, ...],
    mosts: Mosts,
    *,
    narrow: int = 0,
) -> Passed:
    """All ends of the suit that lose no more than they may, without those that another one beats.

    ``kept``: ranks whose cards are not lost when no run takes them. ``tracked``: ranks whose cards in runs are counted.
    ``narrow``: some ends are enough, found soon by following so many states; 0: all.
    """
    if narrow or not sweep.course.circle:  # some ends without a run across the cut will do
        one = SuitPass(sweep, reach, suit, kept, tracked, mosts)
        one.narrow = narrow
        found = one.lap()
        return Passed(mosts, NOT_ALL if one.cut or sweep.course.circle else one.excess - 1, found)
    laps = Laps(sweep, reach, suit, kept, tracked, mosts)
    found = laps.all()
    return Passed(mosts, laps.excess - 1, found)


def crossings(sweep: Sweep, reach: Reach, suit: int) -> list[tuple[Entry, ...]]:
    """What may be under way in the suit where the circle is cut."""
    most = ((0,) * (sweep.wild_limit + 1),) * (len(sweep.task.contract.runs) + 1)
    return Laps(sweep, reach, suit, frozenset(), (), most).crossing()


class Laps(SuitPass):
    """The passes round one suit's circle."""

    _found: Ends
    """Where cards are tracked: the ends found so far."""
    _by_taken: dict[tuple[int, ...], Mosts]
    """By cards taken what others may lose."""
    _promises: dict[tuple[Going, tuple[int, ...]], int]
    """What is lost at least by how runs under way go on, and where those of them begin that are new."""

    def all(self) -> Ends:
        """The ends of all laps, the most promising first."""
        found: Ends = {}
        self._found, self._by_taken, self._promises = {}, {}, {}
        waiting = [(self._promise(carried, ()), carried, False) for carried in self.crossing()]
        heapify(waiting)
        while waiting:
            least, carried, told = heappop(waiting)
            most = max(map(max, self.mosts))
            if least > most:
                self.excess = min(self.excess, least - most)
                break
            promise = least if told else self._promise(carried, self._beginnings(carried))
            if promise > least:
                heappush(waiting, (promise, carried, True))
                continue
            for shared, ends in self._lap(carried).items():
                found[shared] = unbeaten([*found.get(shared, ()), *ends])
            self._expect(found)
        return found

    def crossing(self) -> list[tuple[Entry, ...]]:
        """What may be under way where the circle is cut."""
        limit = len(self.mosts[0])
        if limit in self.reach.crossing:
            return self.reach.crossing[limit]
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
            strands = Strands(self.terrain, Worth(self.worth), going.bound + going.free - sum(last), last)
            runs, most = len(self.mosts) - 1, len(self.mosts[0]) - 1
            known = self._promises[key] = strands.at_best(going, runs, most)
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
        # On the way more wild cards may be used yet.
        mosts = [[*accumulate(reversed(row), max)][::-1] for row in self.ends]
        self.mosts = tuple(map(tuple, mosts))
        self.begun = at_most(self.mosts)

    def _less(self, found: Ends) -> Mosts:
        """What ends may lose to beat those."""
        mosts = [list(row) for row in self.ends]
        for shared, ends in found.items():
            row = mosts[len(mosts) - 1 - sum(shared.left)]
            for end in ends:
                row[max(0, end.used)] = min(row[max(0, end.used)], end.lost - 1)
        return tuple(map(tuple, mosts))

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
        states = self._start(self.choices.grow.carried_on(carried))
        if not self.reach.sizes and min(self.worth) >= 0:
            target = sum(self.terrain.under_way(carried)[:2])
            if not self._looks_good(states, Strands(self.terrain, Worth(self.worth), target)):
                return {}
            self.last = self._beginnings(carried)
            if any(self.last):
                last = self.last
                strands = Strands(self.terrain, Worth(self.worth), target - sum(last), last)
                if not self._looks_good(states, strands):
                    return {}
                self.last = last
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position)
            if carried and self.choices.grow.counts_size:
                states = self._becoming(states, carried, position)
        return self._close(states, carried)

    def _looks_good(self, states: Ways, strands: Strands) -> bool:
        """Whether an end may be found from the start."""
        self.strands, self.last = strands, ()
        self._rows.clear()
        row = [self._row_of(strands, state, -1) for state in states]
        return any(self._within(ways, mosts) for ways, mosts in zip(states.values(), row, strict=True))

    def _beginnings(self, carried: tuple[Entry, ...]) -> Sequence[int]:
        """By position how many new runs have to begin there, since they are under way at the end."""
        circle = self.course.circle
        if not self.choices.grow.counts_size or self.terrain.single:
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
