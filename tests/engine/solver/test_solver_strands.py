"""What a suit loses at least, told by counting its runs under way, against all ends of its pass."""

import random
from collections.abc import Iterator

import pytest

from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.ahead import Reach
from referee.engine.rummy.solver.ends import Mosts
from referee.engine.rummy.solver.laps import suit_ends
from referee.engine.rummy.solver.strands import floor_of, suit_floor
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.task import NOTHING, task_for
from tests.engine.solver.hands import deals
from tests.engine.solver.tables import random_table

ANY_LOSS = 10_000
RULES = [load_rules(key) for key in PRESETS]
STRAIGHT = [rules for rules in RULES if rules.aces != "round"]


def passes(rules: RuleSet, count: int, seed: int) -> Iterator[tuple[Sweep, int, Reach, Mosts]]:
    """The suits of hands of few suits, where runs come to need the same cards, with all that their ends may lose."""
    rng = random.Random(seed)
    size = 9 if rules.aces == "round" else 14
    for hand, cards in deals(rules, count, seed=seed, sizes=(size - 2, size)):
        suits = rng.sample(rules.pack.suits, 2)
        own = [card._replace(suit=rng.choice(suits)) if card.rank else card for card in cards]
        down = rng.random() < 0.25
        task = task_for(rules.in_hand(hand), own, NOTHING if down else rules.contract(hand), random_table(rules, rng))
        sweep, runs = Sweep(task), len(task.contract.runs)
        for suit in range(len(rules.pack.suits)):
            reach = Reach(sweep, suit)
            if not reach.sizes:
                yield sweep, suit, reach, ((ANY_LOSS,) * (len(task.pool) + reach.terrain.swapped + 1),) * (runs + 1)


def compare_floor(rules: RuleSet, count: int, seed: int) -> None:
    """How many of the floors are exact is no matter."""
    for sweep, suit, reach, mosts in passes(rules, count, seed):
        task, runs = sweep.task, len(sweep.task.contract.runs)
        wild, limit = rules.wild_ranks, len(task.pool)
        worth = [
            0 if not final or rank in wild else task.worth[rank]
            for rank, final in zip(sweep.course.ranks, sweep.course.final, strict=True)
        ]
        floor = suit_floor(reach.terrain, worth, runs, limit)
        for shared, ends in suit_ends(sweep, reach, suit, frozenset(), (), mosts).ends.items():
            least = floor[runs - sum(shared.left)]
            for end in ends:
                assert end.used > limit or least[max(0, end.used)] <= end.lost, (task, suit, end)


def compare_kept(rules: RuleSet, count: int, seed: int) -> None:
    """The same with a rank kept for a set, of which runs take only so many cards."""
    rng = random.Random(seed)
    for sweep, suit, reach, mosts in passes(rules, count, seed):
        course, runs, limit = sweep.course, len(sweep.task.contract.runs), len(sweep.task.pool)
        held = [rank for rank, copies in zip(course.ranks, course.held[suit], strict=True) if copies]
        ranks = [rank for rank in held if rank not in rules.wild_ranks]
        if not ranks:
            continue
        rank, reach.caps = rng.choice(ranks), dict.fromkeys(ranks, (0, 1))
        kept = sweep.choices.open_ranks | {rank}
        floors = {
            cap: floor_of(reach.terrain, reach.strands(frozenset(kept), rank, cap), runs, limit) for cap in (0, 1, None)
        }
        for shared, ends in suit_ends(sweep, reach, suit, frozenset(kept), (rank,), mosts).ends.items():
            for cap, floor in floors.items():
                least = floor[runs - sum(shared.left)]
                for end in ends:
                    if end.used <= limit and (cap is None or shared.taken[0] <= cap):
                        assert least[max(0, end.used)] <= end.lost, (sweep.task, suit, rank, cap, end)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.base)
def test_floor_of_a_suit_is_no_higher_than_its_ends(rules: RuleSet) -> None:
    compare_floor(rules, 6, seed=1)


@pytest.mark.parametrize("rules", STRAIGHT, ids=lambda rules: rules.base)
def test_floor_with_a_rank_kept_is_no_higher_than_its_ends(rules: RuleSet) -> None:
    compare_kept(rules, 6, seed=3)


@pytest.mark.long
@pytest.mark.parametrize("rules", STRAIGHT, ids=lambda rules: rules.base)
def test_floor_with_a_rank_kept_is_no_higher_than_its_ends_on_many_hands(rules: RuleSet) -> None:
    compare_kept(rules, 100, seed=4)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.base)
def test_floor_of_a_suit_is_no_higher_than_its_ends_on_many_hands(rules: RuleSet) -> None:
    compare_floor(rules, 100, seed=2)
