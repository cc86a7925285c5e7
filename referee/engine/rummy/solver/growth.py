"""How far a run can be lengthened by laying off, and what that saves: in closed form, for one run by itself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from referee.engine.rummy.solver.board import Board


@lru_cache(maxsize=1 << 15)
def reach(board: Board, held: int, low: int, high: int, room: int) -> int:
    """The held places that a run from ``low`` to ``high`` can come to cover with at most so many further jokers."""
    found = held & (2 << high) - (1 << low)
    for places in (range(high + 1, board.last + 1), range(low - 1, board.first - 1, -1)):
        left = room
        for place in places:
            if held >> place & 1:
                found |= 1 << place
            elif left:
                left -= 1
            else:
                break
    return found


@lru_cache(maxsize=1 << 15)
def growth(board: Board, held: int, valued: int, low: int, high: int, room: int) -> tuple[int, ...]:
    """The most that a run saves by cards laid off on it, with at most 0, 1, … further jokers.

    ``valued``: the places whose cards count. As many jokers as the last entry stands for find a place in any case.
    """
    up = _gains(board, held, valued, range(high + 1, board.last + 1), room)
    down = _gains(board, held, valued, range(low - 1, board.first - 1, -1), room)
    most_up, most_down = len(up) - 1, len(down) - 1
    return tuple(
        max(up[min(above, most_up)] + down[min(most - above, most_down)] for above in range(most + 1))
        for most in range(min(room, most_up + most_down) + 1)
    )


def _gains(board: Board, held: int, valued: int, places: Iterable[int], room: int) -> list[int]:
    """What is saved on one side with 0, 1, … jokers, as long as there are places for them."""
    gains = [0]
    for place in places:
        if held >> place & 1:
            if valued >> place & 1:
                gains[-1] += board.worth[place]
        elif len(gains) > room:
            break
        else:
            gains.append(gains[-1])
    return gains


def stretch(board: Board, held: int, valued: int, low: int, high: int, jokers: int) -> tuple[int, int]:
    """The run's ends after lengthening it so that it saves the most with so many jokers, and no farther than that."""
    up, upper = _ends(board, held, valued, range(high + 1, board.last + 1), high, jokers)
    down, lower = _ends(board, held, valued, range(low - 1, board.first - 1, -1), low, jokers)
    above = max(range(jokers + 1), key=lambda count: up[count] + down[jokers - count])
    return lower[jokers - above], upper[above]


def _ends(
    board: Board, held: int, valued: int, places: Iterable[int], end: int, jokers: int
) -> tuple[list[int], list[int]]:
    """With 0, 1, … jokers on one side: what is saved, and the last place that counts."""
    gains, ends = [0], [end]
    for place in places:
        if held >> place & 1:
            if valued >> place & 1:
                gains[-1] += board.worth[place]
                ends[-1] = place
        elif len(gains) > jokers:
            break
        else:
            gains.append(gains[-1])
            ends.append(ends[-1])
    further = jokers + 1 - len(gains)
    return gains + gains[-1:] * further, ends + ends[-1:] * further
