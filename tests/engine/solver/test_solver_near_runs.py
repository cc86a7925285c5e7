"""Runs of one suit that come near to each other, where their windows lie and how far they grow, by the sweep."""

import random

import pytest

from referee.engine.rummy.cards import JOKER, Card, parse_cards
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import best_laydown
from referee.engine.rummy.solver.board import board_for
from referee.engine.rummy.solver.task import task_for
from tests.engine.solver.hands import house
from tests.engine.solver.quickly import check_against_sweep
from tests.engine.solver.tables import random_table

HOUSES: tuple[dict[str, object], ...] = (
    {"consecutive_runs": 2},
    {"consecutive_runs": 3, "aces": "low"},
    {"contract_jokers": 2, "table_jokers": 2},
    {"contract_jokers": 2},
    {"contract_jokers": None, "table_jokers": None},
    {"consecutive_runs": 2, "contract_jokers": None, "table_jokers": None, "aces": "either"},
    {"consecutive_runs": True, "contract_jokers": None, "table_jokers": None, "aces": "either"},
)
RULES = [load_rules(key) for key in ("shanghai-7", "king", "shanghai-michigan", "rook-shanghai")] + [
    house(own) for own in HOUSES
]


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{RULES.index(rules)}"


def dense(rules: RuleSet, hand: int, rng: random.Random) -> list[Card]:
    """Most cards of a row of ranks in one suit, some of them twice, with a few of another and some jokers."""
    suit, other = rng.choice(rules.pack.suits), rng.choice(rules.pack.suits)
    low = rng.choice((1, 1, 2, 3, 4, 5, 6))
    row = [Card(rank, suit) for rank in range(low, min(14, low + rng.randint(6, 13))) for _ in range(2)]
    beside = [Card(rank, other) for rank in range(1, 14)]
    if other == suit:
        beside = []
    cards = rng.sample(row, min(len(row), rng.randint(9, 13)))
    few = max(rng.randint(0, 3), rules.contract(hand).cards - len(cards))
    return [*cards, *rng.sample(beside, min(len(beside), few)), *[JOKER] * rng.choice((0, 0, 1, 2, 3, 4))]


def compare(rules: RuleSet, count: int, seed: int) -> None:
    rng = random.Random(seed)
    hands = [hand for hand in range(1, rules.hands + 1) if rules.contract(hand).runs]
    for _ in range(count):
        hand = rng.choice(hands)
        own = rules.in_hand(hand)
        table = random_table(rules, rng) if rng.random() < 0.5 else ()
        task = task_for(own, dense(rules, hand, rng), rules.contract(hand), table)
        if board_for(task) is not None:
            check_against_sweep(own, hand, task)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_runs_near_each_other_are_laid_as_the_sweep_does(rules: RuleSet) -> None:
    compare(rules, 30, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_runs_near_each_other_are_laid_as_the_sweep_does_in_many_hands(rules: RuleSet) -> None:
    compare(rules, 400, seed=2)


def test_a_run_grows_below_a_window_that_may_not_follow_another() -> None:
    rules = load_rules("shanghai-7")
    found = best_laydown(rules, 3, parse_cards("5H 6H 7H 8H 9H 9H TH JH QH KH 2S", rules.pack))
    assert found is not None
    assert [str(card) for card in found.left] == ["2S"]
