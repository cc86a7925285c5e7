"""The most that a hand can lay, in one pass over the ranks for all suits and the sets together.

Where nearly all cards are of one suit, that is quicker than to pass over each suit for every choice of ranks for the
sets: which rank becomes a set is one more choice at the rank, and ways that chose otherwise fall together again.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from referee.engine.rummy.solver.choice import Chosen, move_on
from referee.engine.rummy.solver.laps import crossings
from referee.engine.rummy.solver.leastloss import LeastLoss, Turn, Way, live_suits
from referee.engine.rummy.solver.moves import Entry
from referee.engine.rummy.solver.setchoices import SetChoice
from referee.engine.rummy.solver.state import Chain, Done, Outcome, State
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.waste import Root

BESIDE = 8
"""Cards of other suits that hardly matter."""
MOST_WAYS = 500
"""Ways that are looked at where they may matter."""
MOST_IN_CONTRACT = 500
"""The same where the contract's cards are all that can be laid."""


class _Part(NamedTuple):
    """The runs of some suits at a position; whether a card is left over that one of them could have had."""

    runs: tuple[Entry, ...]
    left: tuple[int, ...]
    wilds: int
    room: int
    naturals: int
    marks: tuple[int, ...]
    lows: tuple[int, ...]
    moves: tuple[tuple[int, Chosen], ...]
    wasteful: bool


