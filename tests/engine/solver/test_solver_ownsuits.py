"""The search where runs have to be of different suits against the one that minds no suits."""

import random

import pytest

from referee.engine.rummy.cards import Card
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.hand import plus, read, read_counts
from referee.engine.rummy.solver.ownsuits import OwnSuits
from referee.engine.rummy.solver.plan import plans_for
from referee.engine.rummy.solver.search import Search
from tests.engine.solver.hands import HOUSES, SPECIAL, deals, house, unseen_cards

KINDS = (Search, OwnSuits)
RULES = [load_rules("kalooki")] + [house(s) for s in (*HOUSES, *SPECIAL) if s.get("same_suit_runs") is False]


def compare(rules: RuleSet, count: int, seed: int) -> None:
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=(8, 20)):
        unseen = unseen_cards(rules, cards, rng.sample(sorted(unseen_cards(rules, cards).elements()), 40))
        for plan in plans_for(rules, hand):
            if len(plan.runs) < 2:
                continue
            supply = rng.choice((None, read_counts(plan, unseen + type(unseen)(cards))))
            held = read(plan, cards)
            plain, own = (kind(plan, held, plan.cards + 1, supply).find() for kind in KINDS)
            assert (plain and plain.lacking) == (own and own.lacking), (hand, cards)
            if plain is None or not plain.lacking:
                continue
            for _ in range(6):
                suit, rank = rng.randrange(len(plan.suits)), rng.randint(1, plan.top)
                more = plus(plan, held, Card(rank, plan.suits[suit]))
                through = [kind(plan, more, plain.lacking, supply).holds_through(suit, rank) for kind in KINDS]
                assert through[0] == through[1], (hand, cards, suit, rank)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.base}-{RULES.index(rules)}")
def test_runs_of_different_suits_lack_as_little(rules: RuleSet) -> None:
    compare(rules, 30, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.base}-{RULES.index(rules)}")
def test_runs_of_different_suits_lack_as_little_in_many_hands(rules: RuleSet) -> None:
    compare(rules, 400, seed=2)
