"""What the table's one large form asks for: text to values, no rules.

The pressed button is ``do``; picked cards are ``card``, each as ``"7H"``. An action may also come ready made, as most
buttons send it: ``say layoff 7H 2 high``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.http import QueryDict

from referee.engine.rummy.cards import Card, NotationError
from referee.engine.rummy.rules import RuleSet
from referee.tables.hand import SORTS, Sort, picked_cards

MOST_PICKED = 40


@dataclass(frozen=True, slots=True)
class Discarding:
    """End the turn with a card, which may be one that a slip would regret."""

    card: Card


@dataclass(frozen=True, slots=True)
class Laying:
    """Put cards on the table: on that meld, or (None) wherever each fits."""

    cards: tuple[Card, ...]
    meld: int | None


@dataclass(frozen=True, slots=True)
class GoingDown:
    """Lay what is built."""


@dataclass(frozen=True, slots=True)
class PassingHand:
    """Pass everything until the next deal."""


@dataclass(frozen=True, slots=True)
class Sorting:
    sort: Sort


@dataclass(frozen=True, slots=True)
class Moving:
    """Move the picked cards in the hand: a place left or right, to an end, or (``before``) before a card's mark."""

    cards: tuple[Card, ...]
    to: Literal["left", "right", "first", "last", "before"]
    before: str = ""


@dataclass(frozen=True, slots=True)
class Building:
    """Change what is being built. ``number`` is a card of the tray, or a reading of it."""

    what: Literal["put", "take", "read", "clear", "suggest"]
    tray: int = 0
    number: int = 0
    cards: tuple[Card, ...] = ()


type Ask = Discarding | Laying | GoingDown | PassingHand | Sorting | Moving | Building


class AskRefused(Exception):
    """A form that cannot be answered; ``code`` is one of ``words.REFUSED``."""

    def __init__(self, code: str) -> None:
        super().__init__(f"expected an answerable form, got one refused with {code!r}")
        self.code = code


def read_action(data: QueryDict) -> str | None:
    """The action that a button sends ready made; None where the form asks for something else."""
    verb, _, rest = data.get("do", "").partition(" ")
    return rest if verb == "say" else None


def read_ask(data: QueryDict, rules: RuleSet) -> Ask:
    """What the form asks for.

    :raises AskRefused: too few or too many cards picked, or a button that there is not.
    """
    texts = data.getlist("card")[:MOST_PICKED]
    verb, _, rest = data.get("do", "").partition(" ")
    try:
        cards = picked_cards(texts, rules)
    except NotationError as error:
        raise AskRefused("unreadable") from error
    words = rest.split()
    match verb, words:
        case "discard", []:
            return Discarding(_one(cards))
        case "layoff", []:
            return Laying(_some(cards), None)
        case "meld", [number]:
            return Laying(_some(cards), _number(number))
        case "down", []:
            return GoingDown()
        case "pass-hand", []:
            return PassingHand()
        case "sort", [sort]:
            for known in SORTS:
                if sort == known:
                    return Sorting(known)
        case ("left" | "right" | "first" | "last") as to, []:
            return Moving(_some(cards), to)
        case "before", [mark]:
            return Moving(_some(cards), "before", mark)
        case "put", [tray]:
            return Building("put", _number(tray), cards=_some(cards))
        case "take", [tray, number]:
            return Building("take", _number(tray), _number(number))
        case "read", [tray, number]:
            return Building("read", _number(tray), _number(number))
        case ("clear" | "suggest") as what, []:
            return Building(what)
    raise AskRefused("unreadable")


def _one(cards: tuple[Card, ...]) -> Card:
    if len(cards) != 1:
        raise AskRefused("pick-one")
    return cards[0]


def _some(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if not cards:
        raise AskRefused("pick-some")
    return cards


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 3:
        return int(text)
    raise AskRefused("unreadable")
