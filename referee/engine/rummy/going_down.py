"""Going down: is this the contract of the hand, all of it, in one action? (Rule 3)

A meld that is longer than the contract asks for is, where the rules allow laying off in the same turn, shorthand for an
exact meld and lay-offs on it; some way of splitting it has to be legal step by step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from referee.engine.rummy.cards import Card
from referee.engine.rummy.contracts import Contract, Kind, Slot
from referee.engine.rummy.layoff import End
from referee.engine.rummy.meldruling import MeldRuling, judge_reading, read_meld, too_many
from referee.engine.rummy.melds import Laid, Meld, Placed, run_of, set_of
from referee.engine.rummy.readings import run_readings, set_readings
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach, Verdict, breach


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
    rulings: tuple[MeldRuling, ...] = ()

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
    contract = rules.contract(hand)
    faces = [laid.card if isinstance(laid, Placed) else laid for meld in melds for laid in meld]
    breaches = [breach("contract.already-down")] if down else []
    breaches += too_many(held if held is not None else faces, rules, players)
    breaches += _judge_held(rules, hand, melds, held)
    pieces = _arrange(rules, contract, melds)
    rulings = tuple(read_meld(meld, rules) for meld in melds)
    if pieces is None:
        breaches += _misdeclared(rules, contract, melds)
    if breaches or pieces is None:
        return Declaration(Verdict(tuple(breaches)), rulings=rulings)
    return Declaration(Verdict(), pieces, held is not None and len(held) == len(faces), rulings)


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


def _arrange(rules: RuleSet, contract: Contract, melds: Sequence[Sequence[Laid]]) -> tuple[Piece, ...] | None:
    """The pieces of the first legal way to see the melds as the contract, or None."""
    if len(melds) != len(contract.slots):
        return None
    wholes = [_legal_wholes(rules, meld) for meld in melds]
    for slots in _assignments(contract, wholes):
        options = [
            [piece for whole in found for piece in _pieces(rules, whole, slot)]
            for found, slot in zip(wholes, slots, strict=True)
        ]
        chosen = _choose(rules, options)
        if chosen is not None:
            return chosen
    return None


def _legal_wholes(rules: RuleSet, cards: Sequence[Laid]) -> list[Meld]:
    """The readings of a declared meld that may lie there: by the contract's joker cap or, longer, the table's."""
    contract = read_meld(cards, rules).readings
    table = read_meld(cards, rules, on_table=True).readings if rules.layoff_same_turn else ()
    return list(dict.fromkeys((*contract, *table)))


def _assignments(contract: Contract, wholes: Sequence[Sequence[Meld]]) -> Iterator[tuple[Slot, ...]]:
    """Every way to give each declared meld a slot of its kind, the slots in the order declared."""
    seen = set()
    for slots in permutations(contract.slots):
        if slots in seen:
            continue
        seen.add(slots)
        if all(any(meld.kind == slot.kind for meld in found) for slot, found in zip(slots, wholes, strict=True)):
            yield slots


def _pieces(rules: RuleSet, whole: Meld, slot: Slot) -> Iterator[Piece]:
    """The ways to see the meld as the slot's exact meld and lay-offs; the one without lay-offs first."""
    if whole.kind != slot.kind or len(whole) < slot.size:
        return
    longest = len(whole) if rules.contract_size == "at-least" or len(whole) == slot.size else slot.size
    if longest == len(whole) and not judge_reading(whole, rules, on_table=False):
        yield Piece(whole, whole)
    if not rules.layoff_same_turn or judge_reading(whole, rules, on_table=True):
        return
    for size in range(min(longest, len(whole) - 1), slot.size - 1, -1):
        for exact, layoffs in _splits(whole, size):
            if not judge_reading(exact, rules, on_table=False):
                yield Piece(whole, exact, layoffs)


def _splits(whole: Meld, size: int) -> Iterator[tuple[Meld, tuple[tuple[Card, End | None], ...]]]:
    """The exact melds of ``size`` cards within the meld, each with the lay-offs that make it whole again."""
    if whole.kind == "set":
        # Natural cards first: a set's cards differ in nothing else, and wild ones are what the cap counts.
        cards = sorted(whole.cards, key=lambda card: card.rank != whole.rank)
        yield set_of(cards[:size], whole.rank), tuple((card, None) for card in cards[size:])
        return
    for skip in range(len(whole) - size + 1):
        exact = run_of(whole.cards[skip : skip + size], whole.suit, whole.low + skip)
        low: list[tuple[Card, End | None]] = [(card, "low") for card in reversed(whole.cards[:skip])]
        high: list[tuple[Card, End | None]] = [(card, "high") for card in whole.cards[skip + size :]]
        yield exact, (*low, *high)


def _choose(rules: RuleSet, options: Sequence[Sequence[Piece]]) -> tuple[Piece, ...] | None:
    """One piece a meld so that no two sets or runs stand in each other's way; None when there is no such choice."""
    # Only melds of one rank or suit can be in each other's way: alike ones next to each other fail early.
    order = sorted(range(len(options)), key=lambda i: [(p.exact.suit, p.exact.rank) for p in options[i][:1]])
    chosen: dict[int, Piece] = {}

    def extend(step: int) -> bool:
        if step == len(order):
            return True
        for piece in options[order[step]]:
            if all(not clash(rules, piece.exact, other.exact) for other in chosen.values()):
                chosen[order[step]] = piece
                if extend(step + 1):
                    return True
                del chosen[order[step]]
        return False

    return tuple(chosen[index] for index in range(len(options))) if extend(0) else None


