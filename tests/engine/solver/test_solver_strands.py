"""What a suit loses at least, told by counting its runs under way, against all ends of its pass."""

import random

import pytest

from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.ahead import Reach
from referee.engine.rummy.solver.laps import suit_ends
from referee.engine.rummy.solver.strands import suit_floor
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.task import NOTHING, task_for
from tests.engine.solver.hands import deals
from tests.engine.solver.tables import random_table

ANY_LOSS = 10_000
RULES = [load_rules(key) for key in PRESETS]


def compare_floor(rules: RuleSet, count: int, seed: int) -> None:
    """In hands of few suits, where runs come to need the same cards; how many of the floors are exact is no matter."""
    rng = random.Random(seed)
    size = 9 if rules.aces == "round" else 14
    for hand, cards in deals(rules, count, seed=seed, sizes=(size - 2, size)):
        suits = rng.sample(rules.pack.suits, 2)
        own = [card._replace(suit=rng.choice(suits)) if card.rank else card for card in cards]
        down = rng.random() < 0.25
        task = task_for(rules.in_hand(hand), own, NOTHING if down else rules.contract(hand), random_table(rules, rng))
        sweep, runs = Sweep(task), len(task.contract.runs)
        limit = len(task.pool)
        for suit in range(len(rules.pack.suits)):
            reach = Reach(sweep, suit)
            if reach.sizes:
                continue
            wild = rules.wild_ranks
            worth = [
                0 if not final or rank in wild else task.worth[rank]
                for rank, final in zip(sweep.course.ranks, sweep.course.final, strict=True)
            ]
            floor = suit_floor(reach.terrain, worth, runs, limit)
            mosts = ((ANY_LOSS,) * (limit + reach.terrain.swapped + 1),) * (runs + 1)
            for shared, ends in suit_ends(sweep, reach, suit, frozenset(), (), mosts).ends.items():
                least = floor[runs - sum(shared.left)]
                for end in ends:
                    assert end.used > limit or least[max(0, end.used)] <= end.lost, (hand, own, task.table, suit, end)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.base)
def test_floor_of_a_suit_is_no_higher_than_its_ends(rules: RuleSet) -> None:
    compare_floor(rules, 6, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.base)
def test_floor_of_a_suit_is_no_higher_than_its_ends_on_many_hands(rules: RuleSet) -> None:
    compare_floor(rules, 100, seed=2)
