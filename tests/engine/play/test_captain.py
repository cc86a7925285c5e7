"""The strongest bot lays what leaves least, holds on while that is likely to end well, and sheds where it is not."""

from random import Random

import pytest

from referee.engine.bots.arena import play_game
from referee.engine.bots.captain import CAPTAIN
from referee.engine.bots.coach import advise
from referee.engine.bots.hope import chance_to_be_down, chance_to_go_out, is_late
from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.actions import Buy, Discard, DrawStock, GoDown, Pass, Shanghai, Take
from referee.engine.rummy.cards import JOKER, parse_card
from referee.engine.rummy.judge import judge
from referee.engine.rummy.seatview import view_for
from tests.engine.play.tables import position, rules


def view(text, seat=0, fewest=3):
    return view_for(position(text, fewest=fewest), seat)


def act(text, key="top", seat=0, fewest=3):
    state = position(text, fewest=fewest)
    action = BOTS[key].act(view_for(state, seat), Random(1))
    assert judge(state, seat, action).legal
    return action


# Going down -------------------------------------------------------------------------------------------------------


def test_the_captain_lays_what_leaves_least():
    action = act("turn: p1; p1: 3H 3S 3D 7H 7S 7D KS KD KC AC AD AS; pile: 2C")
    assert isinstance(action, GoDown)
    laid = {card.rank for meld in action.melds for card in meld}
    assert laid == {parse_card("AC").rank, parse_card("KS").rank}


def test_the_captain_goes_down_with_a_large_hand_too():
    many = "2C 3C 4D 5D 6S 8S TS JC QC"
    action = act(f"turn: p1; p1: 3H 3S 3D 7H 7S 7D KS KD KC AC AD AS {many}; pile: 2H; p2: 2S; p3: 4H")
    assert isinstance(action, GoDown)


def test_the_captain_lays_what_it_holds_where_jokers_could_be_swapped_out_before():
    under = rules(joker_swap="runs-to-hand", swap_when="always", contracts=["2S3", "2S3"], last_hand_all_cards=False)
    text = "turn: p1; p1: 7H 7S 7D 9H 9S 9D KS KD 5C; p2 is: down; table: p2 4C JK=5C 6C 7C / p2 JH JS JD; pile: 2C"
    state = position(text, under)
    action = CAPTAIN.act(view_for(state, 0), Random(1))
    assert isinstance(action, GoDown)
    assert judge(state, 0, action).legal


# Hope -------------------------------------------------------------------------------------------------------------

WHOLE = f"hand: 7; scores: {' / '.join(['0 1 1 by p1'] * 6)}; turn: p1; pile: 2C"
FAR = "p1: 2H 4S 5S 7D 8C TD JC QH KD AS AC JK"
LATER = "p1 discards: 3S 3D 3C 3H 5D 5C 5H 8S"
NEAR = "p1: 4H 5H 6H 7H 4S 5S 6S 7S 9D TD JK AC"


def test_far_from_a_contract_laid_whole_the_captain_sheds_its_dearest_card():
    assert act(f"{WHOLE}; {FAR}; {LATER}; p2: 2S 2D 3H") == Discard(JOKER)
    advice = advise(view(f"{WHOLE}; {FAR}; {LATER}; p2: 2S 2D 3H"))
    assert advice.reason.code == "throw-dear"


def test_near_a_contract_laid_whole_the_captain_keeps_its_jokers():
    assert act(f"{WHOLE}; {NEAR}; {LATER}; p2: 2S 2D 3H") == Discard(parse_card("AC"))


def test_the_chance_falls_with_cards_that_lack_with_time_and_with_others_down():
    far, near = view(f"{WHOLE}; {FAR}"), view(f"{WHOLE}; {NEAR}")
    assert chance_to_go_out(far, CAPTAIN.outlook(far)) < chance_to_go_out(near, CAPTAIN.outlook(near))
    later = view(f"{WHOLE}; {NEAR}; {LATER}; p2: 2S 2D 3H")
    assert chance_to_go_out(later, CAPTAIN.outlook(later)) < chance_to_go_out(near, CAPTAIN.outlook(near))
    hand = "turn: p1; p1: 7H 7S 9H 9S KD AC 2C; pile: 3C"
    free, pressed = view(hand), view(f"{hand}; p2: 2S; p2 is: down; table: p2 JH JS JD / p2 TH TS TD")
    assert chance_to_be_down(pressed, CAPTAIN.outlook(pressed)) < chance_to_be_down(free, CAPTAIN.outlook(free))


def test_a_hand_that_all_have_given_up_is_played_for_again():
    assert not is_late(view(f"{WHOLE}; {FAR}"))
    seen = view(f"{WHOLE}; {FAR}")
    late = seen._replace(reshuffles=1)
    assert is_late(late)
    assert chance_to_go_out(late, CAPTAIN.outlook(late)) > chance_to_go_out(seen, CAPTAIN.outlook(seen))


def test_captains_among_themselves_win_their_last_hand():
    under = rules(contracts=["3R4"])
    for number in range(4):
        state, _ = play_game(under, [CAPTAIN] * 4, game=f"last {number}", seed=Random)
        assert state.scores[-1].winner is not None


# Shanghai ---------------------------------------------------------------------------------------------------------

FITS = "dealer: p4; turn: p2; phase: claim; open: p1; p1 discards: 7S; pile: 2H 7S; table: p4 7H 7D 7C; p4 is: down"
HANDS = "hand: 3; scores: 0 1 1 1 by p1 / 0 1 1 1 by p1; p1: 2S 3S; p2: 9H TC 2D; p3: KD 4C 2C 9D; p4: 3C"


@pytest.mark.parametrize("key", ["cook", "plain", "mate", "top"])
def test_bots_call_shanghai_on_what_fits_until_they_are_down(key):
    assert isinstance(act(f"{FITS}; {HANDS}", key, 2, 4), Shanghai)
    assert isinstance(act(f"{FITS}; {HANDS}", key, 1, 4), Shanghai)
    assert act(f"{FITS}; {HANDS}", key, 3, 4) == Pass()


@pytest.mark.parametrize("key", ["cook", "plain", "mate", "top"])
def test_bots_do_not_call_for_the_last_card_of_somebody_who_would_then_be_out(key):
    assert act(f"{FITS}; {HANDS.replace('2S 3S', '2S')}", key, 2, 4) == Pass()
    assert act(f"{FITS}; {HANDS.replace('2S 3S', '2S')}", key, 1, 4) == DrawStock()


@pytest.mark.parametrize("key", ["plain", "mate", "top"])
def test_a_call_that_only_fines_the_discarder_is_made_by_all(key):
    under = rules(shanghai_effect="penalty")
    state = position(f"{FITS}; {HANDS}", under, fewest=4)
    for seat in (1, 2, 3):
        action = BOTS[key].act(view_for(state, seat), Random(1))
        assert isinstance(action, Shanghai)
        assert judge(state, seat, action).legal


@pytest.mark.parametrize("key", ["plain", "mate", "top"])
def test_the_player_in_turn_rather_takes_what_helps(key):
    text = f"{FITS}; {HANDS.replace('9H TC 2D', '5S 6S 8S 9H 9D 2D')}"
    assert act(text, key, 1, 4) == Take()


def test_a_buy_that_helps_comes_before_a_call():
    text = f"{FITS}; {HANDS.replace('KD 4C 2C 9D', '5S 6S 8S 9H 9D 9C KD')}"
    assert act(text, "plain", 2, 4) == Buy()
