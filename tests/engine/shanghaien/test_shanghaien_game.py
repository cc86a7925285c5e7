"""How a game goes: rounds, directions, tricks, the end; and many random games."""

import random
from dataclasses import replace

import pytest

from referee.engine.shanghaien.actions import (
    CallShanghai,
    Change,
    Enlist,
    Place,
    PlaceBoth,
    Reroll,
    Roll,
    RollDice,
)
from referee.engine.shanghaien.cards import Sailor, parse_trick
from referee.engine.shanghaien.dealer import DueRoll, DueShuffle, due
from referee.engine.shanghaien.judge import judge
from referee.engine.shanghaien.legal import legal_actions
from referee.engine.shanghaien.play import play
from referee.engine.shanghaien.problems import problems
from referee.engine.shanghaien.rules import NextStarter
from referee.engine.shanghaien.state import Enlisted, Held, Phase, new_game, score, winners
from referee.engine.shanghaien.tavern import Why
from tests.engine.shanghaien.playouts import (
    BASIC,
    FULL,
    LEFT,
    RIGHT,
    any_action,
    cards,
    dealt,
    holding,
    position,
    random_game,
    random_rules,
)


def turn(state, rolled, *actions):
    """The state after a roll of the captain in turn and what the captain does with it."""
    state = play(play(state, state.turn, RollDice()), None, Roll(rolled))
    for action in actions:
        state = play(state, state.turn, action)
    return state


def a_round(state, direction=LEFT):
    """Both captains place a 1 and a 2, then the starter calls."""
    state = turn(state, (1, 6), Place(1, direction))
    state = turn(state, (2, 6), Place(2))
    state = turn(state, (1, 6), Place(1))
    state = turn(state, (2, 6), Place(2))
    return play(state, state.turn, CallShanghai())


def test_new_game_waits_for_the_shuffle():
    state = new_game(FULL, starter=1)
    assert (due(state), state.actors, state.row) == (DueShuffle(FULL.deck), (), ())
    assert problems(state) == ()
    with pytest.raises(ValueError, match="starter 0 or 1"):
        new_game(FULL, starter=2)


def test_shuffle_opens_the_tavern():
    state = dealt(FULL, "R4 B3 G1 Y2 *rc O3")
    assert state.row == cards("R4 B3 G1 Y2 *rc O3")
    assert len(state.unseen) == 42
    assert (state.phase, state.actors) == (Phase.TURN, (0,))


def test_roll_and_place_moves_the_turn_on():
    state = turn(dealt(), (3, 5), Place(5, RIGHT))
    assert state.dice[0] == (0, 0, 0, 0, 1, 0)
    assert (state.turn, state.direction, state.rolled) == (1, RIGHT, None)
    assert (state.supply(0), state.supply(1)) == (5, 6)


def test_supply_counts_the_rolled_dice_as_out():
    state = play(dealt(), 0, RollDice())
    assert (state.supply(0), due(state)) == (4, DueRoll(1))
    assert play(state, None, Roll((1, 1))).supply(0) == 4


@pytest.mark.parametrize(("direction", "won"), [(LEFT, ("R4", "B3")), (RIGHT, ("O3", "P2"))])
def test_direction_decides_which_card_a_number_means(direction, won):
    state = a_round(dealt(FULL, "R4 B3 G1 Y2 P2 O3"), direction)
    assert state.crews[0].sailors == cards(won[0])
    assert state.crews[1].sailors == cards(won[1])
    assert len(state.gone) == 4
    assert state.settled is not None
    assert [fate.why for fate in state.settled.fates[:3]] == [Why.UNOPPOSED, Why.UNOPPOSED, Why.NO_DICE]


def test_shanghai_lets_the_other_begin_the_next_round():
    state = a_round(dealt())
    assert (state.round, state.turn, state.starter) == (2, 1, 1)
    assert (state.direction, state.dice[0], len(state.row)) == (None, (0,) * 6, 6)
    kept = a_round(dealt(replace(FULL, next_starter=NextStarter.CALLER)))
    assert kept.starter == 0


def test_tricks_are_won_like_sailors_and_usable_from_the_next_round():
    state = a_round(dealt(FULL, "*rc *rj G1 Y2 P2 O3"))
    assert state.crews[0].tricks == (Held(parse_trick("*rc"), 1),)
    state = turn(state, (1, 3), Enlist(parse_trick("*rj"), "green"), Place(3, LEFT))
    assert state.crews[1].enlisted == (Enlisted(parse_trick("*rj"), "green"),)
    assert state.crews[1].strengths() == {"green": [2]}
    state = turn(state, (6, 6), Reroll(parse_trick("*rc")))
    assert (due(state), state.rolled) == (DueRoll(7), None)
    state = play(state, None, Roll((2, 4)))
    assert state.tricked == (True, True)
    assert parse_trick("*rc") in state.gone
    assert problems(state) == ()


