"""Every way to go down: the contract's melds chosen from a hand, each wild card in its place.

For lists of legal actions and for choosing between ways; whether there is a way at all the solver tells much faster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.contracts import Slot
from referee.engine.rummy.going_down import clash, judge_contract
from referee.engine.rummy.meldruling import judge_reading
from referee.engine.rummy.melds import Meld, faces_of_run, laid_cards, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.contains import can_meet, witness

MOST_TRIED = 400
"""Melds that are looked at to count the ways."""
MOST_TRIED_FOR_ACTIONS = 5_000
"""Melds that are looked at for a list of legal actions."""


class Ways(NamedTuple):
    """Ways to go down, the first ones only; how many there are, and whether it was possible to look at all."""

    first: tuple[tuple[Meld, ...], ...]
    number: int
    is_whole: bool


class _Bound:
    """How many more melds a search may look at."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self) -> bool:
        """Whether there is one more."""
        self.left -= 1
        return self.left >= 0


def counted_ways(rules: RuleSet, hand: int, cards: Sequence[Card], most: int) -> Ways:
    """The first ways, at most so many, and the number of all, as far as a bounded search finds them."""
    bound = _Bound(MOST_TRIED)
    first: list[tuple[Meld, ...]] = []
    count = 0
    for way in _ways(rules, hand, cards, bound):
        count += 1
        if count <= most:
            first.append(way)
    return Ways(tuple(first), count, bound.left >= 0)


def ways(rules: RuleSet, hand: int, cards: Sequence[Card]) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds for the contract, each once, in the contract's order; those with few wild cards first.

    Melds have the contract's sizes; longer ones, which are the same as laying off afterwards, come only where the rule
    set lets the contract itself have them and in the hand that has to be laid whole.
    """
    return _ways(rules, hand, cards, None)


def some_ways(rules: RuleSet, hand: int, cards: Sequence[Card]) -> Iterator[tuple[Meld, ...]]:
    """Ways as far as a bounded search finds them; the solver's own where it finds none, which it may in large hands."""
    bound, found = _Bound(MOST_TRIED_FOR_ACTIONS), False
    for way in _ways(rules, hand, cards, bound):
        found = True
        yield way
    if not found and bound.left < 0:
        melds = witness(rules, hand, cards)
        if melds is not None and _is_legal(rules, hand, cards, melds):
            yield melds


def _ways(rules: RuleSet, hand: int, cards: Sequence[Card], bound: _Bound | None) -> Iterator[tuple[Meld, ...]]:
    if not can_meet(rules, hand, cards):
        return
    rules = rules.in_hand(hand)
    slots = sorted(rules.contract(hand).slots, key=lambda slot: (slot.kind, -slot.size))
    whole = rules.is_all_cards(hand)
    for melds in _choose(rules, slots, Counter(cards), (), bound, whole=whole):
        if bound and not bound.spend():
            return
        if not (whole or rules.contract_size != "exact") or _is_legal(rules, hand, cards, melds):
            yield melds


def _is_legal(rules: RuleSet, hand: int, cards: Sequence[Card], melds: tuple[Meld, ...]) -> bool:
    """Whether the melds, some of them longer, may be laid by the judge's own word."""
    return judge_contract(rules, hand, [laid_cards(meld) for meld in melds], held=cards).verdict.legal


def _choose(
    rules: RuleSet,
    slots: Sequence[Slot],
    held: Counter[Card],
    chosen: tuple[Meld, ...],
    bound: _Bound | None,
    *,
    whole: bool,
) -> Iterator[tuple[Meld, ...]]:
    if len(chosen) == len(slots):
        if not whole or not any(held.values()):
            yield chosen
        return
    slot = slots[len(chosen)]
    later = sum(other.size for other in slots[len(chosen) + 1 :])
    most = held.total() - later if whole or rules.may_be_longer(slot.kind) else slot.size
    before = chosen[-1] if chosen and slots[len(chosen) - 1] == slot else None
    for size in range(slot.size, most + 1):
        for meld in _melds(rules, slot, size, held, bound, whole=whole):
            if before is not None and _order(meld) < _order(before):
                continue
            if not whole and any(clash(rules, meld, other) for other in chosen):
                continue
            rest = held.copy()
            rest.subtract(meld.cards)
            yield from _choose(rules, slots, rest, (*chosen, meld), bound, whole=whole)


