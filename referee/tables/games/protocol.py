"""What a table knows of a game: moves as text, positions, the dealer, the bots.

Everything that tables do is written against these protocols, so that no other module names a rule, a card or a die.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.seatview import SeatView as RummyView
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.shanghaien.cards import Card as DiceCard
from referee.engine.shanghaien.seatview import SeatView as ShanghaienView
from referee.engine.verdicts import Verdict

type View = RummyView | ShanghaienView
type Json = bool | int | float | str | list[Json] | dict[str, Json] | None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a seat has asked for in advance, until the next deal.

    ``pass_hand``: pass every discard out of turn. ``buy``: cards to buy, each a face or a rank (``7H``, ``7``).
    """

    pass_hand: bool = False
    buy: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealerDue:
    """The dealer is to act in the hand of that number (from 1); ``deals``: to begin it."""

    hand: int
    deals: bool


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened and that everybody saw; ``told`` has a sentence for each kind.

    ``seat`` did it, to or with ``other``; ``cards`` and ``melds`` lie open; ``seq`` is the number of the move. In the
    dice game ``crew`` are the cards meant, ``dice`` what dice show, and ``word`` is a nationality.
    """

    kind: str
    seat: int | None = None
    other: int | None = None
    number: int = 0
    cards: tuple[Card, ...] = ()
    melds: tuple[Meld, ...] = ()
    crew: tuple[DiceCard, ...] = ()
    dice: tuple[int, ...] = ()
    word: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class BotChoice:
    """A bot that can hold a seat."""

    key: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What was promised before a hand and revealed after it (``secret`` None: not yet)."""

    hand: int
    commitment: str
    secret: bytes | None
    nonces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game as it was played: all that a record is made of. ``moves`` are lines of the notation."""

    names: tuple[str, ...]
    dealer: int
    moves: tuple[str, ...]
    proofs: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a hand's proof is worth: ``fault`` says what does not agree (None: all does), ``checked`` counts."""

    hand: int
    fault: str | None
    checked: int


class Position(Protocol):
    """A game at one moment. Never changes."""

    @property
    def players(self) -> int: ...
    @property
    def hand(self) -> int:
        """The number of the hand that is played or lies open, from 1."""

    @property
    def is_over(self) -> bool: ...
    @property
    def is_between(self) -> bool:
        """Whether no hand is played: all cards lie open."""

    @property
    def finished(self) -> int:
        """How many hands are over; in the dice game, rounds. Each of them can be looked at again."""

    @property
    def is_window(self) -> bool:
        """Whether several seats are asked at once, for a time."""

    @property
    def window_round(self) -> int:
        """Rises whenever seats are asked anew; what is said to one round is not said to the next."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that are waited for."""

    @property
    def turn(self) -> int | None:
        """The seat in turn; None when nobody is."""

    @property
    def totals(self) -> tuple[int, ...]: ...
    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that lead, or when it is over have won."""

    def is_word(self, text: str) -> bool:
        """Whether the action is one that seats say to an open question, in any order."""

    def judge(self, seat: int, text: str) -> Verdict:
        """Every breach of the action. :raises NotationError: text that is no action."""

    def play(self, seat: int | None, text: str) -> Position:
        """The position after the action. :raises IllegalAction: :raises NotationError:"""

    def format(self, seat: int | None, text: str) -> str:
        """The move's line as it is kept, however it was typed. :raises NotationError:"""

    def dealer_due(self) -> DealerDue | None: ...
    def dealers_action(self, secret: HandSecret) -> str:
        """What the dealer does when the hand's secret decides. :raises AssertionError: nothing is due."""

    def closing(self) -> str:
        """What the dealer does when the time for an open question is up."""

    def view(self, seat: int | None) -> View:
        """What the seat may know; None: what everybody may."""

    def wished(self, seat: int, wishes: Wishes) -> str | None:
        """What the wishes make the seat say now."""

    def happened(self, before: Position, seat: int | None, text: str) -> tuple[Event, ...]:
        """What the move that led here from ``before`` brought about, as everybody saw it."""

    def bots_action(self, bot: str, seat: int, seed: int) -> str:
        """What the bot does in the seat; the seed is its chance."""


class Game(Protocol):
    """A game that tables can host."""

    @property
    def key(self) -> str: ...
    @property
    def bots(self) -> Mapping[str, BotChoice]:
        """The bots, weakest first."""

    @property
    def presets(self) -> Mapping[str, str]:
        """The rule sets that a host can choose from: their English names by key."""

    @property
    def stand_in(self) -> str:
        """The bot that plays for the absent."""

    @property
    def has_claims(self) -> bool:
        """Whether others are asked for a discard, for which a pace has a time of its own."""

    def rules_document(self, document: object) -> dict[str, Json]:
        """The whole document of the rule set named. :raises ValueError: with what is wrong in words."""

    def seats(self, document: object) -> tuple[int, int]:
        """The fewest and the most players."""

    def rules_name(self, document: object) -> str:
        """What the rule set is called, in English; empty for house rules without a name."""

    def hands(self, document: object) -> int | None:
        """How many hands there are to deal, each with a secret of its own; None where the play decides."""

    def check_wishes(self, document: object, wishes: Wishes) -> None:
        """Nothing. :raises NotationError: a wish that is no card of the game."""

    def start(self, document: object, players: int, dealer: int) -> Position: ...
    def parse(self, position: Position, line: str) -> tuple[int | None, str]:
        """Seat and action of a kept line."""

    def public(self, position: Position, line: str) -> str:
        """The line with everything kept back that the players do not see while the hand is played."""

    def record(self, document: object, log: GameLog) -> str:
        """The record as a file; what the players do not know yet is kept back."""

    def check(self, record: str) -> tuple[Finding, ...]:
        """What the record's proofs are worth, hand by hand, as far as its cards are known."""
