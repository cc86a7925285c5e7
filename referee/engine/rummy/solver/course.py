"""The course of a sweep: the order in which the ranks are passed, and what can begin where.

A sweep passes the ranks once, from low to high. The ace comes twice where it can be low or high, and its sets are made
when it comes last. Where runs go round the corner the course is a circle cut open at some rank.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.cutting import best_cut
from referee.engine.rummy.solver.task import Task, to_swap


@dataclass(frozen=True, slots=True)
class TableRun:
    """A run on the table as the course meets it: its place, which cards are wild, which the hand can swap out."""

    index: int
    suit: int
    first: int
    last: int
    wild: tuple[bool, ...]
    free: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """Positions with their ranks; whether a position is the last with its rank; what is held; the runs on the table.

    ``held[suit][position]``: the copies held; ``masks[suit]``: bits for the positions where there are any, twice round
    a circle. ``circle``: the number of positions where runs go round, else 0. ``barred``: how
    many positions there are at first at which no card of a run may lie. ``shift``: the first position's place.
    """

    ranks: tuple[int, ...]
    final: tuple[bool, ...]
    held: tuple[tuple[int, ...], ...]
    runs: tuple[TableRun, ...]
    circle: int
    shift: int
    masks: tuple[int, ...]
    barred: int = 0

    def missing(self, suit: int, first: int, size: int) -> int | None:
        """How many of the cards from a position upward are not held; None where the course ends before."""
        if first + size > len(self.ranks) and not self.circle:
            return None
        return size - (self.masks[suit] >> first & (1 << size) - 1).bit_count()

    def goes_round(self, wilds: int, *, apart: bool) -> bool:
        """Whether a new run could have a card of every rank; ``apart``: with no wild ones side by side."""
        round_ = (1 << self.circle) - 1
        for mask in self.masks:
            missing = ~mask & round_
            beside = missing & (missing << 1 | missing >> self.circle - 1)
            if missing.bit_count() <= wilds and not (apart and beside):
                return True
        return False


def lay_course(task: Task) -> Course:
    """The course for the task; a circle is cut where the fewest runs can cross."""
    rules = task.rules
    if rules.aces != "round":
        places = list(rules.places)
        ranks = [rules.rank_at(place) for place in places]
        # Ranks too low for runs come first: of them there are sets.
        low = [rank for rank in range(1, rules.pack.top + 1) if rank not in ranks]
        return _course(task, low + ranks, places[0] - len(low), 0, barred=len(low))
    top = rules.pack.top
    cut = min(range(1, top + 1), key=lambda rank: _crossings(task, rank)) if task.contract.slots else best_cut(task)
    return _course(task, [(cut + step - 1) % top + 1 for step in range(top)], cut, top)


def _course(task: Task, ranks: list[int], shift: int, circle: int, *, barred: int = 0) -> Course:
    suits = task.rules.pack.suits
    held = [[0] * len(ranks) for _ in suits]
    masks = [0] * len(suits)
    places: dict[int, list[int]] = {}
    for position, rank in enumerate(ranks):
        places.setdefault(rank, []).append(position)
    for (rank, letter), copies in task.cards.items():
        for position in places.get(rank, ()):
            suit = suits.index(letter)
            held[suit][position] = copies
            masks[suit] |= (1 << position) | (1 << position << circle)
    return Course(
        ranks=tuple(ranks),
        final=tuple(places[rank][-1] == position for position, rank in enumerate(ranks)),
        held=tuple(map(tuple, held)),
        runs=_table(task, shift, circle),
        circle=circle,
        shift=shift,
        masks=tuple(masks),
        barred=barred,
    )


def _crossings(task: Task, cut: int) -> int:
    """How likely runs are to have a card of the rank ``cut`` above one of the rank before it; full suits count more."""
    rules, cards = task.rules, task.cards
    before = rules.rank_at(cut + rules.pack.top - 1)
    found = 0
    for suit in rules.pack.suits:
        lying = sum(meld.kind == "run" and meld.suit == suit and _lies_across(rules, meld, cut) for meld in task.table)
        crossing = bool(cards[Card(cut, suit)]) + bool(cards[Card(before, suit)]) + lying
        found += crossing * sum([copies for card, copies in cards.items() if card.suit == suit])
    return found


def _lies_across(rules: RuleSet, run: Meld, cut: int) -> bool:
    return 0 < (cut - run.low) % rules.pack.top < len(run)


def _table(task: Task, shift: int, circle: int) -> tuple[TableRun, ...]:
    """The runs on the table that can grow."""
    if not task.layoffs:
        return ()
    suits = task.rules.pack.suits
    found = []
    for index, meld in enumerate(task.table):
        if meld.kind == "run" and meld.suit in suits:
            first = meld.low - shift
            if circle:
                first %= circle
            wild = tuple(meld.is_wild_at(i) for i in range(len(meld)))
            suit, last = suits.index(meld.suit), first + len(meld) - 1
            able = to_swap(task.rules, task.cards, meld) if task.swaps else []
            free = tuple(i in able for i in range(len(meld)))
            found.append(TableRun(index, suit, first, last, wild, free))
    return tuple(found)
