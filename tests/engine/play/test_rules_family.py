"""Settings that only some games of the family have, each kept and broken in play."""

from random import Random

import pytest

from referee.engine.bots.arena import play_game
from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.cards import JOKER, parse_card
from referee.engine.rummy.play import play
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.problems import problems
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.state import Phase, new_game
from tests.engine.play.playouts import dealers_move
from tests.engine.play.tables import after, codes, position, rules

BOUGHT = "phase: claim; pile: 7H 9D; dealer: p3; turn: p2; p1 discards: 9D; open: p1"


def test_a_call_that_binds_is_not_taken_back():
    state = after(position(BOUGHT, rules(binding_calls=True)), "p3 buy")
    assert codes(state, "p3 withdraw") == ("buy.binding",)
    assert codes(after(position(BOUGHT), "p3 buy"), "p3 withdraw") == ()


def test_the_first_caller_is_served_where_the_rules_say_so():
    said = ("p1 discards: 9D", "p1 buy", "p3 buy")
    first = rules("shanghai-10", call_order="first", own_discard_buyable=True)
    state = after(position(BOUGHT, first), *said[1:], "p2 draw")
    assert [seat.buys for seat in state.seats] == [1, 0, 0]
    turn = rules("shanghai-10", own_discard_buyable=True)
    state = after(position(BOUGHT, turn), *said[1:], "p2 draw")
    assert [seat.buys for seat in state.seats] == [0, 0, 1]


def test_a_discard_may_be_bought_until_the_next_one():
    late = rules("shanghai-10", claims_until="discard")
    state = after(position(BOUGHT, late), "p3 pass", "p2 draw")
    assert state.phase is Phase.PLAY
    bought = after(state, "p3 buy")
    assert (bought.phase, bought.turn, bought.top) == (Phase.PLAY, 1, "dead")
    assert (bought.seats[2].buys, len(bought.seats[2].hand)) == (1, 7)
    assert codes(bought, "p3 buy") == ("buy.dead",)
    assert codes(after(position(BOUGHT, "shanghai-10"), "p3 pass", "p2 draw"), "p3 buy") == ("buy.closed",)
    assert codes(state, "p2 buy") == ("buy.in-turn",)


def test_a_player_who_is_down_may_have_to_draw_from_the_stock():
    down = "phase: draw; pile: 7H; turn: p1; p1: 7C 4D; p1 is: down; table: p1 3C 3D 3S"
    assert codes(position(down, rules(down_may_take=False)), "p1 take") == ("turn.stock-only",)
    assert codes(position(down), "p1 take") == ()


def test_the_card_just_taken_stays_for_the_turn():
    taken = "phase: draw; pile: 7H; turn: p1; p1: 7C 4D"
    state = after(position(taken, rules(discard_taken=False)), "p1 take")
    assert codes(state, "p1 discard 7H") == ("discard.taken",)
    assert codes(state, "p1 discard 7C") == ()
    assert codes(after(position(taken), "p1 take"), "p1 discard 7H") == ()


def test_a_wild_card_is_not_discarded_while_another_is_held():
    kept = rules(discard_wild=False)
    assert codes(position("turn: p1; p1: JK 4D; pile: 9C", kept), "p1 discard JK") == ("discard.wild",)
    assert codes(position("turn: p1; p1: JK JK; pile: 9C", kept), "p1 discard JK") == ()


def test_a_joker_swapped_to_be_played_has_to_be_laid_before_the_discard():
    under = rules("shanghai-10", joker_swap="runs-to-play")
    text = "turn: p1; p1: 7C 4D 9S; p1 is: down; pile: 9C; table: p1 3C 3D 3S / p2 5C 6C JK=7C 8C; p2 is: down"
    state = after(position(text, under), "p1 swap 7C 1")
    assert state.owed == 1
    assert codes(state, "p1 discard 4D") == ("discard.owed-joker",)
    state = after(state, "p1 layoff JK 1 high")
    assert codes(state, "p1 discard 4D") == ()


