"""Hands that took the solver longest, found by `python -m bench attack`: what they can do, and that it can be played.

Most answers were told by two searches that share no bound, the one suit by suit and the one over all suits at once;
four (going out in king, liverpool and shanghai-michigan, and one hand of king) by the first and the quick search alone.
"""

import json
from pathlib import Path

import pytest

from referee.engine.rummy.cards import parse_cards
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.solver import best_laydown, best_layoffs, can_go_out
from referee.engine.rummy.solver.bysuits import BySuits
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.task import task_for
from tests.engine.solver.hands import deals
from tests.engine.solver.tables import check_laydown, read_meld

HARDEST = [json.loads(line) for line in Path("tests/vectors/hardest.jsonl").read_text().splitlines()]


def named(what: str) -> list[object]:
    return [
        pytest.param(one, id=f"{one['rules']}-{one['hand']}-{number}")
        for number, one in enumerate(HARDEST)
        if what in one
    ]


@pytest.mark.parametrize("one", named("points"))
def test_hardest_hand_is_laid_down_with_the_least_left(one: dict[str, object]) -> None:
    rules, hand = load_rules(one["rules"]), int(str(one["hand"]))
    cards = parse_cards(str(one["cards"]), rules.pack)
    texts = one.get("table", [])
    assert isinstance(texts, list)
    table = tuple(read_meld(text, rules) for text in texts)
    found = best_laydown(rules, hand, cards, table)
    assert found is not None
    assert found.points == one["points"]
    check_laydown(rules, hand, cards, table, found)


@pytest.mark.parametrize("one", named("left"))
def test_hardest_hand_of_a_player_who_is_down_leaves_the_least(one: dict[str, object]) -> None:
    rules, hand = load_rules(one["rules"]), int(str(one["hand"]))
    cards = parse_cards(str(one["cards"]), rules.pack)
    texts = one["table"]
    assert isinstance(texts, list)
    table = tuple(read_meld(text, rules) for text in texts)
    found = best_layoffs(rules.in_hand(hand), cards, table)
    assert found.points == one["left"]
    check_laydown(rules, hand, cards, table, found, down=True)


@pytest.mark.parametrize("one", named("out"))
def test_hardest_hand_goes_out_or_not(one: dict[str, object]) -> None:
    rules = load_rules(one["rules"])
    texts = one.get("table", [])
    assert isinstance(texts, list)
    table = tuple(read_meld(text, rules) for text in texts)
    cards = parse_cards(str(one["cards"]), rules.pack)
    assert can_go_out(rules, int(str(one["hand"])), cards, table) == one["out"]


def test_loose_sweep_loses_no_more_than_one_that_tells_the_contract_cards() -> None:
    """Of three runs in a suit a loose sweep does not tell which cards are the contract's: its end is a bound."""
    rules = load_rules("shanghai-7-ten")
    for _, cards in deals(rules, 60, seed=7, sizes=(12, 15)):
        own = [card._replace(suit="S") if card.rank else card for card in cards]
        for hand in (7, 10):
            task = task_for(rules, own, rules.contract(hand))
            loose, told, at_once = (
                BySuits(Sweep(task, loose=True)).best(),
                BySuits(Sweep(task)).best(),
                Sweep(task).best(),
            )
            assert (told and told.worth) == (at_once and at_once.worth), own
            assert told is None or (loose is not None and loose.worth >= told.worth), own
            found, ideal = best_laydown(rules, hand, own), BySuits(Sweep(task)).bounds.ideal
            assert (found and found.points) == (told and ideal - told.worth), own


def test_low_ace_that_is_laid_is_not_lost_once_more() -> None:
    """A bound once took an ace for lost that lay below the two, since it comes up above the king as well."""
    rules = load_rules("kalooki")
    one = next(one for one in HARDEST if one["rules"] == "kalooki" and "points" in one)
    cards = parse_cards(one["cards"], rules.pack)
    task = task_for(rules.in_hand(one["hand"]), cards, rules.contract(one["hand"]))
    by_suits = BySuits(Sweep(task))
    found = by_suits.best()
    assert found is not None
    assert by_suits.bounds.ideal - found.worth == one["points"]
