"""What bots that weigh do late in a hand: they see what is held back, and let go of what they hold back themselves."""

from random import Random

import pytest

from referee.engine.bots.arena import play_game
from referee.engine.bots.circling import goes_round
from referee.engine.bots.ladder import BOTS
from referee.engine.bots.outlook import outs_of
from referee.engine.rummy.actions import Discard, DrawStock, Take
from referee.engine.rummy.cards import parse_card
from referee.engine.rummy.seatview import SeatView, view_for
from tests.engine.play.tables import position, rules

HANDS = "turn: p1; pile: 2H; p1: 7H 7S 9H 9S KS KD"


def view(text: str, seat: int = 0, under: str = "shanghai-7") -> SeatView:
    return view_for(position(text, under), seat)


def thrown(seen: SeatView, *cards: str) -> SeatView:
    """The same view after everybody has thrown these cards once."""
    discards = tuple(map(parse_card, cards))
    return seen._replace(seats=tuple(one._replace(discards=discards) for one in seen.seats), reshuffles=2, stock=9)


def test_early_in_a_hand_nothing_is_known_of_what_goes_round():
    assert goes_round(view(HANDS)) is None
    assert goes_round(view(HANDS)._replace(reshuffles=1)) is None


def test_late_only_cards_that_were_thrown_can_still_come():
    seen = view(HANDS)
    late = thrown(seen, "7D", "KS")
    assert goes_round(late) == {parse_card("7D"): 3, parse_card("KS"): 3}
    assert outs_of(seen).wilds == 4
    assert outs_of(late).wilds == 0
    assert outs_of(late).unseen == 3  # both sevens of diamonds, and the one king of spades that is not in the hand


@pytest.mark.parametrize("key", ["mate", "top"])
def test_of_spare_cards_the_one_that_no_longer_goes_round_is_thrown(key):
    seen = view("turn: p1; pile: 2H; p1: 7H 7S 7D 9H 9S KS QD")
    nines = ("9H", "9S", "9D", "9C")
    assert BOTS[key].act(thrown(seen, *nines, "KS"), Random(1)) == Discard(parse_card("QD"))
    assert BOTS[key].act(thrown(seen, *nines, "QD"), Random(1)) == Discard(parse_card("KS"))


@pytest.mark.parametrize("key", ["mate", "top"])
def test_once_down_it_only_decides_between_cards_with_the_same_points(key):
    seen = view("turn: p1; pile: 2H; p1: QD KS 3C; p1 is: down; table: p1 7H 7S 7D / p1 9H 9S 9D")
    assert BOTS[key].act(thrown(seen, "KS", "QD"), Random(1)).card != parse_card("3C")
    assert BOTS[key].act(thrown(seen, "QD", "3C"), Random(1)) == Discard(parse_card("KS"))
    assert BOTS[key].act(thrown(seen, "KS", "3C"), Random(1)) == Discard(parse_card("QD"))


DOWN = "dealer: p3; turn: p2; phase: draw; p1 discards: {0}; pile: 2H {0}; p2: 3C KD; p2 is: down; {1}"


@pytest.mark.parametrize("key", ["mate", "top"])
def test_a_discard_that_takes_a_jokers_place_is_taken_once_down(key):
    table = "table: p2 2S 2D 2C / p2 5H JK=6H 7H 8H"
    scores = "hand: 2; scores: 0 1 1 by p1"
    for card, action in (("6H", Take()), ("JS", DrawStock())):
        seen = view(f"{DOWN.format(card, table)}; {scores}", 1, "shanghai-10")
        assert BOTS[key].act(seen, Random(1)) == action
    seen = view(f"{DOWN.format('6H', table)}; {scores}", 1)
    assert BOTS[key].act(seen, Random(1)) == DrawStock()  # where jokers stay


def test_hands_with_a_run_of_ten_are_won_though_each_holds_what_the_others_need():
    under = rules("shanghai-10", contracts=["S3+R10"], buys=3)
    for number in (15, 28, 41):
        keys = ("mate", "mate", "top", "top")
        seats = [BOTS[key] for key in (*keys[number % 4 :], *keys[: number % 4])]
        state, _ = play_game(under, seats, game=f"u8 {number}", seed=Random)
        assert state.scores[-1].winner is not None
