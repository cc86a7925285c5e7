"""Contract and distance against plain enumeration."""

import random
from collections import Counter

import pytest

from referee.engine.rummy.cards import parse_cards
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import search
from referee.engine.rummy.solver.contains import can_meet, witness
from referee.engine.rummy.solver.distance import distance, improving
from referee.engine.rummy.solver.hand import read, read_counts
from referee.engine.rummy.solver.plan import plan_for
from tests.engine.solver.hands import HOUSES, PRESETS, SPECIAL, deals, house, unseen_cards
from tests.engine.solver.oracle import can_go_down, check_contract, fewest_missing

RULES = [load_rules(key) for key in PRESETS] + [house(settings) for settings in HOUSES]
ALL_RULES = RULES + [house(settings) for settings in SPECIAL]
PARTS, MANY = 10, 61
"""Parts, each of so many hands for each rule set, so that there are 20,000 in all; parts can be run side by side."""


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{ALL_RULES.index(rules)}"


def compare_contract(rules: RuleSet, count: int, seed: int, sizes: tuple[int, int] = (8, 14)) -> None:
    for hand, cards in deals(rules, count, seed=seed, sizes=sizes):
        if rules.is_all_cards(hand):
            continue
        expected = can_go_down(rules.in_hand(hand), rules.contract(hand), cards)
        assert can_meet(rules, hand, cards) == expected, (hand, cards)
        melds = witness(rules, hand, cards)
        assert (melds is not None) == expected, (hand, cards)
        if melds is not None:
            check_contract(rules.in_hand(hand), rules.contract(hand), cards, melds)


def compare_distance(rules: RuleSet, count: int, seed: int, *, farthest: int, sizes: tuple[int, int] = (9, 14)) -> None:
    """Hands too far away for plain enumeration draw cards that are said to help until they are near enough."""
    rng = random.Random(seed)
    for hand, dealt in deals(rules, count, seed=seed, sizes=sizes):
        cards = list(dealt)
        seen = rng.sample(sorted(unseen_cards(rules, cards).elements()), rng.choice((0, 0, 20, 60)))
        found = distance(rules, hand, cards, seen=seen)
        while found is not None and found > farthest:
            cards.append(rng.choice(improving(rules, hand, cards, seen=seen)))
            nearer = distance(rules, hand, cards, seen=seen)
            assert nearer == found - 1, (hand, cards, seen)
            found = nearer
        if found is not None:
            own, unseen = rules.in_hand(hand), unseen_cards(rules, cards, seen)
            expected = fewest_missing(own, rules.contract(hand), cards, unseen, found + 1)
            assert expected == found, (hand, cards, seen)


@pytest.mark.parametrize("rules", ALL_RULES, ids=names)
def test_contract_agrees_with_enumeration(rules: RuleSet) -> None:
    compare_contract(rules, 20, seed=1)


@pytest.mark.parametrize("rules", ALL_RULES, ids=names)
def test_distance_agrees_with_enumeration(rules: RuleSet) -> None:
    compare_distance(rules, 3, seed=2, farthest=2 if rules.contract_size == "exact" else 1)


@pytest.mark.parametrize("rules", ALL_RULES, ids=names)
def test_improving_are_the_draws_that_shorten_the_distance(rules: RuleSet) -> None:
    for hand, cards in deals(rules, 2, seed=3, sizes=(8, 12)):
        found = distance(rules, hand, cards)
        nearer = improving(rules, hand, cards)
        for face, copies in unseen_cards(rules, cards).items():
            after = distance(rules, hand, [*cards, face])
            expected = bool(found) and copies > 0 and after is not None and found is not None and after < found
            assert (face in nearer) == expected, (hand, cards, face)


@pytest.mark.long
@pytest.mark.parametrize("rules", ALL_RULES, ids=names)
@pytest.mark.parametrize("part", range(PARTS))
def test_contract_agrees_with_enumeration_on_many_hands(rules: RuleSet, part: int) -> None:
    compare_contract(rules, MANY, seed=400 + part, sizes=(11, 20))


@pytest.mark.long
@pytest.mark.parametrize("rules", ALL_RULES, ids=names)
@pytest.mark.parametrize("part", range(PARTS))
def test_distance_agrees_with_enumeration_on_many_hands(rules: RuleSet, part: int) -> None:
    farthest = 2 if rules.contract_size == "exact" else 1
    compare_distance(rules, MANY, seed=500 + part, farthest=farthest, sizes=(11, 20))


def test_runs_as_good_as_each_other_take_different_cards_from_scarce_sets() -> None:
    """Of the eights only 8C 8C 8D can be had: a run from the eight takes one, the run from the nine leaves them all."""
    rules = house({"contracts": ["2S3+R4"], "contract_jokers": 0, "same_suit_runs": False})
    cards = parse_cards("9D JD 4D 4C JK 8C")
    shoe = rules.deck_cards(rules.players[0])
    to_come = shoe & Counter(
        parse_cards(
            "JK JK AC AC AS AS 2D 2D 2H 2H 2S 2S 3C 3D 3H 4C 4H 4S 5D 6C 7H 7H 8C 8D 9C 9C 9D 9H 9S TC TD TH JC JH QD"
            " QS QS KC KC KD KD KS"
        )
    )
    seen = shoe - Counter(cards) - to_come
    plan = plan_for(rules, 1)
    whole = search.Search(plan, read(plan, cards), plan.cards, read_counts(plan, Counter(cards) + to_come)).find()
    assert whole
    assert whole.lacking == 5
    assert distance(rules, 1, cards, seen=seen.elements()) == 5


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_suit_by_suit_agrees_with_all_windows_at_once(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(6)
    for hand, cards in deals(rules, 20, seed=6, sizes=(8, 20)):
        if rules.contract(hand).sets or rules.contract_size == "at-least":
            continue  # contracts of runs alone are solved so, and with longer runs all at once are too many
        seen = rng.sample(sorted(unseen_cards(rules, cards).elements()), rng.choice((0, 20, 60)))
        monkeypatch.setattr(search, "STEPS", 10**9)
        expected = distance(rules, hand, cards, seen=seen)
        monkeypatch.setattr(search, "STEPS", 0)
        assert distance(rules, hand, cards, seen=seen) == expected, (hand, cards, seen)
