"""What goes wrong in programs like this one, and the right outcome: S1 to S26 by their names."""

from random import Random

import pytest

from referee.engine.bots.arena import play_game
from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.actions import Discard, GoDown, LayOff
from referee.engine.rummy.cards import format_cards, parse_card, parse_cards
from referee.engine.rummy.dealer import dealers_action, due, new_deck
from referee.engine.rummy.judge import judge
from referee.engine.rummy.legal import legal_actions
from referee.engine.rummy.meldruling import read_meld
from referee.engine.rummy.melds import format_meld
from referee.engine.rummy.notation import parse_move
from referee.engine.rummy.play import play
from referee.engine.rummy.problems import problems
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.rummy.state import Phase, winners
from referee.engine.rummy.window import waiting
from referee.engine.verdicts import IllegalAction
from tests.engine.play.tables import after, codes, position, rules

LAST_CARD = "hand: 1; turn: p1; p1: 7C; p1 is: down; table: p1 7H 7S 7D / p1 9H 9S 9C"
SEVEN_UP = "hand: 1; dealer: p3; turn: p2; phase: claim; open: p1; p1 discards: 7S; pile: 2H 7S"
"""Seat 0 has just discarded the seven of spades, seat 1 is in turn."""


# Going down and going out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["shanghai-7", "shanghai-10"])
def test_s1_laying_off_the_last_card_ends_the_hand(preset):
    state = after(position(LAST_CARD, preset), "p1 layoff 7C 0")
    assert state.phase is Phase.SCORED
    assert state.scores[-1].winner == 0
    assert state.scores[-1].points[0] == 0
    assert min(state.scores[-1].points[1:]) > 0


def test_s1_laying_off_the_last_card_is_refused_where_a_discard_is_required():
    state = position(LAST_CARD, rules(discard_to_go_out="required"))
    assert codes(state, "p1 layoff 7C 0") == ("discard.required",)
    assert after(state, "p1 discard 7C").scores[-1].winner == 0


ALL_TWELVE = "4H 5H 6H 7H / 4S 5S 6S 7S / TD JD QD KD"


@pytest.mark.parametrize("more", ["", "8H 9H TH", "8H 9H TH 8S 9S TS"])
def test_s2_the_last_hand_is_laid_whole_and_ends_without_a_discard(more):
    hearts, spades, diamonds = (meld.split() for meld in ALL_TWELVE.split(" / "))
    melds = [hearts + more.split()[:3], spades + more.split()[3:], diamonds]
    cards = " ".join(card for meld in melds for card in meld)
    state = position(f"hand: 7; turn: p1; p1: {cards}; p1 is: bought {len(more.split()) // 3}; scores: {SIX_HANDS}")
    done = after(state, "p1 down " + " / ".join(map(" ".join, melds)))
    assert done.phase is Phase.OVER
    assert done.scores[-1].winner == 0


SIX_HANDS = " / ".join(["0 10 20 by p1"] * 6)


def test_s2_one_card_over_is_refused_and_nothing_moves():
    cards = ALL_TWELVE.replace(" / ", " ")
    state = position(f"hand: 7; turn: p1; p1: {cards} 2C; scores: {SIX_HANDS}")
    assert codes(state, f"p1 down {ALL_TWELVE}") == ("contract.all-cards",)
    with pytest.raises(IllegalAction):
        after(state, f"p1 down {ALL_TWELVE}")
    assert state.seats[0].hand == tuple(sorted(parse_cards(f"{cards} 2C")))


def test_s3_after_the_last_hand_nobody_deals_and_a_tie_is_shown():
    cards = ALL_TWELVE.replace(" / ", " ")
    tied = " / ".join(["0 0 20 by p1"] * 5 + ["15 0 20 by p2"])
    others = "p2: 5C TC; p3: JC QC"
    state = after(position(f"hand: 7; turn: p1; p1: {cards}; {others}; scores: {tied}"), f"p1 down {ALL_TWELVE}")
    assert state.is_over
    assert due(state) is None
    assert waiting(state) == ()
    assert state.totals == (15, 15, 140)
    assert winners(state) == (0, 1)
    assert codes(state, "d close") == ("dealer.not-due",)


def test_s4_a_discard_ends_the_turn_once():
    state = after(position("turn: p1; p1: 5H 5H KS; pile: 2C"), "p1 discard 5H")
    assert state.turn == 1
    assert codes(state, "p1 discard 5H") == ("turn.not-yours",)


