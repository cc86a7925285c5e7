"""A table of the dice game as its page shows it: plain values for the templates, made from a snapshot.

Everything here lies open for both captains. Knows no rule: what can be done is asked of the engine's view, and what it
would bring of the engine's preview.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.utils.translation import gettext

from referee.engine.shanghaien.actions import CallShanghai
from referee.engine.shanghaien.cards import NATION_KEYS, Card
from referee.engine.shanghaien.preview import fates_after, score_after
from referee.engine.shanghaien.scoring import NationScore, Score
from referee.engine.shanghaien.seatview import SeatView
from referee.engine.shanghaien.state import Crew, Phase, Settled, column
from referee.engine.shanghaien.tavern import ROW, Fate, explain
from referee.tables.board import clock_of
from referee.tables.selectors import ChairView, TableSnapshot
from referee.tables.words import initials

type Situation = Literal["watch", "wait", "roll", "place", "over"]


class CaptainShown(NamedTuple):
    """A captain as everybody sees them.

    ``total`` are the points as the crews stand, ``likely`` those if the round ended now; ``supply`` counts dice.
    """

    chair: ChairView
    letters: str
    hue: int
    supply: int
    total: int
    likely: int
    crew: Crew
    is_me: bool
    is_turn: bool
    is_awaited: bool
    is_dealer: bool
    has_tricked: bool

    @property
    def seat(self) -> int:
        return self.chair.seat

    @property
    def number(self) -> int:
        """1 or 2: the shape of the dice."""
        return self.chair.seat + 1

    @property
    def name(self) -> str:
        return self.chair.name


class Verdict(NamedTuple):
    """What becomes of a card, and why in words."""

    card: Card
    owner: CaptainShown | None
    why: str


class Column(NamedTuple):
    """A card of the tavern, from left to right, with the dice at it.

    ``number`` is None until the direction is chosen; ``from_left`` and ``from_right`` are what it would be.
    """

    card: Card
    number: int | None
    from_left: int
    from_right: int
    dice: tuple[int, int]
    owner: CaptainShown | None
    why: str


class NationRow(NamedTuple):
    """A nationality: strengths and points of first and second captain, now and if the round ended now."""

    nation: str
    now: NationScore
    then: NationScore

    @property
    def is_empty(self) -> bool:
        return self.then.strengths == (0, 0)

    @property
    def sides(self) -> tuple[Side, Side]:
        """First and second captain's part of it."""
        first, second = (
            Side(self.then.strengths[one], self.then.points[one], self.now.strengths[one] != self.then.strengths[one])
            for one in (0, 1)
        )
        return first, second


class Side(NamedTuple):
    """One captain's part of a nationality if the round ended now; ``gains`` whether that is more than now."""

    strength: int
    points: int
    gains: bool


class SettledShown(NamedTuple):
    """The round that was settled last, card by card from left to right."""

    round: int
    caller: CaptainShown
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Tavern:
    """The whole table. ``remaining`` counts milliseconds to the deadline, ``span`` those of the whole wait."""

    snap: TableSnapshot
    view: SeatView
    situation: Situation
    title: str
    contract: str
    game: str
    seats: tuple[CaptainShown, ...]
    row: tuple[Column, ...]
    nations: tuple[NationRow, ...]
    now: Score
    then: Score
    settled: SettledShown | None
    remaining: int | None
    span: int

    is_dice = True
    is_between = False

    @property
    def me(self) -> CaptainShown | None:
        return None if self.snap.seat is None else self.seats[self.snap.seat]

    @property
    def near(self) -> CaptainShown:
        """Whose dice lie below the row: the viewer's; for others the first captain's."""
        return self.me or self.seats[0]

    @property
    def far(self) -> CaptainShown:
        return self.seats[1 - self.near.seat]

    @property
    def turn(self) -> CaptainShown:
        return self.seats[self.view.turn]

    @property
    def is_mine(self) -> bool:
        """Whether the viewer is waited for."""
        return self.snap.seat is not None and self.snap.seat in self.snap.waiting and not self.snap.is_paused

    @property
    def awaited(self) -> tuple[CaptainShown, ...]:
        return tuple(seat for seat in self.seats if seat.is_awaited)

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs for what the table waits for."""
        return self.remaining is not None and not self.is_over

    @property
    def pausers(self) -> tuple[CaptainShown, ...]:
        return tuple(seat for seat in self.seats if seat.chair.wants_pause)

    @property
    def is_over(self) -> bool:
        return self.view.phase is Phase.OVER

    @property
    def champions(self) -> tuple[CaptainShown, ...]:
        """Who has won; both when the game is shared."""
        winner = self.now.winner
        return self.seats if winner is None else (self.seats[winner - 1],)

    @property
    def has_replay(self) -> bool:
        return self.view.settled is not None

    @property
    def begins(self) -> bool:
        """Whether no die of the round lies yet."""
        return self.view.direction is None

    @property
    def must_call(self) -> bool:
        """Whether the captain in turn has too few dice to roll."""
        return self.view.legal == (CallShanghai(),)


def tavern_of(snap: TableSnapshot, view: SeatView) -> Tavern:
    """The table that the snapshot's viewer sees."""
    now, then = view.score, score_after(view)
    seats = captains(snap, view, then)
    remaining, span = clock_of(snap.now, snap.since, snap.deadline)
    return Tavern(
        snap=snap,
        view=view,
        situation=_situation(view),
        title=gettext("Round %(round)s of %(rounds)s") % {"round": view.round, "rounds": view.rules.rounds},
        contract=gettext(view.rules.name),
        game=gettext(view.rules.name),
        seats=seats,
        row=tuple(_column(view, seats, place) for place in range(len(view.row))),
        nations=nation_rows(now, then),
        now=now,
        then=then,
        settled=_settled(view.settled, seats) if view.settled else None,
        remaining=None if snap.is_paused else remaining,
        span=span,
    )


