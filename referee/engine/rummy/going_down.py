"""Going down: is this the contract of the hand, all of it, in one action? (Rule 3)

A meld that is longer than the contract asks for is, where the rules allow laying off in the same turn, shorthand for an
exact meld and lay-offs on it; some way of splitting it has to be legal step by step. Why melds are no contract is told
in ``misdeclaring``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.engine.rummy.cards import Card
from referee.engine.rummy.clashing import clash
from referee.engine.rummy.contracts import Contract, Kind, Slot
from referee.engine.rummy.layoff import End, lay_off, misfits, normal
from referee.engine.rummy.meldruling import judge_reading, readings, too_many
from referee.engine.rummy.melds import Laid, Meld, Placed, run_of, set_of
from referee.engine.rummy.misdeclaring import misdeclared
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach, Verdict, breach

__all__ = ["Declaration", "Piece", "clash", "judge_contract"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A declared meld as the rules see it: the exact meld and the lay-offs on it, in the order in which they come."""

    whole: Meld
    exact: Meld
    layoffs: tuple[tuple[Card, End | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Declaration:
    """The verdict on going down; when legal the pieces in the order declared. ``out``: the melds empty the hand."""

    verdict: Verdict
    pieces: tuple[Piece, ...] = ()
    out: bool = False

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds as they lie on the table afterwards."""
        return tuple(piece.whole for piece in self.pieces)


def judge_contract(
    rules: RuleSet,
    hand: int,
    melds: Sequence[Sequence[Laid]],
    *,
    held: Sequence[Card] | None = None,
    down: bool = False,
    players: int | None = None,
) -> Declaration:
    """Whether the melds, each in the order laid, are the contract of the hand.

    ``held`` are all cards in the hand, None when they are not known; ``down``: the player went down before.
    """
    contract, rules = rules.contract(hand), rules.in_hand(hand)
    laid = Counter(laid.card if isinstance(laid, Placed) else laid for meld in melds for laid in meld)
    breaches = [breach("contract.already-down")] if down else []
    breaches += too_many((laid | Counter(held or ())).elements(), rules, players)
    breaches += _judge_held(rules, hand, melds, held)
    shapes = [readings(meld, rules) for meld in melds]
    pieces = _arrange(rules, contract, shapes)
    if pieces is None:
        breaches += misdeclared(rules, contract, melds, shapes)
    if breaches or pieces is None:
        return Declaration(Verdict(tuple(breaches)))
    return Declaration(Verdict(), pieces, held is not None and len(held) == laid.total())


def _judge_held(
    rules: RuleSet, hand: int, melds: Sequence[Sequence[Laid]], held: Sequence[Card] | None
) -> list[Breach]:
    """What the cards in the hand say against the melds."""
    if held is None:
        return []
    rest = Counter(held)
    breaches = []
    for index, meld in enumerate(melds):
        missing = []
        for laid in meld:
            card = laid.card if isinstance(laid, Placed) else laid
            rest[card] -= 1
            if rest[card] < 0:
                missing.append(card)
        if missing:
            breaches.append(breach("card.not-held", at=index, cards=missing))
    left = list((+rest).elements())
    if rules.is_all_cards(hand):
        if left:
            breaches.append(breach("contract.all-cards", cards=left))
    elif not left and not breaches and rules.discard_to_go_out == "required":
        breaches.append(breach("discard.required"))
    return breaches


# Finding a legal way ----------------------------------------------------------------------------------------------


type Way = tuple[Slot, Piece]
"""A slot of the contract that a declared meld may fill, and as which piece."""


def _arrange(rules: RuleSet, contract: Contract, shapes: Sequence[Sequence[Meld]]) -> tuple[Piece, ...] | None:
    """The pieces of the first legal way to see the melds as the contract, in the order declared, or None.

    ``shapes`` are the readings of each meld, legal or not.
    """
    if not _are_enough(contract, shapes):
        return None
    slots = sorted(set(contract.slots), key=lambda slot: -slot.size)
    ways = {
        index: [(slot, piece) for slot in slots for whole in found for piece in _pieces(rules, whole, slot)]
        for index, found in enumerate(shapes)
    }
    found = _extend(rules, ways, contract.slots)
    return tuple(found[index] for index in range(len(shapes))) if found is not None else None


def _are_enough(contract: Contract, shapes: Sequence[Sequence[Meld]]) -> bool:
    """Whether there are as many melds as the contract asks for, and of each kind enough that are long enough."""
    kinds: tuple[tuple[Kind, tuple[int, ...]], ...] = ("set", contract.sets), ("run", contract.runs)
    for kind, sizes in kinds:
        lengths = [len(found[0]) for found in shapes if kind in [meld.kind for meld in found]]
        lengths.sort(reverse=True)
        if len(lengths) < len(sizes) or any(size > length for size, length in zip(sizes, lengths, strict=False)):
            return False
    return len(shapes) == len(contract.slots)


def _extend(rules: RuleSet, ways: dict[int, list[Way]], left: tuple[Slot, ...]) -> dict[int, Piece] | None:
    """A piece for each meld so that every slot is filled once and no two are in each other's way; None: there is none.

    The meld with the fewest ways left comes first, so that what cannot be is seen at once.
    """
    if not ways:
        return {}
    index = min(ways, key=lambda meld: len(ways[meld]))
    for slot, piece in ways[index]:
        at = left.index(slot)
        rest = left[:at] + left[at + 1 :]
        others = {
            other: [way for way in open_ways if way[0] in rest and not clash(rules, piece.exact, way[1].exact)]
            for other, open_ways in ways.items()
            if other != index
        }
        found = _extend(rules, others, rest) if all(others.values()) else None
        if found is not None:
            return {index: piece, **found}
    return None


def _pieces(rules: RuleSet, whole: Meld, slot: Slot) -> Iterator[Piece]:
    """The ways to see the meld as the slot's exact meld and lay-offs; the one without lay-offs first."""
    if whole.kind != slot.kind or len(whole) < slot.size:
        return
    longest = len(whole) if rules.may_be_longer(whole.kind) or len(whole) == slot.size else slot.size
    if longest == len(whole) and not judge_reading(whole, rules, on_table=False):
        yield Piece(whole, whole)
    if not rules.layoff_same_turn:
        return
    is_whole_legal = not judge_reading(whole, rules, on_table=True)
    for size in range(min(longest, len(whole) - 1), slot.size - 1, -1):
        for exact, layoffs in _splits(whole, size):
            if not judge_reading(exact, rules, on_table=False) and (is_whole_legal or _grows(rules, exact, layoffs)):
                yield Piece(whole, exact, layoffs)
                if whole.kind == "set":
                    break


def _grows(rules: RuleSet, exact: Meld, layoffs: Iterable[tuple[Card, End | None]]) -> bool:
    """Whether the lay-offs can be made one after the other, where the meld that they lead to breaks the table's limits.

    The contract may allow more wild cards than the table does; natural cards can then still be added.
    """
    meld = exact
    for card, end in layoffs:
        if misfits(rules, meld, card, end):
            return False
        meld = normal(rules, lay_off(meld, card, end))
    return True


def _splits(whole: Meld, size: int) -> Iterator[tuple[Meld, tuple[tuple[Card, End | None], ...]]]:
    """The exact melds of ``size`` cards within the meld, each with the lay-offs that make it whole again."""
    if whole.kind == "set":
        # A set's cards differ in nothing but being wild: of those the exact set takes as few as it can, then more.
        naturals = [card for card in whole.cards if card.rank == whole.rank]
        wilds = [card for card in whole.cards if card.rank != whole.rank]
        for taken in range(max(0, size - len(naturals)), min(size, len(wilds)) + 1):
            cards = (*naturals[: size - taken], *wilds[:taken])
            rest = (*naturals[size - taken :], *wilds[taken:])
            yield set_of(cards, whole.rank), tuple((card, None) for card in rest)
        return
    for skip in range(len(whole) - size + 1):
        exact = run_of(whole.cards[skip : skip + size], whole.suit, whole.low + skip)
        low: list[tuple[Card, End | None]] = [(card, "low") for card in reversed(whole.cards[:skip])]
        high: list[tuple[Card, End | None]] = [(card, "high") for card in whole.cards[skip + size :]]
        yield exact, (*low, *high)