def test_s5_the_solver_finds_the_set_without_the_card_that_the_run_needs():
    state = position("hand: 2; turn: p1; p1: 7H 7S 7D 7C 4H 5H 6H KS; scores: 0 5 5 by p1")
    ways = [action for action in legal_actions(state, 0) if isinstance(action, GoDown)]
    assert ways
    for way in ways:
        assert after(play(state, 0, way), "p1 discard KS").scores[-1].winner == 0


def test_s6_natural_twos_do_not_count_against_the_wild_cap():
    state = position("turn: p1; p1: 2S 2H 2D 9H 9S 2C KS", rules(wild_ranks=["2"]))
    assert codes(state, "p1 down 2S 2H 2D / 9H 9S 2C") == ()


@pytest.mark.parametrize("bots", ["random", "plain"])
def test_s7_a_game_of_bots_only_ends(bots):
    state, _ = play_game(rules("shanghai-10"), [BOTS[bots]] * 3, game="late contracts", seed=Random)
    assert len(state.scores) == 10


def test_s8_the_order_of_the_melds_is_free():
    state = position("hand: 2; turn: p1; p1: 7S 7D 7C 4H 5H 6H 7H KS; scores: 0 5 5 by p1")
    assert codes(state, "p1 down 4H 5H 6H 7H / 7S 7D 7C") == ()
    assert codes(state, "p1 down 7S 7D 7C / 4H 5H 6H 7H") == ()


def test_s9_a_card_that_fits_twice_has_two_actions():
    state = position("turn: p1; p1: 8H KS; p1 is: down; table: p1 8S 8D 8C / p1 4H 5H 6H 7H")
    eight = [action for action in legal_actions(state, 0) if isinstance(action, LayOff)]
    assert eight == [LayOff(parse_card("8H"), 0), LayOff(parse_card("8H"), 1, "high")]
    assert codes(state, "p1 layoff 8H 1") == ("layoff.no-fit",)


def test_s10_a_card_not_held_is_named():
    state = position("turn: p1; p1: 7S 7D 7C 9H 9S KS")
    verdict = judge(state, *parse_move("p1 down 7S 7D 7C / 9H 9S 9C", state.rules))
    assert [(found.code, found.at, found.cards) for found in verdict.breaches] == [
        ("card.not-held", 1, (parse_card("9C"),))
    ]


def test_s10_a_card_serves_once_and_two_equal_cards_are_fine():
    assert codes(position("turn: p1; p1: 7S 7D 9H 9S 9C KS"), "p1 down 7S 7S 7D / 9H 9S 9C") == ("card.not-held",)
    assert codes(position("turn: p1; p1: 7S 7S 7D 9H 9S 9C"), "p1 down 7S 7S 7D / 9H 9S 9C") == ()


# Jokers -----------------------------------------------------------------------------------------------------------


def test_s11_a_joker_never_drifts():
    state = position("turn: p1; p1: 8S KS; p1 is: down; table: p1 JK=4S 5S 6S 7S / p1 9H 9D 9C")
    assert format_meld(after(state, "p1 layoff 8S 0 high").table[0].meld) == "JK=4S 5S 6S 7S 8S"


def test_s12_no_joker_stands_above_the_ace():
    generous = rules("shanghai-10")
    found = read_meld(parse_cards("JH QH KH JK JK"), generous, bag=True)
    assert {format_meld(meld) for meld in found.readings} == {"JK=9H JK=TH JH QH KH", "JK=TH JH QH KH JK=AH"}


def test_s13_an_illegal_order_comes_with_a_legal_one():
    found = read_meld(parse_cards("QH KH AH JK"), rules())
    assert not found.verdict.legal
    assert found.nearest is not None
    assert format_meld(found.nearest) == "JK=JH QH KH AH"


def test_s14_a_wrong_card_for_a_swap_may_still_be_laid_off():
    state = position("turn: p1; p1: 4H KS; p1 is: down; table: p1 5H 6H 7H JK=8H / p1 9H 9D 9C", "shanghai-10")
    assert codes(state, "p1 swap 4H 0 low") == ("swap.wrong-card",)
    assert codes(state, "p1 layoff 4H 0 low") == ()


