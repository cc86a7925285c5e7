"""The shared vectors of the solver."""

import json
from pathlib import Path

import pytest

from referee.engine.rummy.cards import format_card, parse_cards
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.solver import can_meet, distance, improving

VECTORS = [json.loads(line) for line in Path("tests/vectors/solver.jsonl").read_text().splitlines()]


def of_kind(*kinds: str) -> list[object]:
    return [pytest.param(v["question"], v["expect"], id=v["id"]) for v in VECTORS if v["id"].split("-")[1] in kinds]


@pytest.mark.parametrize(("question", "expect"), of_kind("contains"))
def test_contract_vector(question: dict[str, str], expect: dict[str, bool]) -> None:
    rules = load_rules(question["rules"])
    cards = parse_cards(question["cards"], rules.pack)
    assert can_meet(rules, int(question["hand"]), cards) == expect["meets"]


@pytest.mark.parametrize(("question", "expect"), of_kind("distance"))
def test_distance_vector(question: dict[str, str], expect: dict[str, object]) -> None:
    rules = load_rules(question["rules"])
    cards = parse_cards(question["cards"], rules.pack)
    hand = int(question["hand"])
    players = int(question["players"]) if "players" in question else None
    assert distance(rules, hand, cards, players) == expect["distance"]
    if "improves" in expect:
        assert sorted(map(format_card, improving(rules, hand, cards, players))) == expect["improves"]
