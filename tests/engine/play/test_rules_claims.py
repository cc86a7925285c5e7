"""Claims, rule by rule (chapter 7): what is accepted and what is refused, who is waited for and who is not."""

from referee.engine.rummy.cards import format_cards, parse_card, parse_cards
from referee.engine.rummy.dealer import due, new_deck
from referee.engine.rummy.state import Phase
from referee.engine.rummy.window import waiting
from tests.engine.play.tables import after, codes, position, rules

OPEN = "dealer: p4; turn: p2; phase: claim; open: p1; p1 discards: 7S; pile: 2H 7S"
"""Seat 0 has discarded the seven of spades; seat 1 is in turn."""
SEVENS = "p3 is: down; table: p3 7H 7D 7C"


def four(text=OPEN, under="shanghai-7"):
    return position(text, under, fewest=4)


# Who gets the discard (7.1) -----------------------------------------------------------------------------------------


def test_7_1_the_player_in_turn_comes_before_buyers_and_is_not_kept_waiting():
    state = after(four(), "p2 take")
    assert state.phase is Phase.PLAY
    assert state.seats[1].known == parse_cards("7S")


def test_7_1_a_shanghai_comes_before_the_player_in_turn_who_waits_for_it():
    state = four(f"{OPEN}; {SEVENS}")
    taken = after(state, "p2 take")
    assert taken.phase is Phase.CLAIM
    assert waiting(taken) == (2, 3)
    assert after(taken, "p3 pass", "p4 pass").phase is Phase.PLAY
    assert after(taken, "p4 shanghai 0", "p3 pass").claim.caller == 3
    assert after(taken, "p4 shanghai 0", "p3 shanghai 0").claim.caller == 2


def test_7_1_the_player_in_turn_comes_first_among_shanghai_callers():
    called = after(four(f"{OPEN}; {SEVENS}"), "p2 shanghai 0")
    assert called.phase is Phase.PICK
    picked = after(called, "d pick 0")
    assert len(picked.seats[1].hand) == 6
    assert (picked.phase, waiting(picked)) == (Phase.DRAW, (1,))


def test_7_1_nobody_is_waited_for_who_cannot_change_anything():
    state = four()
    assert waiting(state) == (1, 2, 3)
    assert waiting(after(state, "p3 buy")) == (1,)
    assert waiting(after(state, "p4 buy")) == (1, 2)
    spent = four(f"{OPEN}; p3 is: bought 2")
    assert waiting(spent) == (1, 3)
    assert codes(spent, "p3 pass") == ("turn.not-yours",)


def test_7_1_a_player_in_turn_who_is_down_waits_for_buyers_where_the_rules_say_so():
    text = f"{OPEN}; p2 is: down; table: p2 9H 9S 9C"
    assert after(four(text), "p2 take").phase is Phase.PLAY
    held = after(four(text, "shanghai-10"), "p2 take")
    assert waiting(held) == (2, 3)
    bought = after(held, "p3 buy")
    assert bought.seats[2].buys == 1
    assert (bought.phase, waiting(bought)) == (Phase.DRAW, (1,))
    assert codes(bought, "p2 take") == ("turn.pile-dead",)


# How long a discard is open (7.2) -----------------------------------------------------------------------------------


def test_7_2_the_wish_for_the_stock_waits_for_the_buyers():
    wish = after(four(), "p2 draw")
    assert wish.phase is Phase.CLAIM
    assert waiting(wish) == (2, 3)
    assert codes(wish, "p2 draw") == ("turn.already-drew",)
    assert codes(wish, "p2 take") == ("turn.already-drew",)
    assert codes(wish, "p2 withdraw") == ("turn.not-yours",)
    drawn = after(wish, "p3 pass", "p4 pass")
    assert (drawn.phase, len(drawn.seats[1].hand)) == (Phase.PLAY, 6)
    assert after(wish, "d close").phase is Phase.PLAY
    bought = after(wish, "p3 buy")
    assert (bought.phase, len(bought.seats[1].hand), len(bought.seats[2].hand)) == (Phase.PLAY, 6, 8)


def test_7_2_the_player_in_turn_may_still_take_what_nobody_claimed():
    passed = after(four(), "p2 pass", "p3 pass", "p4 pass")
    assert passed.phase is Phase.DRAW
    assert after(passed, "p2 take").phase is Phase.PLAY
    assert codes(passed, "p3 buy") == ("buy.closed",)
    assert codes(passed, "p3 shanghai 0") == ("shanghai.closed",)
    silent = after(four(), "p3 pass", "p4 pass")
    assert silent.phase is Phase.DRAW


def test_7_2_a_pass_is_final_but_for_the_draw():
    state = after(four(), "p2 pass")
    assert codes(state, "p2 take") == ("turn.not-yours",)
    assert codes(state, "p2 pass") == ("turn.not-yours",)
    assert codes(state, "p2 draw") == ()
    passed = after(four(), "p3 pass")
    assert codes(passed, "p3 buy") == ("buy.closed",)


