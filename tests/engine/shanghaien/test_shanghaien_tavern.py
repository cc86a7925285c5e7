"""Who gets which card: named cases, and every small tavern against a second reading of the rule."""

import itertools
import random

import pytest

from referee.engine.shanghaien.tavern import Fate, TieBreak, Why, distribute, explain, owners


def test_distribute_unopposed_and_no_dice():
    fates = distribute(6, [1, 0, 0, 0, 1, 0], [0, 1, 0, 0, 0, 0])
    assert owners(fates) == (1, 2, None, None, 1, None)
    assert [fate.why for fate in fates] == [
        Why.UNOPPOSED,
        Why.UNOPPOSED,
        Why.NO_DICE,
        Why.NO_DICE,
        Why.UNOPPOSED,
        Why.NO_DICE,
    ]
    assert [explain(fate) for fate in fates[1:3]] == ["unopposed", "no dice"]


def test_distribute_higher_pips_beside_win_a_tie():
    fates = distribute(6, [1, 1, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0])
    assert fates[1] == Fate(2, 2, Why.NEIGHBOURS, (1, 1), (1, 3))
    assert explain(fates[1]) == "equal dice, higher neighbours 3 to 1"


def test_distribute_counts_all_pips_beside_even_those_that_lose():
    fates = distribute(6, [0, 0, 2, 0, 1, 0], [0, 0, 1, 0, 1, 2])
    assert owners(fates) == (None, None, 1, None, 2, 2)
    assert fates[4].neighbours == (0, 12)


def test_distribute_ends_of_the_row_are_no_neighbours():
    fates = distribute(6, [1, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0])
    assert fates[0] == Fate(1, None, Why.STILL_EQUAL, (1, 1), (0, 0))
    assert explain(fates[0]) == "still equal, dice 1 each and neighbours 0 each"


def test_distribute_more_dice_beat_higher_neighbours():
    fates = distribute(6, [0, 2, 0, 0, 0, 0], [0, 1, 3, 0, 0, 0])
    assert fates[1].owner == 1
    assert explain(fates[1]) == "more dice, 2 to 1"


def test_distribute_by_number_of_neighbouring_dice_when_agreed():
    first, second = [2, 1, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0]
    assert distribute(6, first, second)[1].owner == 2
    assert distribute(6, first, second, tie_break=TieBreak.DICE)[1].owner == 1


@pytest.mark.parametrize(
    ("row", "first"), [(5, [0] * 6), (6, [0] * 5), (6, [-1, 0, 0, 0, 0, 0]), (6, [4, 3, 0, 0, 0, 0])]
)
def test_distribute_refuses_what_cannot_lie(row, first):
    with pytest.raises(ValueError, match="expected"):
        distribute(row, first, [0] * 6)


def vectors(dice):
    """Every way to lay at most `dice` dice at six cards."""
    for many in range(dice + 1):
        for numbers in itertools.combinations_with_replacement(range(1, 7), many):
            yield tuple(numbers.count(number) for number in range(1, 7))


def second_reading(first, second):
    """The rule read die by die from a list of (player, number), not from sums over positions."""
    dice = [(1, number) for number in range(1, 7) for _ in range(first[number - 1])]
    dice += [(2, number) for number in range(1, 7) for _ in range(second[number - 1])]
    won = []
    for card in range(1, 7):
        best = {1: [0, 0], 2: [0, 0]}
        for player, number in dice:
            if number == card:
                best[player][0] += 1
            elif abs(number - card) == 1:
                best[player][1] += number
        if best[1][0] == best[2][0] == 0 or best[1] == best[2]:
            won.append(None)
        else:
            won.append(1 if best[1] > best[2] else 2)
    return tuple(won)


def test_distribute_all_taverns_of_three_dice_a_player():
    small = list(vectors(3))
    assert len(small) == 84
    for first, second in itertools.product(small, small):
        assert owners(distribute(6, first, second)) == second_reading(first, second), (first, second)


def test_distribute_sample_of_large_taverns_and_its_mirror():
    source = random.Random(6)
    large = list(vectors(6))
    for _ in range(3000):
        first, second = source.choice(large), source.choice(large)
        won = owners(distribute(6, first, second))
        assert won == second_reading(first, second)
        assert owners(distribute(6, second, first)) == tuple({1: 2, 2: 1, None: None}[owner] for owner in won)


@pytest.mark.long
def test_distribute_all_taverns_of_five_dice_a_player():
    small = list(vectors(5))
    assert len(small) == 462
    for first, second in itertools.product(small, small):
        assert owners(distribute(6, first, second)) == second_reading(first, second), (first, second)
