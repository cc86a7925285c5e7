"""A game at one moment, complete with the cards that nobody has seen.

Knows what lies where. Does not know what is allowed (``judge``) nor what an action brings about (``play``).
The records are named tuples, not dataclasses: every action replaces a few fields of one, and a named tuple does that
in a fraction of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Literal, NamedTuple

from referee.engine.rummy.actions import Shanghai, Word
from referee.engine.rummy.cards import Card
from referee.engine.rummy.claims import How
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet

type Top = Literal["open", "dead", "protected"]
"""Whether the top discard may be taken; dead after a claim, protected by a declared Shanghai."""


class Phase(StrEnum):
    """What the game waits for."""

    SHUFFLE = "shuffle"  # the dealer, to shuffle and deal the first hand
    CLAIM = "claim"  # all who could still want the top discard
    RESHUFFLE = "reshuffle"  # the dealer, to make a new stock of the discards
    PICK = "pick"  # the dealer, to draw a card for a Shanghai call
    DRAW = "draw"  # the player in turn, to draw
    REPLACE = "replace"  # the others, one after the other, to take a joker that was laid just now
    PLAY = "play"  # the player in turn, to go down, lay off, swap and discard
    SCORED = "scored"  # the dealer, to shuffle for the next hand; the last one lies open
    OVER = "over"  # nobody


_BETWEEN = (Phase.SHUFFLE, Phase.SCORED, Phase.OVER)


class Seat(NamedTuple):
    """What belongs to a seat in this hand.

    ``hand`` is kept in card order, so that equal hands are equal. ``known`` are cards in it that everybody knows of:
    taken or bought and not seen to leave. ``discards`` are the seat's discards, oldest first.
    """

    hand: tuple[Card, ...] = ()
    down: bool = False
    buys: int = 0
    known: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()


class TableMeld(NamedTuple):
    """A meld on the table and the seat that laid it."""

    owner: int
    meld: Meld


type Rank = tuple[int, int]
"""How early a call comes among all calls for a discard; the lowest gets the card."""


class Option(NamedTuple):
    """A call that a seat may make for the open discard."""

    how: How
    rank: Rank


class Window(NamedTuple):
    """The open discard: what each seat may call (its best first) and what each has said (None: nothing yet).

    ``best`` is the call that gets the card as things stand, by rank and seat; it follows from the words.
    """

    discarder: int | None
    options: tuple[tuple[Option, ...], ...]
    words: tuple[Word | None, ...]
    best: tuple[Rank, int] | None = None


class Claim(NamedTuple):
    """A Shanghai call that has laid its card and still draws one from the discarder."""

    caller: int
    discarder: int
    call: Shanghai


class HandScore(NamedTuple):
    """A finished hand: its number, who went out (None: the stock ran out), the points and the totals so far by seat."""

    hand: int
    winner: int | None
    points: tuple[int, ...]
    totals: tuple[int, ...]


class State(NamedTuple):
    """A game at one moment.

    ``hand`` counts from 1. ``stock`` is drawn from its end, ``pile`` (the discards) has its top at the end.
    ``drawn`` tells that the player in turn has settled for the stock while somebody else is served first.
    ``opened`` and ``wild``: in this turn the player in turn went down, laid a wild card.
    ``reshuffles`` and ``picks`` count the dealer's actions of the hand. ``idle`` counts the turns in a row in which
    no card left the stock and none reached the table. ``taken`` is the discard that was this turn's draw; ``owed``
    counts the jokers that the player in turn has swapped out and has to lay before the discard. ``met`` counts by seat
    the contracts that are behind it, where everybody has a contract of their own; empty where all share the hand's.
    ``asking``: the seats that may still take a joker laid just now, the one that is asked first; ``fresh``: those
    jokers, by their meld and the card for which each stands.
    """

    rules: RuleSet
    seats: tuple[Seat, ...]
    dealer: int
    turn: int
    hand: int = 1
    phase: Phase = Phase.SHUFFLE
    table: tuple[TableMeld, ...] = ()
    stock: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    top: Top = "open"
    window: Window | None = None
    claim: Claim | None = None
    drawn: bool = False
    opened: bool = False
    wild: bool = False
    reshuffles: int = 0
    picks: int = 0
    idle: int = 0
    scores: tuple[HandScore, ...] = ()
    taken: Card | None = None
    owed: int = 0
    met: tuple[int, ...] = ()
    asking: tuple[int, ...] = ()
    fresh: tuple[tuple[int, Card], ...] = ()

    @property
    def players(self) -> int:
        return len(self.seats)

    def asked(self, seat: int) -> int:
        """The number of the contract that the seat is at: the hand's own unless everybody has one of their own."""
        return contract_at(self.rules, self.hand, self.met, seat) if self.met else self.hand

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def is_between(self) -> bool:
        """Whether no hand is being played."""
        return self.phase in _BETWEEN

    @property
    def can_recycle(self) -> bool:
        """Whether the discards under the top one may become stock once more."""
        return len(self.pile) > 1 and self.reshuffles < self.rules.max_reshuffles

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all finished hands together, one a seat."""
        return self.scores[-1].totals if self.scores else (0,) * len(self.seats)

    def after(self, seat: int) -> int:
        """The seat to the left."""
        return (seat + 1) % len(self.seats)

    def with_seat(self, seat: int, record: Seat) -> tuple[Seat, ...]:
        """The seats' records with one replaced."""
        return (*self.seats[:seat], record, *self.seats[seat + 1 :])


