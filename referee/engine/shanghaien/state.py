"""A game of Shanghaien at one moment, complete with the cards nobody has seen.

Knows what lies where. Does not know what is allowed (`judge`) nor what an action brings about (`play`).
Seats are 0 and 1; where the rule speaks of first and second player these are seat 0 and seat 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from referee.engine.shanghaien.actions import Direction
from referee.engine.shanghaien.cards import Card, Sailor, Trick
from referee.engine.shanghaien.rules import Rules
from referee.engine.shanghaien.scoring import JOKER_STRENGTH, Score, score_crews
from referee.engine.shanghaien.tavern import DICE, NO_DICE, ROW, Counts, Fate

type Pair[T] = tuple[T, T]
"""Something of each seat, seat 0 first."""


class Phase(StrEnum):
    """What the game waits for."""

    SHUFFLE = "shuffle"  # the dealer, to lay out the deck
    TURN = "turn"  # the captain in turn, to roll or to call Shanghai
    DICE = "dice"  # the dealer, to tell what the dice show
    PLACE = "place"  # the captain in turn, to place a die or use a trick
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Held:
    """A trick that a captain holds, with the round in which it was won."""

    trick: Trick
    won: int


@dataclass(frozen=True, slots=True)
class Enlisted:
    """A joker trick that has become a sailor of `nation`."""

    trick: Trick
    nation: str


@dataclass(frozen=True, slots=True)
class Crew:
    """What a captain has won, in the order won; all of it lies open."""

    sailors: tuple[Sailor, ...] = ()
    enlisted: tuple[Enlisted, ...] = ()
    tricks: tuple[Held, ...] = ()

    def strengths(self) -> dict[str, list[int]]:
        """Nationality → the strengths of its sailors, jokers included."""
        by_nation: dict[str, list[int]] = {}
        for sailor in self.sailors:
            by_nation.setdefault(sailor.nation, []).append(sailor.value)
        for joker in self.enlisted:
            by_nation.setdefault(joker.nation, []).append(JOKER_STRENGTH)
        return by_nation

    def cards(self) -> Iterator[Card]:
        """Every card that lies with this captain."""
        yield from self.sailors
        yield from (joker.trick for joker in self.enlisted)
        yield from (held.trick for held in self.tricks)


@dataclass(frozen=True, slots=True)
class Settled:
    """The round that was settled last: its cards (left to right), its dice, who called, what became of each card."""

    round: int
    row: tuple[Card, ...]
    direction: Direction
    dice: Pair[Counts]
    caller: int
    fates: tuple[Fate, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    `row` are the cards in the tavern from left to right. `dice` are counted by number in the round's direction;
    dice that were neither placed nor rolled are in the supply. `unseen` are the cards face down, the next one
    first; None stands for a card that a record keeps back. `gone` left the game face up. `tricked` tells who has
    used a trick in this round. `rolls` counts what the dealer has told dice to show.
    """

    rules: Rules
    phase: Phase = Phase.SHUFFLE
    turn: int = 0
    starter: int = 0
    round: int = 1
    direction: Direction | None = None
    row: tuple[Card, ...] = ()
    dice: Pair[Counts] = (NO_DICE, NO_DICE)
    rolled: tuple[int, int] | None = None
    tricked: Pair[bool] = (False, False)
    rolls: int = 0
    crews: Pair[Crew] = (Crew(), Crew())
    gone: tuple[Card, ...] = ()
    unseen: tuple[Card | None, ...] = ()
    settled: Settled | None = None

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return (self.turn,) if self.phase in (Phase.TURN, Phase.PLACE) else ()

    def supply(self, seat: int) -> int:
        """How many dice the seat can still roll."""
        in_hand = 2 if seat == self.turn and self.phase in (Phase.DICE, Phase.PLACE) else 0
        return DICE - sum(self.dice[seat]) - in_hand


def new_game(rules: Rules, *, starter: int = 0) -> State:
    """The game before the shuffle; `starter` begins the first round.

    :raises ValueError: a starter who has no seat.
    """
    if starter not in (0, 1):
        raise ValueError(f"expected a starter 0 or 1, got {starter!r}")
    return State(rules=rules, turn=starter, starter=starter)


def score(state: State) -> Score:
    """The points as they stand, final when the game is over."""
    first, second = state.crews
    tricks = (len(first.tricks), len(second.tricks))
    rules = state.rules
    return score_crews(first.strengths(), second.strengths(), tricks, equal=rules.equal, tie=rules.tie)


def winners(state: State) -> tuple[int, ...]:
    """The seats that are ahead, or have won when the game is over; both on equal totals."""
    winner = score(state).winner
    return (0, 1) if winner is None else (winner - 1,)


def column(number: int, direction: Direction) -> int:
    """The place in the row, 0 at the left, of the card that is called `number`."""
    match direction:
        case Direction.LEFT:
            return number - 1
        case Direction.RIGHT:
            return ROW - number
        case _:
            assert_never(direction)
