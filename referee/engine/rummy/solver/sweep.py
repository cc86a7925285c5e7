"""The sweep: the most that a hand can lay, by one pass over the ranks.

A dynamic programme. At every rank each run under way takes a natural card, takes a wild card or stops, new runs begin,
and what is left of the rank goes to sets. States with the same future fall together and only the one that has laid most
is kept, so that the work grows with the number of different futures and not with the number of ways to play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.solver.bounds import Bounds
from referee.engine.rummy.solver.choice import Choice, move_on
from referee.engine.rummy.solver.choices import Choices
from referee.engine.rummy.solver.course import lay_course
from referee.engine.rummy.solver.moves import Entry
from referee.engine.rummy.solver.state import Chain, Done, Laid, Outcome, Partial, State
from referee.engine.rummy.solver.task import Task, room_on_sets
from referee.engine.rummy.solver.waste import Root

FIRST_STEP = 5
"""By how much worth the loss that is allowed grows first."""


class Sweep:
    """One task's pass over the ranks.

    ``loose``: three runs of a suit may come out too near to each other, and on a circle a run longer than it can be, so
    that the end found is a bound only.
    """

    def __init__(self, task: Task, *, loose: bool = False) -> None:
        self.task = task
        self.rules = task.rules
        self.course = lay_course(task)
        self.pool = task.pool
        self.wild_limit = len(self.pool) + sum(sum(run.free) for run in self.course.runs)
        many = len(task.contract.runs) > 1
        self.one_a_suit = many and not self.rules.same_suit_runs
        self.gap = 1 if self.one_a_suit else self.rules.run_gap if many else 0
        self.choices = Choices(task, self.course, self.gap, self.wild_limit, loose=loose)
        self.room = len(self.pool) if self.choices.grow.roomy else room_on_sets(task)
        self.room += sum(self.choices.untouched.values())
        self.bounds = Bounds(task, self.course, self.choices)
        self.slack = 0
        self.copies = self.bounds.copies
        self.busy = self.choices.busy_suits()

    def best(self) -> Outcome | None:
        """The best end; None where the contract cannot be made, or only with a greater loss than the task's slack.

        Looks for an end with hardly any loss first, where most states can be left at once, and allows more by and by.
        """
        most = self.bounds.ideal + 1 if self.task.slack is None else self.task.slack
        if most < self.bounds.least():
            return None
        self.slack, step = self.bounds.least(), FIRST_STEP
        while True:
            found = self._search()
            loss = self.bounds.ideal - found.worth if found else most
            if loss <= self.slack or self.slack >= most:
                return found
            self.slack, step = min(loss, most, self.slack + step), step * 2

    def _search(self) -> Outcome | None:
        if not self.course.circle:
            return self._lap(())
        found = [outcome for carried in self._crossing() if (outcome := self._lap(carried))]
        return max(found, key=lambda outcome: outcome.worth, default=None)

    # The pass --------------------------------------------------------------------------------------------------

    def start(self, carried: tuple[Entry, ...]) -> dict[State, Laid]:
        contract, choices, suits = self.task.contract, self.choices, len(self.rules.pack.suits)
        state = State(
            runs=carried,
            left=tuple(contract.runs.count(size) for size in choices.grow.sizes),
            sets=tuple(contract.sets.count(size) for size in choices.set_sizes),
            used=0,
            room=self.room,
            marks=(-1,) * suits if self.gap else (),
            firsts=(-1,) * suits if self.gap and self.course.circle and not self.one_a_suit else (),
            lows=() if all(self.course.final) else (0,) * suits,
            own=(0,) * len(self.rules.wild_ranks),
            lost=0,
        )
        return {state: Laid(0, tuple(Root("carried", number, 0) for number in range(len(carried))), None)}

    def _lap(self, carried: tuple[Entry, ...]) -> Outcome | None:
        states = self.start(self.choices.grow.carried_on(carried))
        for position in range(len(self.course.ranks)):
            states = self._pass(states, position)
        return self._close(states, carried)

    def _crossing(self) -> list[tuple[Entry, ...]]:
        """What may be under way where the circle is cut: all that a lap from there can end with."""
        states = self.start(())
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
                    if not bounded or (
                        self.bounds.can_finish(new, position) and self.bounds.loss(new, worth, position) <= self.slack
                    ):
                        after[new] = Laid(worth, partial.chains, done)
        return after

    # Suits -----------------------------------------------------------------------------------------------------

    def _through_suits(self, state: State, laid: Laid, position: int) -> list[Partial]:
        """Every way for the runs of all suits at the position."""
        busy = self.busy[position]
        if self.gap and any(mark >= 0 for mark in state.marks):
            busy = busy.union(suit for suit, mark in enumerate(state.marks) if mark >= 0)
        free = self.copies[position]
        second_ace = bool(state.lows) and self.course.ranks[position] == 1 and self.course.final[position]
        if second_ace:
            free -= sum(state.lows)
        if not state.runs:
            if not busy:
                return [Partial(state, laid.worth, (), laid.done, free)]
            entries, chains = _NO_RUNS, _NO_CHAINS
            partials = [Partial(state, laid.worth, (), laid.done, free)]
        else:
            entries, chains = _by_suit(state.runs, laid.chains)
            busy = busy.union(entries)
            partials = [Partial(state._replace(runs=()), laid.worth, (), laid.done, free)]
        for suit in sorted(busy) if len(busy) > 1 else busy:
            copies = self.course.held[suit][position] - (state.lows[suit] if second_ace else 0)
            mark = state.marks[suit] if self.gap else -1
            own, own_chains = tuple(entries.get(suit, ())), chains.get(suit, ())
            partials = [
                self._apply(one, choice, own_chains, suit, position)
                for one in partials
                for choice in self.choices.in_suit(suit, own, position, copies, one.state.left, mark)
                if one.state.used + choice.wilds <= self.wild_limit
            ]
        return partials

    def _apply(self, one: Partial, choice: Choice, chains: Sequence[Chain], suit: int, position: int) -> Partial:
        """A suit's choice carried out."""
        if not choice.moves and choice.mark < 0 and not self.gap:
            return one
        state, done = one.state, one.done
        rank = self.course.ranks[position]
        kept = [move.after for _, move in choice.moves if move.after is not None]
        grown, stopped = move_on(choice.moves, chains, position)
        for chain in stopped:
            done = Done(chain, done)
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
        room = state.room + choice.room
        new = State((*state.runs, *kept), choice.left, state.sets, used, room, marks, firsts, lows, own, state.lost)
        worth = one.worth + self.task.worth[rank] * choice.naturals
        return Partial(new, worth, (*one.chains, *grown), done, one.free - choice.naturals)

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
            if not choice.naturals and not choice.made and not self.task.keep:
                yield state, one.worth, one.done
                continue
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
                done = Done(made._replace(rank=rank), done)
            room = state.room + choice.room
            new = State(
                state.runs, state.left, choice.left, used, room, state.marks, state.firsts, state.lows, own, lost
            )
            yield new, one.worth + self.task.worth[rank] * choice.naturals, done

    # The end ---------------------------------------------------------------------------------------------------

    def _close(self, states: dict[State, Laid], carried: tuple[Entry, ...]) -> Outcome | None:
        """The best of the ends that count."""
        best: Outcome | None = None
        for state, laid in states.items():
            if any(state.left) or any(state.sets):
                continue
            used, room, done = state.used, state.room, laid.done
            if self.course.circle:
                if not self._joins(state, carried):
                    continue
            else:
                stops = [self.choices.grow.last_moves(entry) for entry in state.runs]
                if not all(stops):
                    continue
                used += sum(stop[0].moved for stop in stops)
                room += sum(stop[0].room for stop in stops)
                for chain in laid.chains:
                    done = Done(chain, done)
            for worth, wilds in self._wild_ends(state, used, room):
                if best is None or laid.worth + worth > best.worth:
                    best = Outcome(laid.worth + worth, done, laid.chains, wilds)
        return best

    def _joins(self, state: State, carried: tuple[Entry, ...]) -> bool:
        """Whether the end of a circle joins its beginning."""
        near = any(
            first >= 0 and mark >= 0 and mark + first < self.gap
            for first, mark in zip(state.firsts, state.marks, strict=False)
        )
        return state.runs == carried and not near

    def _wild_ends(self, state: State, used: int, room: int) -> Iterator[tuple[int, int]]:
        """What the wild cards laid are worth, and how many those are: below 0 where swaps bring some to the hand."""
        wilds = [self.task.worth[card.rank] for card in self.pool]
        for rank, count in zip(self.rules.wild_ranks, state.own, strict=True):
            for _ in range(count):
                wilds.remove(self.task.worth[rank])
        for count in range(used, min(len(wilds), used + room) + 1):
            if state.lost + len(wilds) - count not in self.task.keep:
                yield sum(wilds[: max(0, count)]) + min(0, count) * self.task.worth[JOKER.rank], count


_NO_RUNS: dict[int, list[Entry]] = {}
_NO_CHAINS: dict[int, list[Chain]] = {}


def _by_suit(runs: Sequence[Entry], chains: Sequence[Chain]) -> tuple[dict[int, list[Entry]], dict[int, list[Chain]]]:
    """The runs and their chains by suit."""
    entries: dict[int, list[Entry]] = {}
    own: dict[int, list[Chain]] = {}
    for entry, chain in zip(runs, chains, strict=True):
        entries.setdefault(entry.suit, []).append(entry)
        own.setdefault(entry.suit, []).append(chain)
    return entries, own


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
