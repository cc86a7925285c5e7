"""The shared vectors of the solver."""

import json
from pathlib import Path

import pytest

from referee.engine.rummy.cards import format_card, parse_cards
from referee.engine.rummy.meldruling import read_meld
from referee.engine.rummy.melds import Meld, parse_laid
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import best_laydown, can_go_out, can_meet, distance, improving
from tests.engine.solver.tables import check_laydown

VECTORS = [json.loads(line) for line in Path("tests/vectors/solver.jsonl").read_text().splitlines()]


def of_kind(*kinds: str) -> list[object]:
    return [pytest.param(v["question"], v["expect"], id=v["id"]) for v in VECTORS if v["id"].split("-")[1] in kinds]


@pytest.mark.parametrize(("question", "expect"), of_kind("contains"))
def test_contract_vector(question: dict[str, str], expect: dict[str, bool]) -> None:
    rules = load_rules(question["rules"])
    cards = parse_cards(question["cards"], rules.pack)
    assert can_meet(rules, int(question["hand"]), cards) == expect["meets"]


@pytest.mark.parametrize(("question", "expect"), of_kind("lay_all"))
def test_whole_hand_vector(question: dict[str, str], expect: dict[str, bool]) -> None:
    rules = load_rules(question["rules"])
    cards = parse_cards(question["cards"], rules.pack)
    hand = int(question["hand"])
    assert can_meet(rules, hand, cards) == expect["meets"]
    assert can_go_out(rules, hand, cards) == expect["out"]
    found = best_laydown(rules, hand, cards)
    assert (found is not None) == expect["meets"]
    if found:
        assert not found.left
        check_laydown(rules, hand, cards, (), found)


@pytest.mark.parametrize(("question", "expect"), of_kind("best"))
def test_best_vector(question: dict[str, str], expect: dict[str, int]) -> None:
    rules = load_rules(question["rules"])
    cards = parse_cards(question["cards"], rules.pack)
    table = tuple(read_table_meld(text, rules) for text in question.get("table", ()))
    found = best_laydown(rules, int(question["hand"]), cards, table)
    assert found is not None
    assert found.points == expect["points"]
    check_laydown(rules, int(question["hand"]), cards, table, found)


def read_table_meld(text: str, rules: RuleSet) -> Meld:
    laid = [parse_laid(word, rules.pack) for word in text.split()]
    return read_meld(laid, rules, on_table=True).readings[0]


@pytest.mark.parametrize(("question", "expect"), of_kind("distance"))
def test_distance_vector(question: dict[str, str], expect: dict[str, object]) -> None:
    rules = load_rules(question["rules"])
    cards = parse_cards(question["cards"], rules.pack)
    hand = int(question["hand"])
    players = int(question["players"]) if "players" in question else None
    assert distance(rules, hand, cards, players) == expect["distance"]
    if "improves" in expect:
        assert sorted(map(format_card, improving(rules, hand, cards, players))) == expect["improves"]
