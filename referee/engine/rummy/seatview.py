"""What one seat, or somebody who only watches, may know of a game.

Built field by field from what lies open and the seat's own cards, never by taking away from a state. Pages, bots and
hints get this and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.rummy.actions import Word
from referee.engine.rummy.cards import Card
from referee.engine.rummy.claims import How
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.state import Claim, HandScore, Option, Phase, Rank, State, TableMeld, Top, Window, contract_at
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

    @property
    def may_buy(self) -> bool:
        """Whether the seat could buy the open discard."""
        return self.may_call("buy")

    def may_call(self, how: How) -> bool:
        """Whether the seat could make this call for the open discard."""
        return how in [option.how for option in self.options]


class SeatView(NamedTuple):
    """A game at one moment as ``seat`` sees it; None: as everybody does.

    ``own`` is the seat's hand. ``stock`` counts; ``pile`` (the discards) has its top at the end. The other fields mean
    what they mean in the state, but for ``hand``: where everybody has a contract of their own it is the number of the
    seat's contract, and ``deal`` the number of the hand that is played. A watcher has the hand's number in both.
    """

    seat: int | None
    rules: RuleSet
    hand: int
    dealer: int
    turn: int
    phase: Phase
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
    taken: Card | None
    owed: int
    deal: int
    met: tuple[int, ...]
    asking: tuple[int, ...]
    fresh: tuple[tuple[int, Card], ...]

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def contract(self) -> Contract:
        """What the hand asks for."""
        return self.rules.contract(self.hand)

    def asked(self, seat: int) -> int:
        """The number of the contract that the seat is at."""
        return contract_at(self.rules, self.deal, self.met, seat)

    @property
    def window(self) -> Window | None:
        """The open discard with all that has been said to it."""
        if not self.is_open:
            return None
        options, words = zip(*((seen.options, seen.word) for seen in self.seats), strict=True)
        return Window(self.discarder, options, words, self.best)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose action the game waits for."""
        return waiting(self)

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
    window = state.window
    # In the order of the class, past its constructor: views are built at every step for every seat.
    fields = (
        seat,
        state.rules,
        state.hand if seat is None else state.asked(seat),
        state.dealer,
        state.turn,
        state.phase,
        () if seat is None else state.seats[seat].hand,
        _seen_seats(state),
        state.table,
        len(state.stock),
        state.pile,
        state.top,
        window.discarder if window else None,
        window is not None,
        window.best if window else None,
        state.claim,
        state.drawn,
        state.opened,
        state.wild,
        state.reshuffles,
        state.picks,
        state.idle,
        state.scores,
        state.taken,
        state.owed,
        state.hand,
        state.met,
        state.asking,
        state.fresh,
    )
    return tuple.__new__(SeatView, fields)


def _seen_seats(state: State) -> tuple[SeenSeat, ...]:
    limit = state.rules.buys_in(state.hand)
    window = state.window
    players = len(state.seats)
    words = window.words if window else (None,) * players
    options = window.options if window else ((),) * players
    is_shown = state.is_between
    new = tuple.__new__
    return tuple(
        [
            new(
                SeenSeat,
                (
                    len(hand),
                    down,
                    buys,
                    None if limit is None else limit - buys,
                    known,
                    discards,
                    total,
                    word,
                    calls,
                    hand if is_shown else None,
                ),
            )
            for (hand, down, buys, known, discards), total, word, calls in zip(
                state.seats, state.totals, words, options, strict=True
            )
        ]
    )