def captains(snap: TableSnapshot, view: SeatView, then: Score) -> tuple[CaptainShown, ...]:
    """The two captains in order."""
    return tuple(
        CaptainShown(
            chair=chair,
            letters=initials(chair.name),
            hue=chair.seat % 8 + 1,
            supply=view.supply[chair.seat],
            total=view.score.points[chair.seat],
            likely=then.points[chair.seat],
            crew=view.crews[chair.seat],
            is_me=chair.seat == snap.seat,
            is_turn=chair.seat == view.turn and view.phase is not Phase.OVER,
            is_awaited=chair.seat in snap.waiting,
            is_dealer=chair.seat == view.starter,
            has_tricked=view.tricked[chair.seat],
        )
        for chair in snap.chairs
    )


def _situation(view: SeatView) -> Situation:
    """What the viewer can do, or whom they wait for."""
    if view.phase is Phase.OVER:
        return "over"
    if view.seat is None:
        return "watch"
    if not view.legal:
        return "wait"
    return "place" if view.phase is Phase.PLACE else "roll"


def _column(view: SeatView, seats: tuple[CaptainShown, ...], place: int) -> Column:
    from_left, from_right = place + 1, ROW - place
    if view.direction is None:
        return Column(view.row[place], None, from_left, from_right, (0, 0), None, "")
    number = from_left if column(from_left, view.direction) == place else from_right
    fate = fates_after(view)[number - 1]
    return Column(
        view.row[place], number, from_left, from_right, fate.dice, owner_of(fate, seats), explain(fate, gettext)
    )


def owner_of(fate: Fate, seats: tuple[CaptainShown, ...]) -> CaptainShown | None:
    return None if fate.owner is None else seats[fate.owner - 1]


def verdict_of(fate: Fate, card: Card, seats: tuple[CaptainShown, ...]) -> Verdict:
    """What the fate of that card is to its viewers."""
    return Verdict(card, owner_of(fate, seats), explain(fate, gettext))


def nation_rows(now: Score, then: Score) -> tuple[NationRow, ...]:
    """Every nationality, also those that nobody has."""
    before = {one.nation: one for one in now.nations}
    after = {one.nation: one for one in then.nations}
    return tuple(
        NationRow(nation, before.get(nation, _nothing(nation)), after.get(nation, _nothing(nation)))
        for nation in NATION_KEYS
    )


def _nothing(nation: str) -> NationScore:
    return NationScore(nation, (0, 0), (0, 0))


def _settled(settled: Settled, seats: tuple[CaptainShown, ...]) -> SettledShown:
    """The round card by card, in the order in which the cards lay."""
    by_place = {column(fate.position, settled.direction): fate for fate in settled.fates}
    verdicts = tuple(verdict_of(by_place[place], card, seats) for place, card in enumerate(settled.row))
    return SettledShown(settled.round, seats[settled.caller], verdicts)
