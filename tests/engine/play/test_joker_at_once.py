"""A joker that the others may take at the moment when it is laid, as in King Rummy."""

from random import Random

import pytest

from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.actions import Close, Discard, GoDown, LayOff, Pass, Swap
from referee.engine.rummy.cards import JOKER, parse_card, parse_cards
from referee.engine.rummy.judge import judge
from referee.engine.rummy.legal import legal_actions
from referee.engine.rummy.play import play
from referee.engine.rummy.positions import format_position, parse_position
from referee.engine.rummy.problems import problems
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.state import Phase
from referee.engine.rummy.window import waiting
from tests.engine.play.playouts import random_game
from tests.engine.play.tables import position, rules

KING = load_rules("king")
HANDS = "turn: p1; p1: 9C 9D 9S 4H 5H JK 7H KD; p2: 6H KC; p3: 6H QC; p4: 2C 3C; pile: 2D"


def start(text=HANDS, under=KING):
    return position(text, under, fewest=4)


def down(state):
    """Seat 0 lays a set and a run with a joker as the six of hearts."""
    action = next(one for one in legal_actions(state, 0) if isinstance(one, GoDown))
    return play(state, 0, action)


def test_others_are_asked_in_the_order_of_play():
    state = down(start())
    assert state.phase is Phase.REPLACE
    assert (state.asking, state.fresh) == ((1, 2, 3), ((0, parse_card("6H")),))
    assert waiting(state) == (1,)
    assert list(legal_actions(state, 1)) == [Pass(), Swap(parse_card("6H"), 0)]
    for seat in (0, 2, 3):
        assert list(legal_actions(state, seat)) == []
    assert problems(state) == ()


def test_who_is_nearest_takes_it_and_the_turn_goes_on():
    state = play(down(start()), 1, Swap(parse_card("6H"), 0))
    assert state.phase is Phase.PLAY
    assert (state.turn, state.asking, state.fresh) == (0, (), ())
    assert state.seats[1].hand == tuple(sorted((JOKER, parse_card("KC"))))
    assert state.seats[1].known == (JOKER,)
    assert not state.seats[1].down
    assert state.table[0].meld.cards == parse_cards("4H 5H 6H 7H")
    assert problems(play(state, 0, Discard(parse_card("KD")))) == ()


def test_who_passes_leaves_it_to_the_next():
    state = play(down(start()), 1, Pass())
    assert waiting(state) == (2,)
    assert judge(state, 1, Swap(parse_card("6H"), 0)).codes == ("turn.not-yours",)
    state = play(state, 2, Swap(parse_card("6H"), 0))
    assert (state.phase, state.seats[2].hand) == (Phase.PLAY, tuple(sorted((JOKER, parse_card("QC")))))


def test_turn_goes_on_when_all_have_passed_or_the_time_is_up():
    state = down(start())
    for seat in (1, 2, 3):
        state = play(state, seat, Pass())
    assert state.phase is Phase.PLAY
    assert play(down(start()), None, Close()).phase is Phase.PLAY


def test_nobody_takes_it_later():
    state = play(down(start()), None, Close())
    state = play(state, 0, Discard(parse_card("KD")))
    state = state._replace(phase=Phase.PLAY, window=None, turn=1)
    assert judge(state, 1, Swap(parse_card("6H"), 0)).codes[0] == "swap.at-once"


@pytest.mark.parametrize("action", [Discard(parse_card("KD")), LayOff(parse_card("KD"), 1), Close()])
def test_who_laid_it_waits_for_the_others(action):
    state = down(start())
    assert not judge(state, 0, action).legal


def test_a_card_for_which_no_joker_was_laid_takes_none():
    state = down(start("turn: p1; p1: 9C 9D 9S 4H 5H JK 7H KD; p2: 6C KC; p3: 6H QC; p4: 2C 3C; pile: 2D"))
    assert list(legal_actions(state, 1)) == [Pass()]
    assert judge(state, 1, Swap(parse_card("6C"), 0)).codes == ("swap.wrong-card",)
    assert judge(state, 1, Swap(parse_card("6H"), 0)).codes == ("card.not-held",)
    assert judge(state, 1, Swap(parse_card("6C"), 7)).codes == ("swap.not-run",)


def test_joker_that_is_laid_off_is_offered_and_older_ones_are_not():
    table = "p1 is: down; table: p1 9C 9D 9S / p1 4H 5H JK=6H 7H"
    state = start(f"turn: p1; p1: JK KD QD; p2: 6H 8H; p3: 3H; p4: 2C; pile: 2D; {table}")
    laid = play(state, 0, LayOff(JOKER, 1, "high"))
    assert laid.fresh == ((1, parse_card("8H")),)
    assert list(legal_actions(laid, 1)) == [Pass(), Swap(parse_card("8H"), 1)]
    assert judge(laid, 1, Swap(parse_card("6H"), 1)).codes == ("swap.at-once",)
    assert play(state, 0, LayOff(JOKER, 0)).phase is Phase.PLAY  # of a set nobody takes it


def test_jokers_of_sets_are_offered_where_they_are_swapped_too():
    under = rules("king", set_swap=True)
    state = start("turn: p1; p1: 9C 9D JK 4H 5H 6H 7H KD; p2: 9H KC; p3: 2H; p4: 2C; pile: 2D", under)
    laid = down(state)
    swap = next(one for one in legal_actions(laid, 1) if isinstance(one, Swap))
    assert play(laid, 1, swap).seats[1].hand == tuple(sorted((JOKER, parse_card("KC"))))


def test_hand_that_ends_with_it_asks_nobody():
    state = down(start("turn: p1; p1: 9C 9D 9S 4H 5H JK 7H; p2: 6H KC; p3: 6H QC; p4: 2C 3C; pile: 2D"))
    assert state.phase is Phase.SCORED


def test_bots_take_what_they_can():
    state = down(start())
    for bot in BOTS.values():
        assert judge(state, 1, bot.act(view_for(state, 1), Random(1))).legal
    assert BOTS["mate"].act(view_for(state, 1), Random(1)) == Swap(parse_card("6H"), 0)
    assert BOTS["top"].act(view_for(play(state, 1, Pass()), 2), Random(1)) == Swap(parse_card("6H"), 0)


def test_position_with_a_joker_on_offer_is_written_and_read():
    state = down(start())
    assert parse_position(format_position(state), KING) == state


def test_random_games_come_to_it():
    seen = set()
    for seed in range(6):
        for move, state in random_game(KING, 3, Random(seed), help_one_in=2):
            assert problems(state) == ()
            if move and state.phase is Phase.REPLACE:
                seen.add(type(move.action))
            if move and isinstance(move.action, Swap):
                seen.add(Swap)
        if Swap in seen:
            return
    assert seen == {GoDown, LayOff, Pass, Swap}
