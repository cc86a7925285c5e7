"""How far a run can be lengthened by laying off, and what that saves: in closed form, for one run by itself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from referee.engine.rummy.solver.board import Board


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


@lru_cache(maxsize=1 << 15)
def reach(board: Board, held: int, low: int, high: int, room: int) -> tuple[int, bool]:
    """The held places that a run can come to cover with so many jokers; whether its two sides could meet there."""
    found = covered(board, low, high) & held
    length = high + 1 - low
    for places in (board.above(low, high), board.below(low, high)):
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
    return found, length > board.longest or board.both_aces(found)


@lru_cache(maxsize=1 << 15)
def growth(board: Board, held: int, valued: int, ends: Ends, room: int) -> tuple[int, ...]:
    """The most that a run saves by cards laid off on it, with at most 0, 1, … further jokers.

    ``valued``: the places whose cards count. Where jokers may lie side by side, as many as the last entry stands for
    find a place in any case.
    """
    up, _ = _side(board, held, valued, board.above(ends.low, ends.high), room, wild=ends.wild_high)
    down, _ = _side(board, held, valued, board.below(ends.low, ends.high), room, wild=ends.wild_low)
    most_up, most_down = len(up) - 1, len(down) - 1
    return tuple(
        max(up[min(above, most_up)] + down[min(most - above, most_down)] for above in range(most + 1))
        for most in range(min(room, most_up + most_down) + 1)
    )


@lru_cache(maxsize=1 << 12)
def stretch(board: Board, held: int, valued: int, ends: Ends, jokers: int) -> Ends:
    """The run's ends after lengthening it so that it saves the most with so many jokers, and no farther than that."""
    up, upper = _side(board, held, valued, board.above(ends.low, ends.high), jokers, wild=ends.wild_high)
    down, lower = _side(board, held, valued, board.below(ends.low, ends.high), jokers, wild=ends.wild_low)
    most_up, most_down = len(up) - 1, len(down) - 1
    above = max(range(jokers + 1), key=lambda count: up[min(count, most_up)] + down[min(jokers - count, most_down)])
    high, low = upper[min(above, most_up)], lower[min(jokers - above, most_down)]
    return Ends(
        ends.low if low is None else low,
        ends.high if high is None else high,
        ends.wild_low and low is None,
        ends.wild_high and high is None,
    )


def _side(
    board: Board, held: int, valued: int, places: Iterable[int], room: int, *, wild: bool
) -> tuple[list[int], list[int | None]]:
    """What is saved on one side with 0, 1, … jokers as long as there are places, and the last place that counts."""
    gains: list[int] = [0]
    ends: list[int | None] = [None]
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
