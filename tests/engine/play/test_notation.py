"""Moves and positions as text."""

from random import Random

import pytest

from referee.engine.rummy.actions import UNKNOWN, Discard, GoDown, LayOff, Move, Pick, Reshuffle, Shuffle, Swap, public
from referee.engine.rummy.cards import NotationError, parse_card, parse_cards
from referee.engine.rummy.notation import format_move, parse_move
from referee.engine.rummy.positions import format_position, parse_position
from tests.engine.play.playouts import random_game
from tests.engine.play.tables import position, rules

LINES = """
d shuffle 7H JK TD AS
d shuffle 7H ?? ??
d reshuffle 2C 2C
d reshuffle
d pick 3
d pick ??
d close
p1 draw
p1 take
p1 down 7H 7S JK=7 / 4H 5H 6H JK=7H
p12 down JK 7S 7D
p1 layoff 8H 2 high
p1 layoff 8H 0
p1 swap 7C 3 low
p1 swap 7C 3
p1 discard KS
p1 discard KS shanghai
p2 buy
p2 shanghai 2 high
p2 shanghai 0
p2 pass
p2 withdraw
"""


@pytest.mark.parametrize("line", LINES.split("\n")[1:-1])
def test_a_move_is_written_as_it_is_read(line):
    assert format_move(parse_move(line, rules())) == line


def test_moves_are_read_as_what_they_say():
    seven = parse_card("7H")
    assert parse_move("p3 discard 7H shanghai", rules()) == Move(2, Discard(seven, declare=True))
    assert parse_move("p1 layoff 7♥ 2 low", rules()) == Move(0, LayOff(seven, 2, "low"))
    assert parse_move("p1 swap 7H 1", rules()) == Move(0, Swap(seven, 1, None))
    assert parse_move("d shuffle 7H ??", rules()) == Move(None, Shuffle((seven, UNKNOWN)))
    melds = parse_move("p1 down 7H 7H 7S/ 9H 9S 9C".replace("/", " /"), rules()).action
    assert isinstance(melds, GoDown)
    assert [len(meld) for meld in melds.melds] == [3, 3]


def test_rook_cards_are_read_with_the_rook_pack():
    for line in ("p1 discard 14R", "p1 down 1R JK=1 1G / 11R JK=11 11B"):
        assert format_move(parse_move(line, rules("rook-10"))) == line
    with pytest.raises(NotationError):
        parse_move("p1 discard 14R", rules())


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("", "move"),
        ("p1", "move"),
        ("p0 draw", "seat"),
        ("p21 draw", "seat"),
        ("x draw", "seat"),
        ("p1 fly", "action"),
        ("d fly", "action"),
        ("d draw", "action"),
        ("p1 close", "action"),
        ("p1 discard", "action"),
        ("p1 discard 1H", "card"),
        ("p1 discard KS chicago", "action"),
        ("p1 layoff 7H x", "meld"),
        ("p1 layoff 7H -1", "meld"),
        ("p1 layoff 7H 1 middle", "end"),
        ("p1 layoff 7H 1 low high", "end"),
        ("p1 down 7H 7S 7Z", "melds[0][2]"),
        ("d shuffle 7H ZZ", "cards[1]"),
        ("d pick two", "pick"),
    ],
)
def test_a_line_that_is_no_move_says_which_part(line, where):
    with pytest.raises(NotationError) as caught:
        parse_move(line, rules())
    assert caught.value.where == where


def test_public_keeps_back_the_dealers_cards_and_nothing_else():
    cards = parse_cards("7H 2C")
    assert public(Move(None, Shuffle(cards))).action == Shuffle((UNKNOWN, UNKNOWN))
    assert public(Move(None, Reshuffle(cards))).action == Reshuffle((UNKNOWN, UNKNOWN))
    assert public(Move(None, Pick(3))).action == Pick(-1)
    move = Move(1, Discard(cards[0]))
    assert public(move) is move


# Positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["shanghai-7", "shanghai-10", "rook-10"])
def test_every_position_of_a_game_is_read_as_it_was_written(preset):
    source = Random(preset)
    for _, state in random_game(rules(preset), 4, source, help_one_in=4):
        if not source.randrange(10):
            assert parse_position(format_position(state), rules(preset)) == state


def test_a_position_may_stand_on_one_line_and_hold_comments():
    many = "hand: 2\n# a comment\nphase: draw\np1: 7H   # one card\np2: 8H\np3: 9H\npile: 2C\nstock: rest"
    one = "hand: 2; phase: draw; p1: 7H; p2: 8H; p3: 9H; pile: 2C; stock: rest"
    assert parse_position(many, rules()) == parse_position(one, rules())


def test_rest_is_every_card_that_lies_nowhere_else():
    state = position("p1: 7H 7H; pile: 2C")
    assert parse_card("7H") not in state.stock
    assert state.stock.count(parse_card("2C")) == 0 or len(state.stock) > 80


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("nonsense", "nonsense"),
        ("hand: 1; hand: 2", "hand"),
        ("hand: one", "hand"),
        ("phase: sleep", "phase"),
        ("top: upside", "top"),
        ("turn: p9", "turn"),
        ("turn: d", "turn"),
        ("fly: high", "fly"),
        ("p1 is: up in arms", "p1 is"),
        ("turn is: lost", "turn is"),
        ("counts: sheep 3", "counts"),
        ("scores: 1 2", "scores"),
        ("scores: a b c", "scores"),
        ("table: p1 7H 8S 9C", "table"),
        ("claim: p2 buy", "claim"),
        ("open: p3, p1 discard KS", "open"),
        ("open: p3; pile:", "open"),
        ("pile: 2C ZZ", "pile[1]"),
    ],
)
def test_a_position_that_cannot_be_read_says_which_line(line, where):
    with pytest.raises(NotationError) as caught:
        parse_position(f"p1: 7H; p2: 8H; p3: 9H; {'pile: 2C; ' if 'pile' not in line else ''}{line}", rules())
    assert caught.value.where == where
