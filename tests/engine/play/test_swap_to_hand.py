"""A swapped joker that comes to the hand, where the rule set says so (Rule 6.5)."""

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.melds import format_meld
from referee.engine.rummy.state import Phase
from tests.engine.play.tables import after, codes, position, rules

TO_HAND = rules("shanghai-10", joker_swap="runs-to-hand")
TABLE = "turn: p1; p1: 7C KS; p1 is: down; table: p1 5C 6C JK=7C 8C / p1 9H 9S 9D; pile: 2C"


def test_the_joker_comes_to_the_hand_and_everybody_knows_it():
    state = after(position(TABLE, TO_HAND), "p1 swap 7C 0")
    assert format_meld(state.table[0].meld) == "5C 6C 7C 8C"
    assert state.seats[0].hand == (JOKER, Card(13, "S"))
    assert state.seats[0].known == (JOKER,)
    assert codes(state, "p1 discard KS") == ()


def test_the_joker_may_be_laid_off_at_once():
    state = after(position(TABLE, TO_HAND), "p1 swap 7C 0", "p1 layoff JK 1", "p1 discard KS")
    assert state.phase is Phase.SCORED
    assert state.scores[-1].winner == 0


def test_a_swap_with_the_last_card_leaves_the_joker():
    state = after(position(TABLE.replace("7C KS", "7C"), TO_HAND), "p1 swap 7C 0")
    assert state.phase is Phase.PLAY
    assert state.seats[0].hand == (JOKER,)


def test_both_ends_are_open_and_none_needs_naming():
    assert codes(position(TABLE, "shanghai-10"), "p1 swap 7C 0") == ("swap.no-room",)
    assert codes(position(TABLE, TO_HAND), "p1 swap 7C 0") == ()


def test_a_joker_that_can_be_laid_is_no_last_card_in_the_way():
    never = rules("shanghai-10", joker_swap="runs-to-hand", discard_to_go_out="never")
    state = position(TABLE.replace("7C KS", "7C"), never)
    assert codes(state, "p1 swap 7C 0") == ()
    settings = {"contracts": ["2S3", "2R4"], "buys": 3, "max_run": 4, "table_jokers": 0, "layoff_same_turn": True}
    no_room = rules("shanghai-10", joker_swap="runs-to-hand", discard_to_go_out="never", **settings)
    stuck = position("turn: p1; p1: 7C; p1 is: down; table: p1 5C 6C JK=7C 8C; pile: 2C", no_room)
    assert codes(stuck, "p1 swap 7C 0") == ("discard.last-card",)
