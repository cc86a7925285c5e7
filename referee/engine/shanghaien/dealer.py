"""What the dealer has to do next, and how the game's secret decides it.

A host asks `due` after every action and plays what `dealers_action` answers until nothing is due. One secret, with
the nonces of both captains, decides the shuffle and every roll of the game; it is revealed when the game is over.
See also: `referee.engine.rummy.dealer`.
"""

from dataclasses import dataclass
from typing import assert_never

from referee.engine.rummy.shuffle import HandSecret, below, shuffled, stream
from referee.engine.shanghaien.actions import DealerAction, Roll, Shuffle
from referee.engine.shanghaien.cards import Card
from referee.engine.shanghaien.state import Phase, State
from referee.engine.shanghaien.tavern import ROW


@dataclass(frozen=True, slots=True)
class DueShuffle:
    """The deck is to be shuffled; `cards` in the printed order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DueRoll:
    """Two dice are to be rolled, for the `number`-th time in the game (from 1)."""

    number: int


type DealerDue = DueShuffle | DueRoll


def due(state: State) -> DealerDue | None:
    """What the dealer has to do before anybody else can act; None when it is not the dealer's turn."""
    match state.phase:
        case Phase.SHUFFLE:
            return DueShuffle(state.rules.deck)
        case Phase.DICE:
            return DueRoll(state.rolls + 1)
        case _:
            return None


def dealers_action(what: DealerDue, secret: HandSecret) -> DealerAction:
    """What the dealer does when the game's secret decides."""
    match what:
        case DueShuffle(cards):
            return Shuffle(shuffled(cards, stream(secret, "shuffle")))
        case DueRoll(number):
            numbers = stream(secret, f"roll {number}")
            return Roll((below(numbers, ROW) + 1, below(numbers, ROW) + 1))
        case _:
            assert_never(what)
