"""Questions for the solver: solve and distance."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rulings.answers import cited, describe, listed, meld_cards
from referee.engine.rulings.questions import Question
from referee.engine.rummy import solver
from referee.engine.rummy.cards import Card, format_card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.ruledoc import Json
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import LayDown, LayOff
from referee.engine.rummy.solver.layouts import find_layout
from referee.engine.rummy.solver.steps import carry_out
from referee.engine.rummy.ways import counted_ways

MOST_WAYS = 50
"""Ways to go down that an answer lists."""


def solve(question: Question) -> dict[str, Json]:
    """Can this hand go down, what is the least that it can leave, and can it go out in this turn?

    ``melds`` lie as they do at the end of the turn, lay-offs and swaps on them included; ``layoffs`` are those on the
    table's. ``swaps`` come before all of it, where the rules let a player swap who is not down.
    Asked for ``ways``, also so many ways to go down: the contract's melds alone, however much they leave.
    """
    rules, hand, cards = question.rules, question.hand, question.cards("cards")
    question.players(default=rules.players[0])
    table = question.table()
    most = question.integer("ways", 1, MOST_WAYS) if question.has("ways") else 0
    found = solver.best_laydown(rules, hand, cards, table)
    if found is None:
        return {"meets": False, "out": False, "text": _told_no(rules, hand, cards), "rules": cited("solve")}
    melds = _grown(rules, found)
    out = found.out or solver.can_go_out(rules, hand, cards, table)
    layoffs: list[Json] = [
        {"card": format_card(step.card), "table": step.meld - len(melds), "end": step.end}
        for step in found.steps
        if isinstance(step, LayOff) and step.meld >= len(melds)
    ]
    swaps: list[Json] = [{"card": format_card(step.card), "table": step.meld, "to": step.to} for step in found.swaps]
    answer: dict[str, Json] = {
        "meets": True,
        "swaps": swaps,
        "melds": [meld_cards(meld) for meld in melds],
        "layoffs": layoffs,
        "left": [format_card(card) for card in found.left],
        "points": found.points,
        "out": out,
        "text": _told(melds, found, out=out),
        "rules": cited("solve"),
    }
    return answer | _all_ways(rules, hand, cards, most) if most else answer


def _all_ways(rules: RuleSet, hand: int, cards: Sequence[Card], most: int) -> dict[str, Json]:
    """The first ways to go down, their number, and whether that is all of them."""
    found = counted_ways(rules, hand, cards, most)
    return {
        "ways": [[meld_cards(meld) for meld in way] for way in found.first],
        "ways_found": found.number,
        "ways_whole": found.is_whole,
    }


def _grown(rules: RuleSet, found: LayDown) -> list[Meld]:
    """The own melds with the lay-offs and swaps on them made."""
    melds = list(found.melds)
    for step in found.steps:
        if step.meld < len(melds):
            melds[step.meld] = carry_out(rules, melds[step.meld], step)
    return melds


def _told(melds: Sequence[Meld], found: LayDown, *, out: bool) -> str:
    laid = listed(map(describe, melds))
    left = listed(map(format_card, found.left)) or "nothing"
    are = "is" if len(found.left) < 2 else "are"
    points = f"{found.points} point{'' if found.points == 1 else 's'}"
    end = "; the hand can go out in this turn" if out else ""
    swapped = listed(format_card(step.card) for step in found.swaps)
    begin = f"With {swapped} swapped in first it" if swapped else "It"
    return f"{begin} can go down with {laid}; at best {left} {are} left, {points}{end}."


def _told_no(rules: RuleSet, hand: int, cards: Sequence[Card]) -> str:
    """Why the hand cannot go down: the melds are not there, or the rest of it stands in the way."""
    contract = rules.contract(hand)
    if find_layout(rules, hand, cards) is None:
        return f"The contract {contract} is not in this hand."
    if rules.is_all_cards(hand):
        return f"The melds of {contract} are there, but this hand has to go down whole, and a card finds no place."
    return f"The melds of {contract} are there, but the rules on the last card do not let what they leave be left."


def distance(question: Question) -> dict[str, Json]:
    """How many further cards are needed, and which of them help?"""
    rules, hand, cards = question.rules, question.hand, question.cards("cards")
    players = question.players(default=rules.players[0])
    seen = question.cards("seen")
    lacking = solver.distance(rules, hand, cards, players, seen)
    improves = [format_card(card) for card in solver.improving(rules, hand, cards, players, seen)]
    match lacking:
        case None:
            text = f"The contract {rules.contract(hand)} cannot be met from here."
        case 0:
            whole = "; this hand has to go down whole" if rules.is_all_cards(hand) else ""
            text = f"The melds of {rules.contract(hand)} are in this hand{whole}."
        case _:
            text = f"{lacking} card{'' if lacking == 1 else 's'} short of {rules.contract(hand)}."
    return {"distance": lacking, "improves": list(improves), "text": text, "rules": cited("distance")}
