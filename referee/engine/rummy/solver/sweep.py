"""The sweep: the most that a hand can lay, by one pass over the ranks.

A dynamic programme. At every rank each run under way takes a natural card, takes a wild card or stops, new runs begin,
and what is left of the rank goes to sets. States with the same future fall together and only the one that has laid most
is kept, so that the work grows with the number of different futures and not with the number of ways to play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.solver.choices import Choice, Choices, Root, SetLaid
from referee.engine.rummy.solver.course import lay_course
from referee.engine.rummy.solver.moves import NO_CAP, Entry
from referee.engine.rummy.solver.task import Task, room_on_sets


class Link(NamedTuple):
    """A card laid on a run: the run before it, the position, natural or wild, and the phase."""

    before: Chain
    position: int
    use: int
    phase: int


type Chain = Link | Root
"""A run's cards, the last first."""


class Done(NamedTuple):
    """What is laid for good, as a linked list."""

    item: Chain | SetLaid
    before: Done | None


class State(NamedTuple):
    """What the rest of the sweep depends on.

    ``runs`` under way; ``left``: runs still to be made of each size, ``sets`` likewise; ``used``: wild cards used.
    ``marks`` by suit: positions since contract cards ended, -1 where that matters no more. ``firsts`` by suit: where
    the first contract cards began, on a circle. ``lows``: low aces used by suit. ``own``: cards of wild ranks laid as
    natural ones, by rank. ``lost``: natural cards left in the hand, where their number matters.
    """

    runs: tuple[Entry, ...]
    left: tuple[int, ...]
    sets: tuple[int, ...]
    used: int
    marks: tuple[int, ...]
    firsts: tuple[int, ...]
    lows: tuple[int, ...]
    own: tuple[int, ...]
    lost: int


class Laid(NamedTuple):
    """The worth laid so far and how: a chain for each run under way, and all that is done as a linked list."""

    worth: int
    chains: tuple[Chain, ...]
    done: Done | None


class Outcome(NamedTuple):
    """The best end of a sweep: the worth laid, what is done, and the number of wild cards laid, the last on any set.

    ``carried``: on a circle, how the runs that lie across its cut came about.
    """

    worth: int
    done: Done | None
    carried: tuple[Chain, ...]
    wilds: int


class Partial(NamedTuple):
    """A state in the middle of a position, and the natural cards of the rank that no run has taken."""

    state: State
    worth: int
    chains: tuple[Chain, ...]
    done: Done | None
    free: int