def _order(meld: Meld) -> tuple[int, str, int, int, tuple[Card, ...]]:
    """An order among the melds of equal slots, so that each choice of them comes once."""
    return (meld.rank, meld.suit, meld.low, len(meld), meld.cards)


def _melds(
    rules: RuleSet, slot: Slot, size: int, held: Counter[Card], bound: _Bound | None, *, whole: bool
) -> Iterator[Meld]:
    """The melds of one kind and size in the cards; ``whole``: by the table's limit on wild cards."""
    held_wild = sum(copies for card, copies in held.items() if rules.is_wild(card))
    cap = min(held_wild, rules.wild_cap(slot.kind, size, on_table=whole))
    found = _sets(rules, size, held, cap) if slot.kind == "set" else _runs(rules, size, held, cap)
    for meld in found:
        if bound and not bound.spend():
            return
        if not judge_reading(meld, rules, on_table=whole):
            yield meld


def _wilds(rules: RuleSet, held: Counter[Card], count: int) -> Iterator[tuple[Card, ...]]:
    """The different choices of so many wild cards."""
    faces = [JOKER, *(card for card in sorted(held) if card.rank in rules.wild_ranks)]
    yield from _picks([face for face in faces if held[face] > 0], held, count)


def _picks(faces: Sequence[Card], held: Counter[Card], count: int) -> Iterator[tuple[Card, ...]]:
    """The different choices of so many cards of these faces, in their order."""
    if not count:
        yield ()
    elif faces:
        face, others = faces[0], faces[1:]
        rest = sum(held[other] for other in others)
        for copies in range(min(held[face], count), max(0, count - rest) - 1, -1):
            for cards in _picks(others, held, count - copies):
                yield (face,) * copies + cards


def _sets(rules: RuleSet, size: int, held: Counter[Card], cap: int) -> Iterator[Meld]:
    for rank in range(1, rules.pack.top + 1):
        faces = [face for face in (Card(rank, suit) for suit in rules.pack.suits) if held[face] > 0]
        own = sum(held[face] for face in faces)
        for wild in range(max(0, size - own), min(cap, size - 1) + 1):
            for naturals in _picks(faces, held, size - wild):
                for wilds in _wilds(rules, held, wild):
                    if all(card.rank != rank for card in wilds):
                        yield set_of((*naturals, *wilds), rank)


def _runs(rules: RuleSet, size: int, held: Counter[Card], cap: int) -> Iterator[Meld]:
    for suit, low in product(rules.pack.suits, rules.places):
        if not rules.run_fits(low, size):
            continue
        wanted = faces_of_run(rules.pack, suit, low, size)
        missing = {index for index, card in enumerate(wanted) if not held[card]}
        twice = len(set(wanted)) < size  # an ace at each end
        if len(missing) > cap:
            continue
        for wild in range(len(missing), min(cap, size - 1) + 1):
            for places in combinations(range(size), wild):
                if not missing <= set(places):
                    continue
                naturals = Counter(card for index, card in enumerate(wanted) if index not in places)
                if twice and any(held[card] < copies for card, copies in naturals.items()):
                    continue
                yield from _filled(rules, wanted, places, held - naturals, suit, low)


def _filled(
    rules: RuleSet, wanted: tuple[Card, ...], places: tuple[int, ...], held: Counter[Card], suit: str, low: int
) -> Iterator[Meld]:
    """The runs with wild cards in these places."""
    for wilds in _wilds(rules, held, len(places)):
        for order in _orders(wilds):
            cards = list(wanted)
            for place, card in zip(places, order, strict=True):
                cards[place] = card
            if all(cards[place] != wanted[place] for place in places):
                yield run_of(cards, suit, low)


def _orders(wilds: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The different orders of the wild cards."""
    if not wilds:
        yield ()
    for index, card in enumerate(wilds):
        if card not in wilds[:index]:
            for rest in _orders(wilds[:index] + wilds[index + 1 :]):
                yield (card, *rest)
