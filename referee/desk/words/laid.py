"""Melds in a sentence."""

from __future__ import annotations

from django.utils.translation import gettext, pgettext

from referee.desk.words.contracts import rank_label
from referee.engine.rummy.cards import pack_of
from referee.engine.rummy.melds import Meld


def meld_words(meld: Meld) -> str:
    """``"a set of 7s"``, ``"a run of hearts from 5 to 8"``."""
    if meld.kind == "set":
        pack = pack_of(next((card for card in meld.cards if card.suit), meld.cards[0]))
        return gettext("a set of rank %(rank)s") % {"rank": rank_label(meld.rank, pack)}
    low, high = meld.stands_for(0), meld.stands_for(len(meld) - 1)
    pack = pack_of(low)
    return gettext("a run of %(suit)s from %(low)s to %(high)s") % {
        "suit": suit_words(meld.suit),
        "low": rank_label(low.rank, pack),
        "high": rank_label(high.rank, pack),
    }


def suit_words(suit: str) -> str:
    """``"hearts"``, ``"red"``."""
    return {
        "S": gettext("spades"),
        "H": gettext("hearts"),
        "D": gettext("diamonds"),
        "C": gettext("clubs"),
        "R": pgettext("colour of a card", "red"),
        "G": pgettext("colour of a card", "green"),
        "Y": pgettext("colour of a card", "yellow"),
        "B": pgettext("colour of a card", "black"),
    }[suit]
