"""The lean search against the whole one, and filling straight on against filling along chains of places."""

import random
from collections import Counter

import pytest

from referee.engine.rummy.cards import Card, parse_cards
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import fill
from referee.engine.rummy.solver.contains import witness
from referee.engine.rummy.solver.distance import _whole_shoe
from referee.engine.rummy.solver.hand import Holding, plus, plus_rank, read, read_counts
from referee.engine.rummy.solver.layouts import least_lacking
from referee.engine.rummy.solver.lean import Lean, is_lean
from referee.engine.rummy.solver.plan import Plan, plans_for
from referee.engine.rummy.solver.search import Search
from referee.engine.rummy.solver.shortage import can_fill
from referee.engine.rummy.solver.wanting import Wanting
from tests.engine.solver.hands import HOUSES, SPECIAL, deals, house, unseen_cards
from tests.engine.solver.test_solver_quick import BARE

RULES = [load_rules(key) for key in PRESETS] + [house(settings) for settings in (*HOUSES, *SPECIAL, *BARE)]
LEAN = [rules for rules in RULES if any(plan.lean for hand in range(1, 4) for plan in plans_for(rules, hand))]


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{RULES.index(rules)}"


def compare(rules: RuleSet, count: int, seed: int) -> None:
    """What both say is lacking at least, whatever is of interest; and that the layout found can be filled."""
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=(5, 25)):
        for plan in plans_for(rules, hand):
            if not plan.lean:
                continue
            held = read(plan, cards)
            for limit in (1, 3, plan.cards + 1):
                supply = rng.choice((None, some_supply(rules, plan, cards, rng)))
                if not is_lean(plan, supply):
                    continue
                whole, lean = Search(plan, held, limit, supply).find(), Lean(plan, held, limit, supply=supply)
                told = (hand, cards, limit)
                if lean.search():
                    layout = lean.layout()
                    assert (lean.runs is None) == (whole is None), told
                    assert lean.best == (whole.lacking if whole else limit), told
                    assert not layout or layout.lacking or can_fill(plan, held, layout), told
                any_is_right = Lean(plan, held, limit, enough=limit - 1, supply=supply)
                if any_is_right.search():
                    assert (any_is_right.best < limit) == (whole is not None), told


def some_supply(rules: RuleSet, plan: Plan, cards: list[Card], rng: random.Random) -> Holding:
    """What can be held at most, when some cards or none are known to lie elsewhere."""
    left = unseen_cards(rules, cards)
    seen = rng.sample(sorted(left.elements()), min(left.total(), rng.choice((0, 20, 60))))
    return read_counts(plan, Counter(cards) + left - Counter(seen))


def fillings(rules: RuleSet, count: int, seed: int) -> int:
    """How many of the hands are filled straight on; each with as many natural cards in every place as along chains."""
    straight = 0
    for hand, cards in deals(rules, count, seed=seed, sizes=(10, 25)):
        for plan in plans_for(rules, hand):
            layout = None if plan.apart else Search(plan, read(plan, cards), 1).find()
            if layout is None:
                continue
            own = rules.in_hand(hand)
            melds = fill.fill(own, plan, layout, cards)
            assert not Counter(card for meld in melds for card in meld.cards) - Counter(cards)
            filling = fill._Filling(own, plan, layout, Counter(cards))
            filling.place_naturals()
            filling.meet_needs()
            chained = fill.in_order(plan.contract, filling.melds())
            assert [*map(laid, melds)] == [*map(laid, chained)], (hand, cards)
            straight += fill.fill_straight(own, plan, layout, cards) is not None
    return straight


def laid(meld: Meld) -> tuple[object, ...]:
    """The meld, in which cards of a set count whatever their suit."""
    return (meld.rank, meld.suit, meld.low, len(meld.wild_places) if meld.rank else meld.cards)


