"""Cards that show what a rule means; the engine says which of them are legal under a rule set.

Knows which cards are worth showing beside which rule, and draws a contract. Whether they are legal is never written
here, so an example cannot be wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.rummy.cards import ROOK, Card, Pack, parse_cards
from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.going_down import judge_contract
from referee.engine.rummy.meldruling import read_meld
from referee.engine.rummy.melds import Laid, Meld, parse_laid, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Example:
    """Melds beside a rule: as they were laid, as the engine reads them when they are legal, and the verdict."""

    laid: tuple[tuple[Card, ...], ...]
    melds: tuple[Meld, ...]
    verdict: Verdict


class _Cards(NamedTuple):
    """One meld to show: its cards in French notation, and in Rook notation where the ranks matter."""

    rule: str
    french: str
    rook: str = ""


class _Contract(NamedTuple):
    """Melds laid for a contract."""

    rule: str
    contract: str
    melds: tuple[str, ...]


_MELDS = (
    _Cards("2.2", "7H 7S 7D"),
    _Cards("2.2", "7H 7H 7S"),
    _Cards("2.2", "7H 7S 8D"),
    _Cards("2.3", "4H 5H 6H 7H"),
    _Cards("2.3", "4H 5H 7H 8H"),
    _Cards("2.3", "4H 5H 6S 7H"),
    _Cards("2.4", "JH QH KH AH", "12R 13R 14R 1R"),
    _Cards("2.4", "AC 2C 3C 4C", "1G 2G 3G 4G"),
    _Cards("2.4", "KD AD 2D 3D", "14Y 1Y 2Y 3Y"),
    _Cards("2.6", "4H 5H JK 7H"),
    _Cards("2.6", "9S JK 9D"),
    _Cards("2.7", "JK 5H 6H 7H"),
    _Cards("2.7", "QH KH AH JK", "13R 14R 1R JK"),
    _Cards("2.8", "8S JK JK"),
    _Cards("2.8", "5C JK 7C JK"),
    _Cards("2.8", "5C JK 7C JK 9C"),
)
_CONTRACTS = (
    _Contract("3.3", "2S3", ("8S 8H 8D 8C", "KS KH KC")),
    _Contract("3.4", "2S3", ("8S 8H 8D", "8C 8S 8H")),
    _Contract("3.5", "2R4", ("6H 7H 8H 9H", "TH JH QH KH")),
    _Contract("3.5", "2R4", ("4H 5H 6H 7H", "6H 7H 8H 9H")),
)
_SUITS = dict(zip("SHDC", "BRYG", strict=True))


def examples(rules: RuleSet) -> dict[str, tuple[Example, ...]]:
    """The examples by the number of the rule that they stand beside."""
    found: dict[str, list[Example]] = {}
    for rule, example in (*_meld_examples(rules), *_contract_examples(rules)):
        found.setdefault(rule, []).append(example)
    return {rule: tuple(shown) for rule, shown in found.items()}


def _meld_examples(rules: RuleSet) -> Iterator[tuple[str, Example]]:
    for shown in _MELDS:
        text = shown.rook if rules.deck == "rook" and shown.rook else _in_pack(shown.french, rules.pack)
        laid = _read(text, rules)
        ruling = read_meld(laid, rules)
        yield shown.rule, Example((parse_cards(text, rules.pack),), ruling.readings[:1], ruling.verdict)


def _contract_examples(rules: RuleSet) -> Iterator[tuple[str, Example]]:
    hands = {str(contract): hand for hand, contract in reversed([*enumerate(rules.contracts, start=1)])}
    for shown in _CONTRACTS:
        if shown.contract not in hands:
            continue
        texts = [_in_pack(text, rules.pack) for text in shown.melds]
        melds = [_read(text, rules) for text in texts]
        declared = judge_contract(rules, hands[shown.contract], melds, held=None)
        laid = tuple(parse_cards(text, rules.pack) for text in texts)
        yield shown.rule, Example(laid, declared.melds if declared.verdict.legal else (), declared.verdict)


def _read(text: str, rules: RuleSet) -> list[Laid]:
    return [parse_laid(word, rules.pack, rules.wild_ranks) for word in text.split()]


def _in_pack(text: str, pack: Pack) -> str:
    """The cards of the French text as cards of the pack: same ranks, the suits by their colours."""
    if pack is not ROOK:
        return text
    return " ".join(str(Card(card.rank, _SUITS[card.suit]) if card.suit else card) for card in parse_cards(text))


# A contract, drawn --------------------------------------------------------------------------------------------------

# Sets of different ranks and runs of different suits, so that no rule on either is in the way.
_SET_RANKS = (9, 12, 5, 3)
_RUN_LOWS = (4, 6, 3, 5)
_SET_SUITS = (0, 1, 3, 2)


def drawn(contract: Contract, rules: RuleSet) -> tuple[Meld, ...]:
    """Melds of natural cards that meet the contract."""
    seen: Counter[str] = Counter()
    melds = []
    for slot in contract.slots:
        number = seen[slot.kind]
        seen[slot.kind] += 1
        melds.append(_drawn_set(slot, number, rules) if slot.kind == "set" else _drawn_run(slot, number, rules))
    return tuple(melds)


def _drawn_set(slot: Slot, number: int, rules: RuleSet) -> Meld:
    suits = rules.pack.suits
    rank = _SET_RANKS[number % len(_SET_RANKS)]
    return set_of([Card(rank, suits[_SET_SUITS[(number + place) % 4]]) for place in range(slot.size)], rank)


def _drawn_run(slot: Slot, number: int, rules: RuleSet) -> Meld:
    suit = rules.pack.suits[(1, 0, 3, 2)[number % 4]]
    highest = rules.places[-1] - slot.size + 1
    low = max(rules.places[0], min(_RUN_LOWS[number % len(_RUN_LOWS)], highest))
    return run_of([Card(rules.rank_at(low + place), suit) for place in range(slot.size)], suit, low)
