"""The best lay-down against playing every step."""

import random

import pytest

from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.laydown import best_laydown, best_layoffs, can_go_out
from tests.engine.solver.hands import HOUSES, PRESETS, SPECIAL, deals, house
from tests.engine.solver.oracle import best_left
from tests.engine.solver.tables import check_laydown, random_table

RULES = [load_rules(key) for key in PRESETS] + [house(settings) for settings in (*HOUSES, *SPECIAL)]
ENDINGS = {"optional": {0, 1}, "never": {0}, "required": {1}}


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{RULES.index(rules)}"


def compare_laydown(rules: RuleSet, count: int, seed: int, sizes: tuple[int, int] = (8, 12)) -> None:
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=sizes):
        table = random_table(rules, rng, most=rng.choice((0, 2, 4)))
        expected = best_left(rules, hand, cards, table)
        found = best_laydown(rules, hand, cards, table)
        assert (found is None) == (expected is None), (hand, cards, table)
        if found and expected:
            assert found.points == expected[0], (hand, cards, table, found)
            check_laydown(rules, hand, cards, table, found)
        endings = {0} if rules.is_all_cards(hand) else ENDINGS[rules.discard_to_go_out]
        out = expected is not None and bool(expected[1] & endings)
        assert can_go_out(rules, hand, cards, table) == out, (hand, cards, table)


def compare_layoffs(rules: RuleSet, count: int, seed: int) -> None:
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=(2, 6)):
        table = random_table(rules, rng)
        expected = best_left(rules, hand, cards, table, down=True)
        found = best_layoffs(rules, cards, table)
        assert expected is not None
        assert found.points == expected[0], (cards, table, found)
        check_laydown(rules, hand, cards, table, found, down=True)
        if not rules.is_all_cards(hand):
            out = bool(expected[1] & ENDINGS[rules.discard_to_go_out])
            assert can_go_out(rules, hand, cards, table, down=True) == out, (cards, table)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_laydown_agrees_with_playing_every_step(rules: RuleSet) -> None:
    compare_laydown(rules, 15, seed=1)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_layoffs_agree_with_playing_every_step(rules: RuleSet) -> None:
    compare_layoffs(rules, 15, seed=2)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_laydown_agrees_with_playing_every_step_on_many_hands(rules: RuleSet) -> None:
    compare_laydown(rules, 200, seed=3, sizes=(8, 13))


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_layoffs_agree_with_playing_every_step_on_many_hands(rules: RuleSet) -> None:
    compare_layoffs(rules, 300, seed=4)