def test_7_2_a_call_can_be_taken_back_until_it_is_settled():
    state = after(four(), "p4 buy", "p4 withdraw")
    assert codes(state, "p4 withdraw") == ("turn.not-yours",)
    assert codes(state, "p4 buy") == ("buy.closed",)
    done = after(state, "p3 pass", "p2 draw")
    assert [seat.buys for seat in done.seats] == [0, 0, 0, 0]
    assert codes(done, "p4 withdraw") == ("turn.not-yours",)
    assert codes(four(), "p1 withdraw") == ("turn.not-yours",)


def test_7_2_closing_counts_the_silent_as_passed():
    assert after(four(), "p4 buy", "d close").seats[3].buys == 1
    assert after(four(), "d close").phase is Phase.DRAW
    assert codes(after(four(), "d close"), "d close") == ("dealer.not-due",)
    assert codes(four(), "d pick 0") == ("dealer.not-due",)


# The first card turned up (7.3) -------------------------------------------------------------------------------------

UPCARD = "dealer: p4; turn: p1; phase: claim; open: d; pile: 7S"


def test_7_3_the_upcard_can_be_taken_and_bought():
    assert after(four(UPCARD), "p1 take").phase is Phase.PLAY
    assert after(four(UPCARD), "p2 buy", "p1 draw").seats[1].buys == 1
    assert codes(four(UPCARD), "p4 buy") == ()
    assert codes(four(UPCARD), "p2 shanghai 0") == ("shanghai.no-fit",)


def test_7_3_buying_the_upcard_may_be_off():
    state = four("dealer: p4; turn: p1; phase: draw; pile: 7S", rules(upcard_buyable=False))
    assert codes(state, "p2 buy") == ("buy.off",)
    assert after(state, "p1 take").phase is Phase.PLAY


# Buying (7.4 to 7.7) ------------------------------------------------------------------------------------------------


def test_7_4_a_buy_costs_its_price_and_the_turn_goes_on():
    state = four()
    bought = after(state, "p3 buy", "p2 draw")
    record = bought.seats[2]
    assert set(record.hand) >= {parse_card("7S"), *state.stock[-2:]}
    assert record.known == parse_cards("7S")
    assert (record.buys, len(record.hand)) == (1, 8)
    assert bought.turn == 1
    ten = after(four(OPEN, "shanghai-10"), "p3 buy", "p2 draw")
    assert len(ten.seats[2].hand) == 7


def test_7_4_buying_may_be_off():
    state = four(OPEN.replace("claim; open: p1", "draw"), rules(buys=0))
    assert codes(state, "p3 buy") == ("buy.off",)
    assert codes(after(state, "p2 draw"), "p3 buy") == ("buy.off",)


def test_7_5_the_number_of_buys_is_limited():
    state = four(f"{OPEN}; p3 is: bought 2")
    assert codes(state, "p3 buy") == ("buy.limit",)
    assert codes(state, "p4 buy") == ()
    assert codes(four(f"{OPEN}; p3 is: bought 9", rules(buys=None)), "p3 buy") == ()
    nine = "; ".join([OPEN, "hand: 9", "p3 is: bought 3", "scores: " + " / ".join(["0 1 1 1 by p1"] * 8)])
    assert codes(four(nine, "shanghai-10"), "p3 buy") == ()


def test_7_6_the_player_in_turn_and_the_discarder_do_not_buy():
    assert codes(four(), "p2 buy") == ("buy.in-turn",)
    assert codes(four(), "p1 buy") == ("buy.own-discard",)
    assert codes(four(OPEN, rules(own_discard_buyable=True)), "p1 buy") == ()


def test_7_6_a_player_who_is_down_buys_where_the_rules_allow_it():
    text = f"{OPEN}; p3 is: down; table: p3 9H 9S 9C"
    assert codes(four(text), "p3 buy") == ()
    assert codes(four(text, "shanghai-10"), "p3 buy") == ("buy.down",)


def test_7_7_the_stock_is_renewed_to_pay_for_a_buy_and_what_is_left_of_it_comes_first():
    text = f"{OPEN.replace('2H 7S', '2H 3H 7S')}; stock: 9D"
    hands = {"p1": 26, "p2": 26, "p3": 26, "p4": 26}
    state = filled(text, hands)
    wanted = after(state, "p3 buy", "p2 draw")
    assert wanted.phase is Phase.RESHUFFLE
    assert due(wanted).cards == parse_cards("2H 3H")
    assert codes(wanted, "p4 buy") == ("buy.closed",)
    assert codes(wanted, "p2 draw") == ("turn.not-yours",)
    done = after(wanted, "d reshuffle 3H 2H")
    assert {parse_card("7S"), parse_card("9D"), parse_card("3H")} <= set(done.seats[2].hand)
    assert parse_card("2H") in done.seats[1].hand
    assert (done.pile, done.stock, done.phase) == ((), (), Phase.PLAY)


