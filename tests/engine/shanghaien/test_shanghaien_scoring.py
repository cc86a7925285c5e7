"""The end scoring: the source's examples, and properties that hold for any two crews."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rummy.cards import NotationError
from referee.engine.shanghaien.cards import (
    NATION_KEYS,
    SAILORS,
    TRICKS,
    Effect,
    format_card,
    parse_card,
    parse_trick,
)
from referee.engine.shanghaien.scoring import Equal, Tie, nation_points, score_crews


@pytest.mark.parametrize(
    ("strengths", "points"),
    [((12, 1), (1, 0)), ((7, 6), (6, 0)), ((10, 0), (10, 0)), ((5, 5), (0, 0)), ((0, 4), (0, 4))],
)
def test_nation_points_examples(strengths, points):
    assert nation_points(*strengths) == points


def test_score_crews_by_nationality():
    score = score_crews({"red": [4, 3, 3, 2], "blue": [3, 3]}, {"red": [1], "blue": [4, 2, 1]})
    assert score.points == (1, 6)
    assert score.winner == 2
    assert [(nation.nation, nation.strengths, nation.points) for nation in score.nations] == [
        ("red", (12, 1), (1, 0)),
        ("blue", (6, 7), (0, 6)),
    ]


def test_score_crews_unused_tricks_count_one_each():
    score = score_crews({"red": [4]}, {"blue": [3]}, (0, 2))
    assert score.points == (4, 5)
    assert score.tricks == (0, 2)
    assert score.winner == 2


def test_score_crews_equal_totals_share_unless_agreed_otherwise():
    crews = {"red": [4]}, {"blue": [3, 1]}
    assert score_crews(*crews).winner is None
    assert score_crews(*crews, tie=Tie.MORE_SAILORS).winner == 2
    assert score_crews({"red": [4]}, {"blue": [4]}, tie=Tie.MORE_SAILORS).winner is None


def test_score_crews_equal_strength_scores_both_when_agreed():
    assert score_crews({"red": [3]}, {"red": [3]}).points == (0, 0)
    assert score_crews({"red": [3]}, {"red": [3]}, equal=Equal.BOTH).points == (3, 3)


crews = st.dictionaries(st.sampled_from(NATION_KEYS), st.lists(st.integers(1, 4), max_size=5))


@given(crews, crews)
def test_score_crews_is_fair_and_bounded(first, second):
    score, mirrored = score_crews(first, second), score_crews(second, first)
    assert score.points == mirrored.points[::-1]
    for nation in score.nations:
        assert 0 in nation.points
        assert sum(nation.points) <= max(nation.strengths)


def test_cards_are_forty_sailors_and_eight_tricks():
    assert len(SAILORS) == 40
    assert len(TRICKS) == 8
    assert set(Counter(sailor.nation for sailor in SAILORS).values()) == {5}
    assert sum(sailor.value for sailor in SAILORS) == 8 * 13
    assert len(set(TRICKS)) == 6
    assert all(len(set(trick.effects)) == 2 for trick in TRICKS)
    assert TRICKS.count(parse_trick("*rc")) == 3


def test_card_notation_round_trip():
    assert format_card(SAILORS[0]) == "R1"
    assert parse_trick("*cj").effects == (Effect.CHANGE, Effect.JOKER)
    for card in (*SAILORS, *TRICKS):
        assert parse_card(format_card(card)) == card


@pytest.mark.parametrize("text", ["R5", "r1", "*cr", "", "??"])
def test_parse_card_refuses(text):
    with pytest.raises(NotationError, match="expected a card"):
        parse_card(text)


def test_parse_trick_refuses_a_sailor():
    with pytest.raises(NotationError, match="sailor 'R1'"):
        parse_trick("R1")