def test_s15_jokers_alone_are_no_meld_and_are_answered():
    state = position("turn: p1; p1: JK JK JK JK 9H 9S 9C KS")
    assert "joker.all" in codes(state, "p1 down JK JK JK / 9H 9S 9C")
    assert any(isinstance(action, Discard) for action in legal_actions(state, 0))


def test_s16_a_swap_without_room_is_refused_and_the_turn_goes_on():
    run = "AH 2H 3H 4H 5H 6H JK=7H 8H 9H TH JH QH KH AH"
    state = position(f"turn: p1; p1: 7H KS; p1 is: down; table: p1 {run}; pile: 2C", "shanghai-10")
    assert codes(state, "p1 swap 7H 0 low") == ("swap.no-room",)
    assert codes(state, "p1 swap 7H 0") == ("swap.no-room",)
    assert codes(state, "p1 discard KS") == ()


# Claims -----------------------------------------------------------------------------------------------------------


def test_s17_the_nearest_buyer_gets_the_card_whoever_asked_first():
    state = after(position(SEVEN_UP, fewest=4), "p4 buy", "p3 buy", "p2 draw")
    assert [seat.buys for seat in state.seats] == [0, 0, 1, 0]
    assert parse_card("7S") in state.seats[2].hand
    assert [len(seat.hand) for seat in state.seats] == [5, 6, 8, 5]
    assert state.phase is Phase.PLAY


def test_s17_nothing_is_counted_when_the_player_in_turn_takes():
    state = after(position(SEVEN_UP, fewest=4), "p4 buy", "p3 buy", "p2 take")
    assert [seat.buys for seat in state.seats] == [0, 0, 0, 0]
    assert parse_card("7S") in state.seats[1].hand
    assert state.phase is Phase.PLAY


def test_s18_every_claim_out_of_place_has_its_reason():
    state = position(SEVEN_UP, fewest=4)
    assert codes(state, "p1 buy") == ("buy.own-discard",)
    assert judge(state, None, parse_move("p3 buy", state.rules).action).codes == ("turn.not-yours",)
    assert codes(state, "p9 buy") == ("turn.not-yours",)
    bought = after(state, "p3 buy", "p2 pass")
    assert codes(bought, "p4 buy") == ("buy.dead",)
    assert codes(bought, "p2 take") == ("turn.pile-dead",)
    drawn = after(state, "d close", "p2 draw")
    assert codes(drawn, "p3 buy") == ("buy.closed",)


def test_s19_a_claim_sent_twice_is_one_buy():
    state = after(position(SEVEN_UP, fewest=4), "p4 buy")
    assert codes(state, "p4 buy") == ("buy.closed",)
    done = after(state, "p3 pass", "p2 pass")
    assert done.seats[3].buys == 1
    assert codes(done, "p4 buy") == ("buy.dead",)


def test_s20_a_card_taken_while_a_claim_is_open_is_in_one_place():
    state = after(position(SEVEN_UP, fewest=4), "p3 buy", "p2 take")
    assert problems(state) == ()
    assert sum(parse_card("7S") in seat.known for seat in state.seats) == 1
    assert state.pile == parse_cards("2H")


def test_s21_a_player_who_is_down_neither_buys_nor_holds_back_a_buyer():
    down = f"{SEVEN_UP}; p2 is: down; p3 is: down; table: p2 9H 9S 9C / p3 TH TS TC"
    state = position(down, "shanghai-10", fewest=4)
    assert codes(state, "p3 buy") == ("buy.down",)
    held = after(state, "p2 take")
    assert held.phase is Phase.CLAIM
    assert waiting(held) == (3,)
    bought = after(held, "p4 buy")
    assert bought.seats[3].buys == 1
    assert after(held, "p4 pass").phase is Phase.PLAY


def test_s22_a_window_that_closes_without_a_buyer_waits_for_the_player_in_turn():
    state = after(position(SEVEN_UP, fewest=4), "d close")
    assert state.phase is Phase.DRAW
    assert state.window is None
    assert waiting(state) == (1,)
    assert after(state, "p2 take").phase is Phase.PLAY


def test_s23_shanghai_beats_a_buy_and_costs_no_buy():
    state = position(f"{SEVEN_UP}; p3 is: down; table: p3 7H 7D 7C", fewest=4)
    called = after(state, "p3 buy", "p4 shanghai 0", "p2 pass")
    assert called.phase is Phase.PICK
    picked = after(called, "d pick 2")
    assert [seat.buys for seat in picked.seats] == [0, 0, 0, 0]
    assert [len(seat.hand) for seat in picked.seats] == [4, 5, 5, 6]
    assert len(picked.table[0].meld) == 4
    assert not picked.seats[3].down


