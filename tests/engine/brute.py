"""Melds and contracts the long way: every arrangement of given cards, judged card by card from the rules' own words.

Written apart from the engine: it shares the cards and the values of the settings with it, and no reading or judging.
A wild card is written ``*``, so that arrangements that differ only in which wild card lies where are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

from referee.engine.rummy.cards import Card, format_card, format_rank
from referee.engine.rummy.rules import RuleSet

_TOP = {"french": 13, "rook": 14}


class Row(NamedTuple):
    """A meld: its kind and its cards as laid; of a set the rank, of a run the suit and the place of the first card."""

    kind: str
    cards: tuple[Card, ...]
    rank: int = 0
    suit: str = ""
    low: int = 0


def is_wild(rules: RuleSet, card: Card) -> bool:
    return card.rank == 0 or card.rank in rules.wild_ranks


def places(rules: RuleSet, rank: int) -> list[int]:
    """Where in a run the rank can lie; a run that goes round is told by places modulo its length."""
    top = _TOP[rules.deck]
    if rank != 1:
        return [rank]
    return {"high": [top + 1], "low": [1], "either": [1, top + 1], "round": [1]}[rules.aces]


def asked_for(rules: RuleSet, row: Row, index: int) -> Card:
    """The card that the place asks for (a set: any suit)."""
    if row.kind == "set":
        return Card(row.rank, "")
    return Card((row.low + index - 1) % _TOP[rules.deck] + 1, row.suit)


def stands_wild(rules: RuleSet, row: Row, index: int) -> bool:
    card, wanted = row.cards[index], asked_for(rules, row, index)
    return card.rank != wanted.rank or (row.kind == "run" and card.suit != wanted.suit)


def is_row(rules: RuleSet, row: Row) -> bool:
    """Whether every card is what its place asks for, or wild, and one at least is natural."""
    wilds = [stands_wild(rules, row, index) for index in range(len(row.cards))]
    if all(wilds) or not all(is_wild(rules, card) for card, wild in zip(row.cards, wilds, strict=True) if wild):
        return False
    if row.kind == "set":
        return True
    top = _TOP[rules.deck]
    least = {"high": 2, "low": 1, "either": 1, "round": 1}[rules.aces]
    most = {"high": top + 1, "low": top, "either": top + 1, "round": 2 * top}[rules.aces]
    longest = min(rules.max_run, most - least + 1, top if rules.aces == "round" else top + 1)
    starts_well = row.low <= top if rules.aces == "round" else True
    return least <= row.low and starts_well and row.low + len(row.cards) - 1 <= most and len(row.cards) <= longest


def usual_cap(kind: str, size: int) -> int:
    if kind == "set" or size < 5:
        return 1
    return 2 if size < 7 else 3 if size < 10 else 4


def is_within_limits(rules: RuleSet, row: Row, *, on_table: bool) -> bool:
    """Least size, joker cap and wild cards side by side."""
    size, wilds = len(row.cards), [i for i in range(len(row.cards)) if stands_wild(rules, row, i)]
    if size < (rules.set_min if row.kind == "set" else rules.run_min):
        return False
    cap: int | None
    if on_table:
        cap = rules.table_jokers
    elif isinstance(rules.contract_jokers, tuple):
        chart = dict(rules.contract_jokers)
        cap = chart.get(("S" if row.kind == "set" else "R") + str(size), usual_cap(row.kind, size))
    else:
        cap = rules.contract_jokers
    if cap is not None and len(wilds) > cap:
        return False
    if rules.wilds_at_most_naturals and not on_table and len(wilds) > size - len(wilds):
        return False
    return rules.adjacent_wilds or row.kind == "set" or all(after - before > 1 for before, after in pairwise(wilds))


def _rows_in_order(rules: RuleSet, cards: tuple[Card, ...]) -> Iterator[Row]:
    for suit in {card.suit for card in cards} - {""}:
        for low in range(1, 15):
            row = Row("run", cards, suit=suit, low=low)
            if is_row(rules, row):
                yield row


def _can_rise(rules: RuleSet, cards: Sequence[Card]) -> bool:
    """Whether the natural cards, in this order, can lie at rising places."""
    naturals = [card.rank for card in cards if not is_wild(rules, card)]
    if rules.aces == "round":
        top, size = _TOP[rules.deck], len(cards)
        rows = [[(rank - start) % top for rank in naturals] for start in range(1, top + 1)]
        return any(all(a < b < row[0] + size for a, b in pairwise(row)) for row in rows)
    return any(all(a < b for a, b in pairwise(chosen)) for chosen in product(*(places(rules, r) for r in naturals)))


def arrangements(rules: RuleSet, cards: Sequence[Card], *, bag: bool) -> set[Row]:
    """Every way to read the cards as a set or a run, limits aside; a set's cards in a fixed order."""
    held = tuple(cards)
    found = {Row("set", held, rank=rank) for rank in {card.rank for card in held} - {0}}
    found = {row for row in found if is_row(rules, row)}
    free = any(is_wild(rules, card) for card in held)
    rises = _can_rise(rules, held) or _can_rise(rules, held[::-1])
    as_laid = set(_rows_in_order(rules, held)) or set(_rows_in_order(rules, held[::-1]))
    if not bag and (as_laid or (free and rises)):
        runs = as_laid
    elif len({card.suit for card in held if not is_wild(rules, card)}) > 1:
        runs = set()
    else:
        runs = _most_natural(rules, (row for order in set(permutations(held)) for row in _rows_in_order(rules, order)))
    return found | runs


