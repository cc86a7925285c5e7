"""A second method for every answer of the solver: plain enumeration, card by card, judged by the rules' own verdicts.

Slow and meant to be read: no bit planes, no theorems. It lays melds one after the other in every way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.clashing import clash
from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.layoff import lay_off, normal, open_ends
from referee.engine.rummy.meldruling import judge_reading
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.swap import freed_jokers, may_swap, swap, swap_choices

type Counts = tuple[tuple[Card, int], ...]


def freeze(cards: Counter[Card]) -> Counts:
    return tuple(sorted((card, copies) for card, copies in cards.items() if copies > 0))


# Going down --------------------------------------------------------------------------------------------------------


class TooLong(Exception):
    """There are more ways than are to be looked at."""


class Patience:
    """So many melds and steps may be tried, and a hundred times as many be looked at."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.looks = 100 * steps

    def step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise TooLong

    def look(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise TooLong


ENDLESS = Patience(1 << 60)


def melds_for(rules: RuleSet, slot: Slot, held: Counter[Card], patience: Patience = ENDLESS) -> Iterator[Meld]:
    """Every legal meld for the slot that the cards hold, alike ones once."""
    longest = max(slot.size, sum(held.values())) if rules.may_be_longer(slot.kind) else slot.size
    for size in range(slot.size, longest + 1):
        for meld in _sets(rules, size, held) if slot.kind == "set" else _runs(rules, size, held):
            patience.look()
            if not judge_reading(meld, rules, on_table=False):
                yield meld


def _wilds(rules: RuleSet, held: Counter[Card], count: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of so many wild cards."""
    kinds = [card for card in sorted(held) if rules.is_wild(card) and held[card] > 0]
    pool = [card for card in kinds for _ in range(min(held[card], count))]
    yield from dict.fromkeys(combinations(pool, count))


def _sets(rules: RuleSet, size: int, held: Counter[Card]) -> Iterator[Meld]:
    for rank in range(1, rules.pack.top + 1):
        own = [card for card in sorted(held) if card.rank == rank for _ in range(held[card])]
        for naturals in range(1, min(size, len(own)) + 1):
            for cards in dict.fromkeys(combinations(own, naturals)):
                rest = held - Counter(cards)
                for wilds in _wilds(rules, rest, size - naturals):
                    if all(wild.rank != rank for wild in wilds):
                        yield set_of(cards + wilds, rank)


def _runs(rules: RuleSet, size: int, held: Counter[Card]) -> Iterator[Meld]:
    for suit in rules.pack.suits:
        for low in rules.places:
            if rules.run_fits(low, size):
                faces = [Card(rules.rank_at(low + step), suit) for step in range(size)]
                yield from (run_of(cards, suit, low) for cards in _run_cards(rules, faces, held, size - 1))


def _run_cards(rules: RuleSet, faces: Sequence[Card], held: Counter[Card], wilds: int) -> Iterator[tuple[Card, ...]]:
    """Every way to put natural and at most so many wild cards into the places."""
    if not faces:
        yield ()
        return
    face = faces[0]
    options = [(face, wilds)] if held[face] > 0 else []
    if wilds:
        options += [(c, wilds - 1) for c in sorted(held) if c != face and held[c] > 0 and rules.is_wild(c)]
    for card, rest in options:
        held[card] -= 1
        for cards in _run_cards(rules, faces[1:], held, rest):
            yield (card, *cards)
        held[card] += 1


def ways_down(
    rules: RuleSet, contract: Contract, cards: Sequence[Card], patience: Patience = ENDLESS
) -> Iterator[tuple[Meld, ...]]:
    """Every way to lay the contract, slot by slot; the same melds in another order come again."""

    def lay(slots: tuple[Slot, ...], held: Counter[Card], melds: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
        if not slots:
            yield melds
            return
        for meld in list(melds_for(rules, slots[0], held, patience)):
            patience.step()
            if not any(clash(rules, meld, other) for other in melds):
                yield from lay(slots[1:], held - Counter(meld.cards), (*melds, meld))

    return lay(contract.slots, Counter(cards), ())


def can_go_down(rules: RuleSet, contract: Contract, cards: Sequence[Card]) -> bool:
    return next(ways_down(rules, contract, cards), None) is not None


# Distance ----------------------------------------------------------------------------------------------------------


class Shape(NamedTuple):
    """A meld in which it is not yet said which wild cards lie in it: one joker in each of their places."""

    meld: Meld
    naturals: Counts
    wilds: int


def fewest_missing(
    rules: RuleSet, contract: Contract, cards: Sequence[Card], unseen: Counter[Card], bound: int
) -> int | None:
    """The fewest cards of ``unseen`` that complete the contract, if fewer than ``bound``; else None.

    Lays every slot with cards of the hand and of the unseen ones together and counts those that were not in the hand.
    """
    hand = Counter(cards)
    pool = hand + unseen
    best = bound

    def cost(naturals: Counter[Card], wilds: int) -> int:
        """How many cards beyond the hand are used; more than the bound where the pool runs short."""
        if any(copies > pool[card] for card, copies in naturals.items()):
            return bound
        free = {card: copies - naturals[card] for card, copies in pool.items() if rules.is_wild(card)}
        if wilds > sum(free.values()):
            return bound
        held = sum(max(0, hand[card] - naturals[card]) for card in free)
        return sum(max(0, copies - hand[card]) for card, copies in naturals.items()) + max(0, wilds - held)

    shapes = {
        slot: [shape for shape in _shapes(rules, slot) if cost(Counter(dict(shape.naturals)), shape.wilds) < bound]
        for slot in set(contract.slots)
    }
    slots = sorted(contract.slots)

    def lay(depth: int, start: int, naturals: Counter[Card], wilds: int, melds: tuple[Meld, ...]) -> None:
        nonlocal best
        if depth == len(slots):
            best = min(best, cost(naturals, wilds))
            return
        options = shapes[slots[depth]]
        alike = depth + 1 < len(slots) and slots[depth + 1] == slots[depth]
        for index in range(start, len(options)):
            meld, own, jokers = options[index]
            now = naturals + Counter(dict(own))
            if cost(now, wilds + jokers) < best and not any(clash(rules, meld, other) for other in melds):
                lay(depth + 1, index if alike else 0, now, wilds + jokers, (*melds, meld))

    lay(0, 0, Counter(), 0, ())
    return best if best < bound else None


@lru_cache(maxsize=64)
def _shapes(rules: RuleSet, slot: Slot) -> tuple[Shape, ...]:
    """Every legal meld for the slot that cards without end would allow."""
    longest = slot.size
    if rules.may_be_longer(slot.kind):
        longest = slot.size + 3 if slot.kind == "set" else rules.longest_run
    found = []
    for size in range(slot.size, longest + 1):
        for meld in _set_shapes(rules, size) if slot.kind == "set" else _run_shapes(rules, size):
            if not judge_reading(meld, rules, on_table=False):
                naturals = Counter(card for card in meld.cards if card != JOKER)
                found.append(Shape(meld, freeze(naturals), len(meld) - naturals.total()))
    return tuple(found)


def _set_shapes(rules: RuleSet, size: int) -> Iterator[Meld]:
    for rank in range(1, rules.pack.top + 1):
        for naturals in range(1, size + 1):
            for suits in combinations_with_replacement(rules.pack.suits, naturals):
                yield set_of([*(Card(rank, suit) for suit in suits), *[JOKER] * (size - naturals)], rank)


def _run_shapes(rules: RuleSet, size: int) -> Iterator[Meld]:
    for suit in rules.pack.suits:
        for low in rules.places:
            if rules.run_fits(low, size):
                faces = [Card(rules.rank_at(low + step), suit) for step in range(size)]
                for wilds in range(rules.wild_cap("run", size, on_table=False) + 1):
                    for places in combinations(range(size), wilds):
                        cards = [JOKER if place in places else face for place, face in enumerate(faces)]
                        yield run_of(cards, suit, low)


# Checks ------------------------------------------------------------------------------------------------------------


def check_contract(rules: RuleSet, contract: Contract, cards: Sequence[Card], melds: Sequence[Meld]) -> None:
    """Assert that the melds are the contract, legal each and together, of cards that are held."""
    assert Counter(card for meld in melds for card in meld.cards) <= Counter(cards), melds
    assert [meld.kind for meld in melds] == [slot.kind for slot in contract.slots], melds
    for meld, slot in zip(melds, contract.slots, strict=True):
        assert len(meld) == slot.size or (rules.may_be_longer(slot.kind) and len(meld) > slot.size), melds
        assert not judge_reading(meld, rules, on_table=False), melds
        assert all(rules.is_wild(meld.cards[index]) for index in meld.wild_places), melds
        assert meld.kind == "set" or rules.run_fits(meld.low, len(meld)), melds
    assert not any(clash(rules, one, other) for one, other in combinations(melds, 2)), melds


# Laying off --------------------------------------------------------------------------------------------------------


def best_left(
    rules: RuleSet,
    hand: int,
    cards: Sequence[Card],
    table: Sequence[Meld],
    *,
    down: bool = False,
    patience: Patience = ENDLESS,
) -> tuple[int, set[int]] | None:
    """The least penalty that can be left, and with how many cards left the turn of laying can end; None: no way down.

    Plays every single step after every way to go down.

    :raises TooLong: where that takes more than the patience.
    """
    asked, rules = rules.contract(hand), rules.in_hand(hand)
    before = [(tuple(cards), tuple(table))] if down else list(_swapped(rules, cards, table))
    never = {"optional": set(), "never": {1}, "required": {0}}[rules.discard_to_go_out]
    if rules.is_all_cards(hand) and not down:
        never = set(range(1, len(cards)))
    ends: set[Counts] = set()
    seen: set[tuple[Counts, tuple[Meld, ...]]] = set()
    for now, lying in before:
        for way in {()} if down else {_sorted(way) for way in ways_down(rules, asked, now, patience)}:
            rest = Counter(now) - Counter(card for meld in way for card in meld.cards)
            _play_on(rules, rest, (*way, *lying), ends, seen, patience, down=down)
    counted = {end: sum(copies for _, copies in end) for end in ends}
    points = [sum(rules.value(card) * n for card, n in end) for end in ends if counted[end] not in never]
    return (min(points), {count for count in counted.values() if count not in never}) if points else None


def _swapped(
    rules: RuleSet, cards: Sequence[Card], table: Sequence[Meld]
) -> Iterator[tuple[tuple[Card, ...], tuple[Meld, ...]]]:
    """Hand and table after all swaps that can be done before going down, none among them."""
    todo = [(tuple(sorted(cards)), tuple(table))]
    seen = set(todo)
    while todo:
        hand, lying = todo.pop()
        yield hand, lying
        if not may_swap(rules, down=False, same_turn=False):
            return
        for card, (index, meld) in product(set(hand), list(enumerate(lying))):
            for to in swap_choices(rules, meld, card):
                left = Counter(hand) - Counter([card]) + Counter(freed_jokers(rules, meld, card))
                after = (*lying[:index], swap(rules, meld, card, to), *lying[index + 1 :])
                later = (tuple(sorted(left.elements())), after)
                if later not in seen:
                    seen.add(later)
                    todo.append(later)


def _sorted(melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    return tuple(sorted((_one_order(meld) for meld in melds), key=repr))


def _one_order(meld: Meld) -> Meld:
    """A set with its cards in one order; a run as it is."""
    return set_of(sorted(meld.cards), meld.rank) if meld.kind == "set" else meld


def _play_on(
    rules: RuleSet,
    held: Counter[Card],
    lying: tuple[Meld, ...],
    ends: set[Counts],
    seen: set[tuple[Counts, tuple[Meld, ...]]],
    patience: Patience,
    *,
    down: bool,
) -> None:
    patience.step()
    state = (freeze(held), _sorted(lying))
    if state in seen:
        return
    seen.add(state)
    ends.add(state[0])
    lays, swaps = down or rules.layoff_same_turn, may_swap(rules, down=True, same_turn=not down)
    for card in list(+held):
        for index, meld in enumerate(lying):
            rest = held - Counter([card])
            for end in open_ends(rules, meld, card) if lays else ():
                grown = normal(rules, lay_off(meld, card, end))
                _play_on(rules, rest, (*lying[:index], grown, *lying[index + 1 :]), ends, seen, patience, down=down)
            for to in swap_choices(rules, meld, card) if swaps else ():
                grown = swap(rules, meld, card, to)
                left = rest + Counter(freed_jokers(rules, meld, card))
                _play_on(rules, left, (*lying[:index], grown, *lying[index + 1 :]), ends, seen, patience, down=down)
