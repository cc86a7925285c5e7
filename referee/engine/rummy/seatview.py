"""What one seat, or somebody who only watches, may know of a game.

Built field by field from what lies open and the seat's own cards, never by taking away from a state. Pages, bots and
hints get this and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.rummy.actions import Word
from referee.engine.rummy.cards import Card
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.state import Claim, HandScore, Option, Phase, Rank, State, TableMeld, Top
from referee.engine.rummy.window import waiting


class SeenSeat(NamedTuple):
    """What everybody knows of a seat.

    ``cards`` counts the hand. ``known`` are cards in it that were seen to come: taken or bought and not yet seen to
    leave. ``buys_left`` is None where there is no limit. ``word``: what the seat has said to the open discard.
    ``shown`` is the hand itself, once it is over.
    """

    cards: int
    down: bool
    buys: int
    buys_left: int | None
    known: tuple[Card, ...]
    discards: tuple[Card, ...]
    total: int
    word: Word | None
    options: tuple[Option, ...]
    shown: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A game at one moment as ``seat`` sees it; None: as everybody does.

    ``own`` is the seat's hand. ``stock`` counts; ``pile`` (the discards) has its top at the end. The other fields mean
    what they mean in the state.
    """

    seat: int | None
    rules: RuleSet
    hand: int
    contract: Contract
    dealer: int
    turn: int
    phase: Phase
    waiting: tuple[int, ...]
    own: tuple[Card, ...]
    seats: tuple[SeenSeat, ...]
    table: tuple[TableMeld, ...]
    stock: int
    pile: tuple[Card, ...]
    top: Top
    discarder: int | None
    is_open: bool
    best: tuple[Rank, int] | None
    claim: Claim | None
    drawn: bool
    opened: bool
    wild: bool
    reshuffles: int
    picks: int
    idle: int
    scores: tuple[HandScore, ...]

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def is_my_turn(self) -> bool:
        """Whether the seat is the one in turn."""
        return self.seat == self.turn

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seen.total for seen in self.seats)

    @property
    def me(self) -> SeenSeat:
        """What everybody knows of the seat itself.

        :raises ValueError: for somebody who only watches.
        """
        if self.seat is None:
            raise ValueError("expected the view of a seat, got a watcher's")
        return self.seats[self.seat]


def view_for(state: State, seat: int | None) -> SeatView:
    """What the seat may know; None: what everybody may."""
    rules = state.rules
    window = state.window
    return SeatView(
        seat=seat,
        rules=rules,
        hand=state.hand,
        contract=rules.contract(state.hand),
        dealer=state.dealer,
        turn=state.turn,
        phase=state.phase,
        waiting=waiting(state),
        own=() if seat is None else state.seats[seat].hand,
        seats=_seen_seats(state),
        table=state.table,
        stock=len(state.stock),
        pile=state.pile,
        top=state.top,
        discarder=window.discarder if window else None,
        is_open=window is not None,
        best=window.best if window else None,
        claim=state.claim,
        drawn=state.drawn,
        opened=state.opened,
        wild=state.wild,
        reshuffles=state.reshuffles,
        picks=state.picks,
        idle=state.idle,
        scores=state.scores,
    )


def _seen_seats(state: State) -> tuple[SeenSeat, ...]:
    limit = state.rules.buys_in(state.hand)
    totals = state.totals
    window = state.window
    is_shown = state.is_between
    # Positional, in the order of the class: views are built at every step of every seat.
    return tuple(
        [
            SeenSeat(
                len(record.hand),
                record.down,
                record.buys,
                None if limit is None else limit - record.buys,
                record.known,
                record.discards,
                totals[seat],
                window.words[seat] if window else None,
                window.options[seat] if window else (),
                record.hand if is_shown else None,
            )
            for seat, record in enumerate(state.seats)
        ]
    )
