"""Bounds of a sweep: what is certainly lost, whatever still comes.

A sweep that looks only for ends with a small loss leaves most states at once. Loss is the worth of cards that stay in
the hand; cards of wild ranks are left out here, since what becomes of them shows only at the end.
"""

from __future__ import annotations

from itertools import accumulate

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.solver.choices import Choices
from referee.engine.rummy.solver.course import Course
from referee.engine.rummy.solver.moves import MADE, NO_CAP
from referee.engine.rummy.solver.state import State
from referee.engine.rummy.solver.task import Task, room_on_sets


class Bounds:
    """What one task loses at least."""

    def __init__(self, task: Task, course: Course, choices: Choices) -> None:
        self.task = task
        self.course = course
        self.choices = choices
        self.wild_worth = tuple(task.worth[rank] for rank in task.rules.wild_ranks)
        worth = [
            0 if rank in task.rules.wild_ranks or not course.final[position] else max(0, task.worth[rank])
            for position, rank in enumerate(course.ranks)
        ]
        copies = [sum(own[position] for own in course.held) for position in range(len(worth))]
        self.passed = list(accumulate(value * count for value, count in zip(worth, copies, strict=True)))
        self.ideal = self.passed[-1] + sum(max(0, task.worth[card.rank]) for card in task.pool)
        # Where the contract's cards are all that can be laid, the number of cards still to be laid bounds their worth.
        self.only_contract = not task.layoffs and task.rules.contract_size == "exact"
        self.dearest = self._dearest(worth, copies) if self.only_contract else []
        self.doomed = [] if self.only_contract else self._doomed(worth)
        self.wild_loss = self._wild_loss()
        self.last_starts, self.sets_ahead = self._ahead()

    def _dearest(self, worth: list[int], copies: list[int]) -> list[list[int]]:
        """For each position: the worth of the dearest card after it, of the two dearest, and so on."""
        cards: list[int] = []
        found = []
        for value, count in zip(reversed(worth), reversed(copies), strict=True):
            found.append([0, *accumulate(sorted(cards, reverse=True))])
            cards += [value] * count
        return found[::-1]

    def _doomed(self, worth: list[int]) -> list[int]:
        """For each position the worth of the cards after it that no meld can reach, and at last that of all of them."""
        reach = [self._reach(suit) for suit in range(len(self.course.held))]
        total, found = 0, []
        for position in range(len(worth) - 1, -1, -1):
            found.append(total)
            rank = self.course.ranks[position]
            if worth[position] and not self._set_can_come(rank):
                places = [p for p, other in enumerate(self.course.ranks) if other == rank]
                for suit, own in enumerate(self.course.held):
                    if not any(reach[suit] >> place & 1 for place in places):
                        total += worth[position] * own[position]
        return [*found[::-1], total]

    def _set_can_come(self, rank: int) -> bool:
        """Whether cards of the rank can go to a set."""
        if rank in self.choices.open_ranks:
            return True
        copies = sum(self.task.cards[Card(rank, suit)] for suit in self.task.rules.pack.suits)
        return bool(self.choices.set_sizes) and copies >= self._least_own()

    def _least_own(self) -> int:
        """The fewest natural cards with which a set of the contract can be made."""
        rules = self.task.rules
        if rules.contract_size == "at-least":
            return 1
        sizes = self.choices.set_sizes
        return min((size - rules.wild_cap("set", size, on_table=False) for size in sizes), default=1)

    def _reach(self, suit: int) -> int:
        """The positions of a suit, as bits, that a run made or lying there can come to hold."""
        choices, course, grow = self.choices, self.course, self.choices.grow
        count = len(course.ranks)
        spare = min(choices.wild_limit, grow.table_cap)
        blocks = [(at, grow.sizes[slot]) for slot, own, at in choices.made_starts if own == suit]
        blocks += [(run.first, len(run.wild)) for run in course.runs if run.suit == suit]
        found = 0
        for first, size in blocks:
            found |= _bits(first, size, count, course.circle)
            for step in range(1, count):
                if self._short(suit, first + size, step) > spare and self._short(suit, first - step, step) > spare:
                    break
                if self._short(suit, first + size, step) <= spare:
                    found |= _bits(first + size, step, count, course.circle)
                if self._short(suit, first - step, step) <= spare:
                    found |= _bits(first - step, step, count, course.circle)
        return found

    def _short(self, suit: int, first: int, size: int) -> int:
        """How many cards of the stretch are not held; more than can ever be had where the course ends."""
        if self.course.circle:
            first %= self.course.circle
        missing = self.course.missing(suit, first, size) if first >= 0 else None
        return NO_CAP + 1 if missing is None else missing

    def _wild_loss(self) -> int:
        """The worth of the jokers for which there is no place in any meld; cards of wild ranks may find their own."""
        grow, rules = self.choices.grow, self.task.rules
        if grow.swaps or grow.roomy:
            return 0
        places = room_on_sets(self.task)
        for slot in self.task.contract.slots:
            sizes = range(slot.size, 61) if rules.contract_size == "at-least" else (slot.size,)
            most = max(rules.wild_cap(slot.kind, size, on_table=False) for size in sizes)
            places += max(most, grow.table_cap) if self.task.layoffs else most
        for run in self.course.runs:
            places += max(0, grow.table_cap - sum(run.wild))
        return max(0, self.task.cards[JOKER] - places) * max(0, self.task.worth[JOKER.rank])

    def _ahead(self) -> tuple[tuple[int, ...], list[int]]:
        """Where a run of each size can begin at the latest; how many sets at most come after each position."""
        course, choices = self.course, self.choices
        last = [-1] * len(choices.grow.sizes)
        for slot, _, position in choices.made_starts:
            last[slot] = max(last[slot], position)
        least = self._least_own()
        sets, found = 0, []
        for position in range(len(course.ranks) - 1, -1, -1):
            found.append(sets)
            if course.final[position] and choices.set_sizes:
                copies = sum(own[position] for own in course.held)
                sets += copies // least if self.task.rules.same_rank_sets else copies >= least
        return tuple(last), found[::-1]

    def least(self) -> int:
        """What is lost at least before anything is laid."""
        if not self.only_contract:
            return self.wild_loss + self.doomed[-1]
        cards = sorted((max(0, self.task.worth[card.rank]) for card in self.task.cards.elements()), reverse=True)
        return max(self.wild_loss, sum(cards[self.task.contract.cards :]))

    # One state -------------------------------------------------------------------------------------------------

    def can_finish(self, state: State, position: int) -> bool:
        """Whether all that the contract still asks for can come after the position, as far as a glance tells."""
        if sum(state.sets) > self.sets_ahead[position]:
            return False
        return all(not left or position < last for left, last in zip(state.left, self.last_starts, strict=True))

    def loss(self, state: State, worth: int, position: int) -> int:
        """The least that is lost in the end from this state, in which so much is laid."""
        for count, value in zip(state.own, self.wild_worth, strict=True):
            worth -= count * value
        lost = self.passed[position] - worth + self.wild_loss
        if not self.only_contract:
            return lost + self.doomed[position]
        places = sum(left * size for left, size in zip(state.left, self.choices.grow.sizes, strict=True))
        places += sum(left * size for left, size in zip(state.sets, self.choices.set_sizes, strict=True))
        for entry in state.runs:
            if entry.phase == MADE:
                places += self.choices.grow.sizes[entry.slot] - entry.made
        dearest = self.dearest[position]
        return lost + self.passed[-1] - self.passed[position] - dearest[min(places, len(dearest) - 1)]


def _bits(first: int, size: int, count: int, circle: int) -> int:
    """The bits of a stretch of positions; on a circle it goes round."""
    if not circle:
        return ((1 << size) - 1) << max(0, first) if first >= 0 else 0
    bits = ((1 << size) - 1) << first % circle
    return (bits | bits >> circle) & ((1 << count) - 1)