def _most_natural(rules: RuleSet, rows: Iterator[Row]) -> set[Row]:
    """Of the arrangements at the same places those in which most cards of a wild rank lie as themselves."""
    found: dict[tuple[str, int], dict[int, set[Row]]] = {}
    for row in rows:
        wilds = sum(stands_wild(rules, row, index) for index in range(len(row.cards)))
        found.setdefault((row.suit, row.low), {}).setdefault(wilds, set()).add(row)
    return {row for by_wilds in found.values() for row in by_wilds[min(by_wilds)]}


def written(rules: RuleSet, row: Row) -> tuple[str, ...]:
    """The row as text, every wild card as ``*=8H``; a set sorted."""
    texts = []
    for index, card in enumerate(row.cards):
        wanted = asked_for(rules, row, index)
        name = format_rank(wanted.rank, rules.pack) + wanted.suit
        texts.append(f"*={name}" if stands_wild(rules, row, index) else format_card(card))
    return (row.kind, *(sorted(texts) if row.kind == "set" else texts))


# Contracts --------------------------------------------------------------------------------------------------------


def is_contract(rules: RuleSet, slots: Sequence[tuple[str, int]], melds: Sequence[Sequence[Card]]) -> bool:
    """Whether the melds, each in the order laid, are the contract, or shorthand for it and lay-offs one by one."""
    if len(melds) != len(slots):
        return False
    readings = [arrangements(rules, meld, bag=False) for meld in melds]
    for order in set(permutations(slots)):
        ways = [
            [part for row in found for part in _parts(rules, row, kind, size)]
            for found, (kind, size) in zip(readings, order, strict=True)
        ]
        if any(_go_together(rules, chosen) for chosen in product(*ways)):
            return True
    return False


def _parts(rules: RuleSet, row: Row, kind: str, size: int) -> Iterator[Row]:
    """The melds that go down for the slot so that lay-offs, one at a time, make them the whole row."""
    if row.kind != kind or len(row.cards) < size:
        return
    sizes = range(size, len(row.cards) + 1) if rules.contract_size == "at-least" else [size]
    for some in sizes:
        for part, rest in _cuts(row, some):
            if is_row(rules, part) and is_within_limits(rules, part, on_table=False) and _grows(rules, part, rest):
                yield part


def _cuts(row: Row, size: int) -> Iterator[tuple[Row, tuple[tuple[Card, str], ...]]]:
    if row.kind == "set":
        for chosen in combinations(range(len(row.cards)), size):
            rest = tuple((card, "") for index, card in enumerate(row.cards) if index not in chosen)
            yield row._replace(cards=tuple(row.cards[index] for index in chosen)), rest
        return
    for skip in range(len(row.cards) - size + 1):
        below = tuple((card, "low") for card in row.cards[:skip][::-1])
        above = tuple((card, "high") for card in row.cards[skip + size :])
        yield row._replace(cards=row.cards[skip : skip + size], low=row.low + skip), below + above


def _grows(rules: RuleSet, row: Row, rest: tuple[tuple[Card, str], ...]) -> bool:
    if rest and not rules.layoff_same_turn:
        return False
    for card, end in rest:
        row = (
            row._replace(cards=(card, *row.cards), low=row.low - 1)
            if end == "low"
            else row._replace(cards=(*row.cards, card))
        )
        if not is_within_limits(rules, row, on_table=True):
            return False
    return True


def _go_together(rules: RuleSet, rows: Sequence[Row]) -> bool:
    gap = {False: 1, True: 0}.get(rules.consecutive_runs, rules.consecutive_runs)
    for one, other in combinations(rows, 2):
        if one.kind == other.kind == "set" and one.rank == other.rank and not rules.same_rank_sets:
            return False
        if one.kind == other.kind == "run" and one.suit == other.suit:
            for lower, upper in ((one, other), (other, one)):
                between = upper.low - (lower.low + len(lower.cards))
                if 0 <= (between % _TOP[rules.deck] if rules.aces == "round" else between) < gap:
                    return False
    return True
