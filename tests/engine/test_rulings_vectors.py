"""Every question of the vectors gets the expected answer."""

import pytest

from tests.engine.vectors import differences, load

LATER = ("solve", "distance")
RULINGS = [
    pytest.param(v["question"], v["expect"], id=v["id"])
    for v in load("rulings.jsonl")
    if v["question"]["ask"] not in LATER
]


@pytest.mark.parametrize(("question", "expect"), RULINGS)
def test_ruling(question, expect):
    assert differences(question, expect) == []
