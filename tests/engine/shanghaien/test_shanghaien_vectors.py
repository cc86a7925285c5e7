"""The checked questions about dice, answered by the engine itself."""

import pytest

from referee.engine.shanghaien.scoring import score_crews
from referee.engine.shanghaien.tavern import distribute, owners
from tests.engine.vectors import load

QUESTIONS = [(vector["question"], vector["expect"]) for vector in load("rulings.jsonl")]
TAVERNS = [pair for pair in QUESTIONS if pair[0]["ask"] == "dice.tavern"]
SCORES = [pair for pair in QUESTIONS if pair[0]["ask"] == "dice.score"]


@pytest.mark.parametrize(("question", "expect"), TAVERNS)
def test_distribute_answers_the_vectors(question, expect):
    fates = distribute(question["row"], question["first"], question["second"])
    assert list(owners(fates)) == expect["won"]


@pytest.mark.parametrize(("question", "expect"), SCORES)
def test_score_crews_answers_the_vectors(question, expect):
    count = score_crews(*question["crews"], tuple(question["tricks"]))
    assert {"points": list(count.points), "winner": count.winner} == expect
