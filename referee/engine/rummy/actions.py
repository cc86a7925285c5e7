"""What can be done in a game of the Shanghai family, by the dealer and by the players.

An action says what a person chose and nothing that they could not see: ``DrawStock`` names no card. Chance enters as
actions of the dealer (seat None), so that a game replays exactly and the engine needs no random source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.layoff import End
from referee.engine.rummy.melds import Laid, Placed

UNKNOWN = Card(-1, "")
"""A card that a record keeps back, written ``??``."""


type Melds = tuple[tuple[Laid, ...], ...]
"""Melds as a player lays them, each in the order laid."""


def cards_in(melds: Melds) -> tuple[Card, ...]:
    """The cards themselves, whatever they stand for."""
    return tuple(laid.card if isinstance(laid, Placed) else laid for meld in melds for laid in meld)


# The dealer -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The cards of the hand in the order in which they are dealt, then turned up, then drawn."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """All discards but the top one in the order in which they are drawn, after what is left of the stock."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """The card that a Shanghai call draws from the discarder: its index in that hand, which is kept in card order."""

    index: int


@dataclass(frozen=True, slots=True)
class Close:
    """The time for claims is up: who has not spoken has passed."""


# The player in turn -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw from the stock; while a discard can be claimed, the wish to do so once nobody claims it."""


@dataclass(frozen=True, slots=True)
class GoDown:
    """Lay the hand's contract, each meld in the order laid; with same-turn lay-off a meld may be longer."""

    melds: Melds


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay one card on the table's meld of that index, at an end of a run (``end``) or on a set (None)."""

    card: Card
    meld: int
    end: End | None = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Put the card in the place of the joker that stands for it; the joker goes to the end ``to`` of the run.

    None takes the only open end, or where the rules send the joker to the hand.
    """

    card: Card
    meld: int
    to: End | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn with a discard, declaring Shanghai with it if ``declare``."""

    card: Card
    declare: bool = False


# Claims -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Take:
    """The player in turn takes the top discard as the draw."""


@dataclass(frozen=True, slots=True)
class Buy:
    """May I? Ask for the top discard out of turn."""


@dataclass(frozen=True, slots=True)
class Shanghai:
    """Call Shanghai on the top discard and lay it on the table's meld of that index."""

    meld: int
    end: End | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Do without the top discard."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back a call that is not settled yet; from then on the seat has passed."""


type Call = Take | Buy | Shanghai
type Word = Call | Pass | DrawStock
"""What a seat can say while a discard is open."""
type DealerAction = Shuffle | Reshuffle | Pick | Close
type PlayerAction = Word | Withdraw | GoDown | LayOff | Swap | Discard
type Action = DealerAction | PlayerAction


class Move(NamedTuple):
    """An action and who did it; None is the dealer."""

    seat: int | None
    action: Action


def public(move: Move) -> Move:
    """The move with everything kept back that the players do not see while the hand is played."""
    match move.action:
        case Shuffle(cards):
            return Move(None, Shuffle((UNKNOWN,) * len(cards)))
        case Reshuffle(cards):
            return Move(None, Reshuffle((UNKNOWN,) * len(cards)))
        case Pick():
            # The hand is kept in card order, so that the index would give the card away.
            return Move(None, Pick(-1))
        case _:
            return move
