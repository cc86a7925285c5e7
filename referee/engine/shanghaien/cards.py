"""The cards of Shanghaien: 40 sailors of eight nationalities and eight dirty tricks.

Knows what is printed on a card and how it is written. Knows nothing of dice, turns or who owns what.
Cards are values without identity: the two sailors of strength 3 of one nationality are equal.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from referee.engine.quoting import shown
from referee.engine.rummy.cards import NotationError
from referee.engine.verdicts import gettext_noop


@dataclass(frozen=True, slots=True)
class Nation:
    """A nationality: `key` is its colour and the name used by records and rulings, `mark` its letter on paper."""

    key: str
    mark: str
    people: str


NATIONS = (
    Nation("red", "R", gettext_noop("Danes")),
    Nation("blue", "B", gettext_noop("French")),
    Nation("green", "G", gettext_noop("Irish")),
    Nation("yellow", "Y", gettext_noop("Spaniards")),
    Nation("orange", "O", gettext_noop("Dutch")),
    Nation("purple", "P", gettext_noop("Portuguese")),
    Nation("black", "K", gettext_noop("Greeks")),
    Nation("white", "W", gettext_noop("Finns")),
)
NATION_KEYS = tuple(nation.key for nation in NATIONS)
PEOPLE = {nation.key: nation.people for nation in NATIONS}
SAILOR_VALUES = (1, 2, 3, 3, 4)

_MARK_OF = {nation.key: nation.mark for nation in NATIONS}


class Effect(StrEnum):
    """What a dirty trick can do."""

    REROLL = "reroll"
    CHANGE = "change"
    BOTH = "both"
    JOKER = "joker"


EFFECTS = {
    Effect.REROLL: gettext_noop("roll again"),
    Effect.CHANGE: gettext_noop("change by one"),
    Effect.BOTH: gettext_noop("place both"),
    Effect.JOKER: gettext_noop("joker"),
}

_LETTER_OF = {Effect.REROLL: "r", Effect.CHANGE: "c", Effect.BOTH: "b", Effect.JOKER: "j"}


@dataclass(frozen=True, slots=True)
class Sailor:
    """A sailor of one nationality with a strength of 1 to 4."""

    nation: str
    value: int


@dataclass(frozen=True, slots=True)
class Trick:
    """A dirty trick: one of its two effects is used, then the card is gone."""

    effects: tuple[Effect, Effect]


type Card = Sailor | Trick

SAILORS = tuple(Sailor(nation, value) for nation in NATION_KEYS for value in SAILOR_VALUES)

# Two effects on each of eight cards: every pair of the four effects once, and the plainest pair twice more.
TRICKS = tuple(Trick(pair) for pair in itertools.combinations(Effect, 2)) + 2 * (Trick((Effect.REROLL, Effect.CHANGE)),)


def format_card(card: Card) -> str:
    """The card on paper: `R4` for the red sailor of strength 4, `*rc` for the trick "re-roll or change"."""
    match card:
        case Sailor(nation, value):
            return f"{_MARK_OF[nation]}{value}"
        case Trick(effects):
            return "*" + "".join(_LETTER_OF[effect] for effect in effects)
        case _:
            assert_never(card)


def card_words(card: Card, translate: Callable[[str], str]) -> str:
    """The card in words, in the language of ``translate``: "Danes 4", "trick: roll again or joker"."""
    match card:
        case Sailor(nation, value):
            return f"{translate(PEOPLE[nation])} {value}"
        case Trick((first, second)):
            effects = {"first": translate(EFFECTS[first]), "second": translate(EFFECTS[second])}
            return translate(_TRICK) % effects
        case _:
            assert_never(card)


_TRICK = gettext_noop("trick: %(first)s or %(second)s")

ALL_CARDS: tuple[Card, ...] = (*SAILORS, *TRICKS)

_CARD_OF = {format_card(card): card for card in ALL_CARDS}


def parse_card(text: str) -> Card:
    """The card that `format_card` wrote so.

    :raises NotationError: when no card of the game is written like this.
    """
    try:
        return _CARD_OF[text]
    except KeyError:
        raise NotationError(f"expected a card like 'R4' or '*rc', got {shown(text)}") from None


def parse_trick(text: str) -> Trick:
    """The dirty trick written as `*rc`.

    :raises NotationError: when it is no trick.
    """
    card = parse_card(text)
    if isinstance(card, Trick):
        return card
    raise NotationError(f"expected a trick like '*rc', got the sailor {text!r}")
