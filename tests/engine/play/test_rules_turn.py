"""A turn, rule by rule (chapter 4, with 5 and 6 as they are played): what is accepted and what is refused."""

import pytest

from referee.engine.rummy.actions import UNKNOWN, Close, Discard, DrawStock, GoDown, Pick, Reshuffle, Shuffle
from referee.engine.rummy.cards import JOKER, Card, format_cards, parse_card, parse_cards
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.judge import judge
from referee.engine.rummy.legal import legal_actions
from referee.engine.rummy.melds import Placed, format_meld
from referee.engine.rummy.play import play
from referee.engine.rummy.positions import parse_position
from referee.engine.rummy.state import Phase, new_game
from referee.engine.rummy.window import waiting
from referee.engine.verdicts import IllegalAction
from tests.engine.play.tables import after, codes, position, rules

PLAY = "turn: p1; p1: 7C 8D KS; pile: 2H"
DRAW = "turn: p1; phase: draw; p1: 7C 8D KS; pile: 2H"
DOWN = "p1 is: down; table: p1 7H 7S 7D / p2 4H 5H 6H JK=7H; p2 is: down"


# The deal (1.2) ---------------------------------------------------------------------------------------------------


def test_a_hand_is_dealt_one_card_at_a_time_from_the_dealers_left():
    deck = new_deck(rules(), 3)
    state = play(new_game(rules(), 3, dealer=1), None, Shuffle(deck))
    assert state.turn == 2
    assert state.seats[2].hand == tuple(sorted(deck[0:33:3]))
    assert state.seats[0].hand == tuple(sorted(deck[1:33:3]))
    assert state.seats[1].hand == tuple(sorted(deck[2:33:3]))
    assert state.pile == deck[33:34]
    assert state.stock == deck[:33:-1]
    assert state.phase is Phase.CLAIM


def test_other_cards_than_the_decks_are_refused():
    deck = new_deck(rules(), 3)
    start = new_game(rules(), 3)
    assert judge(start, None, Shuffle(deck[1:])).codes == ("dealer.cards",)
    assert judge(start, None, Shuffle((*deck[1:], deck[-1]))).codes == ("dealer.cards",)
    assert judge(start, 0, Shuffle(deck)).codes == ("dealer.not-due",)
    assert judge(start, 1, DrawStock()).codes == ("hand.over",)
    for action in (Reshuffle(()), Pick(0), Close()):
        assert judge(start, None, action).codes == ("dealer.not-due",)


@pytest.mark.parametrize(("players", "dealer"), [(2, 0), (6, 0), (4, 4), (4, -1)])
def test_a_game_needs_its_players_and_a_dealer_among_them(players, dealer):
    with pytest.raises(ValueError, match="expected"):
        new_game(rules(), players, dealer=dealer)


# Whose turn it is (4.1), drawing (4.2) -----------------------------------------------------------------------------


def test_4_1_the_player_in_turn_plays_and_nobody_else():
    state = position(PLAY)
    assert codes(state, "p1 discard KS") == ()
    assert codes(state, "p2 discard 2C") == ("turn.not-yours",)
    assert codes(state, "p2 draw") == ("turn.not-yours",)
    assert codes(state, "p2 take") == ("turn.not-yours",)
    assert codes(state, "p2 layoff 2C 0") == ("turn.not-yours", "layoff.no-fit")
    assert after(state, "p1 discard KS").turn == 1


def test_4_2_a_turn_begins_with_a_draw_and_has_only_one():
    state = position(DRAW)
    assert codes(state, "p1 discard KS") == ("turn.draw-first",)
    assert codes(state, "p1 pass") == ("turn.draw-first",)
    drawn = after(state, "p1 draw")
    assert len(drawn.seats[0].hand) == 4
    assert codes(drawn, "p1 draw") == ("turn.already-drew",)
    assert codes(drawn, "p1 take") == ("turn.already-drew",)
    assert codes(drawn, "p1 pass") == ("turn.discard-first",)


def test_4_2_the_top_discard_can_be_taken_instead():
    taken = after(position(DRAW), "p1 take")
    assert parse_card("2H") in taken.seats[0].hand
    assert taken.seats[0].known == parse_cards("2H")
    assert taken.pile == ()
    assert codes(taken, "p1 draw") == ("turn.already-drew",)


