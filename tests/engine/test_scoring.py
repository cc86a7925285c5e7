"""Points: sums over the value table, by cards and by classes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rulings import rule
from referee.engine.rummy.cards import format_card, parse_cards
from referee.engine.rummy.ruledoc import RulesError, load_rules
from referee.engine.rummy.scoring import blind_points, points
from tests.engine.rulesets import PRESETS, ROOK, SEVEN, TEN, variant

WORTH = {
    "shanghai-7": {**dict.fromkeys("234567", 5), **dict.fromkeys("89TJQK", 10), "A": 20, "JK": 50},
    "shanghai-7-ten": {**dict.fromkeys("234567", 5), **dict.fromkeys("89TJQK", 10), "A": 20, "JK": 50},
    "shanghai-10": {**dict.fromkeys("23456789T", 5), **dict.fromkeys("JQK", 10), "A": 20, "JK": 25},
    "rook-10": {
        **{str(rank): 5 for rank in range(2, 11)},
        **{str(rank): 10 for rank in range(11, 15)},
        "1": 20,
        "JK": 25,
    },
}


@given(key=st.sampled_from(list(PRESETS)), data=st.data())
def test_points_are_the_sum_of_the_values(key, data):
    rules = PRESETS[key]
    cards = data.draw(st.lists(st.sampled_from([*rules.deck_cards(4)]), max_size=30))
    worth = sum(WORTH[key]["JK" if card.rank == 0 else format_card(card)[:-1]] for card in cards)
    assert points(rules, cards) == worth
    by_class = {cls.label: sum(card.rank in cls.ranks for card in cards) for cls in rules.value_classes}
    question = {"ask": "score", "rules": key}
    assert rule({**question, "counts": by_class})["points"] == worth
    assert rule({**question, "cards": [format_card(card) for card in cards]})["points"] == worth


@pytest.mark.parametrize(
    ("rules", "cards", "worth"),
    [
        (SEVEN, "9C KD 3H", 25),
        (SEVEN, "AC 6D JK", 75),
        (SEVEN, "2C 2D QH 7S", 25),
        (SEVEN, "", 0),
        (TEN, "AC 6D JK", 50),
        (variant("shanghai-10", joker_points=50), "AC 6D JK", 75),
        (ROOK, "1R 10G 11Y JK", 60),
        (variant(joker_points=-10), "JK JK", -20),
    ],
)
def test_points_of_known_hands(rules, cards, worth):
    assert points(rules, parse_cards(cards, rules.pack)) == worth


def test_going_out_blind():
    assert blind_points(SEVEN, joker_used=True) == 0
    assert blind_points(TEN, joker_used=True) == -25
    assert blind_points(variant("shanghai-10", joker_points=50), joker_used=False) == -50
    either = variant("shanghai-10", blind="25-or-50")
    assert [blind_points(either, joker_used=used) for used in (True, False)] == [-25, -50]


def test_single_cards_have_a_value_of_their_own():
    kalooki = load_rules("kalooki")
    assert [points(kalooki, parse_cards(cards)) for cards in ("AH", "AD AH", "AS", "AC AH 2D")] == [1, 2, 15, 18]
    assert [kind.label for kind in kalooki.value_classes][-3:] == ["A", "AH AD", "joker"]
    assert kalooki.dearest_points[1] == 15


@pytest.mark.parametrize("given", [{"JK": 5}, {"14R": 5}, {"AH": 500}, {"AH": "1"}, ["AH"], 5, {"": 1}])
def test_values_of_cards_that_are_none_are_refused(given):
    with pytest.raises(RulesError) as refused:
        load_rules({"base": "shanghai-7", "set": {"card_points": given}})
    assert refused.value.setting == "card_points"
