"""Broken invariants are named; sound states have none."""

import pytest

from referee.engine.rummy.cards import parse_card
from referee.engine.rummy.judge import judge
from referee.engine.rummy.melds import run_of, set_of
from referee.engine.rummy.notation import parse_move
from referee.engine.rummy.positions import format_position, parse_position
from referee.engine.rummy.problems import problems
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.state import HandScore, Phase, TableMeld, new_game
from referee.engine.rummy.window import waiting
from tests.engine.play.tables import after, position, rules

PLAY = "turn: p1; p1: 7C 8D KS; p1 known: 7C; p1 is: down; table: p1 7H 7S 7D / p1 4H 5H 6H JK=7H; pile: 2H"
OPEN = "dealer: p4; turn: p2; phase: claim; open: p1; p1 discards: 7S; pile: 2H 7S"


def seat(state, number, **changes):
    return state._replace(seats=state.with_seat(number, state.seats[number]._replace(**changes)))


def laid(state, index, **changes):
    owner, meld = state.table[index]
    table = list(state.table)
    table[index] = TableMeld(changes.pop("owner", owner), changes.pop("meld", meld))
    return state._replace(table=tuple(table))


def sound():
    return position(PLAY)


BROKEN = {
    "the cards are not those of the deck": lambda s: s._replace(stock=s.stock[1:]),
    "the hand of seat 0 is out of order": lambda s: seat(s, 0, hand=s.seats[0].hand[::-1]),
    "seat 1 has no card and the hand goes on": lambda s: seat(s, 1, hand=()),
    "does not hold the 9C that everybody knows of": lambda s: seat(s, 0, known=(parse_card("9C"),)),
    "seat 1 has bought more often than is allowed": lambda s: seat(s, 1, buys=3),
    "seat 0 is down without a meld": lambda s: seat(s, 0, down=False),
    "meld 0 on the table breaks meld.too-short": lambda s: laid(s, 0, meld=set_of(s.table[0].meld.cards[:2], 7)),
    "set 0 holds another rank": lambda s: laid(s, 0, meld=set_of((parse_card("8C"), *s.table[0].meld.cards), 7)),
    "run 1 goes beyond the ends": lambda s: laid(s, 1, meld=run_of(s.table[1].meld.cards, "H", 12)),
    "run 1 holds a card out of its place": lambda s: laid(s, 1, meld=run_of(s.table[1].meld.cards[::-1], "H", 4)),
    "an open discard and the phase disagree": lambda s: s._replace(phase=Phase.CLAIM),
    "nobody can act": lambda s: s._replace(phase=Phase.CLAIM),
    "a Shanghai call and the phase disagree": lambda s: s._replace(phase=Phase.PICK),
    "there is nothing to make a new stock of": lambda s: s._replace(phase=Phase.RESHUFFLE),
    "the discards were recycled too often": lambda s: s._replace(reshuffles=4),
    "the scored hands are not those that were played": lambda s: s._replace(hand=2),
    "hand 1 is not scored for every seat": lambda s: s._replace(hand=2, scores=(HandScore(1, 0, (0, 5), (0, 5)),)),
    "the totals after hand 1 are not the sums": lambda s: s._replace(
        hand=2, scores=(HandScore(1, 0, (0, 5, 5), (0, 5, 9)),)
    ),
}


@pytest.mark.parametrize("told", BROKEN)
def test_a_broken_state_is_told(told):
    assert any(told in problem for problem in problems(BROKEN[told](sound())))


def test_cards_before_the_first_shuffle_are_told():
    start = new_game(rules(), 3)
    assert problems(start) == ()
    assert problems(start._replace(pile=(parse_card("7H"),))) == ("cards lie about before the shuffle",)


def test_a_new_stock_that_waits_for_no_claim_is_told():
    state = position(OPEN.replace("2H 7S", "2H 3H 7S"), fewest=4)._replace(phase=Phase.RESHUFFLE)
    assert "a new stock waits for a claim that nobody made" in problems(state)


def test_both_the_dealer_and_a_player_waited_for_is_told(monkeypatch):
    state = sound()._replace(phase=Phase.SCORED, scores=(HandScore(1, 0, (0, 5, 5), (0, 5, 5)),))
    assert problems(state) == ()
    monkeypatch.setattr("referee.engine.rummy.problems.waiting", lambda _: (0,))
    assert problems(state) == ("the dealer and a player are both waited for",)


def test_a_claim_is_written_and_read():
    state = position(f"{OPEN}; p3 is: down; table: p3 7H 7D 7C", fewest=4)
    called = after(state, "p4 shanghai 0", "p3 pass", "p2 draw")
    assert "claim: p4 from p1 shanghai 0" in format_position(called)
    assert parse_position(format_position(called), called.rules) == called


def test_a_view_tells_what_its_seat_may_know():
    state = position(OPEN, fewest=4)
    view = view_for(state, 2)
    assert view.own == state.seats[2].hand
    assert view.me.cards == 5
    assert (view.players, view.is_my_turn, view.is_over) == (4, False, False)
    assert view.waiting == waiting(state) == (1, 2, 3)
    assert str(view.contract) == "2S3"
    assert view.totals == (0, 0, 0, 0)
    assert view.window == state.window
    watcher = view_for(state, None)
    assert watcher.own == ()
    with pytest.raises(ValueError, match="view of a seat"):
        _ = watcher.me
    over = view_for(after(position("turn: p1; p1: KS; pile: 2H"), "p1 discard KS"), None)
    assert over.seats[1].shown is not None
    assert over.window is None
    assert over.waiting == ()


def test_cards_that_nobody_sees_are_in_no_view():
    state = position(OPEN, fewest=4)
    for number in (None, 0, 1, 2, 3):
        assert all(seen.shown is None for seen in view_for(state, number).seats)


def test_judging_is_total():
    for text in (PLAY, OPEN):
        state = position(text, fewest=4)
        for move in ("d close", "d pick 0", "d reshuffle", "p1 down", "p2 down 7H", "p1 layoff JK 0", "p9 pass"):
            for number in (None, -1, 0, 3, 4, 99):
                judge(state, number, parse_move(move, state.rules).action)
