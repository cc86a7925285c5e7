"""The nearest ways to a contract, all of them: which cards each uses and which places it leaves empty.

Made for weighing hands, not for judging them: limits on where wild cards may lie are looked at roughly. Whether a hand
can go down is the solver's to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.rules import RuleSet

DETOUR = 2
MOST_WAYS = 120
"""So many ways are weighed; a hand far from its contract has hundreds, all alike."""
SET = 64
AGAIN = 128


class Way(NamedTuple):
    """One way to the contract.

    A *place* is a number: 16 times the suit's index plus the rank in a run, ``SET`` plus the rank in a set, ``AGAIN``
    more for each further card that the set lacks. ``lacks`` has the empty places, each with the number of its meld, the
    places that wild cards will take included. ``uses`` has the cards that the way uses, as places of runs, each with
    the place that would be empty without it. ``caps``: the most wild cards of each meld.
    """

    lacks: tuple[tuple[int, int], ...]
    uses: tuple[tuple[int, int], ...]
    caps: tuple[int, ...]


class Nearest(NamedTuple):
    """All nearest ways (or as many as are weighed), how many cards each lacks, and the wild cards in the hand."""

    lacking: int
    wilds: int
    ways: tuple[Way, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Lanes:
    """Where a run of one size can lie in a suit: pairs of low place and mask of ranks; compared by identity."""

    size: int
    cap: int
    lanes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Goal:
    """What a contract asks for: the lanes of each run, sizes and caps of the sets, both largest first."""

    runs: tuple[Lanes, ...]
    sets: tuple[int, ...]
    set_caps: tuple[int, ...]
    suits: dict[str, int]
    top: int
    gap: int
    one_a_suit: bool
    same_rank: bool
    wild: frozenset[int]
    places: frozenset[int]


class Lane(NamedTuple):
    """A run in a suit: how many places the hand leaves empty, the suit, its low place, its ranks as a mask."""

    missing: int
    suit: int
    low: int
    mask: int
    size: int


@lru_cache(maxsize=512)
def goal_for(rules: RuleSet, hand: int) -> Goal:
    """The goal of the hand of that number."""
    contract, rules = rules.contract(hand), rules.in_hand(hand)
    by_size = {size: _lanes(rules, size) for size in set(contract.runs)}
    return Goal(
        runs=tuple(by_size[size] for size in contract.runs),
        sets=contract.sets,
        set_caps=tuple(rules.wild_cap("set", size, on_table=False) for size in contract.sets),
        suits={suit: index for index, suit in enumerate(rules.pack.suits)},
        top=rules.pack.top,
        gap=rules.run_gap,
        one_a_suit=not rules.same_suit_runs,
        same_rank=rules.same_rank_sets,
        wild=rules.wild,
        places=frozenset(place for index in range(len(rules.pack.suits)) for place in _places(rules, index)),
    )


def _places(rules: RuleSet, suit: int) -> Iterator[int]:
    """Every place that natural cards of the suit can fill."""
    for rank in range(1, rules.pack.top + 1):
        if rank not in rules.wild:
            yield (suit << 4) + rank
            yield SET + rank


def _lanes(rules: RuleSet, size: int) -> Lanes:
    found = []
    for low in rules.places:
        if rules.run_fits(low, size):
            found.append((low, sum({1 << rules.rank_at(place) for place in range(low, low + size)})))
    return Lanes(size, rules.wild_cap("run", size, on_table=False), tuple(found))


@lru_cache(maxsize=1 << 9)
def nearest(rules: RuleSet, hand: int, cards: tuple[Card, ...], dead: frozenset[int] = frozenset()) -> Nearest:
    """The nearest ways of these cards to the contract of the hand of that number.

    ``dead``: places that no card can fill any more. Ways with more of them than the hand has wild cards are left out,
    unless all others are farther by more than ``DETOUR``.
    """
    return _Search(goal_for(rules, hand), cards, dead).find()


@lru_cache(maxsize=1 << 14)
def _in_suit(lanes: Lanes, suit: int, held: int) -> tuple[Lane, ...]:
    """The runs in a suit of which cards of these ranks are held, the fullest first."""
    size = lanes.size
    return tuple(sorted([Lane(size - (mask & held).bit_count(), suit, low, mask, size) for low, mask in lanes.lanes]))


class _Left:
    """What runs leave of a hand: by suit, the ranks of which one copy and two copies are left."""

    def __init__(self, once: Sequence[int], twice: Sequence[int]) -> None:
        self.once, self.twice = list(once), list(twice)

    def take(self, lane: Lane) -> int:
        """The ranks of the run that are there, taken away."""
        suit = lane.suit
        held = lane.mask & self.once[suit]
        double = held & self.twice[suit]
        self.once[suit] &= ~held | double
        self.twice[suit] &= ~double
        return held


class _Search:
    """One search: the hand as masks and counts, and the ways found so far."""

    def __init__(self, goal: Goal, cards: Sequence[Card], dead: frozenset[int]) -> None:
        self.goal = goal
        self.dead = dead
        self.skipped = False
        self.once = [0] * len(goal.suits)
        self.twice = [0] * len(goal.suits)
        self.ranks = [0] * (goal.top + 1)
        self.wilds = 0
        suits, wild = goal.suits, goal.wild
        for rank, suit in cards:
            if rank in wild:
                self.wilds += 1
                continue
            self.ranks[rank] += 1
            index, bit = suits[suit], 1 << rank
            if self.once[index] & bit:
                self.twice[index] |= bit
            else:
                self.once[index] |= bit
        self.ways: list[Way] = []
        self.lacking = 0
        self.budget = 0
        self.caps = (*(lanes.cap for lanes in goal.runs), *goal.set_caps)

    def find(self) -> Nearest:
        goal = self.goal
        tables: dict[int, list[Lane]] = {}
        for lanes in goal.runs:
            if id(lanes) not in tables:
                found = [lane for suit, held in enumerate(self.once) for lane in _in_suit(lanes, suit, held)]
                found.sort()
                tables[id(lanes)] = found
        ranked = [tables[id(lanes)] for lanes in goal.runs]
        full = sorted(self.ranks[1:], reverse=True)
        rest = sum(max(0, size - have) for size, have in zip(goal.sets, full, strict=False)) if goal.sets else 0
        if goal.same_rank and len(goal.sets) > 1:
            rest = 0
        self.rest = [rest]
        for table in reversed(ranked):
            rest += table[0].missing if table else goal.runs[0].size
            self.rest.insert(0, rest)
        most = sum(goal.sets) + sum(lanes.size for lanes in goal.runs)
        spendable = min(self.wilds, sum(self.caps))
        self.lacking = max(0, rest - spendable)
        least: int | None = None
        while not self.ways and self.lacking <= most:
            self.budget = self.lacking + spendable
            self.skipped = False
            self._runs(ranked, 0, 0, 0, ())
            if self.ways:
                break
            if self.skipped and least is None:
                least = self.lacking
            self.lacking += 1
            if least is not None and self.lacking > least + DETOUR:
                self.lacking, self.dead = least, frozenset()
        return Nearest(min(self.lacking, most), self.wilds, tuple(self.ways))

    # Runs --------------------------------------------------------------------------------------------------------

    def _runs(self, ranked: list[list[Lane]], number: int, start: int, missing: int, chosen: tuple[Lane, ...]) -> None:
        if number == len(ranked):
            self._with_sets(chosen, missing)
            return
        table, rest = ranked[number], self.rest[number + 1]
        goes_on = number + 1 < len(ranked) and ranked[number + 1] is table
        for at in range(start, len(table)):
            lane = table[at]
            now = missing + lane.missing
            if now + rest > self.budget or len(self.ways) >= MOST_WAYS:
                return
            once, twice = self.once[lane.suit], self.twice[lane.suit]
            taken = again = 0
            for other in chosen:
                if other.suit == lane.suit:
                    if self._follows(lane, other):
                        break
                    again |= taken & other.mask
                    taken |= other.mask
            else:
                # What other runs have taken all copies of is missing here, though it is held.
                if taken:
                    now += (lane.mask & (taken & once & ~twice | again & twice)).bit_count()
                if now + rest <= self.budget:
                    self._runs(ranked, number + 1, at if goes_on else 0, now, (*chosen, lane))

    def _follows(self, one: Lane, other: Lane) -> bool:
        """Whether the runs lie so close behind each other that a contract may not have both."""
        if self.goal.one_a_suit:
            return True
        gap = self.goal.gap
        return gap > 0 and (0 <= one.low - other.low - other.size < gap or 0 <= other.low - one.low - one.size < gap)

    # Sets --------------------------------------------------------------------------------------------------------

    def _with_sets(self, chosen: tuple[Lane, ...], missing: int) -> None:
        if not self.goal.sets:
            self._settle(chosen, ())
            return
        ranks = self.ranks
        if chosen:
            ranks = ranks[:]
            left = _Left(self.once, self.twice)
            for lane in chosen:
                held = left.take(lane)
                while held:
                    bit = held & -held
                    held ^= bit
                    ranks[bit.bit_length() - 1] -= 1
        options = [(rank, have) for rank, have in enumerate(ranks) if have > 0]
        options.sort(key=itemgetter(1), reverse=True)
        if self.goal.same_rank and len(self.goal.sets) > 1:
            size = self.goal.sets[-1]
            options += [(rank, have - size) for rank, have in options if have > size]
            options.sort(key=itemgetter(1), reverse=True)
        if len(options) < len(self.goal.sets):
            options += [(rank, 0) for rank, have in enumerate(ranks) if rank and have <= 0]
        self._sets(options, 0, 0, missing, chosen, ())

    def _sets(
        self,
        options: list[tuple[int, int]],
        number: int,
        start: int,
        missing: int,
        chosen: tuple[Lane, ...],
        sets: tuple[tuple[int, int], ...],
    ) -> None:
        sizes = self.goal.sets
        if number == len(sizes):
            self._settle(chosen, sets)
            return
        size = sizes[number]
        goes_on = number + 1 < len(sizes) and sizes[number + 1] == size
        for at in range(start, len(options)):
            lacks = size - options[at][1]
            now = missing + lacks if lacks > 0 else missing
            if now > self.budget or len(self.ways) >= MOST_WAYS:
                return
            if options[at] not in sets:
                self._sets(options, number + 1, at + 1 if goes_on else 0, now, chosen, (*sets, options[at]))

    # Ways --------------------------------------------------------------------------------------------------------

    def _settle(self, runs: tuple[Lane, ...], sets: tuple[tuple[int, int], ...]) -> None:
        lacks: list[tuple[int, int]] = []
        used: list[int] = []
        fill = 0
        left = _Left(self.once, self.twice)
        for number, lane in enumerate(runs):
            suit = lane.suit
            held = left.take(lane)
            base, places, before = suit << 4, lane.mask, len(lacks)
            while places:
                bit = places & -places
                places ^= bit
                place = base + bit.bit_length() - 1
                if held & bit:
                    used.append(place)
                else:
                    lacks.append((place, number))
            fill += min(self.caps[number], len(lacks) - before)
        # Of a card with a further copy one can go.
        uses = [(place, place) for place in used if not left.once[place >> 4] >> (place & 15) & 1]
        for number, ((rank, have), size) in enumerate(zip(sets, self.goal.sets, strict=True), len(runs)):
            missing = size - have
            lacks += [(SET + rank + AGAIN * nth, number) for nth in range(missing)]
            if missing >= 0:
                place, bit = SET + rank + AGAIN * missing, 1 << rank
                for suit, held in enumerate(left.once):
                    if held & bit:
                        uses.append(((suit << 4) + rank, place))
            fill += min(self.caps[number], max(0, missing))
        if self.dead and sum([place in self.dead for place, _ in lacks]) > self.wilds:
            self.skipped = True
            return
        if len(lacks) - min(self.wilds, fill) <= self.lacking:
            self.ways.append(Way(tuple(lacks), tuple(uses), self.caps))
