"""A finished hand and a finished game: the hands shown, the points card by card, the totals as a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.scoring import points
from referee.engine.rummy.seatview import SeatView
from referee.tables.board import Board, SeatShown
from referee.tables.words import number_text

WIDTH, HEIGHT = 320, 190


class Counted(NamedTuple):
    """A card that was left, and what it costs."""

    card: Card
    points: int


class SeatResult(NamedTuple):
    """A seat after a hand; ``cards`` are those left, dearest first. ``rank`` counts from 1, shared by equals."""

    seat: SeatShown
    rank: int
    cards: tuple[Counted, ...]
    points: str
    total: str
    is_out: bool
    leads: bool


class Row(NamedTuple):
    """A hand in the table of points."""

    hand: int
    points: tuple[str, ...]
    winner: SeatShown | None


class Line(NamedTuple):
    """A seat's totals as a line of the chart."""

    seat: SeatShown
    path: str
    x: float
    y: float
    label_y: float
    total: str


class Tick(NamedTuple):
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Totals after each hand, drawn on a field of ``width`` by ``height``."""

    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class Result:
    """What lies open between two hands, or at the end."""

    hand: int
    winner: SeatShown | None
    seats: tuple[SeatResult, ...]
    rows: tuple[Row, ...]
    chart: Chart | None
    champions: tuple[SeatShown, ...]
    is_over: bool


def hand_result(board: Board) -> Result | None:
    """The last finished hand; None before the first."""
    view = board.view
    if not view.scores:
        return None
    last = view.scores[-1]
    totals = last.totals
    # Contracts met count before points, where everybody has a contract of their own.
    places = [(-(view.met[seat] if view.met else 0), total) for seat, total in enumerate(totals)]
    seats = [
        SeatResult(
            seat=shown,
            rank=1 + sum(place < places[shown.seat] for place in places),
            cards=_counted(view, shown.seat),
            points=number_text(last.points[shown.seat]),
            total=number_text(totals[shown.seat]),
            is_out=shown.seat == last.winner,
            leads=places[shown.seat] == min(places),
        )
        for shown in board.seats
    ]
    rows = tuple(
        Row(
            score.hand,
            tuple(map(number_text, score.points)),
            None if score.winner is None else board.seats[score.winner],
        )
        for score in view.scores
    )
    return Result(
        hand=last.hand,
        winner=None if last.winner is None else board.seats[last.winner],
        seats=tuple(sorted(seats, key=lambda result: (result.rank, result.seat.seat))),
        rows=rows,
        chart=totals_chart(board) if len(view.scores) > 1 else None,
        champions=tuple(result.seat for result in seats if result.leads),
        is_over=view.is_over,
    )


def _counted(view: SeatView, seat: int) -> tuple[Counted, ...]:
    cards = view.seats[seat].shown or ()
    counted = [Counted(card, points(view.rules, [card])) for card in cards]
    return tuple(sorted(counted, key=lambda one: (-one.points, one.card.suit, one.card.rank)))


LEFT, RIGHT, TOP, BOTTOM = 34, 34, 10, 22
APART = 11
"""Least distance of two labels at the right edge."""


def totals_chart(board: Board) -> Chart:
    """The totals after each hand, one line a seat."""
    scores = board.view.scores
    count = len(board.seats)
    runs = [(0, *(score.totals[seat] for score in scores)) for seat in range(count)]
    low = min(0, *(min(run) for run in runs))
    high = max(1, *(max(run) for run in runs))
    step = _step(high - low)
    hands = len(scores)

    def x(hand: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * hand / hands, 1)

    def y(total: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low), 1)

    labels = _apart([y(run[-1]) for run in runs])
    lines = tuple(
        Line(
            seat=board.seats[seat],
            path=" ".join(f"{x(hand)},{y(total)}" for hand, total in enumerate(runs[seat])),
            x=x(hands),
            y=y(runs[seat][-1]),
            label_y=labels[seat],
            total=number_text(runs[seat][-1]),
        )
        for seat in range(count)
    )
    across = tuple(Tick(x(hand), str(hand)) for hand in range(1, hands + 1))
    first = -(-low // step) * step
    up = tuple(Tick(y(value), number_text(value)) for value in range(first, high + 1, step))
    return Chart(lines, across, up)


def _step(span: int) -> int:
    """A round distance that gives three to six lines."""
    for step in (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000):
        if span / step <= 5:
            return step
    return 2000


def _apart(places: list[float]) -> list[float]:
    """The places moved down as little as keeps them from lying on one another."""
    moved = list(places)
    last = float("-inf")
    for index in sorted(range(len(places)), key=places.__getitem__):
        moved[index] = last = round(max(places[index], last + APART), 1)
    return moved
