"""The desk's pages: what each of them answers, in the words in which people ask it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class DeskPage(NamedTuple):
    """A page of the desk. ``key`` is the last part of its view's name, ``icon`` a symbol of ``icons/ui.svg``."""

    key: str
    icon: str
    title: str | Promise
    text: str | Promise

    @property
    def view(self) -> str:
        return f"desk:{self.key}"


_PAGES = (
    DeskPage("meld", "cards", _("Is this a meld?"), _("A set or a run, with or without jokers.")),
    DeskPage("contract", "check", _("Is this my contract?"), _("All melds of the hand, one row each.")),
    DeskPage("hand", "scales", _("What can I do with this hand?"), _("The best way down, or what to wait for.")),
    DeskPage("claim", "people", _("Who gets this card?"), _("Everybody called at once: who was first?")),
    DeskPage("fit", "plus", _("Does it fit?"), _("One card, the melds on the table.")),
    DeskPage("swap", "undo", _("May I swap this joker?"), _("Your card in its place.")),
    DeskPage("shanghai", "warning", _("May I call Shanghai?"), _("Somebody discarded a card that fits.")),
    DeskPage("count", "sheet", _("Count my cards"), _("What the cards left in a hand cost.")),
    DeskPage(
        "tavern", "dice", _("Shanghaien: who wins the cards?"), _("Tap the dice of a round; card by card, with why.")
    ),
    DeskPage("crews", "crown", _("Shanghaien: count the crews"), _("Tap who has which sailor; points by nationality.")),
    DeskPage("wrong", "question", _("Something went wrong"), _("Too many cards, drew twice, a meld that was none.")),
)

PAGES: Mapping[str, DeskPage] = MappingProxyType({page.key: page for page in _PAGES})
"""The pages by key, in the order in which the desk offers them."""
