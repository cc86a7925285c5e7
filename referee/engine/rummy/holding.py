"""Hands as tuples in card order: a card more, a card less."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable

from referee.engine.rummy.cards import Card

type Hand = tuple[Card, ...]


def with_card(hand: Hand, card: Card) -> Hand:
    """The hand with the card in its place."""
    at = bisect(hand, card)
    return (*hand[:at], card, *hand[at:])


def without(hand: Hand, card: Card) -> Hand:
    """The hand without one copy of the card; the same hand when it is not there."""
    if card not in hand:
        return hand
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def without_all(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand without one copy of each of the cards."""
    for card in cards:
        hand = without(hand, card)
    return hand