def test_a_trick_leaves_the_turn_to_place():
    state = holding(dealt(), 0, "*rc", "*cb")
    state = turn(state, (3, 3), Change(parse_trick("*rc"), 3, 4))
    assert state.rolled == (4, 3)
    assert set(legal_actions(state, 0)) == {
        Place(number, direction) for number in (3, 4) for direction in (LEFT, RIGHT)
    }


def test_change_turns_the_die_that_was_named():
    state = turn(holding(dealt(), 0, "*rc"), (2, 5), Change(parse_trick("*rc"), 5, 6))
    assert state.rolled == (2, 6)


def test_place_both_places_two_dice_and_ends_the_turn():
    state = turn(holding(dealt(), 0, "*cb"), (3, 3), PlaceBoth(parse_trick("*cb"), RIGHT))
    assert (state.dice[0], state.turn, state.direction) == ((0, 0, 2, 0, 0, 0), 1, RIGHT)


def test_place_both_may_empty_the_supply():
    state = holding(position((1, 1, 1, 1, 0, 0), (1, 0, 0, 0, 0, 0)), 0, "*rb")
    state = turn(state, (5, 6), PlaceBoth(parse_trick("*rb")))
    assert state.supply(0) == 0
    state = turn(state, (5, 6), Place(6))
    assert legal_actions(state, 0) == (CallShanghai(),)


def test_of_two_equal_tricks_one_is_used():
    state = holding(dealt(), 0, "*rc", "*rc")
    state = turn(state, (2, 5), Change(parse_trick("*rc"), 5, 6))
    assert len(state.crews[0].tricks) == 1


@pytest.mark.parametrize(("rules", "rounds", "left"), [(FULL, 8, 0), (BASIC, 6, 4)])
def test_game_ends_after_its_rounds(rules, rounds, left):
    state = dealt(rules)
    for number in range(1, rounds + 1):
        assert state.round == number
        state = a_round(state)
    assert state.is_over
    assert (state.actors, due(state), len(state.unseen)) == ((), None, left)
    assert problems(state) == ()


def test_score_counts_jokers_and_unused_tricks():
    state = holding(dealt(), 0, "*rc", "*cb")
    state = turn(holding(state, 1, "*rj"), (1, 2), Place(1, LEFT))
    state = turn(state, (1, 2), Enlist(parse_trick("*rj"), "red"))
    count = score(state)
    assert count.points == (2, 2)
    assert count.winner is None
    assert winners(state) == (0, 1)


def test_sailors_are_dealt_by_value_without_identity():
    assert dealt().row[2:4] == (Sailor("red", 3), Sailor("red", 3))


def walk(rules, source):
    """A random game in which every state is sound, its listed actions are legal and others are not."""
    steps = 0
    for before, seat, _, after in random_game(rules, source):
        assert problems(after) == ()
        assert seat is None or seat in before.actors
        listed = legal_actions(before, before.turn)
        assert all(judge(before, before.turn, action).legal for action in listed)
        assert bool(listed) == (due(before) is None)
        other = any_action(source, before)
        assert judge(before, before.turn, other).legal == (other in listed)
        assert legal_actions(before, 1 - before.turn) == ()
        steps += 1
    assert after.is_over
    most = rules.rounds * (2 * 6 * 3 + 3)
    assert steps <= most
    return after


def test_random_games_keep_the_invariants_and_end():
    source = random.Random(9)
    winners = {score(walk(random_rules(source), source)).winner for _ in range(300)}
    assert winners == {1, 2, None}


@pytest.mark.long
def test_random_games_by_the_thousand():
    source = random.Random(2026)
    for _ in range(20_000):
        walk(random_rules(source), source)


BROKEN = [
    (replace(dealt(), row=dealt().row[:5]), "cards"),
    (replace(dealt(), gone=dealt().row[:1]), "48 cards"),
    (replace(dealt(), round=9), "round"),
    (replace(dealt(), rolled=(1, 2)), "lie rolled"),
    (replace(dealt(), direction=LEFT), "direction"),
    (position((3, 3, 1, 0, 0, 0), (0,) * 6), "6 dice"),
    (replace(holding(dealt(), 0, "*rc", won=2), round=1), "won in round 2"),
]


@pytest.mark.parametrize(("state", "phrase"), BROKEN)
def test_problems_names_what_is_broken(state, phrase):
    assert any(phrase in problem for problem in problems(state))
