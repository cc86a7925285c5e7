"""What can be done in Shanghaien, by the dealer and by the captains.

Chance enters as actions of the dealer (`Shuffle` once, `Roll` whenever dice were asked for), so that a game
replays exactly. An action says what a person chose and nothing that they could not see.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from referee.engine.shanghaien.cards import Card, Trick


class Direction(StrEnum):
    """The end of the row, as the table shows it, at which card number 1 lies."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The dealer lays out the whole deck, the card that comes first in front.

    A card that nobody may see yet is None; the game can be followed as far as its cards are known.
    """

    order: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """The dealer tells what the two dice show."""

    values: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RollDice:
    """The captain in turn takes two dice of the supply and rolls them."""


@dataclass(frozen=True, slots=True)
class Place:
    """One of the rolled dice is placed at the card of its number, the other returns to the supply.

    `direction` is named with the first die of a round and at no other time.
    """

    number: int
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class CallShanghai:
    """The captain in turn ends the round instead of rolling."""


@dataclass(frozen=True, slots=True)
class Reroll:
    """A trick: both dice are rolled again."""

    trick: Trick


@dataclass(frozen=True, slots=True)
class Change:
    """A trick: one of the rolled dice that shows `die` is turned to `to`, one more or one less."""

    trick: Trick
    die: int
    to: int


@dataclass(frozen=True, slots=True)
class PlaceBoth:
    """A trick: both rolled dice are placed, each at the card of its number, and the turn is over."""

    trick: Trick
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class Enlist:
    """A trick: the joker joins the crew as a sailor of strength 2 of the nationality named.

    It is used like every trick (after rolling, one a round), stays with the crew for good and does not end
    the turn: one of the rolled dice is still to be placed.
    """

    trick: Trick
    nation: str


type DealerAction = Shuffle | Roll
type TrickAction = Reroll | Change | PlaceBoth | Enlist
type CaptainAction = RollDice | Place | CallShanghai | TrickAction
type Action = DealerAction | CaptainAction


class Move(NamedTuple):
    """An action and who did it; None is the dealer."""

    seat: int | None
    action: Action


def public(move: Move) -> Move:
    """The move with everything kept back that the captains do not see while the game is played: the shuffle."""
    match move.action:
        case Shuffle(order):
            return Move(None, Shuffle((None,) * len(order)))
        case _:
            return move