def test_4_2_the_stock_is_drawn_from_the_top():
    state = position(f"{DRAW}; stock: rest")
    assert after(state, "p1 draw").seats[0].hand == tuple(sorted((*state.seats[0].hand, state.stock[-1])))


# Discarding (4.3), the end of the hand (4.4) ------------------------------------------------------------------------


def test_4_3_one_card_is_discarded_that_is_held():
    state = position(PLAY)
    assert codes(state, "p1 discard QH") == ("card.not-held",)
    done = after(state, "p1 discard 7C")
    assert done.pile[-1] == parse_card("7C")
    assert done.seats[0].discards == parse_cards("7C")
    assert done.phase is Phase.CLAIM


def test_4_3_the_card_just_taken_may_be_discarded():
    state = after(position(DRAW), "p1 take", "p1 discard 2H")
    assert state.seats[0].known == ()
    assert state.pile == parse_cards("2H")


def test_4_4_the_last_discard_ends_the_hand():
    done = after(position("turn: p1; p1: KS; pile: 2H"), "p1 discard KS")
    assert done.phase is Phase.SCORED
    assert done.scores[-1].winner == 0
    assert waiting(done) == ()
    for move in ("p2 draw", "p1 discard KS", "p2 buy", "p3 pass"):
        assert codes(done, move) == ("hand.over",)


def test_4_4_the_last_card_may_leave_by_a_swap():
    state = position(f"turn: p1; p1: 7H; {DOWN}; pile: 2C", "shanghai-10")
    done = after(state, "p1 swap 7H 1 high")
    assert format_meld(done.table[1].meld) == "4H 5H 6H 7H JK=8H"
    assert done.scores[-1].winner == 0


def test_4_4_the_last_cards_may_leave_by_going_down():
    state = position("turn: p1; p1: 7H 7S 7D 9H 9S 9C; pile: 2C")
    assert after(state, "p1 down 7H 7S 7D / 9H 9S 9C").scores[-1].winner == 0


def test_4_4_as_many_turns_as_cards_without_any_progress_end_the_hand_unwon():
    state = position("turn: p1; phase: draw; p1: 7C 8D; pile: 2H; counts: idle 107")
    done = after(state, "p1 take", "p1 discard 2H")
    assert done.phase is Phase.SCORED
    assert done.scores[-1].winner is None
    fresh = after(position("turn: p1; phase: draw; p1: 7C 8D; pile: 2H; counts: idle 107"), "p1 draw", "p1 discard 7C")
    assert (fresh.phase, fresh.idle) == (Phase.CLAIM, 0)


# The last card (4.5) ------------------------------------------------------------------------------------------------


def test_4_5_where_the_rules_leave_it_open_the_last_card_goes_either_way():
    state = position(f"turn: p1; p1: 7C; {DOWN}; pile: 2C")
    assert codes(state, "p1 discard 7C") == ()
    assert codes(state, "p1 layoff 7C 0") == ()


def test_4_5_a_discard_to_go_out_may_be_required():
    under = rules(discard_to_go_out="required")
    down = position("turn: p1; p1: 7H 7S 7D 9H 9S 9C; pile: 2C", under)
    assert codes(down, "p1 down 7H 7S 7D / 9H 9S 9C") == ("discard.required",)
    swap = position(f"turn: p1; p1: 7H; {DOWN}; pile: 2C", rules("shanghai-10", discard_to_go_out="required"))
    assert codes(swap, "p1 swap 7H 1 high") == ("discard.required",)
    assert list(legal_actions(swap, 0)) == [Discard(parse_card("7H"))]


def test_4_5_a_discard_to_go_out_may_be_forbidden():
    under = rules(discard_to_go_out="never")
    state = position(f"turn: p1; p1: 7C; {DOWN}; pile: 2C", under)
    assert codes(state, "p1 discard 7C") == ("discard.last-card",)
    assert codes(state, "p1 layoff 7C 0") == ()
    two = position(f"turn: p1; p1: 7C KS; {DOWN}; pile: 2C", under)
    assert codes(two, "p1 layoff 7C 0") == ("discard.last-card",)
    assert codes(two, "p1 discard KS") == ()


