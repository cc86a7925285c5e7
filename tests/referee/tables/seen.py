"""Which cards a viewer may see, and whether a page shows another one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.engine.rummy.cards import Card, format_card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.seatview import SeatView
from referee.tables.games import Event
from referee.tables.told import card_name


def visible(view: SeatView, events: Iterable[Event]) -> set[Card]:
    """Every face that the viewer has before the eyes, or was told of."""
    found = {*view.own, *view.pile}
    for seen in view.seats:
        found |= {*seen.known, *seen.discards, *(seen.shown or ())}
    for laid in view.table:
        found |= in_meld(laid.meld)
    for event in events:
        found |= set(event.cards)
        for meld in event.melds:
            found |= in_meld(meld)
    return found


def in_meld(meld: Meld) -> set[Card]:
    """The meld's cards, and those that its wild cards stand for."""
    return {*meld.cards, *(meld.stands_for(index) for index in range(len(meld.cards)))}


def hidden(view: SeatView, events: Iterable[Event]) -> list[Card]:
    """The faces of the deck that nobody could have told the viewer of."""
    seen = visible(view, events)
    return [card for card in view.rules.pack.faces if card not in seen]


EXAMPLE = "for example 7H or 7"
"""What the field for wishes explains itself with."""


def shown(html: str, cards: Iterable[Card]) -> list[str]:
    """Those of the cards that the page names, by code or in words."""
    html = html.replace(EXAMPLE, "")
    words = {format_card(card): card_name(card, "en") for card in cards}
    codes = set(re.findall(r"(?<![\w#])(?:[2-9TJQKA]|1[0-4]?)[SHDCRGYB](?!\w)", html))
    text = html.lower()
    return [code for code, name in words.items() if code in codes or name.lower() in text]
