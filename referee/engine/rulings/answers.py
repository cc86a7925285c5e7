"""Answers: a verdict as codes, places, one sentence and the rules cited."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.rulebook import rule_of, rules_for, sentence
from referee.engine.rummy.cards import Pack, format_card, format_rank, pack_of
from referee.engine.rummy.melds import Meld, format_all, laid_cards
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import Verdict


def verdict_answer(verdict: Verdict, ask: str, yes: str) -> dict[str, Json]:
    """``legal``, ``reasons`` and beside them ``at``, ``cards`` (to point at) and ``values`` (of the sentences), then
    ``text`` and ``rules``; ``yes`` is the sentence when nothing is refused."""
    if verdict.legal:
        return {"legal": True, "reasons": [], "at": [], "cards": [], "values": [], "text": yes, "rules": cited(ask)}
    first = {found.code: found for found in reversed(verdict.breaches)}
    breaches = [first[code] for code in verdict.codes]
    return {
        "legal": False,
        "reasons": [found.code for found in breaches],
        "at": [found.at for found in breaches],
        "cards": [[format_card(card) for card in found.cards] for found in breaches],
        "values": [dict(found.values) for found in breaches],
        "text": sentence(breaches[0], format_card),
        "rules": list(dict.fromkeys(rule_of(found.code).number for found in breaches)),
    }


def cited(ask: str, *codes: str) -> list[Json]:
    """The numbers of the rules on which an answer rests."""
    numbers = [rule_of(code).number for code in codes] or [rule.number for rule in rules_for(ask)]
    return list(dict.fromkeys(numbers))


def meld_cards(meld: Meld) -> list[Json]:
    """The meld's cards as text, jokers with their places."""
    return [*format_all(laid_cards(meld))]


def reading(meld: Meld) -> dict[str, Json]:
    """A reading: its kind and its cards."""
    return {"kind": meld.kind, "cards": meld_cards(meld)}


def describe(meld: Meld) -> str:
    """``"a set of 7s"`` or ``"a run of hearts from 5 to the jack"``."""
    if meld.kind == "set":
        natural = next((card for card in meld.cards if card.suit), meld.cards[0])
        return f"a set of {_rank_name(meld.rank, pack_of(natural))}s"
    pack = pack_of(meld.stands_for(0))
    names = [_rank_name(meld.stands_for(index).rank, pack) for index in (0, len(meld) - 1)]
    low, high = (f"the {name}" if name.isalpha() else name for name in names)
    return f"a run of {SUIT_NAMES[meld.suit]} from {low} to {high}"


def _rank_name(rank: int, pack: Pack) -> str:
    """``"7"``, ``"10"``, ``"jack"``."""
    text = format_rank(rank, pack)
    return _RANK_NAMES.get(text, text)


_RANK_NAMES = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}

SUIT_NAMES = {
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
    "R": "red",
    "G": "green",
    "Y": "yellow",
    "B": "black",
}


def listed(parts: Iterable[str]) -> str:
    """``"a, b and c"``."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
