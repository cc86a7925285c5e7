"""Questions about numbers: score, deck, hand."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.quoting import shown
from referee.engine.rulings.answers import cited
from referee.engine.rulings.questions import MOST_CARDS, Question, QuestionError, integer, value_error
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.ruledoc import Json
from referee.engine.rummy.scoring import points

_MOST_OF_A_CLASS = 1000
_JOKER_NAMES = ("JK", "joker", "JOKER", "*")


def score(question: Question) -> dict[str, Json]:
    """What do these cards cost?"""
    if question.has("cards") and question.has("counts"):
        raise QuestionError("value", "counts", "counts: expected the cards or their counts, not both")
    if not question.has("cards") and not question.has("counts"):
        raise QuestionError("key.missing", "cards", "expected the key 'cards', or 'counts' by value class")
    if question.has("counts"):
        total, cards = _count(question, question.values["counts"])
    else:
        held = question.cards("cards")
        total, cards = points(question.rules, held), len(held)
    text = f"{cards} card{'' if cards == 1 else 's'}: {total} point{'' if total == 1 else 's'}."
    return {"points": total, "text": text, "rules": cited("score")}


def _count(question: Question, counts: object) -> tuple[int, int]:
    """The points and the number of cards counted by value class."""
    if not isinstance(counts, Mapping):
        raise value_error("counts", 'numbers of cards by value class such as {"2-7": 3}', counts)
    values = {cls.label: cls.points for cls in question.rules.value_classes}
    for name in _JOKER_NAMES:
        values[name] = question.rules.joker_points
    total = cards = 0
    for label, count in counts.items():
        where = f"counts.{label!s:.40}"
        if label not in values:
            allowed = ", ".join(cls.label for cls in question.rules.value_classes)
            raise QuestionError("key.unknown", where, f"counts: expected {allowed}, got {shown(label)}")
        number = integer(count, 0, _MOST_OF_A_CLASS, where)
        total += number * values[label]
        cards += number
    if cards > MOST_CARDS:
        raise QuestionError("too-large", "counts", f"counts: expected at most {MOST_CARDS} cards, got {cards}")
    return total, cards


def deck(question: Question) -> dict[str, Json]:
    """Which cards do so many players play with?"""
    players = question.players()
    rules = question.rules
    shoe = rules.shoe(players)
    dealt = rules.dealt_in(1)
    stock = shoe.cards - players * dealt - 1
    if stock < 0:
        raise value_error("players", f"at most {(shoe.cards - 1) // dealt} players for {shoe.cards} cards", players)
    decks = "1 deck" if shoe.decks == 1 else f"{shoe.decks} decks"
    jokers = "1 joker" if shoe.jokers == 1 else f"{shoe.jokers} jokers"
    text = f"{players} players: {decks}, {shoe.cards} cards with {jokers}; {dealt} cards each."
    return {
        "decks": shoe.decks,
        "cards": shoe.cards,
        "jokers": shoe.jokers,
        "deal": dealt,
        "stock": stock,
        "text": text,
        "rules": cited("deck"),
    }


def hand(question: Question) -> dict[str, Json]:
    """What does this hand ask for?"""
    rules, number = question.rules, question.hand
    contract = rules.contract(number)
    return {
        "contract": str(contract),
        "text": f"Hand {number}: {contract_words(contract)}.",
        "cards": contract.cards,
        "min_buys": rules.least_buys(number),
        "buys": rules.buys_in(number),
        "price": rules.price,
        "last": rules.is_all_cards(number),
        "rules": cited("hand"),
    }


_NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight")


def contract_words(contract: Contract) -> str:
    """``"two sets of 3 and a run of 4"``."""
    counted = dict.fromkeys(contract.slots, 0)
    for slot in contract.slots:
        counted[slot] += 1
    words = [f"{_NUMBERS[n]} {slot.kind}{'' if n == 1 else 's'} of {slot.size}" for slot, n in counted.items()]
    return " and ".join(words)
