"""The guide beside a table of cards: at each moment what to do, how, and why or what for, for who learns the game.

Everything is told from what the seat sees now, so that it holds whatever was done before. Knows no rule of its own:
what to do is the coach's advice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, assert_never

from django.utils.translation import get_language, gettext

from referee.engine.bots.coach import Advice, advise, lacking
from referee.engine.rummy.actions import (
    Buy,
    Discard,
    DrawStock,
    GoDown,
    LayOff,
    Pass,
    PlayerAction,
    Shanghai,
    Swap,
    Take,
    Withdraw,
)
from referee.engine.rummy.cards import Card
from referee.engine.rummy.seatview import SeatView
from referee.tables.advice import may_ask, reason_words
from referee.tables.board import Board
from referee.tables.told import card_name, meld_name
from referee.tables.words import contract_words


class GuideShown(NamedTuple):
    """What to do now, empty where there is nothing, and why or what for."""

    deed: str
    why: str


def guide_for(board: Board) -> GuideShown | None:
    """What the guide says to the board's viewer; None where nobody wants one, or the coach may not be asked."""
    snap = board.snap
    if snap.mine is None or not snap.mine.guide or not may_ask(snap) or snap.is_paused:
        return None
    if board.is_between:
        return _between(board)
    advice = _advice(board.view)
    if advice is None:
        return GuideShown("", _meanwhile(board))
    return _advised(board, advice)


@lru_cache(maxsize=64)
def _advice(view: SeatView) -> Advice | None:
    """The advice for a view, which is shown more than once: in the answer, in the stream, after a reload."""
    return advise(view)


def _advised(board: Board, advice: Advice) -> GuideShown:
    reason = reason_words(advice.reason)
    match board.situation:
        case "claim" | "late":
            return GuideShown(_deed(board, advice.action), f"{_may_i(board.view)} {reason}")
        case "take-or-draw" | "draw" if not board.view.me.discards:
            return GuideShown(_deed(board, advice.action), f"{reason} {_aim(board.view)}")
        case "called" | "passed":
            return GuideShown("", _meanwhile(board))
        case _:
            return GuideShown(_deed(board, advice.action), reason)


def _deed(board: Board, action: PlayerAction) -> str:
    """What to press, and with which card."""
    match action:
        case DrawStock():
            return gettext("Press “Draw”: a card from the stock.")
        case Take():
            return gettext("Press “Take”: the %(card)s comes to your hand.") % {"card": _name(board.view.pile[-1])}
        case Buy():
            return gettext("Press “Buy” to ask for the %(card)s.") % {"card": _name(board.view.pile[-1])}
        case Pass():
            return gettext("Press “Pass”.")
        case GoDown():
            return _going_down(board)
        case LayOff(card, meld) | Swap(card, meld):
            return _laying(board, card, meld)
        case Discard(card, declare):
            return _discarding(board, card, declare=declare)
        case Shanghai():
            return gettext("Press “Shanghai!”.")
        case Withdraw():
            return gettext("Press “Withdraw”.")
        case _:
            assert_never(action)


def _going_down(board: Board) -> str:
    dock = board.dock
    if dock is not None and dock.is_whole:
        return gettext("Your contract lies ready: press “Lay these down”.")
    if board.snap.options.hints:
        return gettext("You have your contract! Open “Go down” and press “Suggest”.")
    return gettext("You have your contract! Open “Go down”, pick the cards of a meld and press its name.")


def _laying(board: Board, card: Card, meld: int) -> str:
    shown = board.melds[meld]
    values = {"card": _name(card), "name": shown.owner.name, "meld": meld_name(shown.meld, get_language())}
    if shown.owner.is_me:
        return gettext("Pick the %(card)s and tap your %(meld)s.") % values
    return gettext("Pick the %(card)s and tap %(name)s’s %(meld)s.") % values


def _discarding(board: Board, card: Card, *, declare: bool) -> str:
    dock = board.dock
    values = {"card": _name(card)}
    if dock is not None and card not in [one.card for one in dock.cards]:
        return gettext("Open “Go down” and press “Take all back”, then discard the %(card)s.") % values
    if declare and len(board.view.own) > 1:
        return gettext("Pick the %(card)s, press “Discard” and then “Declare Shanghai”.") % values
    return gettext("Pick the %(card)s and press “Discard”.") % values


def _aim(view: SeatView) -> str:
    """What the hand is about, for the beginning of it."""
    values = {"contract": contract_words(view.contract)}
    return gettext("You collect %(contract)s. Each turn is a draw and, at its end, a discard.") % values


def _may_i(view: SeatView) -> str:
    """What a buy is."""
    values = {"card": _name(view.pile[-1]), "price": view.rules.price}
    return gettext("“May I?”: out of turn you may have the %(card)s, with %(price)s from the stock on top.") % values


def _meanwhile(board: Board) -> str:
    """What to know while others play."""
    view = board.view
    match board.situation:
        case "called":
            return gettext("You have asked. If several do, it goes to whoever is next in turn.")
        case _ if view.me.down:
            return gettext("While you wait: you are down, so in your turn what fits a meld on the table may go there.")
        case _:
            values = {"contract": contract_words(view.contract), "number": lacking(view, view.own)}
            return gettext("While you wait: for %(contract)s you lack %(number)s. Watch what lies open.") % values


def _between(board: Board) -> GuideShown:
    """How a hand is counted, and the way on."""
    if board.is_over:
        return GuideShown("", gettext("The lowest total has won. Now you know the game: play again, or with friends."))
    me = board.me
    deed = "" if me is None or me.chair.ready else gettext("Press “Next hand”: its contract is another one.")
    why = gettext("What is left in a hand counts against its owner; in the end the lowest total wins.")
    return GuideShown(deed, why)


def _name(card: Card) -> str:
    return card_name(card, get_language())