def test_4_5_what_would_leave_a_card_that_can_go_nowhere_is_refused():
    under = rules(discard_to_go_out="never")
    state = position("turn: p1; p1: 7H 7S 7D 9H 9S 9C KS; pile: 2C", under)
    assert codes(state, "p1 down 7H 7S 7D / 9H 9S 9C") == ("discard.last-card",)
    fits = position("turn: p1; p1: 7H 7S 7D 9H 9S 9C 9D; pile: 2C", under)
    assert after(fits, "p1 down 7H 7S 7D / 9H 9S 9C", "p1 layoff 9D 1").scores[-1].winner == 0
    later = position("turn: p1; p1: 7H 7S 7D 9H 9S 9C 9D; pile: 2C", rules("shanghai-10", discard_to_go_out="never"))
    assert codes(later, "p1 down 7H 7S 7D / 9H 9S 9C") == ("discard.last-card",)


def test_4_5_the_last_card_may_go_by_a_swap_where_it_may_not_be_discarded():
    under = rules("shanghai-10", discard_to_go_out="never")
    state = position(f"turn: p1; p1: 7H 7C; {DOWN}; pile: 2C", under)
    assert after(state, "p1 layoff 7C 0", "p1 swap 7H 1 low").scores[-1].winner == 0


# When the stock runs out (4.6) --------------------------------------------------------------------------------------


def nearly_out(pile: str, more: str = "", under=None):
    """Seat 1 is to draw and the stock is empty: everything but the pile is in the hands."""
    under = under or rules()
    rest = list(new_deck(under, 3))
    for card in parse_cards(pile):
        rest.remove(card)
    hands = "; ".join(f"p{seat + 1}: {format_cards(rest[seat::3])}" for seat in range(3))
    return parse_position(f"dealer: p3; turn: p2; phase: draw; pile: {pile}; {hands}; {more}", under)


def test_4_6_the_discards_under_the_top_one_become_stock():
    state = after(nearly_out("2C 9D 7S"), "p2 draw")
    assert state.phase is Phase.RESHUFFLE
    assert codes(state, "d reshuffle 2C") == ("dealer.cards",)
    assert codes(state, "d reshuffle 2C 7S") == ("dealer.cards",)
    assert codes(state, "p2 draw") == ("turn.already-drew",)
    renewed = after(state, "d reshuffle 9D 2C")
    assert renewed.stock == parse_cards("2C")
    assert parse_card("9D") in renewed.seats[1].hand
    assert (renewed.pile, renewed.reshuffles, renewed.drawn) == (parse_cards("7S"), 1, False)


def test_4_6_a_pile_of_one_card_gives_no_stock_but_may_be_taken():
    state = nearly_out("7S")
    assert after(state, "p2 take").phase is Phase.PLAY
    done = after(state, "p2 draw")
    assert (done.phase, done.scores[-1].winner) == (Phase.SCORED, None)


def test_4_6_after_the_last_renewal_the_hand_ends_and_all_score():
    done = after(nearly_out("2C 9D 7S", "counts: reshuffles 3"), "p2 draw")
    assert done.scores[-1].winner is None
    assert min(done.scores[-1].points) > 0


# Laying off (5) and swapping (6) as they are played -----------------------------------------------------------------


def test_5_a_player_who_is_down_lays_off_on_any_meld():
    state = position(f"turn: p1; p1: 3H 7C JK KS; {DOWN}; pile: 2C")
    done = after(state, "p1 layoff 7C 0", "p1 layoff 3H 1 low")
    assert [format_meld(laid.meld) for laid in done.table] == ["7H 7S 7D 7C", "3H 4H 5H 6H JK=7H"]
    assert [laid.owner for laid in done.table] == [0, 1]
    assert codes(state, "p1 layoff 8D 0") == ("card.not-held", "layoff.no-fit")
    assert codes(state, "p1 layoff KS 0") == ("layoff.no-fit",)
    assert codes(state, "p1 layoff 7C 9") == ("layoff.no-fit",)
    assert codes(state, "p1 layoff 7C 0 high") == ("layoff.no-fit",)
    assert codes(state, "p1 layoff JK 1 low") == ("joker.cap",)


