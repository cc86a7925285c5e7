"""Every reason code with a case that is allowed and one that is refused."""

from dataclasses import replace

import pytest

from referee.engine.rulebook import REASONS, sentence
from referee.engine.rummy.cards import format_card
from referee.engine.shanghaien.actions import (
    CallShanghai,
    Change,
    Enlist,
    Place,
    PlaceBoth,
    Reroll,
    Roll,
    RollDice,
    Shuffle,
)
from referee.engine.shanghaien.cards import parse_trick
from referee.engine.shanghaien.judge import judge
from referee.engine.shanghaien.play import play
from referee.engine.shanghaien.state import Phase, State, new_game
from referee.engine.verdicts import IllegalAction
from tests.engine.shanghaien.playouts import BASIC, FULL, LEFT, RIGHT, dealt, holding, position

NONE = (0, 0, 0, 0, 0, 0)
TWO = (1, 0, 0, 0, 1, 0)
FIVE = (1, 1, 1, 1, 1, 0)

CHANGE_OR_BOTH = parse_trick("*cb")
REROLL_OR_JOKER = parse_trick("*rj")

START = position(NONE, NONE, direction=None)
ROLLED = position(NONE, NONE, rolled=(3, 5), direction=None)
LATER = position(TWO, TWO, rolled=(3, 5))
ARMED = holding(LATER, 0, "*cb", "*rj")
EMPTY_HANDED = position(FIVE, TWO)
SPENT = replace(ARMED, tricked=(True, False))
ONE_AND_SIX = holding(position(TWO, TWO, rolled=(1, 6)), 0, "*cb")
IN_ROW = replace(dealt(FULL, "*cb R1 R2 B1 B2 B3"), phase=Phase.PLACE, rolled=(3, 5))
LAST_UNKNOWN = replace(position(TWO, TWO), unseen=(None,) * 42)
OVER = replace(START, phase=Phase.OVER, row=())

REFUSED = [
    ("hand.over", OVER, 0, RollDice()),
    ("turn.not-yours", START, 1, RollDice()),
    ("turn.not-yours", START, None, RollDice()),
    ("turn.not-yours", new_game(FULL), 0, RollDice()),
    ("tavern.no-supply", EMPTY_HANDED, 0, RollDice()),
    ("tavern.must-call", EMPTY_HANDED, 0, RollDice()),
    ("tavern.must-call", EMPTY_HANDED, 0, Place(3)),
    ("tavern.must-call", holding(EMPTY_HANDED, 0, "*cb"), 0, Change(CHANGE_OR_BOTH, 3, 4)),
    ("tavern.roll-first", START, 0, Place(3, LEFT)),
    ("tavern.place-first", ROLLED, 0, RollDice()),
    ("tavern.place-first", LATER, 0, CallShanghai()),
    ("tavern.wrong-place", ROLLED, 0, Place(4, LEFT)),
    ("tavern.direction", ROLLED, 0, Place(3)),
    ("tavern.direction", LATER, 0, Place(3, RIGHT)),
    ("tavern.direction", LATER, 0, Place(3, LEFT)),
    ("tavern.direction", ARMED, 0, PlaceBoth(CHANGE_OR_BOTH, RIGHT)),
    ("tavern.too-early", START, 0, CallShanghai()),
    ("tavern.too-early", position((0, 0, 1, 0, 0, 0), TWO), 0, CallShanghai()),
    ("trick.spent", LATER, 0, Reroll(REROLL_OR_JOKER)),
    ("trick.spent", ARMED, 0, Reroll(CHANGE_OR_BOTH)),
    ("trick.spent", SPENT, 0, Reroll(REROLL_OR_JOKER)),
    ("trick.too-new", IN_ROW, 0, Change(CHANGE_OR_BOTH, 3, 4)),
    ("trick.too-new", replace(ARMED, round=1), 0, Change(CHANGE_OR_BOTH, 3, 4)),
    ("trick.not-rolled", holding(START, 0, "*rj"), 0, Reroll(REROLL_OR_JOKER)),
    ("trick.not-rolled", holding(START, 0, "*rj"), 0, Enlist(REROLL_OR_JOKER, "red")),
    ("trick.out-of-range", ONE_AND_SIX, 0, Change(CHANGE_OR_BOTH, 6, 7)),
    ("trick.out-of-range", ONE_AND_SIX, 0, Change(CHANGE_OR_BOTH, 1, 0)),
    ("trick.out-of-range", ARMED, 0, Change(CHANGE_OR_BOTH, 3, 5)),
    ("trick.out-of-range", ARMED, 0, Change(CHANGE_OR_BOTH, 4, 5)),
    ("trick.no-nation", ARMED, 0, Enlist(REROLL_OR_JOKER, "pink")),
    ("dealer.not-due", START, None, Roll((1, 2))),
    ("dealer.not-due", replace(START, phase=Phase.DICE), 0, Roll((1, 2))),
    ("dealer.not-due", START, None, Shuffle(FULL.deck)),
    ("dealer.cards", new_game(BASIC), None, Shuffle(FULL.deck)),
    ("dealer.cards", new_game(FULL), None, Shuffle((*FULL.deck[:-1], FULL.deck[0]))),
    ("dealer.cards", new_game(FULL), None, Shuffle((None, *FULL.deck[1:]))),
    ("dealer.dice", replace(START, phase=Phase.DICE), None, Roll((0, 2))),
    ("dealer.unseen", LAST_UNKNOWN, 0, CallShanghai()),
]