class AtOnce(LeastLoss):
    """One task. A step is a rank."""

    def __init__(self, sweep: Sweep) -> None:
        super().__init__(sweep)
        self._set_choices: dict[object, tuple[SetChoice | None, ...]] = {}

    def _number_of_steps(self) -> int:
        return len(self.course.ranks)

    def _least_ahead(self, state: State, way: Way, spare: int) -> int:
        return self.outlook.least(state, way.position, spare)

    def _cards(self) -> list[tuple[int, int, int]]:
        copies = self.sweep.copies
        return [(at, worth, copies[at]) for at, worth in enumerate(self.worth)]

    def _look_closer(self, state: State, way: Way) -> int:
        """What is lost at least in the end, with runs that need the same cards."""
        ahead = self.outlook.closer(state, way.position, self.limit - way.used)
        return way.lost + ahead + self._wild_lost(state, way.used)

    def _crossings(self) -> list[tuple[Entry, ...]]:
        """What may be under way where a circle is cut, nothing at all first."""
        if not self.course.circle:
            return [()]
        by_suit = [crossings(self.sweep, self.outlook.reach[suit], suit) for suit in self.live]
        return sorted(tuple(entry for own in each for entry in own) for each in product(*by_suit))

    def _find_turns(self, state: State, position: int) -> list[Turn]:
        """Everything that can happen at the position after which the contract can still be made, at a glance."""
        rank, worth = self.course.ranks[position], self.worth[position]
        copies = self.sweep.copies[position]
        if self.two_aces and rank == 1:
            copies -= sum(state.lows)
        turns = []
        for part in self._through_suits(state, position):
            free = copies - part.naturals
            for choice in self._of_rank(rank, free, state.sets) if self.course.final[position] else _NO_SET:
                # A set may need the cards that a run would only take for want of anything better.
                if part.wasteful and (choice is None or choice.left == state.sets):
                    continue
                cost = worth * (free - choice.naturals) if worth and choice else 0
                wilds = part.wilds + choice.wilds if choice else part.wilds
                if cost > self.slack or wilds > self.limit:
                    continue
                after = self._after(state, part, choice, rank)
                if self.bounds.can_finish(after, position):
                    room = part.room + choice.room if choice else part.room
                    turns.append(Turn(after, cost, wilds, room, part.moves, choice.made if choice else ()))
        return turns

    def _of_rank(self, rank: int, free: int, sets: tuple[int, ...]) -> tuple[SetChoice | None, ...]:
        known = self._set_choices.get((rank, free, sets))
        if known is None:
            known = self._set_choices[rank, free, sets] = self.choices.of_rank(rank, free, sets)
        return known

    def _after(self, state: State, part: _Part, choice: SetChoice | None, rank: int) -> State:
        """The state after runs and sets have taken their cards."""
        own, sets = state.own, state.sets
        if choice:
            sets = choice.left
        if own and rank in self.wild:
            naturals = part.naturals + choice.naturals if choice else part.naturals
            index = self.wild.index(rank)
            own = (*own[:index], own[index] + naturals, *own[index + 1 :])
        return State(part.runs, part.left, sets, 0, 0, part.marks, (), part.lows, own, 0, state.carried)

    def _through_suits(self, state: State, position: int) -> list[_Part]:
        """Every way for the runs of all suits at the position."""
        parts = [_Part((), state.left, 0, 0, 0, state.marks, state.lows, (), wasteful=False)]
        rank, final = self.course.ranks[position], self.course.final[position]
        second_ace = self.two_aces and final and rank == 1
        # In a set of a wild rank or none, there is no telling what a card is good for.
        may_waste = final and rank not in self.wild
        for suit in self.live:
            own = tuple([entry for entry in state.runs if entry.suit == suit]) if len(self.live) > 1 else state.runs
            mark = state.marks[suit] if self.sweep.gap else -1
            if not own and mark < 0 and suit not in self.sweep.busy[position]:
                continue
            copies = self.course.held[suit][position] - (state.lows[suit] if second_ace else 0)
            grown = []
            for part in parts:
                for choice in self.choices.in_suit(suit, own, position, copies, part.left, mark):
                    wilds = part.wilds + choice.wilds
                    if wilds > self.limit:
                        continue
                    marks = _put(part.marks, suit, choice.mark) if self.sweep.gap else part.marks
                    lows = part.lows if final or not part.lows else _put(part.lows, suit, choice.naturals)
                    grown.append(
                        _Part(
                            part.runs + choice.runs,
                            choice.left,
                            wilds,
                            part.room + choice.room,
                            part.naturals + choice.naturals,
                            marks,
                            lows,
                            (*part.moves, (suit, choice.moves)) if choice.moves else part.moves,
                            part.wasteful or (choice.wasteful and may_waste),
                        )
                    )
            parts = grown
        return parts

    def _outcome(self, loss: int, way: Way, wilds: int) -> Outcome:
        """What was found in the form of a sweep's outcome."""
        turns = self._turns_to(way)
        done: Done | None = None
        under_way: dict[int, list[Chain]] = {}
        for number, entry in enumerate(turns[0][0].after.carried):
            under_way.setdefault(entry.suit, []).append(Root("carried", number, 0))
        for turn, position in turns:
            for suit, moves in turn.moves:
                under_way[suit], stopped = move_on(moves, under_way.get(suit, ()), position)
                for chain in stopped:
                    done = Done(chain, done)
            for made in turn.made:
                done = Done(made._replace(rank=self.course.ranks[position]), done)
        chains = [chain for suit in sorted(under_way) for chain in under_way[suit]]
        if self.course.circle:
            return Outcome(self.bounds.ideal - loss, done, tuple(chains), wilds)
        for chain in chains:
            done = Done(chain, done)
        return Outcome(self.bounds.ideal - loss, done, (), wilds)


def at_once(sweep: Sweep) -> AtOnce | None:
    """The search over all suits at once, where it may be quicker than to pass over each by itself.

    It is where other suits than one hardly matter. It may be where there would be many choices of ranks for the sets.
    """
    contract, circle = sweep.task.contract, sweep.course.circle
    if circle and (sweep.gap or contract.runs or sweep.choices.grow.may_meet or len(live_suits(sweep)) > 1):
        return None
    held = sorted(sum(sweep.course.held[suit]) for suit in live_suits(sweep))
    beside = sum(held[:-1])
    only_contract = sweep.bounds.only_contract
    few_choices, many_runs = len(contract.sets) < 2, len(contract.runs) > 1
    # Where melds take in no more cards than asked for, the suits' ways hardly multiply.
    if beside > (0 if few_choices and many_runs else BESIDE) and not only_contract and (few_choices or many_runs):
        return None
    found = AtOnce(sweep)
    if beside > BESIDE:
        found.ways_looked_at = MOST_IN_CONTRACT if only_contract else MOST_WAYS
    return found


_NO_SET = (None,)


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
