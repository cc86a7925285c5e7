"""How far a run can be lengthened by laying off, and what that saves: in closed form, for one run by itself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from referee.engine.rummy.solver.board import NO_LIMIT, Board


class Ends(NamedTuple):
    """A run's lowest and highest place, and whether a wild card lies there."""

    low: int
    high: int
    wild_low: bool = False
    wild_high: bool = False


@lru_cache(maxsize=1 << 10)
def covered(board: Board, low: int, high: int) -> int:
    """The places from low to high."""
    return sum(1 << board.bit(place) for place in range(low, high + 1))


def reach(board: Board, held: int, low: int, high: int, room: int, below: int = NO_LIMIT) -> tuple[int, bool]:
    """The held places that a run can come to cover with so many jokers; whether it could have an ace at both ends.

    ``below``: by so many places at most it grows below.
    """
    found = covered(board, low, high) & held
    length = high + 1 - low
    for places in (board.above(low, high), board.below(low, high)[:below]):
        left, last = room, length
        gap = False
        for count, place in enumerate(places, 1):
            bit = board.bit(place)
            if held >> bit & 1:
                found |= 1 << bit
                last, gap = length + count, False
            elif left and not (gap and board.apart):
                left, gap = left - 1, True
            else:
                break
        length = last
    return found, not board.circle and (length > board.longest or board.both_aces(found))


@lru_cache(maxsize=1 << 12)
def growth(board: Board, held: int, valued: int, ends: Ends, room: int) -> tuple[int, ...]:
    """The most that a run saves by cards laid off on it, with at most 0, 1, … further jokers.

    ``valued``: the places whose cards count. Where jokers may lie side by side, as many as the last entry stands for
    find a place in any case.
    """
    sides = _sides(board, held, valued, ends, room)
    most_up, most_down = len(sides.up) - 1, len(sides.down) - 1
    return tuple(
        max(sides.saved(above, most - above) for above in range(most + 1))
        for most in range(min(room, most_up + most_down) + 1)
    )


def stretch(board: Board, held: int, valued: int, ends: Ends, jokers: int) -> Ends:
    """The run's ends after lengthening it so that it saves the most with so many jokers, and no farther than that."""
    sides = _sides(board, held, valued, ends, jokers)
    above = max(range(jokers + 1), key=lambda count: sides.saved(count, jokers - count))
    low, high = sides.ends(above, jokers - above)
    if board.circle and high + 1 - low > board.circle:
        low = high + 1 - board.circle
    return Ends(low, high, ends.wild_low and low == ends.low, ends.wild_high and high == ends.high)


class _Sides(NamedTuple):
    """What is saved above and below a run with 0, 1, … jokers there, and the last place that counts.

    ``whole``: what is saved where the sides meet, which they can only where runs go round: all that there is.
    """

    up: list[int]
    down: list[int]
    upper: list[int]
    lower: list[int]
    circle: int
    whole: int

    def saved(self, above: int, below: int) -> int:
        if self.circle:
            low, high = self.ends(above, below)
            if high + 1 - low > self.circle:
                return self.whole
        return self.up[min(above, len(self.up) - 1)] + self.down[min(below, len(self.down) - 1)]

    def ends(self, above: int, below: int) -> tuple[int, int]:
        return self.lower[min(below, len(self.lower) - 1)], self.upper[min(above, len(self.upper) - 1)]


def _sides(board: Board, held: int, valued: int, ends: Ends, room: int) -> _Sides:
    above, below = board.above(ends.low, ends.high), board.below(ends.low, ends.high)
    up, upper = _side(board, held, valued, ends.high, above, room, wild=ends.wild_high)
    down, lower = _side(board, held, valued, ends.low, below, room, wild=ends.wild_low)
    whole = 0
    if board.circle:
        counted = held & valued
        whole = sum(board.worth[bit] for place in above if counted >> (bit := board.bit(place)) & 1)
    return _Sides(up, down, upper, lower, board.circle, whole)


def _side(
    board: Board, held: int, valued: int, end: int, places: Iterable[int], room: int, *, wild: bool
) -> tuple[list[int], list[int]]:
    """What is saved on one side with 0, 1, … jokers as long as there are places, and the last place that counts."""
    gains = [0]
    ends = [end]
    for place in places:
        bit = board.bit(place)
        if held >> bit & 1:
            if valued >> bit & 1:
                gains[-1] += board.worth[bit]
                ends[-1] = place
            wild = False
        elif len(gains) > room or (wild and board.apart):
            break
        else:
            gains.append(gains[-1])
            ends.append(ends[-1])
            wild = True
    return gains, ends
