"""Games in which everybody is at a contract of their own: who plays what, how far it goes, who wins."""

from random import Random

from referee.engine.bots.arena import BOTS, play_game
from referee.engine.rummy.positions import format_position, parse_position
from referee.engine.rummy.problems import problems
from referee.engine.rummy.record import replay
from referee.engine.rummy.recordtext import dumps, loads
from referee.engine.rummy.resample import resample
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.state import Phase, leaders, new_game, winners
from tests.engine.play.tables import after, codes, position, rules

OWN = rules(
    "frustration",
    contracts=["2S3", "S3+R4"],
    buys=2,
    dealt=8,
    discard_to_go_out="optional",
    wild_ranks=[],
    players=[2, 4],
)
FAR = (
    "hand: 3; turn: p1; met: 1 0; pile: 9C; scores: 0 30 / 40 0; "
    "p1: 3C 3D 3H 6S 7S 8S 9S KD KH; p2: 3C 3D 3S 8C 8D 8H KC QC"
)


def place(text):
    return position(text, OWN, fewest=2)


def test_everybody_lays_the_contract_that_is_theirs():
    state = place(FAR)
    assert [state.asked(seat) for seat in (0, 1)] == [2, 1]
    assert codes(state, "p1 down 3C 3D 3H / 6S 7S 8S 9S") == ()
    state = after(state, "p1 down 3C 3D 3H / 6S 7S 8S 9S", "p1 discard KD", "p2 draw")
    assert codes(state, "p2 down 3C 3D 3S / 8C 8D 8H") == ()
    assert codes(place(FAR.replace("met: 1 0", "met: 0 1")), "p1 down 3C 3D 3H / 6S 7S 8S 9S") == ("contract.shape",)


def test_a_hand_moves_on_only_those_who_went_down_in_it():
    state = place(
        FAR.replace("met: 1 0", "met: 0 0").replace("p1: 3C 3D 3H 6S 7S 8S 9S KD KH", "p1: 3C 3D 3H 6S 6D 6C")
    )
    ended = after(state, "p1 down 3C 3D 3H / 6S 6D 6C")
    assert ended.phase is Phase.SCORED
    assert ended.met == (1, 0)
    assert [ended.asked(seat) for seat in (0, 1)] == [2, 1]


def test_the_last_contract_met_ends_the_game_and_goes_before_points():
    state = place(FAR.replace("scores: 0 30 / 40 0", "scores: 0 0 / 90 0").replace(" KD KH;", ";"))
    ended = after(state, "p1 down 3C 3D 3H / 6S 7S 8S 9S")
    assert ended.phase is Phase.OVER
    assert ended.totals == (90, 50)
    assert winners(ended) == (0,)
    assert leaders((90, 5, 80), (2, 1, 2)) == (2,)
    assert leaders((90, 5, 80), ()) == (1,)


def test_a_seat_sees_its_own_contract_and_where_the_others_are():
    state = place(FAR)
    assert [view_for(state, seat).hand for seat in (0, 1, None)] == [2, 1, 3]
    seen = view_for(state, 1)
    assert (seen.deal, [seen.asked(seat) for seat in (0, 1)]) == (3, [2, 1])
    assert str(seen.contract) == "2S3"
    assert resample(state, 1, Random(1)).met == state.met


def test_positions_tell_how_far_everybody_is():
    state = place(FAR)
    assert parse_position(format_position(state), OWN) == state
    assert new_game(OWN, 3).met == (0, 0, 0)
    assert new_game(rules(), 3).met == ()


def test_a_whole_game_of_ones_own_contracts_is_played_and_replayed():
    state, record = play_game(OWN, [BOTS["plain"]] * 3, game="own contracts", seed=Random)
    assert max(state.met) == 2
    assert problems(state) == ()
    assert replay(loads(dumps(record))).met == state.met


def test_a_game_that_nobody_finishes_is_called_off():
    under = load_rules({"base": "frustration", "set": {"contracts": ["R12"], "most_hands": 2}})
    state, _record = play_game(under, [BOTS["plain"]] * 2, game="called off", seed=Random)
    assert state.is_over
    assert len(state.scores) <= 2
