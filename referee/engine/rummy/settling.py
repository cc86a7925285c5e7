"""Who gets the top discard, and the draw (Rule 4.2, 4.6 and 7)."""

from __future__ import annotations

from referee.engine.rummy.actions import Buy, Shanghai
from referee.engine.rummy.endings import end_hand
from referee.engine.rummy.holding import with_card
from referee.engine.rummy.layoff import lay_off, normal
from referee.engine.rummy.state import Claim, Phase, State, TableMeld, Window
from referee.engine.rummy.window import awaited, wants_stock


def settle(state: State, window: Window, *, closed: bool = False) -> State:
    """The state with the discard given to whom it goes, or with the window open while somebody is waited for.

    ``closed``: nobody is waited for any more.
    """
    if not closed and awaited(window, state.turn):
        return state._replace(window=window)
    if window.best is None:
        return draw_stock(state) if wants_stock(window, state.turn) else state._replace(phase=Phase.DRAW, window=None)
    _, seat = window.best
    match window.words[seat]:
        case Buy():
            return _buy(state, window, seat)
        case Shanghai() if window.discarder is not None and state.rules.shanghai_effect == "penalty":
            return _take_back(state, window, window.discarder)
        case Shanghai() as call if window.discarder is not None:
            return _lay_shanghai(state, window, Claim(seat, window.discarder, call))
        case _:
            return take_discard(state)


def take_discard(state: State) -> State:
    """The state after the seat in turn has taken the top discard."""
    card = state.pile[-1]
    record = state.seats[state.turn]
    record = record._replace(hand=with_card(record.hand, card), known=(*record.known, card))
    return state._replace(
        seats=state.with_seat(state.turn, record),
        pile=state.pile[:-1],
        top="dead",
        phase=Phase.PLAY,
        window=None,
        idle=state.idle + 1,
        taken=card,
    )


def draw_stock(state: State) -> State:
    """The state after the seat in turn has drawn from the stock.

    An empty stock is renewed first; where it cannot be, the hand ends unwon.
    """
    if not state.stock:
        if state.can_recycle:
            return state._replace(phase=Phase.RESHUFFLE, window=None, drawn=True)
        return end_hand(state, None)
    record = state.seats[state.turn]
    record = record._replace(hand=with_card(record.hand, state.stock[-1]))
    return state._replace(
        seats=state.with_seat(state.turn, record),
        stock=state.stock[:-1],
        phase=Phase.PLAY,
        window=None,
        drawn=False,
        idle=0,
    )


def _buy(state: State, window: Window, seat: int) -> State:
    """The state after the buy is paid; a stock that is too small is renewed first, with the window kept for then."""
    if len(state.stock) < state.rules.price:
        return state._replace(phase=Phase.RESHUFFLE, window=window)
    bought = buy(state, seat)._replace(phase=Phase.DRAW, window=None)
    return draw_stock(bought) if wants_stock(window, state.turn) else bought


def buy(state: State, seat: int) -> State:
    """The state after the seat has bought the top discard and paid for it, in whatever phase it was."""
    price = state.rules.price
    card = state.pile[-1]
    rest = len(state.stock) - price
    record = state.seats[seat]
    record = record._replace(
        hand=tuple(sorted((*record.hand, card, *state.stock[rest:]))),
        known=(*record.known, card),
        buys=record.buys + 1,
    )
    return state._replace(
        seats=state.with_seat(seat, record), stock=state.stock[:rest], pile=state.pile[:-1], top="dead", idle=0
    )


def _lay_shanghai(state: State, window: Window, claim: Claim) -> State:
    """The state with the called card on its meld, waiting for the dealer to draw the caller's card."""
    call = claim.call
    laid = state.table[call.meld]
    grown = TableMeld(laid.owner, normal(state.rules, lay_off(laid.meld, state.pile[-1], call.end)))
    return state._replace(
        table=(*state.table[: call.meld], grown, *state.table[call.meld + 1 :]),
        pile=state.pile[:-1],
        top="dead",
        phase=Phase.PICK,
        window=None,
        claim=claim,
        drawn=wants_stock(window, state.turn),
        idle=0,
    )


PENALTY = 2
"""Cards of the stock that a discarder draws besides the card taken back, or as many as there are."""


def _take_back(state: State, window: Window, discarder: int) -> State:
    """The state after a card that fitted the table has gone back to its discarder, with cards of the stock besides.

    Nothing that is left in the pile may be taken, and the player in turn draws from the stock.
    """
    card = state.pile[-1]
    rest = max(0, len(state.stock) - PENALTY)
    record = state.seats[discarder]
    record = record._replace(
        hand=tuple(sorted((*record.hand, card, *state.stock[rest:]))),
        known=(*record.known, card),
        discards=record.discards[:-1],
    )
    given = state._replace(
        seats=state.with_seat(discarder, record),
        stock=state.stock[:rest],
        pile=state.pile[:-1],
        top="dead",
        phase=Phase.DRAW,
        window=None,
    )
    return draw_stock(given) if wants_stock(window, state.turn) else given


def pick(state: State, claim: Claim, index: int) -> State:
    """The state after the Shanghai caller has drawn the discarder's card of that index.

    A discarder who loses the last card this way has none left, and the hand ends (Rule 4.4).
    """
    loser, caller = state.seats[claim.discarder], state.seats[claim.caller]
    card = loser.hand[index]
    # Which card went is not known to all: nothing in the rest of that hand is certain any more.
    loser = loser._replace(hand=loser.hand[:index] + loser.hand[index + 1 :], known=())
    caller = caller._replace(hand=with_card(caller.hand, card))
    given = state._replace(seats=state.with_seat(claim.discarder, loser))
    moved = given._replace(
        seats=given.with_seat(claim.caller, caller), claim=None, picks=state.picks + 1, phase=Phase.DRAW
    )
    if not loser.hand:
        return end_hand(moved, claim.discarder)
    return draw_stock(moved) if moved.drawn else moved