ALLOWED = [
    ("hand.over", START, 0, RollDice()),
    ("turn.not-yours", position(NONE, NONE, turn=1, direction=None), 1, RollDice()),
    ("tavern.no-supply", position((1, 1, 1, 1, 0, 0), TWO), 0, RollDice()),
    ("tavern.must-call", EMPTY_HANDED, 0, CallShanghai()),
    ("tavern.roll-first", LATER, 0, Place(3)),
    ("tavern.place-first", position(TWO, TWO), 0, CallShanghai()),
    ("tavern.wrong-place", ROLLED, 0, Place(5, LEFT)),
    ("tavern.direction", ROLLED, 0, Place(3, RIGHT)),
    ("tavern.direction", LATER, 0, Place(3)),
    ("tavern.direction", ARMED, 0, PlaceBoth(CHANGE_OR_BOTH)),
    ("tavern.too-early", position(TWO, NONE), 0, CallShanghai()),
    ("trick.spent", ARMED, 0, Reroll(REROLL_OR_JOKER)),
    ("trick.too-new", ARMED, 0, Change(CHANGE_OR_BOTH, 3, 4)),
    ("trick.not-rolled", ARMED, 0, Enlist(REROLL_OR_JOKER, "white")),
    ("trick.out-of-range", ONE_AND_SIX, 0, Change(CHANGE_OR_BOTH, 6, 5)),
    ("trick.no-nation", ARMED, 0, Enlist(REROLL_OR_JOKER, "red")),
    ("dealer.not-due", replace(START, phase=Phase.DICE), None, Roll((1, 2))),
    ("dealer.cards", new_game(FULL), None, Shuffle(FULL.deck[::-1])),
    ("dealer.cards", new_game(FULL), None, Shuffle((*FULL.deck[:6], *[None] * 42))),
    ("dealer.dice", replace(START, phase=Phase.DICE), None, Roll((6, 6))),
    ("dealer.unseen", replace(LAST_UNKNOWN, round=8, unseen=()), 0, CallShanghai()),
]


@pytest.mark.parametrize(("code", "state", "seat", "action"), REFUSED)
def test_judge_refuses(code: str, state: State, seat, action):
    verdict = judge(state, seat, action)
    assert code in verdict.codes
    with pytest.raises(IllegalAction) as caught:
        play(state, seat, action)
    assert caught.value.verdict == verdict


@pytest.mark.parametrize(("code", "state", "seat", "action"), ALLOWED)
def test_judge_allows(code: str, state: State, seat, action):
    assert judge(state, seat, action).codes == ()
    play(state, seat, action)


def test_judge_every_code_of_the_dice_game_is_refused_and_allowed():
    codes = {code for code in REASONS if code.startswith(("tavern.", "trick.", "dealer."))}
    assert {code for code, *_ in REFUSED} == {code for code, *_ in ALLOWED} == codes | {"hand.over", "turn.not-yours"}


def test_judge_names_the_breach_that_is_mended_most_easily_first():
    assert judge(EMPTY_HANDED, 0, RollDice()).codes == ("tavern.no-supply", "tavern.must-call")
    assert judge(EMPTY_HANDED, 0, Place(3)).codes == ("tavern.must-call", "tavern.roll-first")
    assert judge(SPENT, 0, Change(CHANGE_OR_BOTH, 2, 2)).codes == ("trick.spent", "trick.out-of-range")


def test_judge_breaches_fill_their_sentences():
    (found,) = judge(ROLLED, 0, Place(4, LEFT)).breaches
    assert sentence(found, format_card) == "A die goes to the card of its own number, and you rolled no 4."