def clash(rules: RuleSet, one: Meld, other: Meld) -> str | None:
    """The code under which the two melds may not stand in one contract, or None."""
    if one.kind != other.kind:
        return None
    if one.kind == "set":
        return "contract.same-rank" if one.rank == other.rank and not rules.same_rank_sets else None
    if one.suit != other.suit or not rules.run_gap:
        return None
    return "contract.consecutive-runs" if _follows(rules, one, other) or _follows(rules, other, one) else None


def _follows(rules: RuleSet, lower: Meld, upper: Meld) -> bool:
    """Whether the upper run begins above the lower one with fewer ranks between than the rule set asks for."""
    between = upper.low - lower.high - 1
    if rules.aces == "round":
        between %= rules.pack.top
    return 0 <= between < rules.run_gap


# Why not ----------------------------------------------------------------------------------------------------------


def _misdeclared(rules: RuleSet, contract: Contract, melds: Sequence[Sequence[Laid]]) -> list[Breach]:
    """Every reason why the melds are not the contract."""
    breaches: list[Breach] = []
    kinds = _kinds(rules, contract, melds)
    if kinds is None:
        breaches.append(breach("contract.shape", values={"contract": str(contract)}))
        kinds = [None] * len(melds)
    else:
        breaches += _sizes(rules, contract, melds, kinds)
    readings: list[Meld | None] = []
    for index, (cards, kind) in enumerate(zip(melds, kinds, strict=True)):
        found = _declared(rules, cards, kind)
        readings.append(found.readings[0] if found.readings else None)
        breaches += [breach(b.code, at=index, cards=b.cards, values=dict(b.values)) for b in found.verdict.breaches]
    for (_, one), (index, other) in combinations(enumerate(readings), 2):
        code = clash(rules, one, other) if one and other else None
        if code:
            breaches.append(breach(code, at=index))
    return breaches or _unsplittable(rules, contract, [meld for meld in readings if meld])


def _declared(rules: RuleSet, cards: Sequence[Laid], kind: Kind | None) -> MeldRuling:
    """The meld by itself: by the table's joker cap where a longer one is shorthand for lay-offs."""
    found = read_meld(cards, rules, kind=kind)
    if not found.readings and rules.layoff_same_turn:
        grown = read_meld(cards, rules, kind=kind, on_table=True)
        return grown if grown.readings else found
    return found


def _unsplittable(rules: RuleSet, contract: Contract, melds: Sequence[Meld]) -> list[Breach]:
    """The reason where every meld is good by itself and no split is: wild cards in every part, or runs in the way."""
    for index, meld in enumerate(melds):
        if meld.wild_places:
            cards = [meld.cards[place] for place in meld.wild_places]
            cap = rules.wild_cap(meld.kind, contract.sizes(meld.kind)[0], on_table=False)
            return [breach("joker.cap", at=index, cards=cards, values={"count": len(cards), "cap": cap})]
    return [breach("contract.consecutive-runs", at=len(melds) - 1)]


def _kinds(rules: RuleSet, contract: Contract, melds: Sequence[Sequence[Laid]]) -> list[Kind | None] | None:
    """The kind that each meld is or is meant to be, where sets and runs are as many as the contract asks; else None."""
    if len(melds) != len(contract.slots):
        return None
    can = [_possible_kinds(rules, cards) for cards in melds]
    for kinds in dict.fromkeys(permutations(slot.kind for slot in contract.slots)):
        if all(kind in possible for kind, possible in zip(kinds, can, strict=True)):
            return list(kinds)
    return None


def _possible_kinds(rules: RuleSet, cards: Sequence[Laid]) -> tuple[Kind, ...]:
    """The kinds as which the cards can be read; both where they are neither: then the fault is told, not the shape."""
    kinds: list[Kind] = []
    if set_readings(cards, rules):
        kinds.append("set")
    if run_readings(cards, rules, bag=False):
        kinds.append("run")
    return tuple(kinds) or ("set", "run")


def _sizes(
    rules: RuleSet, contract: Contract, melds: Sequence[Sequence[Laid]], kinds: Sequence[Kind | None]
) -> list[Breach]:
    """The melds that are shorter than any slot left for them, or longer where a longer one is no shorthand."""
    longer_allowed = rules.layoff_same_turn or rules.contract_size == "at-least"
    breaches = []
    for kind in ("set", "run"):
        sizes = contract.sets if kind == "set" else contract.runs
        declared = sorted((i for i, k in enumerate(kinds) if k == kind), key=lambda i: len(melds[i]), reverse=True)
        for index, size in zip(declared, sizes, strict=True):
            count = len(melds[index])
            if count < size or (count > size and not longer_allowed):
                breaches.append(breach("contract.size", at=index, values={"count": count, "size": size}))
    return breaches