def test_s23_a_declared_discard_goes_to_nobody():
    state = position("turn: p1; p1: 7S KS; pile: 2H; p3 is: down; table: p3 7H 7D 7C", fewest=4)
    declared = after(state, "p1 discard 7S shanghai")
    assert declared.phase is Phase.DRAW
    assert codes(declared, "p2 take") == ("turn.protected",)
    assert codes(declared, "p3 buy") == ("buy.protected",)
    assert codes(declared, "p3 shanghai 0") == ("shanghai.declared",)
    assert after(declared, "p2 draw").phase is Phase.PLAY


def test_s24_everything_of_a_hand_is_cleared_at_the_next_deal():
    state = after(position(f"{LAST_CARD}; p2 is: bought 2; p2 known: 3C; p2: 3C 5D; pile: 2H"), "p1 layoff 7C 0")
    what = due(state)
    assert what is not None
    dealt = play(state, None, dealers_action(what, HandSecret(bytes(32))))
    assert dealt.hand == 2
    assert dealt.dealer == 1
    assert dealt.turn == 2
    assert [(s.down, s.buys, s.known, s.discards, len(s.hand)) for s in dealt.seats] == [(False, 0, (), (), 11)] * 3
    assert (dealt.table, dealt.reshuffles, dealt.picks, dealt.opened, dealt.drawn) == ((), 0, 0, False, False)


class Tiny:
    """Hands that hold all cards but 9D, 7S and a short pile."""

    pile = "2C 2C 3D 4H"

    @property
    def hands(self) -> str:
        rest = list(new_deck(rules(), 3))
        for card in parse_cards(f"{self.pile} 9D 7S"):
            rest.remove(card)
        return "; ".join(f"p{seat + 1}: {format_cards(rest[seat::3])}" for seat in range(3))


TINY = Tiny()


# Stock ------------------------------------------------------------------------------------------------------------

SHORT = "dealer: p3; turn: p2; phase: claim; open: p1; p1 discards: 7S; stock: 9D"


def test_s25_discards_are_recycled_except_the_claimed_card_to_pay_for_a_buy():
    state = position(f"{SHORT}; pile: {TINY.pile} 7S; {TINY.hands}")
    wanted = after(state, "p3 buy", "p2 draw")
    assert wanted.phase is Phase.RESHUFFLE
    assert due(wanted).cards == parse_cards(TINY.pile)
    done = after(wanted, f"d reshuffle {TINY.pile}")
    assert done.seats[2].buys == 1
    assert parse_card("7S") in done.seats[2].hand
    assert parse_card("9D") in done.seats[2].hand
    assert done.phase is Phase.PLAY
    assert done.reshuffles == 1


def test_s25_a_buy_that_cannot_be_paid_is_refused_and_the_turn_goes_on():
    text = f"dealer: p3; turn: p2; phase: draw; stock: 9D; pile: {TINY.pile} 7S; {TINY.hands}; counts: reshuffles 3"
    state = position(text)
    assert codes(state, "p3 buy") == ("buy.stock-short",)
    assert after(state, "p2 draw").phase is Phase.PLAY


def test_s26_an_empty_stock_is_renewed_and_the_top_discard_stays():
    state = position(f"dealer: p3; turn: p2; phase: draw; pile: {TINY.pile} 9D 7S; {TINY.hands}; stock:")
    wanted = after(state, "p2 draw")
    assert wanted.phase is Phase.RESHUFFLE
    assert codes(wanted, "p2 take") == ("turn.already-drew",)
    done = after(wanted, f"d reshuffle 9D {TINY.pile}")
    assert done.pile == parse_cards("7S")
    assert parse_card("9D") in done.seats[1].hand
    assert done.phase is Phase.PLAY


def test_s26_after_the_last_renewal_the_hand_ends_and_all_score():
    text = f"dealer: p3; turn: p2; phase: draw; pile: {TINY.pile} 9D 7S; {TINY.hands}; stock:; counts: reshuffles 3"
    done = after(position(text), "p2 draw")
    assert done.phase is Phase.SCORED
    assert done.scores[-1].winner is None
    assert min(done.scores[-1].points) > 0
