"""Cards and melds as HTML, each drawn once in a language and kept: a board has dozens, on every screen the same."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.tables.dock import HandCard

PARTS = "referee/tables/parts.html"


@lru_cache(maxsize=4096)
def card_picture(card: Card, deck: str, look: str, language: str | None) -> SafeString:
    """The card as an image with its name."""
    return render_to_string("cards.html#card", {"card": card, "deck": deck, "look": look})


@lru_cache(maxsize=4096)
def hand_card(one: HandCard, deck: str, language: str | None) -> SafeString:
    """The card as one of the hand, to be picked."""
    return render_to_string(f"{PARTS}#handcard", {"one": one, "deck": deck})


@lru_cache(maxsize=8192)
def meld_picture(meld: Meld, deck: str, language: str | None) -> SafeString:
    """The meld as one image with its name."""
    return render_to_string(f"{PARTS}#meld", {"meld": meld, "deck": deck})


@lru_cache(maxsize=8192)
def meld_label(meld: Meld, deck: str, language: str | None) -> SafeString:
    """The meld's name."""
    return mark_safe(render_to_string(f"{PARTS}#meldlabel", {"meld": meld, "deck": deck}).strip())  # noqa: S308  # ours
