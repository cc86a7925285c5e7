"""Questions for the solver: solve and distance."""

from __future__ import annotations

from referee.engine.rulings.answers import cited
from referee.engine.rulings.questions import Question, QuestionError
from referee.engine.rummy import solver
from referee.engine.rummy.cards import format_card
from referee.engine.rummy.ruledoc import Json


def solve(question: Question) -> dict[str, Json]:
    """Can this hand go down, and what is the least that it can leave?"""
    raise QuestionError("ask.not-yet", "ask", "solve is not answered yet")


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
            text = f"The contract {rules.contract(hand)} can be met now."
        case _:
            text = f"{lacking} card{'' if lacking == 1 else 's'} short of {rules.contract(hand)}."
    return {"distance": lacking, "improves": list(improves), "text": text, "rules": cited("distance")}