class Sweep:
    """One task's pass over the ranks."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.rules = task.rules
        self.course = lay_course(task)
        self.pool = task.pool
        swaps = task.swaps != "none"
        self.wild_limit = len(self.pool) + (sum(sum(run.wild) for run in self.course.runs) if swaps else 0)
        self.gap = self.rules.run_gap if len(task.contract.runs) > 1 else 0
        self.choices = Choices(task, self.course, self.gap, self.wild_limit)
        self.room = room_on_sets(task)
        if task.layoffs and task.contract.sets and self.choices.grow.table_cap == NO_CAP:
            self.room = len(self.pool)
        self.passed = self._passed()
        self.last_starts, self.sets_ahead = self._ahead()

    def best(self) -> Outcome | None:
        """The best end; None where the contract cannot be made, or only with a greater loss than the task's slack."""
        if not self.course.circle:
            return self._lap(())
        found = [outcome for carried in self._crossing() if (outcome := self._lap(carried))]
        return max(found, key=lambda outcome: outcome.worth, default=None)

    # Bounds ----------------------------------------------------------------------------------------------------

    def _passed(self) -> list[int]:
        """The worth of all natural cards passed for the last time up to each position."""
        total, found = 0, []
        for position, rank in enumerate(self.course.ranks):
            if self.course.final[position]:
                total += max(0, self.task.worth[rank]) * sum(own[position] for own in self.course.held)
            found.append(total)
        return found

    def _ahead(self) -> tuple[tuple[int, ...], list[int]]:
        """Where a run of each size can begin at the latest; how many sets at most come after each position."""
        rules, choices = self.rules, self.choices
        last = [-1] * len(choices.grow.sizes)
        for slot, _, position in choices.made_starts:
            last[slot] = max(last[slot], position)
        least = 1
        if rules.contract_size == "exact":
            needs = [size - rules.wild_cap("set", size, on_table=False) for size in choices.set_sizes]
            least = min(needs, default=1)
        sets, found = 0, []
        for position in range(len(self.course.ranks) - 1, -1, -1):
            found.append(sets)
            if self.course.final[position]:
                copies = sum(own[position] for own in self.course.held)
                sets += copies // least if rules.same_rank_sets else copies >= least
        return tuple(last), found[::-1]

    def _is_open(self, state: State, worth: int, position: int) -> bool:
        """Whether the state can still come to an end that counts."""
        slack = self.task.slack
        if slack is not None and not state.own and self.passed[position] - worth > slack:
            return False
        if state.used + sum(state.own) > self.wild_limit or sum(state.sets) > self.sets_ahead[position]:
            return False
        return all(not left or position < last for left, last in zip(state.left, self.last_starts, strict=True))

    # The pass --------------------------------------------------------------------------------------------------

    def _start(self, carried: tuple[Entry, ...]) -> dict[State, Laid]:
        contract, choices, suits = self.task.contract, self.choices, len(self.rules.pack.suits)
        state = State(
            runs=carried,
            left=tuple(contract.runs.count(size) for size in choices.grow.sizes),
            sets=tuple(contract.sets.count(size) for size in choices.set_sizes),
            used=0,
            marks=(-1,) * suits if self.gap else (),
            firsts=(-1,) * suits if self.gap and self.course.circle else (),
            lows=() if all(self.course.final) else (0,) * suits,
            own=(0,) * len(self.rules.wild_ranks),
            lost=0,
        )
        return {state: Laid(0, tuple(Root("carried", number, 0) for number in range(len(carried))), None)}

    def _lap(self, carried: tuple[Entry, ...]) -> Outcome | None:
        states = self._start(carried)
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position)
        return self._close(states, carried)

    def _crossing(self) -> list[tuple[Entry, ...]]:
        """What may be under way where the circle is cut: all that a lap from there can end with."""
        states = self._start(())
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position, bounded=False)
        return sorted({state.runs for state in states})

    def _pass(self, states: dict[State, Laid], position: int, *, bounded: bool = True) -> dict[State, Laid]:
        """The states after the position."""
        after: dict[State, Laid] = {}
        for state, laid in states.items():
            for partial in self._through_suits(state, laid, position):
                for new, worth, done in self._to_sets(partial, position):
                    known = after.get(new)
                    if known is not None and known.worth >= worth:
                        continue
                    if not bounded or self._is_open(new, worth, position):
                        after[new] = Laid(worth, partial.chains, done)
        return after

    # Suits -----------------------------------------------------------------------------------------------------

    def _through_suits(self, state: State, laid: Laid, position: int) -> list[Partial]:
        """Every way for the runs of all suits at the position."""
        partials = [Partial(state._replace(runs=()), laid.worth, (), laid.done, 0)]
        second_ace = bool(state.lows) and self.course.ranks[position] == 1 and self.course.final[position]
        offset = 0
        for suit, held in enumerate(self.course.held):
            end = offset
            while end < len(state.runs) and state.runs[end].suit == suit:
                end += 1
            entries, chains = state.runs[offset:end], laid.chains[offset:end]
            offset = end
            copies = held[position] - (state.lows[suit] if second_ace else 0)
            marked = bool(self.gap) and state.marks[suit] >= 0
            if not entries and not marked and (suit, position) not in self.choices.busy:
                if copies:
                    partials = [one._replace(free=one.free + copies) for one in partials]
                continue
            mark = state.marks[suit] if self.gap else -1
            partials = [
                self._apply(one, choice, chains, suit, position, copies)
                for one in partials
                for choice in self.choices.in_suit(suit, entries, position, copies, one.state.left, mark)
                if one.state.used + choice.wilds <= self.wild_limit
            ]
        return partials

    def _apply(
        self, one: Partial, choice: Choice, chains: tuple[Chain, ...], suit: int, position: int, copies: int
    ) -> Partial:
        """A suit's choice carried out."""
        state, done = one.state, one.done
        rank = self.course.ranks[position]
        kept: list[Entry] = []
        grown: list[Chain] = []
        for origin, move in choice.moves:
            chain: Chain = chains[origin] if isinstance(origin, int) else origin
            if move.use:
                chain = Link(chain, position, move.use, move.phase)
            if move.after is None:
                done = Done(chain, done)
            else:
                kept.append(move.after)
                grown.append(chain)
        marks, firsts, lows, own = state.marks, state.firsts, state.lows, state.own
        if self.gap:
            marks = _put(marks, suit, choice.mark)
        if firsts and choice.began and position < self.gap and firsts[suit] < 0:
            firsts = _put(firsts, suit, position)
        if lows and not self.course.final[position]:
            lows = _put(lows, suit, choice.naturals)
        if choice.naturals and rank in self.rules.wild_ranks:
            index = self.rules.wild_ranks.index(rank)
            own = _put(own, index, own[index] + choice.naturals)
        used = state.used + choice.wilds
        new = State((*state.runs, *kept), choice.left, state.sets, used, marks, firsts, lows, own, state.lost)
        worth = one.worth + self.task.worth[rank] * choice.naturals
        return Partial(new, worth, (*one.chains, *grown), done, one.free + copies - choice.naturals)

    # Sets ------------------------------------------------------------------------------------------------------

    def _to_sets(self, one: Partial, position: int) -> Iterator[tuple[State, int, Done | None]]:
        """Every way for what is left of the rank: the state, the worth, and what is done."""
        if not self.course.final[position]:
            yield one.state, one.worth, one.done
            return
        rank = self.course.ranks[position]
        wild = rank in self.rules.wild_ranks
        for choice in self.choices.of_rank(rank, one.free, one.state.sets):
            state = one.state
            used = state.used + choice.wilds
            if used > self.wild_limit:
                continue
            own, lost = state.own, state.lost
            if wild:
                index = self.rules.wild_ranks.index(rank)
                own = _put(own, index, own[index] + choice.naturals)
            elif self.task.keep:
                lost += one.free - choice.naturals
            done = one.done
            for made in choice.made:
                done = Done(made, done)
            new = State(state.runs, state.left, choice.left, used, state.marks, state.firsts, state.lows, own, lost)
            yield new, one.worth + self.task.worth[rank] * choice.naturals, done

    # The end ---------------------------------------------------------------------------------------------------

    def _close(self, states: dict[State, Laid], carried: tuple[Entry, ...]) -> Outcome | None:
        """The best of the ends that count."""
        best: Outcome | None = None
        for state, laid in states.items():
            if any(state.left) or any(state.sets) or not self._is_end(state, carried):
                continue
            done = laid.done
            if not self.course.circle:
                for chain in laid.chains:
                    done = Done(chain, done)
            for worth, wilds in self._wild_ends(state):
                if best is None or laid.worth + worth > best.worth:
                    best = Outcome(laid.worth + worth, done, laid.chains, wilds)
        return best

    def _is_end(self, state: State, carried: tuple[Entry, ...]) -> bool:
        """Whether every run may stay as it is; on a circle, whether the end joins the beginning."""
        if not self.course.circle:
            return all(map(self.choices.grow.can_stop, state.runs))
        near = any(
            first >= 0 and mark >= 0 and mark + first < self.gap
            for first, mark in zip(state.firsts, state.marks, strict=True)
        )
        return state.runs == carried and not near

    def _wild_ends(self, state: State) -> Iterator[tuple[int, int]]:
        """What the wild cards laid are worth, and how many those are: below 0 where swaps bring some to the hand."""
        wilds = [self.task.worth[card.rank] for card in self.pool]
        for rank, count in zip(self.rules.wild_ranks, state.own, strict=True):
            for _ in range(count):
                wilds.remove(self.task.worth[rank])
        for count in range(state.used, min(len(wilds), state.used + self.room) + 1):
            if state.lost + len(wilds) - count not in self.task.keep:
                yield sum(wilds[: max(0, count)]) + min(0, count) * self.task.worth[JOKER.rank], count


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