def test_7_7_a_buy_that_cannot_be_paid_is_refused():
    state = filled(f"{OPEN.replace('claim; open: p1', 'draw')}; stock: ", {"p1": 26, "p2": 26, "p3": 26, "p4": 28})
    assert codes(state, "p3 buy") == ("buy.stock-short",)


def filled(text, sizes):
    """The position with every other card in the hands."""
    lines = dict(line.split(": ", 1) if ": " in line else (line.rstrip(": "), "") for line in text.split("; "))
    rest = list(new_deck(rules(), 4))
    for card in (*parse_cards(lines["pile"]), *parse_cards(lines["stock"])):
        rest.remove(card)
    for name, size in sizes.items():
        lines[name] = format_cards(rest[:size])
        del rest[:size]
    assert rest == []
    return four("; ".join(f"{key}: {value}" for key, value in lines.items()))


# The dead pile (7.8) ------------------------------------------------------------------------------------------------


def test_7_8_after_a_claim_the_pile_is_dead_until_the_next_discard():
    bought = after(four(), "p3 buy", "p2 pass")
    assert codes(bought, "p2 take") == ("turn.pile-dead",)
    assert codes(bought, "p4 buy") == ("buy.dead",)
    assert codes(bought, "p4 shanghai 0") == ("shanghai.closed",)
    lives = after(bought, "p2 draw", "p2 discard 6S")
    assert lives.top == "open"
    assert codes(lives, "p3 take") == ()


# Shanghai (7.9, 7.10) -----------------------------------------------------------------------------------------------

HOLDS = f"dealer: p4; turn: p1; p1: 7S KS KD; pile: 2H; {SEVENS}"


def test_7_9_a_fitting_discard_can_be_declared_and_is_protected():
    declared = after(four(HOLDS), "p1 discard 7S shanghai")
    assert (declared.phase, declared.top) == (Phase.DRAW, "protected")
    assert codes(declared, "p2 take") == ("turn.protected",)
    assert codes(declared, "p3 buy") == ("buy.protected",)
    assert codes(declared, "p3 shanghai 0") == ("shanghai.declared",)
    assert after(declared, "p2 draw", "p2 discard 6S").top == "open"


def test_7_9_a_false_declaration_is_refused_and_the_discard_not_made():
    state = four(HOLDS)
    assert codes(state, "p1 discard KS shanghai") == ("shanghai.no-fit",)
    assert codes(state, "p1 discard KS") == ()
    off = four(HOLDS, rules(shanghai_call=False))
    assert codes(off, "p1 discard 7S shanghai") == ("shanghai.off",)


def test_7_10_anyone_but_the_discarder_may_call_down_or_not():
    state = four(f"{OPEN}; {SEVENS}")
    assert codes(state, "p1 shanghai 0") == ("shanghai.own-discard",)
    assert codes(state, "p2 shanghai 0") == ()
    assert codes(state, "p3 shanghai 0") == ()
    assert codes(state, "p4 shanghai 0") == ()
    assert codes(state, "p4 shanghai 1") == ("shanghai.no-fit",)
    assert codes(state, "p4 shanghai 0 high") == ("shanghai.no-fit",)
    assert codes(four(f"{OPEN}; {SEVENS}", rules(shanghai_call=False)), "p4 shanghai 0") == ("shanghai.off",)
    assert codes(after(state, "p4 buy"), "p4 shanghai 0") == ("shanghai.closed",)


def test_7_10_a_card_that_fits_nowhere_cannot_be_called_and_nobody_is_waited_for():
    state = four(f"{OPEN}; p3 is: down; table: p3 8H 8D 8S")
    assert codes(state, "p4 shanghai 0") == ("shanghai.no-fit",)
    assert after(state, "p2 take").phase is Phase.PLAY
    full = four(f"{OPEN.replace('7S', 'JK')}; p3 is: down; table: p3 8H 8D JK=8")
    assert codes(full, "p4 shanghai 0") == ("shanghai.no-fit",)


def test_7_10_the_caller_lays_the_card_and_draws_one_from_the_discarder():
    called = after(four(f"{OPEN}; {SEVENS}; p1: 2C 9S; p1 known: 9S"), "p4 shanghai 0", "p3 pass", "p2 draw")
    assert due(called).choices == 2
    assert waiting(called) == ()
    assert codes(called, "d pick 2") == ("dealer.cards",)
    assert codes(called, "p2 draw") == ("turn.already-drew",)
    picked = after(called, "d pick 1")
    assert parse_card("9S") in picked.seats[3].hand
    assert picked.seats[0].known == ()
    assert picked.table[0].owner == 2
    assert (picked.seats[3].down, picked.seats[3].buys) == (False, 0)
    assert picked.phase is Phase.PLAY


def test_7_10_a_discarder_who_loses_the_last_card_is_out():
    done = after(four(f"{OPEN}; {SEVENS}; p1: 2C"), "p4 shanghai 0", "p3 pass", "p2 pass", "d pick 0")
    assert done.phase is Phase.SCORED
    assert done.scores[-1].winner == 0
    assert done.scores[-1].points[0] == 0
