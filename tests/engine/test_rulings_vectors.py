"""Every question of the vectors gets the expected answer, and every witness holds."""

from collections import Counter

import pytest

from referee.engine.rulings import rule
from tests.engine.vectors import differences, load

VECTORS = [*load("rulings.jsonl"), *load("solver.jsonl"), *load("ours.jsonl"), *load("family.jsonl")]
CASES = [pytest.param(v["question"], v["expect"], id=v["id"]) for v in VECTORS]
SOLVED = [
    pytest.param(v["question"], id=v["id"])
    for v in VECTORS
    if v["question"]["ask"] == "solve" and v["expect"].get("meets")
]


@pytest.mark.parametrize(("question", "expect"), CASES)
def test_ruling(question, expect):
    assert differences(question, expect) == []


def swapped(question, answer):
    """The hand and the table after the swaps that the answer begins with, each of them legal."""
    cards, table = question["cards"].split(), [meld.split() for meld in question.get("table", [])]
    for swap in answer["swaps"]:
        asked = {"ask": "swap", "rules": question["rules"], "meld": table[swap["table"]], "card": swap["card"]}
        ruling = rule(asked | {"to": swap["to"], "down": False})
        assert ruling["legal"]
        before, after = (
            Counter(card.partition("=")[0] for card in meld) for meld in (table[swap["table"]], ruling["meld"])
        )
        cards.remove(swap["card"])
        cards += (before - after).elements()
        table[swap["table"]] = ruling["meld"]
    return cards, table


@pytest.mark.parametrize("question", SOLVED)
def test_solve_witness_is_a_legal_contract_of_the_hand(question):
    answer = rule(question)
    cards, _table = swapped(question, answer)
    asked = {"ask": "contract", "rules": question["rules"], "hand": question["hand"], "melds": answer["melds"]}
    assert rule(asked | {"held": cards})["legal"]
    laid = [card.partition("=")[0] for meld in answer["melds"] for card in meld]
    laid += [layoff["card"] for layoff in answer["layoffs"]]
    assert Counter(laid) + Counter(answer["left"]) == Counter(cards)
    assert rule({"ask": "score", "rules": question["rules"], "cards": answer["left"]})["points"] == answer["points"]


@pytest.mark.parametrize("question", SOLVED)
def test_solve_layoffs_are_legal_one_after_the_other(question):
    answer = rule(question)
    _cards, table = swapped(question, answer)
    for layoff in answer["layoffs"]:
        meld = table[layoff["table"]]
        asked = {
            "ask": "layoff",
            "rules": question["rules"],
            "meld": meld,
            "card": layoff["card"],
            "end": layoff["end"],
        }
        ruling = rule(asked | {"down": True, "same_turn": True})
        assert ruling["legal"]
        table[layoff["table"]] = ruling["meld"]
