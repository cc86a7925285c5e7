"""Crews kept by hand: taps, the word that keeps them, and what they come to."""

import random

import pytest

from referee.engine.rummy.cards import NotationError
from referee.engine.shanghaien.cards import NATION_KEYS, SAILORS
from referee.engine.shanghaien.scoring import score_crews
from referee.engine.shanghaien.tally import FIRST, GONE, SECOND, Tally, read_tally


def tapped(*taps, pen=FIRST):
    tally = Tally()
    for tap in taps:
        tally = tally.tapped(tap, pen)
    return tally


def test_tapped_card_goes_to_the_pen_and_back():
    tally = tapped("card 4")
    assert tally.crews() == ({"red": [4]}, {})
    assert tally.tapped("card 4", SECOND).crews() == ({}, {"red": [4]})
    assert tally.tapped("card 4", FIRST) == Tally()
    assert tally.tapped("card 4", GONE).crews() == ({}, {})
    assert tally.tapped("card 4", GONE).seen == 1


def test_tapped_joker_goes_round_all_that_can_be():
    tally, met = Tally(), []
    for _ in range(6):
        tally = tally.tapped("joker white", FIRST)
        met.append(tally.jokers[-1])
    assert met == [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (0, 0)]


def test_tapped_tricks_stay_within_the_game():
    assert tapped("trick 2", "trick 2", "untrick 2").tricks == (0, 1)
    assert tapped("untrick 1") == Tally()
    assert tapped(*["trick 1"] * 12).tricks == (8, 0)


def test_score_is_that_of_the_crews():
    source = random.Random(8)
    for _ in range(200):
        tally = Tally()
        for _ in range(source.randint(0, 60)):
            what = source.choice((f"card {source.randrange(40)}", f"joker {source.choice(NATION_KEYS)}", "trick 1"))
            tally = tally.tapped(what, source.choice((FIRST, SECOND, GONE)))
        assert read_tally(tally.word) == tally
        assert tally.score() == score_crews(*tally.crews(), tally.tricks)
        rows = tally.nations()
        assert sum(row.points[0] for row in rows) + tally.tricks[0] == tally.score().points[0]
        assert [held.sailor for row in rows for held in row.sailors] == list(SAILORS)


@pytest.mark.parametrize("tap", ["", "card", "card 40", "card -1", "card ²", "joker pink", "trick 3", "trick"])
def test_tapped_refuses_a_tap_on_nothing(tap):
    with pytest.raises(NotationError, match="expected a tap"):
        Tally().tapped(tap, FIRST)


@pytest.mark.parametrize(
    "word",
    ["x", "0" * 40, f"{'4' * 40}-{'0' * 16}-00", f"{'0' * 40}-{'3' * 16}-00", f"{'0' * 40}-{'0' * 16}-99", "٣" * 40],
)
def test_read_tally_refuses(word):
    with pytest.raises(NotationError, match="expected"):
        read_tally(word)