def _replacing[Record: tuple[object, ...]](
    record_class: type[Record], fields: tuple[str, ...]
) -> Callable[..., Record]:
    places = {name: place for place, name in enumerate(fields)}

    def replaced(record: Record, /, **changes: object) -> Record:
        values: list[object] = list(record)
        for name, value in changes.items():
            values[places[name]] = value
        return tuple.__new__(record_class, values)

    return replaced


# The same as every named tuple's method in 40 % of its time, which here is a tenth of all playing. Callers are checked
# by the types of the named tuple; an unknown field is a KeyError.
State._replace = _replacing(State, State._fields)  # type: ignore[method-assign, assignment]  # see above
Seat._replace = _replacing(Seat, Seat._fields)  # type: ignore[method-assign, assignment]  # see above


def new_game(rules: RuleSet, players: int, *, dealer: int = 0) -> State:
    """The game before the first shuffle; ``dealer`` deals the first hand.

    :raises ValueError: a number of players that the rule set does not have, a dealer who has no seat.
    """
    least, most = rules.players
    if not least <= players <= most:
        raise ValueError(f"expected {least} to {most} players, got {players!r}")
    if not 0 <= dealer < players:
        raise ValueError(f"expected a dealer from 0 to {players - 1}, got {dealer!r}")
    return State(
        rules=rules,
        seats=(Seat(),) * players,
        dealer=dealer,
        turn=(dealer + 1) % players,
        met=(0,) * players if rules.is_personal else (),
    )


def winners(state: State) -> tuple[int, ...]:
    """The seats that lead: of those with the most contracts behind them, where that counts, those with fewest points.

    Before the first hand is scored, everybody.
    """
    return leaders(state.totals, state.met)


def contract_at(rules: RuleSet, hand: int, met: tuple[int, ...], seat: int) -> int:
    """The number of the contract that the seat is at in the hand, with these contracts behind each seat."""
    return min(met[seat] + 1, rules.hands) if met else hand


def leaders(totals: tuple[int, ...], met: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that lead with these totals and contracts behind them (none where all share the hand's)."""
    places = [(-(met[seat] if met else 0), total) for seat, total in enumerate(totals)]
    return tuple(seat for seat, place in enumerate(places) if place == min(places))
