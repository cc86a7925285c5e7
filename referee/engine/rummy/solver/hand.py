"""A hand as bits: which cards are held at least once, twice, …, and how many of each rank.

Plane ``k`` of a suit has bit ``r`` set when at least ``k + 1`` copies of rank ``r`` are held. The numbers of cards of
each rank are packed into one integer with eight bits a rank, so that "which ranks have three or more" is one addition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.solver.plan import Plan

type Planes = Sequence[Sequence[int]]

FIELD = 8


class Holding(NamedTuple):
    """Cards as bits. ``plain`` leaves the cards of wild ranks out, which can fill a place of their own or any other.

    ``wilds`` counts the jokers and the cards of wild ranks.
    """

    wilds: int
    planes: Planes
    ranks: int
    plain: Planes
    plain_ranks: int

    @property
    def naturals(self) -> int:
        """The number of cards other than jokers."""
        return _total(self.ranks)


def read(plan: Plan, cards: Iterable[Card]) -> Holding:
    """The cards as bits, with as many planes as runs of the plan can ask for one card."""
    fields = 0
    once = dict.fromkeys(plan.suits, 0)
    once[""] = 0  # the jokers, which no run can ask for
    again: list[tuple[str, int]] = []
    fields_of, bits = _FIELDS, _BITS
    for rank, suit in cards:
        fields += fields_of[rank]
        own, bit = once[suit], bits[rank]
        if own & bit:
            again.append((suit, bit))
        else:
            once[suit] = own | bit
    jokers = fields & 255
    ranks = fields ^ jokers
    del once[""]
    if plan.depth == 1:
        held: Planes = tuple([(own,) for own in once.values()])
    else:
        held = _with_copies(plan, once, again)
    if not plan.wild_ranks:
        # As ``Holding(…)`` does, without the way by its names, which takes as long as two cards.
        return tuple.__new__(Holding, (jokers, held, ranks, held, ranks))
    wild = ranks & plan.wild_fields
    if not wild:
        return tuple.__new__(Holding, (jokers, held, ranks, held, ranks))
    keep = ~plan.wild_bits
    plain = tuple([[plane & keep for plane in own] for own in held])
    return tuple.__new__(Holding, (jokers + _total(wild), held, ranks, plain, ranks ^ wild))


def _total(fields: int) -> int:
    """The cards of all ranks of a packed count."""
    return sum(fields.to_bytes(16, "little"))


def _with_copies(plan: Plan, once: Mapping[str, int], again: Iterable[tuple[str, int]]) -> Planes:
    """The planes of cards held at least once, with further copies of some."""
    planes = {suit: [own, *[0] * (plan.depth - 1)] for suit, own in once.items()}
    for suit, bit in again:
        if suit:
            _add_copy(planes[suit], bit)
    return tuple(planes.values())


def plus(plan: Plan, held: Holding, card: Card) -> Holding:
    """The holding with one more natural card."""
    rank, suit = card.rank, plan.suits.index(card.suit)
    planes = _with_copy(held.planes, suit, rank)
    ranks = held.ranks + _FIELDS[rank]
    if not plan.wild_ranks:
        return Holding(held.wilds, planes, ranks, planes, ranks)
    if rank in plan.wild_ranks:
        return Holding(held.wilds + 1, planes, ranks, held.plain, held.plain_ranks)
    return Holding(held.wilds, planes, ranks, _with_copy(held.plain, suit, rank), held.plain_ranks + _FIELDS[rank])


def _with_copy(planes: Planes, suit: int, rank: int) -> Planes:
    own = list(planes[suit])
    if own[0] >> rank & 1:
        _add_copy(own, 1 << rank)
    else:
        own[0] |= 1 << rank
    return (*planes[:suit], own, *planes[suit + 1 :])


def plus_rank(held: Holding, rank: int) -> Holding:
    """The holding with one more card of a rank that is not wild, one that no run can use."""
    more = _FIELDS[rank]
    return Holding(held.wilds, held.planes, held.ranks + more, held.plain, held.plain_ranks + more)


def _add_copy(own: list[int], bit: int) -> None:
    """Note one more copy of a card of which there is one already; more copies than planes make no difference."""
    for k in range(1, len(own)):
        if not own[k] & bit:
            own[k] |= bit
            return


def read_counts(plan: Plan, counts: Mapping[Card, int]) -> Holding:
    """The same from cards with their numbers of copies."""
    return read(plan, (card for card, copies in counts.items() for _ in range(copies)))


def spread(mask: int) -> int:
    """One in the rank field of every bit of the mask."""
    return _LOW[mask & 255] | _HIGH[mask >> 8]


def bits(mask: int) -> Iterator[int]:
    """The numbers of the mask's bits, ascending."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1


_BITS = tuple(1 << rank for rank in range(16))
_FIELDS = tuple(1 << FIELD * rank for rank in range(16))
_LOW = tuple(sum(1 << FIELD * bit for bit in range(8) if mask >> bit & 1) for mask in range(256))
_HIGH = tuple(fields << FIELD * 8 for fields in _LOW)


def stack(masks: Sequence[int]) -> list[int]:
    """Where at least one, two, … of the masks have a bit."""
    levels: list[int] = []
    for mask in masks:
        for k, level in enumerate(levels):
            levels[k], mask = level | mask, level & mask
        levels.append(mask)
    return levels


def filled(masks: Sequence[int], planes: Sequence[int]) -> int:
    """How many places of the masks, all of one suit, the held cards can fill."""
    if len(masks) == 1:
        return (masks[0] & planes[0]).bit_count()
    return sum((level & held).bit_count() for level, held in zip(stack(masks), planes, strict=False))
