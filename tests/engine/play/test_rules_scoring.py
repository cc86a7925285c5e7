"""Scoring, rule by rule (chapter 8), and the end of a game."""

import pytest

from referee.engine.rummy.actions import Shuffle
from referee.engine.rummy.cards import format_cards, parse_cards
from referee.engine.rummy.dealer import due, new_deck
from referee.engine.rummy.play import play
from referee.engine.rummy.state import Phase, winners
from tests.engine.play.tables import after, position, rules

LAST = "turn: p1; p1: KS; pile: 2C"


def points(state):
    return state.scores[-1].points


@pytest.mark.parametrize(
    ("preset", "cards", "worth"),
    [
        ("shanghai-7", "9C KC 3C", 25),
        ("shanghai-7", "AC 6C JK", 75),
        ("shanghai-7", "2D 2S QC 7C", 25),
        ("shanghai-10", "9C KC 3C", 20),
        ("shanghai-10", "AC 6C JK", 50),
        ("rook-10", "1R 14G 2Y JK", 60),
    ],
)
def test_8_everybody_but_the_winner_scores_what_is_left_in_hand(preset, cards, worth):
    last = LAST.replace("KS", "5R").replace("2C", "3R") if preset == "rook-10" else LAST
    more = "; p3: 6R" if preset == "rook-10" else ""
    done = after(position(f"{last}; p2: {cards}{more}", preset), f"p1 discard {'5R' if more else 'KS'}")
    assert points(done)[:2] == (0, worth)


def test_8_nobody_is_spared_when_the_stock_ran_out():
    state = position(f"turn: p1; phase: draw; p1: 9C KC; p2: AS; pile: 2C; p3: {rest()}; counts: reshuffles 3; stock:")
    done = after(state, "p1 draw")
    assert done.scores[-1].winner is None
    assert points(done)[:2] == (20, 20)


def rest():
    cards = list(new_deck(rules(), 3))
    for card in parse_cards("9C KC AS 2C"):
        cards.remove(card)
    return format_cards(cards)


SIX = "7H 7S 7D 9H 9S 9C"


def test_8_going_out_blind_earns_the_jokers_value_where_the_rules_say_so():
    text = f"turn: p1; p1: {SIX}; pile: 2C"
    assert points(after(position(text), "p1 down 7H 7S 7D / 9H 9S 9C"))[0] == 0
    assert points(after(position(text, "shanghai-10"), "p1 down 7H 7S 7D / 9H 9S 9C"))[0] == -25


def test_8_going_out_blind_with_the_last_discard_counts_too():
    text = f"turn: p1; p1: {SIX} KS; pile: 2C"
    assert points(after(position(text, "shanghai-10"), "p1 down 7H 7S 7D / 9H 9S 9C", "p1 discard KS"))[0] == -25


@pytest.mark.parametrize(("cards", "worth"), [(SIX, -50), ("7H 7S JK 9H 9S 9C", -25)])
def test_8_going_out_blind_may_earn_more_without_a_joker(cards, worth):
    melds = " / ".join((cards[:8], cards[9:]))
    state = position(f"turn: p1; p1: {cards}; pile: 2C", rules("shanghai-10", blind="25-or-50"))
    assert points(after(state, f"p1 down {melds}"))[0] == worth


def test_8_who_was_down_before_the_turn_is_not_blind():
    state = position("turn: p1; p1: KS; p1 is: down; table: p1 7H 7S 7D / p1 9H 9S 9C", "shanghai-10")
    assert points(after(state, "p1 discard KS"))[0] == 0


def deal(state):
    return play(state, None, Shuffle(new_deck(state.rules, state.players)))


def test_totals_add_up_and_the_deal_moves_to_the_left():
    state = after(position(f"dealer: p3; {LAST}; p2: 9C; p3: AC; hand: 2; scores: 5 0 10 by p2"), "p1 discard KS")
    assert [score.points for score in state.scores] == [(5, 0, 10), (0, 10, 20)]
    assert state.totals == (5, 10, 30)
    dealt = deal(state)
    assert (dealt.hand, dealt.dealer, dealt.turn) == (3, 0, 1)
    assert dealt.totals == (5, 10, 30)


LAST_HAND = "hand: 10; turn: p1; p1: KS; p2: 9C; p3: 9D; pile: 2C"


def last_hand(ninth, tie="share"):
    scores = " / ".join(["0 0 0 by p1"] * 8 + [ninth])
    return after(position(f"{LAST_HAND}; scores: {scores}", rules("shanghai-10", tie=tie)), "p1 discard KS")


def test_the_fewest_points_win_and_a_tie_is_shared():
    won = last_hand("0 10 10 by p1")
    assert (won.phase, winners(won)) == (Phase.OVER, (0,))
    tied = last_hand("5 0 30 by p2")
    assert (tied.phase, winners(tied), tied.totals) == (Phase.OVER, (0, 1), (5, 5, 35))


def test_a_tie_may_ask_for_one_more_hand_and_only_one():
    assert last_hand("0 10 10 by p1", "extra-hand").phase is Phase.OVER
    tied = last_hand("5 0 30 by p2", "extra-hand")
    assert tied.phase is Phase.SCORED
    assert due(tied).hand == 11
    extra = deal(tied)
    assert extra.rules.contract(extra.hand) == extra.rules.contract(10)
    text = f"{LAST_HAND.replace('hand: 10', 'hand: 11')}; scores: " + " / ".join(["0 0 0 by p1"] * 9 + ["5 0 30 by p2"])
    again = after(position(text, rules("shanghai-10", tie="extra-hand")), "p1 discard KS")
    assert again.phase is Phase.OVER
    assert winners(again) in ((0,), (0, 1))
