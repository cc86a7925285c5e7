"""Lines over hands, laid out for an SVG: one for each player, from the totals after every hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.books import Book
from scorekeeper.grid import hue_of
from scorekeeper.wording import number_text

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, FOOT = 48, 112, 16, 32
LABEL_GAP = 20
LABEL_LONGEST = 11
"""Letters of a name that have room beside the lines; the table beneath has all of them."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: the points of an SVG polyline, and where the name stands behind its end."""

    name: str
    hue: int
    points: str
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A word beside an axis."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Chart:
    """``rows`` say the same as a table: the hand and everybody's total after it."""

    lines: tuple[Line, ...]
    across: tuple[Mark, ...]
    up: tuple[Mark, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    width = WIDTH
    height = HEIGHT
    left = LEFT
    right = WIDTH - RIGHT
    foot = HEIGHT - FOOT


def totals_chart(book: Book) -> Chart | None:
    """The running totals of a sheet; None before the first hand is closed."""
    standings = book.standings
    hands = [hand for hand in range(1, standings.hands + 1) if standings.is_closed(hand)]
    if not hands:
        return None
    players = book.ledger.players
    series = [[(0, 0), *((hand, standings.running(player.id, hand)) for hand in hands)] for player in players]
    names = [standings.names[player.id] for player in players]
    return make_chart(names, [hue_of(player.number + 1) for player in players], series, last=max(hands))


def make_chart(
    names: Sequence[str], hues: Sequence[int], series: Sequence[Sequence[tuple[int, int]]], *, last: int
) -> Chart:
    """A chart of (place, value) pairs for each name; ``last`` is the place at the right edge."""
    values = [value for one in series for _place, value in one]
    step = _step(min(values), max(values))
    low = min(values) // step * step
    high = max(low + step, -(-max(values) // step) * step)

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / max(last, 1), 1)

    def y(value: int) -> float:
        return round(TOP + (HEIGHT - TOP - FOOT) * (high - value) / (high - low), 1)

    ends = [y(one[-1][1]) for one in series]
    labels = _apart(ends)
    lines = tuple(
        Line(
            name if len(name) <= LABEL_LONGEST else f"{name[: LABEL_LONGEST - 1]}\u2026",
            hue,
            " ".join(f"{x(place)},{y(value)}" for place, value in one),
            (x(one[-1][0]), end),
            label,
        )
        for name, hue, one, end, label in zip(names, hues, series, ends, labels, strict=True)
    )
    places = sorted({place for one in series for place, _value in one if place})
    table = [dict(one) for one in series]
    return Chart(
        lines=lines,
        across=tuple(Mark(str(place), x(place)) for place in places),
        up=tuple(Mark(number_text(value), y(value)) for value in range(low, high + 1, step)),
        names=tuple(names),
        rows=tuple(
            (str(place), tuple(number_text(one[place]) if place in one else "" for one in table)) for place in places
        ),
    )


def _step(low: int, high: int) -> int:
    """The distance between two grid lines, of which there are about five."""
    return next((step for step in STEPS if (high - low) / step <= 6), (high - low) // 5 + 1)


def _apart(wanted: Sequence[float]) -> list[float]:
    """Heights near the wanted ones, so far from each other that names do not overlap."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0.0] * len(wanted)
    last = TOP - LABEL_GAP + 0.0
    for index in order:
        last = max(wanted[index], last + LABEL_GAP)
        placed[index] = last
    over = max(0.0, last - (HEIGHT - FOOT))
    ceiling = float(HEIGHT)
    for index in reversed(order):
        placed[index] = min(placed[index], ceiling - LABEL_GAP, HEIGHT - FOOT + 0.0) if over else placed[index]
        ceiling = placed[index]
    return placed
