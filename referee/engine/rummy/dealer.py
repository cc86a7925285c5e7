"""What the dealer has to do next, and how a hand's secret decides it.

A host asks ``due`` after every action and plays what ``dealers_action`` answers until nothing is due; the one thing
that it decides itself is when the time for claims is up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from referee.engine.rummy.actions import DealerAction, Pick, Reshuffle, Shuffle
from referee.engine.rummy.cards import Card
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.shuffle import HandSecret, below, shuffled, stream
from referee.engine.rummy.state import Phase, State


@dataclass(frozen=True, slots=True)
class DueShuffle:
    """The cards of a hand are to be shuffled; ``cards`` in the order in which a new deck lies."""

    hand: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DueReshuffle:
    """The discards under the top one are to become stock, for the ``number``-th time in the hand (from 1)."""

    number: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DuePick:
    """One of ``choices`` cards is to be drawn for a Shanghai call, the ``number``-th of the hand (from 1)."""

    number: int
    choices: int


type DealerDue = DueShuffle | DueReshuffle | DuePick


def next_hand(state: State) -> int:
    """The number of the hand that the next shuffle is for."""
    return state.hand if state.phase is Phase.SHUFFLE else state.hand + 1


def due(state: State) -> DealerDue | None:
    """What the dealer has to do before anybody else can act; None when it is not the dealer's turn."""
    match state.phase:
        case Phase.SHUFFLE | Phase.SCORED:
            return DueShuffle(next_hand(state), new_deck(state.rules, state.players))
        case Phase.RESHUFFLE:
            return DueReshuffle(state.reshuffles + 1, state.pile[:-1])
        case Phase.PICK if state.claim is not None:
            return DuePick(state.picks + 1, len(state.seats[state.claim.discarder].hand))
        case _:
            return None


@lru_cache
def new_deck(rules: RuleSet, players: int) -> tuple[Card, ...]:
    """All cards of a hand as they lie before the shuffle: suit by suit, low to high, copies together, jokers last."""
    return tuple(rules.deck_cards(players).elements())


def dealers_action(what: DealerDue, secret: HandSecret) -> DealerAction:
    """What the dealer does when the hand's secret decides."""
    numbers = _numbers(what, secret)
    match what:
        case DueShuffle():
            return Shuffle(shuffled(what.cards, numbers))
        case DueReshuffle():
            return Reshuffle(shuffled(what.cards, numbers))
        case DuePick():
            return Pick(below(numbers, what.choices))
        case _:
            assert_never(what)


def _numbers(what: DealerDue, secret: HandSecret) -> Iterator[int]:
    match what:
        case DueShuffle():
            return stream(secret, "shuffle")
        case DueReshuffle(number):
            return stream(secret, f"reshuffle {number}")
        case DuePick(number):
            return stream(secret, f"pick {number}")
        case _:
            assert_never(what)
