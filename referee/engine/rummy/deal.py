"""Dealing a hand, and making a new stock of the discards (Rule 1.2 and 4.6)."""

from __future__ import annotations

from referee.engine.rummy.cards import Card
from referee.engine.rummy.settling import draw_stock, settle
from referee.engine.rummy.state import Phase, Seat, State
from referee.engine.rummy.window import open_discard


def deal(state: State, cards: tuple[Card, ...]) -> State:
    """The hand dealt from the shuffled cards: one at a time from the dealer's left, then the upcard, then the stock."""
    players = len(state.seats)
    goes_on = state.phase is Phase.SCORED
    dealer = state.after(state.dealer) if goes_on else state.dealer
    hand = state.hand + 1 if goes_on else state.hand
    dealt = players * state.rules.dealt_in(hand)
    first = (dealer + 1) % players
    upcard = dealt
    if state.rules.wild_upcard == "buried":
        # A wild upcard goes under the stock and the next card is turned up.
        upcard = next((at for at in range(dealt, len(cards)) if not state.rules.is_wild(cards[at])), dealt)
    seats = tuple(Seat(tuple(sorted(cards[(seat - first) % players : dealt : players]))) for seat in range(players))
    fresh = State(
        rules=state.rules,
        seats=seats,
        dealer=dealer,
        turn=first,
        hand=hand,
        phase=Phase.DRAW,
        stock=(*cards[dealt:upcard][::-1], *cards[:upcard:-1]),
        pile=(cards[upcard],),
        scores=state.scores,
        met=state.met,
    )
    return open_discard(fresh, None)


def reshuffle(state: State, cards: tuple[Card, ...]) -> State:
    """The discards under the top one as new stock, under what is left of the old; then what waited for it."""
    renewed = state._replace(
        stock=(*reversed(cards), *state.stock), pile=state.pile[-1:], reshuffles=state.reshuffles + 1
    )
    if renewed.window is not None:
        return settle(renewed, renewed.window, closed=True)
    return draw_stock(renewed)