@pytest.mark.parametrize("rules", LEAN, ids=names)
def test_lean_search_agrees_with_the_whole_one(rules: RuleSet) -> None:
    compare(rules, 25, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("rules", LEAN, ids=names)
def test_lean_search_agrees_with_the_whole_one_on_many_hands(rules: RuleSet) -> None:
    compare(rules, 1500, seed=2)


def test_two_sets_of_a_rank_where_the_fullest_ranks_lack_natural_cards() -> None:
    cards = parse_cards("JK JK AS 3D 5D 5H 5S 5S 6H 8C 9S TS")
    melds = witness(load_rules("shanghai-10"), 1, cards)
    assert melds
    assert [meld.rank for meld in melds] == [5, 5]


def wanted(rules: RuleSet, count: int, seed: int) -> int:
    """How many searches were sure of every card; those that one by one are found to help in a run are the same."""
    told = 0
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=(4, 14)):
        for plan in plans_for(rules, hand):
            held = read(plan, cards)
            supply = rng.choice((None, some_supply(rules, plan, cards, rng)))
            lacking = least_lacking(plan, held, plan.cards + 1, supply)
            if not is_lean(plan, supply) or not plan.runs or not 0 < lacking <= plan.cards:
                continue
            wanting = Wanting(plan, held, lacking, supply)
            for suit, letter in enumerate(plan.suits):
                for rank in range(1, plan.top + 1):
                    if rank in plan.wild_ranks:
                        continue
                    more = plus(plan, held, Card(rank, letter))
                    helps = Search(plan, more, lacking, supply).holds_through(suit, rank)
                    wants = bool(wanting.wanted[suit] >> rank & 1)
                    unsure = bool(wanting.unsure[suit] >> rank & 1)
                    in_set = helps and plan.sets and Search(plan, plus_rank(held, rank), lacking, supply).holds()
                    assert helps or not wants, (hand, cards, rank, letter)
                    assert wants or not helps or in_set or unsure, (hand, cards, rank, letter)
            told += not any(wanting.unsure)
    return told


def test_cards_wanted_for_runs_are_those_that_help() -> None:
    assert sum(wanted(rules, 6, seed=4) for rules in LEAN) > 50


@pytest.mark.long
@pytest.mark.parametrize("rules", LEAN, ids=names)
def test_cards_wanted_for_runs_are_those_that_help_in_many_hands(rules: RuleSet) -> None:
    wanted(rules, 150, seed=5)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_a_shoe_with_enough_for_every_layout_is_no_restriction(rules: RuleSet) -> None:
    for hand, cards in deals(rules, 12, seed=6, sizes=(6, 18)):
        for players in rules.players:
            for plan in plans_for(rules, hand):
                whole = read_counts(plan, rules.deck_cards(players))
                if _whole_shoe(rules, plan, players) is None and not Counter(cards) - rules.deck_cards(players):
                    held, limit = read(plan, cards), plan.cards + 1
                    assert least_lacking(plan, held, limit) == least_lacking(plan, held, limit, whole), (hand, cards)


def test_filling_straight_on_agrees_with_filling_along_chains() -> None:
    assert sum(fillings(rules, 15, seed=3) for rules in RULES) > 200


@pytest.mark.parametrize("key", list(PRESETS))
def test_usual_games_have_lean_plans(key: str) -> None:
    rules = load_rules(key)
    assert all(plan.lean for hand in range(1, rules.hands + 1) for plan in plans_for(rules, hand))


@pytest.mark.parametrize(
    ("changes", "sizes"),
    [
        ({"contract_size": "at-least", "contract_jokers": None}, {4}),
        # Two runs that lie one behind the other need a rank between them.
        ({"contract_size": "at-least", "contract_jokers": None, "consecutive_runs": False}, {4, 5}),
        ({"contract_size": "at-least", "contract_jokers": 1, "consecutive_runs": False}, {4, 5}),
        ({"contract_size": "at-least", "contract_jokers": {"R4": 0, "R5": 0, "R6": 2}, "max_run": 6}, {4, 6}),
        ({"contract_size": "at-least", "contract_jokers": {"R4": 0, "R5": 2, "R6": 3}}, {4, 5, 6}),
        # With a natural card between any two jokers no four cards have more than two.
        (
            {"contract_size": "at-least", "contract_jokers": {"R4": 2, "R5": 3, "R6": 3}, "adjacent_wilds": False},
            {4},
        ),
    ],
)
def test_longer_runs_are_looked_at_where_they_hold_more(changes: dict[str, object], sizes: set[int]) -> None:
    (plan,) = plans_for(
        house({"consecutive_runs": True, "contracts": ["2R4"], "last_hand_all_cards": False} | changes), 1
    )
    assert {window.size for window in plan.runs[0].windows} == sizes
