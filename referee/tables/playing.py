"""What is done with an ask at the table: a move by the service, a question back to the player, or a tidier hand.

Asks the engine's view where a card fits, so that a choice is offered and never guessed; whether it is allowed is for
the service alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from referee.engine.rummy.cards import JOKER, Card, format_card
from referee.engine.rummy.layoff import fits_table
from referee.engine.rummy.legal import melds_of
from referee.engine.rummy.notation import format_melds
from referee.engine.rummy.seatview import SeatView
from referee.tables import hand
from referee.tables.asks import (
    Ask,
    AskRefused,
    Building,
    Discarding,
    GoingDown,
    Laying,
    Moving,
    PassingHand,
    Sorting,
)
from referee.tables.board import Place, board_of
from referee.tables.dock import hand_cards, layout_of
from referee.tables.games import Wishes
from referee.tables.hand import Layout
from referee.tables.laying import lay
from referee.tables.selectors import TableSnapshot

type Topic = Literal["discard-joker", "discard-fits", "where"]


@dataclass(frozen=True, slots=True)
class Question:
    """Something to ask the player first. ``places`` are where the card could go; ``swaps`` among them move a joker."""

    topic: Topic
    card: Card
    places: tuple[Place, ...] = ()
    swaps: tuple[Place, ...] = ()

    @property
    def code(self) -> str:
        return format_card(self.card)


@dataclass(frozen=True, slots=True)
class Act:
    """Moves to make one after the other, as text; ``then``: what the player is asked when they are made."""

    actions: tuple[str, ...]
    then: Question | None = None


@dataclass(frozen=True, slots=True)
class Arrange:
    """A hand to lay out so."""

    text: str


@dataclass(frozen=True, slots=True)
class Wish:
    """Wishes to keep."""

    wishes: Wishes


def answer_to(ask: Ask, snap: TableSnapshot, view: SeatView) -> Act | Arrange | Wish | Question:
    """What the ask comes to.

    :raises AskRefused: where it comes to nothing.
    """
    match ask:
        case Discarding(card):
            return _discard(card, view)
        case Laying(cards, meld):
            return _lay(cards, meld, snap, view)
        case PassingHand():
            wishes = snap.mine.wishes if snap.mine else Wishes()
            return Wish(replace(wishes, pass_hand=True))
        case GoingDown():
            return Act((f"down {' / '.join(format_melds(layout_of(snap, view).trays))}",))
        case Sorting() | Moving() | Building():
            changed = _changed(ask, layout_of(snap, view), snap, view)
            return Arrange(hand.write_layout(changed))
        case _:
            assert_never(ask)


def _discard(card: Card, view: SeatView) -> Act | Question:
    """The discard at once, or a question where a slip would hurt."""
    if len(view.own) > 1 and view.rules.shanghai_call and fits_table(view.rules, melds_of(view), card):
        return Question("discard-fits", card)
    if len(view.own) > 1 and card == JOKER:
        return Question("discard-joker", card)
    return Act((f"discard {format_card(card)}",))


def _lay(cards: tuple[Card, ...], meld: int | None, snap: TableSnapshot, view: SeatView) -> Act | Question:
    """The one way in which the cards can go there, or a question which of several."""
    shown = tuple(one for one in board_of(snap, view).melds if meld in (None, one.index))
    if not shown:
        raise AskRefused("no-meld")
    found = lay(view.rules, shown, cards)
    if found.choice is None:
        return Act(found.actions)
    asked = Question("where", found.choice.card, found.choice.places, found.choice.swaps)
    return Act(found.actions, asked) if found.actions else asked


def _changed(ask: Sorting | Moving | Building, layout: Layout, snap: TableSnapshot, view: SeatView) -> Layout:
    contract, rules = view.contract, view.rules
    match ask:
        case Sorting(sort):
            return replace(layout, sort=sort, loose=hand.sorted_cards(layout.loose, sort, contract, rules))
        case Moving(cards, "left"):
            return hand.shifted(layout, cards, -1)
        case Moving(cards, "right"):
            return hand.shifted(layout, cards, 1)
        case Moving(cards, "before", mark):
            marks = [one.mark for one in hand_cards(layout.loose)]
            return hand.moved(layout, cards, marks.index(mark) if mark in marks else len(marks))
        case Moving(cards, to):
            return hand.moved(layout, cards, 0 if to == "first" else len(layout.loose))
        case Building(what, tray, number, cards):
            return _built(what, tray, number, cards, layout, snap, view)
        case _:
            assert_never(ask)


def _built(
    what: str, tray: int, number: int, cards: tuple[Card, ...], layout: Layout, snap: TableSnapshot, view: SeatView
) -> Layout:
    contract, rules = view.contract, view.rules
    if what == "clear":
        return hand.cleared(layout)
    if what == "suggest":
        found = hand.suggested(layout, contract, rules, view.hand) if snap.options.hints and layout.trays else None
        if found is None:
            raise AskRefused("no-suggestion")
        return found
    if tray >= len(layout.trays) or (what == "take" and number >= len(layout.trays[tray])):
        raise AskRefused("unreadable")
    if what == "put":
        return hand.put(layout, tray, cards, contract, rules)
    if what == "take":
        return hand.take_back(layout, tray, number, contract, rules)
    return hand.placed(layout, tray, number, contract, rules)
