"""Worlds that one seat cannot tell apart from the true one: what it cannot see is dealt anew.

For bots that imagine the hidden cards, and for the tests that nothing leaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence
from typing import Protocol

from referee.engine.rummy.cards import Card
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.seatview import SeatView, SeenSeat, view_for
from referee.engine.rummy.state import Phase, Seat, State


class Chance(Protocol):
    """A source of chance that the caller brings along; a ``random.Random`` is one."""

    def shuffle(self, x: MutableSequence[Card], /) -> None:
        """Put the items into a random order."""


def resample(state: State, seat: int | None, chance: Chance) -> State:
    """The state with all cards dealt anew that the seat cannot see."""
    return imagine(view_for(state, seat), chance)


def imagine(view: SeatView, chance: Chance) -> State:
    """A state in which the seat sees what it sees; every card that it cannot see is dealt by chance.

    Cards that everybody knows to be in a hand stay in it.
    """
    unseen = list(unseen_cards(view))
    chance.shuffle(unseen)
    seats = []
    for number, seen in enumerate(view.seats):
        if number == view.seat:
            hand = view.own
        elif seen.shown is not None:
            hand = seen.shown
        else:
            hidden = seen.cards - len(seen.known)
            hand = tuple(sorted((*seen.known, *unseen[:hidden])))
            del unseen[:hidden]
        seats.append(Seat(hand, seen.down, seen.buys, seen.known, seen.discards))
    return State(
        rules=view.rules,
        seats=tuple(seats),
        dealer=view.dealer,
        turn=view.turn,
        hand=view.deal,
        phase=view.phase,
        table=view.table,
        stock=tuple(unseen),
        pile=view.pile,
        top=view.top,
        window=view.window,
        claim=view.claim,
        drawn=view.drawn,
        opened=view.opened,
        wild=view.wild,
        reshuffles=view.reshuffles,
        picks=view.picks,
        idle=view.idle,
        scores=view.scores,
        taken=view.taken,
        owed=view.owed,
        met=view.met,
        asking=view.asking,
        fresh=view.fresh,
    )


def unseen_cards(view: SeatView) -> tuple[Card, ...]:
    """The cards that are in the stock or in the hands of others and not known to be there, in a deck's order.

    Before the first deal there are none.
    """
    unseen = Counter() if view.phase is Phase.SHUFFLE else Counter(new_deck(view.rules, view.players))
    unseen.subtract(view.own)
    unseen.subtract(view.pile)
    for laid in view.table:
        unseen.subtract(laid.meld.cards)
    for number, seen in enumerate(view.seats):
        if number != view.seat:
            unseen.subtract(_open_cards(seen))
    return tuple(unseen.elements())


def _open_cards(seen: SeenSeat) -> tuple[Card, ...]:
    return seen.known if seen.shown is None else seen.shown
