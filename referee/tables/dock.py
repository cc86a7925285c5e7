"""The own hand as its page shows it: the loose cards, and the melds that are being built of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.rummy.cards import Card, format_card
from referee.engine.rummy.melds import Meld, Placed, laid_cards
from referee.engine.rummy.seatview import SeatView
from referee.tables.hand import SORTS, Layout, face, read_layout, readings
from referee.tables.selectors import TableSnapshot
from referee.tables.words import slot_words


class HandCard(NamedTuple):
    """A loose card of the own hand; ``mark`` tells equal cards apart and stays with the card."""

    card: Card
    mark: str
    code: str


@dataclass(frozen=True, slots=True)
class TrayCard:
    index: int
    card: Card
    stands_for: Card | None


@dataclass(frozen=True, slots=True)
class Tray:
    """A meld that is being built. ``others`` are further ways to read it, each with its number and what it shows."""

    index: int
    title: str
    size: int
    cards: tuple[TrayCard, ...]
    is_meld: bool
    others: tuple[tuple[int, Meld], ...]


@dataclass(frozen=True, slots=True)
class Dock:
    """What lies before the viewer: the own hand and what is built of it."""

    cards: tuple[HandCard, ...]
    count: int
    sort: str | None
    sorts: tuple[str, ...]
    trays: tuple[Tray, ...]
    is_building: bool
    is_whole: bool
    is_down: bool


def layout_of(snap: TableSnapshot, view: SeatView) -> Layout:
    """The viewer's hand as its owner lays it out."""
    arrangement = snap.mine.arrangement if snap.mine else ""
    return read_layout(arrangement, view.own, view.contract, view.rules, down=view.me.down)


def dock_of(snap: TableSnapshot, view: SeatView) -> Dock:
    """What lies before the viewer, who has a seat in a hand that is being played."""
    layout = layout_of(snap, view)
    return Dock(
        cards=hand_cards(layout.loose),
        count=len(view.own),
        sort=layout.sort,
        sorts=SORTS,
        trays=tuple(_tray(view, layout, index) for index in range(len(layout.trays))),
        is_building=layout.is_building,
        is_whole=layout.is_whole,
        is_down=view.me.down,
    )


def hand_cards(cards: tuple[Card, ...]) -> tuple[HandCard, ...]:
    """The cards, each with a mark of its own."""
    met: dict[Card, int] = {}
    shown = []
    for card in cards:
        met[card] = met.get(card, 0) + 1
        code = format_card(card)
        shown.append(HandCard(card, f"{code}-{met[card]}", code))
    return tuple(shown)


def _tray(view: SeatView, layout: Layout, index: int) -> Tray:
    slot = view.contract.slots[index]
    laid = layout.trays[index]
    found = readings(laid, slot, view.rules)
    stands = tuple(one.stands if isinstance(one, Placed) else None for one in laid)
    others = [(number, meld) for number, meld in enumerate(found) if laid_cards(meld) != laid]
    return Tray(
        index=index,
        title=slot_words(slot),
        size=slot.size,
        cards=tuple(TrayCard(place, face(one), stands[place]) for place, one in enumerate(laid)),
        is_meld=bool(found) and len(laid) >= slot.size,
        others=tuple(others),
    )