@pytest.mark.parametrize(
    ("when", "down", "found"),
    [
        ("before", False, ()),
        ("before", True, ("swap.down",)),
        ("always", False, ()),
        ("always", True, ()),
        ("down", False, ("swap.not-down",)),
    ],
)
def test_when_jokers_are_swapped(when, down, found):
    under = rules("shanghai-10", joker_swap="runs-to-hand", swap_when=when)
    own = "p1 is: down; " if down else ""
    mine = "p1 3C 3D 3S / " if down else ""
    text = f"turn: p1; p1: 7C 4D 9S; {own}pile: 9C; table: {mine}p2 5C 6C JK=7C 8C; p2 is: down"
    assert codes(position(text, under), f"p1 swap 7C {int(down)}") == found


def test_a_wild_upcard_goes_under_the_stock():
    under = rules("shanghai-7", wild_upcard="buried", jokers=40)
    for seed in range(20):
        state = new_game(under, 3)
        dealt, _secret = dealers_move(state, Random(seed), None)
        turned = play(state, *dealt)
        cards = dealt.action.cards
        assert turned.pile[0] == next(card for card in cards[33:] if card != JOKER)
        buried = cards[33:].index(turned.pile[0])
        assert turned.stock[:buried] == (JOKER,) * buried
        assert problems(turned) == ()


def played_out(state):
    """Whether every contract was played, or somebody has met the last of their own."""
    if state.rules.is_personal:
        return max(state.met) == state.rules.hands or len(state.scores) == state.rules.most_hands
    return len(state.scores) == state.rules.hands


@pytest.mark.parametrize("key", PRESETS)
def test_bots_play_every_preset_to_the_end(key):
    under = load_rules(key)
    players = max(under.players[0], min(3, under.players[1]))
    state, _record = play_game(under, [BOTS["plain"]] * players, game=f"family {key}", seed=Random)
    assert played_out(state)
    assert problems(state) == ()


@pytest.mark.long
@pytest.mark.parametrize("key", PRESETS)
def test_bots_play_every_preset_with_every_number_of_players(key):
    under = load_rules(key)
    for players in range(under.players[0], under.players[1] + 1):
        for number in range(5):
            state, _record = play_game(under, [BOTS["plain"]] * players, game=f"{key} {players} {number}", seed=Random)
            assert played_out(state)


CALLED = (
    "phase: claim; turn: p2; pile: 9C 7H; p1 discards: 7H; p1: 3C 5D; p3: 8S TD; p3 is: down; "
    "table: p3 7C 7D 7S; open: p1"
)


def test_a_call_may_cost_the_discarder_cards_instead():
    state = position(CALLED, rules(shanghai_effect="penalty"))
    before = len(state.stock)
    state = after(state, "p3 shanghai 0", "p2 draw")
    assert len(state.seats[0].hand) == 5
    assert state.seats[0].known == (parse_card("7H"),)
    assert state.seats[0].discards == ()
    assert (len(state.stock), state.phase, len(state.table[0].meld)) == (before - 3, Phase.PLAY, 3)
    passed = after(position(CALLED, rules(shanghai_effect="penalty")), "p3 shanghai 0", "p2 pass")
    assert codes(passed, "p2 take") == ("turn.pile-dead",)
    state = after(position(CALLED), "p3 shanghai 0", "p2 pass")
    assert (state.phase, len(state.table[0].meld)) == (Phase.PICK, 4)


def test_whoever_goes_down_first_is_given_points_off():
    text = "turn: p1; p1: 3C 3D 3H 8C 8D 8S; table: p2 9C 9D 9H; p2 is: down; pile: KC"
    state = after(position(text, rules(first_down_bonus=10)), "p1 down 3C 3D 3H / 8C 8D 8S")
    others = [sum(5 if 2 <= card.rank <= 7 else 10 for card in seat.hand) for seat in state.seats]
    assert state.scores[0].points == (0, others[1] - 10, others[2])
    alone = text.replace("table: p2 9C 9D 9H; p2 is: down; ", "")
    assert after(position(alone, rules(first_down_bonus=10)), "p1 down 3C 3D 3H / 8C 8D 8S").scores[0].points[0] == -10
