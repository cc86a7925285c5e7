"""Runs that go round: the loose sweep, in which a run may meet itself, against the one that counts each run's cards."""

import random
from collections import Counter

import pytest

from referee.engine.rummy.cards import JOKER, Card, parse_cards
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.bysuits import BySuits
from referee.engine.rummy.solver.layouts import holds
from referee.engine.rummy.solver.steps import Played, TooNear, play_out
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.task import NOTHING, Task, plainly, task_for
from tests.engine.solver.hands import house
from tests.engine.solver.quickly import check_told
from tests.engine.solver.tables import random_table

HOUSES: tuple[dict[str, object], ...] = (
    {"aces": "round"},
    {"aces": "round", "contract_jokers": None, "table_jokers": None},
    {"aces": "round", "contract_jokers": 2, "table_jokers": 2},
    {"aces": "round", "contract_jokers": None, "table_jokers": None, "adjacent_wilds": False, "consecutive_runs": True},
)
RULES = [load_rules("continental")] + [house(settings) for settings in HOUSES]


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{RULES.index(rules)}"


def nearly_round(rules: RuleSet, rng: random.Random) -> list[Card]:
    """Cards of nearly all ranks of a suit, some of them twice, with a few of another and some jokers."""
    suit, other = rng.choice(rules.pack.suits), rng.choice(rules.pack.suits)
    missing = rng.sample(range(1, 14), rng.choice((0, 0, 1, 1, 2, 3)))
    row = [Card(rank, suit) for rank in range(1, 14) if rank not in missing]
    beside = [Card(rank, other) for rank in range(1, 14)]
    cards = Counter([*row, *rng.sample(row, rng.randint(0, 4)), *rng.sample(beside, rng.randint(0, 3))])
    return [*(card for card, copies in cards.items() for _ in range(min(copies, 2))), *[JOKER] * rng.randint(0, 3)]


def swept(task: Task, *, loose: bool) -> Played | None:
    sweep = Sweep(task, loose=loose)
    outcome = BySuits(sweep).best()
    return play_out(sweep, outcome) if outcome else None


def compare(rules: RuleSet, count: int, seed: int) -> Counter[bool]:
    """How often the loose sweep tells, and how often not."""
    rng = random.Random(seed)
    told: Counter[bool] = Counter()
    hands = [hand for hand in range(1, rules.hands + 1) if rules.contract(hand).runs]
    while told.total() < count:
        hand, cards = rng.choice(hands), nearly_round(rules, rng)
        contract, own = rules.contract(hand) if rng.random() < 0.85 else NOTHING, rules.in_hand(hand)
        if not holds(own, contract, cards):
            continue
        table = random_table(rules, rng) if rng.random() < 0.6 else ()
        task = plainly(task_for(own, cards, contract, table))
        try:
            found = swept(task, loose=True)
        except TooNear:
            told[False] += 1
            continue
        told[True] += 1
        best = swept(task, loose=False)
        worth = [one and sum(task.worth[card.rank] for card in one.left) for one in (found, best)]
        assert worth[0] == worth[1], (hand, cards, table)
        if found is not None:
            check_told(own, hand, task, found)
    return told


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_a_run_may_meet_itself_in_a_loose_sweep(rules: RuleSet) -> None:
    assert compare(rules, 4, seed=1)[True]


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_a_run_may_meet_itself_in_a_loose_sweep_in_many_hands(rules: RuleSet) -> None:
    told = compare(rules, 60, seed=2)
    assert told[True] > 10 * told[False]


def test_upper_ends_are_exchanged_where_one_run_is_too_long() -> None:
    """The loose sweep makes one run of all but the other's four cards; each has thirteen in the end."""
    rules = load_rules("continental")
    ranks = ["A", *"23456789", "T", *"JQK"]
    cards = parse_cards(" ".join(f"{rank}C" for rank in ranks * 2), rules.pack)
    found = swept(plainly(task_for(rules.in_hand(3), cards, rules.contract(3))), loose=True)
    assert found is not None
    assert not found.left
