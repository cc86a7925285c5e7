"""Nobody learns the order of the cards face down: not from a view, a refusal, a hint or a bot."""

import random
from dataclasses import replace

import pytest

from referee.engine.bots.shanghaien import BOTS
from referee.engine.shanghaien.judge import judge
from referee.engine.shanghaien.seatview import view_for
from tests.engine.shanghaien.playouts import any_action, random_game, random_rules


def resampled(state, source):
    """The same position with the cards face down in another order."""
    unseen = list(state.unseen)
    source.shuffle(unseen)
    return replace(state, unseen=tuple(unseen))


def check(source):
    for _, _, _, state in random_game(random_rules(source), source):
        other = resampled(state, source)
        for seat in (0, 1, None):
            assert view_for(state, seat) == view_for(other, seat)
            action = any_action(source, state)
            assert judge(state, seat, action) == judge(other, seat, action)


def test_views_and_refusals_are_the_same_whatever_lies_face_down():
    source = random.Random(5)
    for _ in range(40):
        check(source)


@pytest.mark.long
def test_views_and_refusals_are_the_same_in_two_thousand_games():
    source = random.Random(55)
    for _ in range(2000):
        check(source)


def test_bots_act_the_same_whatever_lies_face_down():
    source = random.Random(6)
    for _, _, _, state in random_game(random_rules(source), source):
        if state.actors and source.random() < 0.1:
            bot = source.choice(list(BOTS.values()))
            views = view_for(state, state.turn), view_for(resampled(state, source), state.turn)
            first, second = (bot.act(view, random.Random(1)) for view in views)
            assert first == second


def test_view_lists_unseen_cards_in_printed_order():
    source = random.Random(7)
    *_, (_, _, _, last) = random_game(random_rules(source), source)
    view = view_for(last, None)
    assert sorted(map(repr, view.unseen)) == sorted(map(repr, last.unseen))
    assert list(view.unseen) == sorted(view.unseen, key=view.rules.deck.index)
    assert view.left_out == len(view.unseen)


def test_view_of_a_spectator_offers_no_actions():
    source = random.Random(8)
    for before, _, _, _ in random_game(random_rules(source), source):
        assert view_for(before, None).legal == ()
        assert view_for(before, 1 - before.turn).legal == ()
        assert bool(view_for(before, before.turn).legal) == bool(before.actors)