def test_5_in_the_turn_of_going_down_only_where_the_rules_allow_it():
    text = "turn: p1; p1: 7C 7H 7S 7D 9H 9S 9C KS; pile: 2C"
    assert codes(after(position(text), "p1 down 7H 7S 7D / 9H 9S 9C"), "p1 layoff 7C 0") == ()
    later = after(position(text, "shanghai-10"), "p1 down 7H 7S 7D / 9H 9S 9C")
    assert codes(later, "p1 layoff 7C 0") == ("layoff.same-turn",)
    assert codes(position("turn: p1; p1: 7C KS; table: p2 7H 7S 7D; p2 is: down"), "p1 layoff 7C 0") == (
        "layoff.not-down",
    )


def test_6_a_swap_names_the_end_where_two_are_open():
    state = position(f"turn: p1; p1: 7H 7C KS; {DOWN}; pile: 2C", "shanghai-10")
    assert codes(state, "p1 swap 7H 1") == ("swap.no-room",)
    assert codes(state, "p1 swap 7H 0 low")[0] == "swap.not-run"
    assert codes(state, "p1 swap 7H 7 low") == ("swap.not-run",)
    assert codes(state, "p1 swap 8H 1 low") == ("card.not-held", "swap.wrong-card")
    assert codes(position(f"turn: p1; p1: 7H KS; {DOWN}"), "p1 swap 7H 1 low") == ("swap.off",)
    assert codes(position(f"turn: p1; p1: 7H KS; {DOWN}"), "p1 swap 7H 9 low") == ("swap.off",)
    assert format_meld(after(state, "p1 swap 7H 1 low").table[1].meld) == "JK=3H 4H 5H 6H 7H"


def test_6_a_swap_with_one_open_end_need_not_name_it():
    run = "p2 4H 5H 6H 7H 8H 9H TH JH QH KH JK=AH; p2 is: down"
    state = position(f"turn: p1; p1: AH KS; p1 is: down; table: p1 7C 7S 7D / {run}", "shanghai-10")
    assert codes(state, "p1 swap AH 1 high") == ("swap.no-room",)
    assert format_meld(after(state, "p1 swap AH 1").table[1].meld).startswith("JK=3H 4H")


# Going down as it is played (3) --------------------------------------------------------------------------------------


def test_3_going_down_lays_the_melds_and_only_once():
    state = position("turn: p1; p1: 7H 7S 7D 9H 9S JK KS 4C; pile: 2C")
    down = after(state, "p1 down 9H 9S JK=9 / 7H 7S 7D")
    assert [(laid.owner, format_meld(laid.meld)) for laid in down.table] == [(0, "9H 9S JK=9"), (0, "7H 7S 7D")]
    assert down.seats[0].down
    assert (down.opened, down.wild) == (True, True)
    assert "contract.already-down" in codes(down, "p1 down 9H 9S JK=9 / 7H 7S 7D")
    done = after(down, "p1 discard KS")
    assert (done.opened, done.wild) == (False, False)


def test_3_a_longer_meld_is_laid_at_once_with_its_lay_offs():
    state = position("turn: p1; p1: 7H 7S 7D 7C 9H 9S 9C KS; pile: 2C")
    assert len(after(state, "p1 down 7H 7S 7D 7C / 9H 9S 9C").table[0].meld) == 4
    assert codes(
        position("turn: p1; p1: 7H 7S 7D 7C 9H 9S 9C KS", "shanghai-10"), "p1 down 7H 7S 7D 7C / 9H 9S 9C"
    ) == ("contract.size",)


def test_3_cards_that_no_pack_has_are_not_held():
    state = position(PLAY)
    for card in (UNKNOWN, Card(15, "H"), Card(10**9, "D"), Card(7, "SH"), Card(1, "R")):
        verdict = judge(state, 0, GoDown(((card, *parse_cards("7H 7S")), parse_cards("8C 8D 8H"))))
        assert verdict.codes == ("card.not-held",)
    for stands in (UNKNOWN, JOKER, Card(14, "H"), Card(7, "R")):
        verdict = judge(state, 0, GoDown(((Placed(JOKER, stands), *parse_cards("7H 7S")), parse_cards("8C 8D 8H"))))
        assert verdict.codes == ("card.not-held",)


def test_7_3_nothing_is_bought_where_nothing_lies():
    assert codes(position("phase: draw; turn: p2; pile:"), "p1 buy") == ("buy.closed",)


def test_play_raises_the_verdict():
    state = position(PLAY)
    with pytest.raises(IllegalAction) as caught:
        play(state, 1, DrawStock())
    assert caught.value.verdict == judge(state, 1, DrawStock())
