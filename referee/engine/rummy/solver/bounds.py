"""Bounds of a sweep: what is certainly lost, whatever still comes.

A sweep that looks only for ends with a small loss leaves most states at once. Loss is the worth of cards that stay in
the hand; cards of wild ranks are left out here, since what becomes of them shows only at the end.
"""

from __future__ import annotations

from itertools import accumulate

from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.solver.choices import Choices
from referee.engine.rummy.solver.course import Course, TableRun
from referee.engine.rummy.solver.moves import MADE, NO_CAP
from referee.engine.rummy.solver.state import State
from referee.engine.rummy.solver.task import Task, least_naturals, most_wilds, room_on_sets


class Bounds:
    """What one task loses at least."""

    def __init__(self, task: Task, course: Course, choices: Choices) -> None:
        self.task = task
        self.course = course
        self.choices = choices
        wild_ranks = task.rules.wild_ranks
        self.wild_worth = tuple(task.worth[rank] for rank in wild_ranks)
        self.worth = [
            max(0, task.worth[rank]) if final and rank not in wild_ranks else 0
            for rank, final in zip(course.ranks, course.final, strict=True)
        ]
        self.copies: list[int] = [sum(column) for column in zip(*course.held, strict=True)]
        self.passed = list(accumulate(value * count for value, count in zip(self.worth, self.copies, strict=True)))
        self.ideal = self.passed[-1] + sum(max(0, task.worth[card.rank]) for card in task.pool)
        self.least_own = least_naturals(task.rules, task.contract)
        # Where the contract's cards are all that can be laid, the number of cards still to be laid bounds their worth.
        self.only_contract = not task.layoffs and task.rules.contract_size == "exact"
        self.dearest = self._dearest(self.worth, self.copies) if self.only_contract else []
        self.wild_loss = self._wild_loss()
        self.first_loss = 0
        # By index of a run on the table the positions of the cards that can be laid on it: all; those below it, and
        # those of its own in the place of a wild one.
        self.on_table: dict[int, int] = {}
        self.below_table: dict[int, tuple[int, int]] = {}
        for run in course.runs:
            above, below, swapped = self._laid_on(run)
            self.on_table[run.index] = above | below | swapped
            self.below_table[run.index] = below, swapped
        self.doomed = [] if self.only_contract else self._doomed()
        self.last_starts, self.sets_ahead = self._ahead()

    def _dearest(self, worth: list[int], copies: list[int]) -> list[list[int]]:
        """For each position: the worth of the dearest card after it, of the two dearest, and so on."""
        cards: list[int] = []
        found = []
        for value, count in zip(reversed(worth), reversed(copies), strict=True):
            found.append([0, *accumulate(sorted(cards, reverse=True))])
            cards += [value] * count
        return found[::-1]

    def _doomed(self) -> list[int]:
        """For each position the worth of the cards after it that no meld can reach.

        The first loss counts besides that there are only so many sets and runs to be made.
        """
        table = [0] * len(self.course.held)
        for run in self.course.runs:
            table[run.suit] |= self.on_table[run.index]
        own = [self.reach(suit, self.to_make(suit)) for suit in range(len(self.course.held))]
        position_of: dict[int, list[int]] = {rank: [] for rank in self.course.ranks}
        for position, rank in enumerate(self.course.ranks):
            position_of[rank].append(position)
        lost = [0] * len(self.worth)
        at_stake = 0
        by_rank: dict[int, int] = {}
        by_suit = [0] * len(self.course.held)
        for position, value in enumerate(self.worth):
            if not value or not self.copies[position]:
                continue
            rank = self.course.ranks[position]
            if rank in self.choices.open_ranks:
                continue
            can_be_set = bool(self.choices.set_sizes) and self.copies[position] >= self.least_own
            places = sum(1 << place for place in position_of[rank])
            for suit, held in enumerate(self.course.held):
                if not held[position] or table[suit] & places:
                    continue
                worth = value * held[position]
                if not can_be_set and not own[suit] & places:
                    lost[position] += worth
                    continue
                at_stake += worth
                if can_be_set:
                    by_rank[rank] = by_rank.get(rank, 0) + worth
                if own[suit] & places:
                    by_suit[suit] += worth
        contract = self.task.contract
        saved = sum(sorted(by_rank.values(), reverse=True)[: len(contract.sets)])
        saved += sum(sorted(by_suit, reverse=True)[: len(contract.runs)])
        total = sum(lost)
        self.first_loss = total + max(0, at_stake - saved)
        return [total - passed for passed in accumulate(lost)]

    def lying(self, suit: int) -> list[int]:
        """For each run of a suit on the table the positions, as bits, of the cards that can be laid on it."""
        return [self.on_table[run.index] for run in self.course.runs if run.suit == suit]

    def _laid_on(self, run: TableRun) -> tuple[int, int, int]:
        """The positions above and below a run on the table that it can come to hold, and those of its wild cards."""
        grow, size, count, circle = self.choices.grow, len(run.wild), len(self.course.ranks), self.course.circle
        spare = self.choices.wild_limit
        if grow.counts_wild and not grow.swaps:
            spare = max(0, min(spare, grow.table_cap - sum(run.wild)))
        below = self._below(run.suit, run.first, spare)
        above = self._above(run.suit, run.first + size, spare)
        own, swapped = _bits(run.first, size, count, circle), 0
        for step, free in enumerate(run.free):
            if free:
                swapped |= _bits(run.first + step, 1, count, circle)
        return above & ~own, below & ~own, swapped

    def to_make(self, suit: int) -> list[tuple[int, int]]:
        """First position and size of the runs of a suit that can be made."""
        sizes = self.choices.grow.sizes
        return [(at, sizes[slot]) for slot, own, at in self.choices.made_starts if own == suit]

    def reach(self, suit: int, blocks: list[tuple[int, int]]) -> int:
        """The positions of a suit, as bits, that runs can come to hold that begin as these."""
        count, circle = len(self.course.ranks), self.course.circle
        most = min(self.choices.wild_limit, self.choices.grow.most_wild)
        found = 0
        for first, size in blocks:
            spare = max(0, most - self._short(suit, first, size))
            found |= _bits(first, size, count, circle)
            found |= self._below(suit, first, spare) | self._above(suit, first + size, spare)
        return found

    def _above(self, suit: int, first: int, spare: int) -> int:
        """The positions from ``first`` upward that a run can take one after the other with so many wild cards."""
        count, circle = len(self.course.ranks), self.course.circle
        step = 1
        while step < count and self._short(suit, first, step) <= spare:
            step += 1
        return _bits(first, step - 1, count, circle)

    def _below(self, suit: int, first: int, spare: int) -> int:
        """The positions below ``first`` that a run can take one after the other with so many wild cards."""
        count, circle = len(self.course.ranks), self.course.circle
        step = 1
        while step < count and self._short(suit, first - step, step) <= spare:
            step += 1
        return _bits(first - step + 1, step - 1, count, circle)

    def _short(self, suit: int, first: int, size: int) -> int:
        """How many cards of the stretch are not held; more than can ever be had where the course ends."""
        if self.course.circle:
            first %= self.course.circle
        missing = self.course.missing(suit, first, size) if first >= 0 else None
        return NO_CAP + 1 if missing is None else missing

    def _wild_loss(self) -> int:
        """The worth of the jokers for which there is no place in any meld; cards of wild ranks may find their own."""
        grow, task = self.choices.grow, self.task
        if grow.swaps or grow.roomy:
            return 0
        places = room_on_sets(task) + most_wilds(task.rules, task.contract, layoffs=task.layoffs)
        places += sum(max(0, grow.table_cap - sum(run.wild)) for run in self.course.runs)
        return max(0, task.cards[JOKER] - places) * max(0, task.worth[JOKER.rank])

    def _ahead(self) -> tuple[tuple[int, ...], list[int]]:
        """Where a run of each size can begin at the latest; how many sets at most come after each position."""
        course, choices = self.course, self.choices
        last = [-1] * len(choices.grow.sizes)
        # What is laid off below a run may lie before a circle's cut, the contract's cards behind it.
        for slot, _, position in choices.made_starts | choices.low_starts:
            last[slot] = max(last[slot], position)
        least = self.least_own
        sets, found = 0, []
        for position in range(len(course.ranks) - 1, -1, -1):
            found.append(sets)
            if course.final[position] and choices.set_sizes:
                copies = self.copies[position]
                sets += copies // least if self.task.rules.same_rank_sets else copies >= least
        return tuple(last), found[::-1]

    def least(self) -> int:
        """What is lost at least before anything is laid."""
        if not self.only_contract:
            return self.wild_loss + self.first_loss
        cards = sorted((max(0, self.task.worth[card.rank]) for card in self.task.cards.elements()), reverse=True)
        return max(self.wild_loss, sum(cards[self.task.contract.cards :]), self.ideal - self._most_in_contract())

    def _most_in_contract(self) -> int:
        """The worth of the natural cards of the dearest sets and runs there are, and of all wild cards."""
        task, course = self.task, self.course
        most = sum(max(0, task.worth[card.rank]) for card in task.pool)
        if task.contract.sets:
            size, parts = task.contract.sets[0], []
            for value, copies in zip(self.worth, self.copies, strict=True):
                shares = len(task.contract.sets) if task.rules.same_rank_sets else 1
                parts += [value * min(size, max(0, copies - size * share)) for share in range(shares)]
            most += sum(sorted(parts, reverse=True)[: len(task.contract.sets)])
        for size in task.contract.runs:
            slot = self.choices.grow.sizes.index(size)
            dearest = 0
            for kind, suit, first in self.choices.made_starts:
                if kind == slot:
                    places = [place % len(course.ranks) for place in range(first, first + size)]
                    held = [max(0, task.worth[course.ranks[place]]) for place in places if course.held[suit][place]]
                    dearest = max(dearest, sum(held))
            most += dearest
        return most

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
