"""What a layout loses at least with its jokers shared, against looking at it."""

import random

import pytest

from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.board import board_for
from referee.engine.rummy.solver.ground import Ground
from referee.engine.rummy.solver.growing import lay_growing
from referee.engine.rummy.solver.options import Options
from referee.engine.rummy.solver.quick import Quick
from referee.engine.rummy.solver.task import task_for
from referee.engine.rummy.solver.together import Together
from tests.engine.solver.hands import HOUSES, deals, house
from tests.engine.solver.tables import random_table

ANY_LOSS = 10_000
KEYS = ("shanghai-7", "shanghai-10", "rook-10", "continental", "may-i", "onze", "carioca-9", "king", "frustration")
RULES = [load_rules(key) for key in KEYS] + [house(settings) for settings in HOUSES]


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{RULES.index(rules)}"


def compare_with_looks(rules: RuleSet, count: int, seed: int) -> None:
    """Every layout of some hands, most of two suits."""
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=(12, 18)):
        suits = rng.sample(rules.pack.suits, 2)
        own = [card._replace(suit=rng.choice(suits)) if card.rank else card for card in cards]
        task = task_for(rules.in_hand(hand), own, rules.contract(hand), random_table(rules, rng))
        board = board_for(task)
        if board is None or not board.grows or board.whole or not board.plan.runs:
            continue
        ground = Ground(task, board)
        quick, options = Quick(ground), Options(ground, ANY_LOSS)
        for choice in options.choices(ANY_LOSS)[:60] if options.possible else ():
            option = options.option(choice)
            if option is None:
                continue
            together = Together(ground, option.runs, option.empty)
            for _, _, ranks in quick._sets(option):
                _, laying = lay_growing(ground, option.runs, ranks, -1, bounded=True)
                if laying is not None:
                    assert together.lost(ranks) <= laying.loss, (hand, own, task.table, option.runs, ranks)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_layouts_lose_no_less_than_is_told(rules: RuleSet) -> None:
    compare_with_looks(rules, 300, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_layouts_lose_no_less_than_is_told_in_many_hands(rules: RuleSet) -> None:
    compare_with_looks(rules, 4000, seed=2)
