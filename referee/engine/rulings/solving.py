"""Questions for the solver: solve and distance."""

from __future__ import annotations

from referee.engine.rulings.questions import Question, QuestionError
from referee.engine.rummy.ruledoc import Json


def solve(question: Question) -> dict[str, Json]:
    """Can this hand go down, and what is the least that it can leave?"""
    raise QuestionError("ask.not-yet", "ask", "solve is not answered yet")


def distance(question: Question) -> dict[str, Json]:
    """How many further cards are needed?"""
    raise QuestionError("ask.not-yet", "ask", "distance is not answered yet")
