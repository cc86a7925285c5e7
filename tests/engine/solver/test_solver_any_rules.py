"""Rule sets drawn at random, hands drawn at random: every answer against plain enumeration."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.rummy.cards import Card
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import best_laydown, best_layoffs, can_go_out, can_meet, distance
from tests.engine.solver.hands import deal, house, unseen_cards
from tests.engine.solver.oracle import best_left, can_go_down, fewest_missing
from tests.engine.solver.tables import check_laydown, random_table

ENDINGS = {"optional": {0, 1}, "never": {0}, "required": {1}}

SETTINGS = st.fixed_dictionaries(
    {
        "contracts": st.sampled_from((["2S3"], ["S3+R4"], ["2R4"], ["S4+R5"], ["R5"], ["3S3"], ["S3+R3"])),
        "aces": st.sampled_from(("high", "low", "either", "round")),
        "max_run": st.sampled_from((6, 13, 14)),
        "run_min": st.just(3),
        "contract_size": st.sampled_from(("exact", "exact", "exact", "at-least", "runs-at-least")),
        "first_rank": st.sampled_from((1, 1, 1, 3)),
        "same_suit_runs": st.sampled_from((True, True, False)),
        "jokerless_hands": st.sampled_from(([], [], [1])),
        "contract_jokers": st.sampled_from((0, 1, 1, 2, None, {"S3": 1, "R4": 1, "R5": 2})),
        "table_jokers": st.sampled_from((0, 1, 1, 2, None)),
        "same_rank_sets": st.booleans(),
        "consecutive_runs": st.sampled_from((True, False, 2)),
        "layoff_same_turn": st.booleans(),
        "joker_swap": st.sampled_from(("none", "runs", "runs-to-hand")),
        "set_swap": st.booleans(),
        "swap_when": st.sampled_from(("down", "down", "before", "always", "at-once")),
        "swap_all_wilds": st.booleans(),
        "card_points": st.sampled_from(({}, {}, {"AH": 1, "AD": 1}, {"5S": 40, "AC": -5, "KD": 0, "7H": 1})),
        "last_hand_all_cards": st.booleans(),
        "discard_to_go_out": st.sampled_from(("optional", "never", "required")),
        "wild_ranks": st.sampled_from(([], [], [], ["2"], ["A"])),
        "wilds_at_most_naturals": st.booleans(),
        "adjacent_wilds": st.sampled_from((True, True, False)),
    }
).map(lambda drawn: drawn | _together(drawn))


def _together(drawn: dict[str, object]) -> dict[str, object]:
    """What has to be otherwise so that the settings go together."""
    first = {"first_rank": 1} if drawn["aces"] == "round" else {}
    if drawn["swap_when"] == "at-once" and drawn["joker_swap"] == "runs":
        first["swap_when"] = "down"
    return first | ({"set_swap": False} if drawn["joker_swap"] == "runs" else {})


@settings(max_examples=60, deadline=None)
@given(SETTINGS, st.randoms(use_true_random=False))
def test_every_answer_agrees_with_enumeration(changes: dict[str, object], rng: random.Random) -> None:
    rules = house(changes)
    # Enumeration takes its time where melds may be of any length.
    cards = deal(rules, rng, rng.randint(6, 10 if rules.contract_size == "exact" else 8))
    table = random_table(rules, rng, most=2)
    check_going_down(rules, cards, rng)
    expected = best_left(rules, 1, cards, table)
    found = best_laydown(rules, 1, cards, table)
    assert (found is None) == (expected is None)
    if found and expected:
        assert found.points == expected[0]
        check_laydown(rules.in_hand(1), 1, cards, table, found)
    endings = {0} if rules.is_all_cards(1) else ENDINGS[rules.discard_to_go_out]
    assert can_go_out(rules, 1, cards, table) == (expected is not None and bool(expected[1] & endings))


def check_going_down(rules: RuleSet, cards: list[Card], rng: random.Random) -> None:
    """Contract and distance, the latter with some of the cards seen elsewhere."""
    contract, asked = rules.contract(1), rules.in_hand(1)
    if not rules.is_all_cards(1):
        assert can_meet(rules, 1, cards) == can_go_down(asked, contract, cards)
    seen = rng.sample(sorted(unseen_cards(rules, cards).elements()), rng.choice((0, 40)))
    found = distance(rules, 1, cards, seen=seen)
    if found is not None and found <= 1:
        assert fewest_missing(asked, contract, cards, unseen_cards(rules, cards, seen), found + 1) == found


@settings(max_examples=60, deadline=None)
@given(SETTINGS, st.randoms(use_true_random=False))
def test_laying_off_agrees_with_playing_every_step(changes: dict[str, object], rng: random.Random) -> None:
    rules = house(changes)
    cards = deal(rules, rng, rng.randint(1, 5))
    table = random_table(rules, rng, most=3)
    expected = best_left(rules, 1, cards, table, down=True)
    found = best_layoffs(rules, cards, table)
    if expected is None:
        assert found.left == tuple(sorted(cards))
        return
    assert found.points == expected[0]
    check_laydown(rules, 1, cards, table, found, down=True)
