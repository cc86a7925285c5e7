"""Cards within a sentence: "7♥", "red 7", "joker"."""

from __future__ import annotations

from django.utils.translation import gettext, pgettext

from referee.engine.rummy.cards import JOKER, ROOK, Card, format_rank, pack_of

_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def card_text(card: Card) -> str:
    """The card as short as it can be said; of a card whose suit is open, its rank."""
    if card == JOKER:
        return gettext("joker")
    rank = "10" if card.rank == 10 else format_rank(card.rank, pack_of(card))
    if not card.suit:
        return rank
    if card.suit in ROOK.suits:
        return pgettext("Rook card, for example red 7", "%(suit)s %(rank)s") % {
            "suit": _colour(card.suit),
            "rank": rank,
        }
    return rank + _SYMBOLS[card.suit]


def _colour(suit: str) -> str:
    return {
        "R": pgettext("colour of a card", "red"),
        "G": pgettext("colour of a card", "green"),
        "Y": pgettext("colour of a card", "yellow"),
        "B": pgettext("colour of a card", "black"),
    }[suit]
