"""The most that one layout can lay where melds are laid at once, as long as they get, and nothing is laid off.

How many wild cards a meld may hold can depend on its size then, and they may have to lie apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.engine.rummy.solver.board import NO_LIMIT, Board
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.hand import FIELD
from referee.engine.rummy.solver.laying import Laying, Sets, sets_of
from referee.engine.rummy.solver.shares import Share, shares


class _Way(NamedTuple):
    """A way to lay a run, or several: the worth of natural cards that it saves, the ends of each."""

    saved: int
    ends: tuple[tuple[int, int], ...]


type _Ways = Mapping[int, _Way]
"""The best way for each number of wild cards."""


class _Reach(NamedTuple):
    """How far a run gets on one side with some wild cards: its end, what is saved there."""

    end: int
    saved: int


def lay_whole(ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...], bound: int) -> tuple[bool, Laying | None]:
    """The best way to lay the contract in this layout; whether that is certain.

    It is where no more than the ``bound`` is lost. It may not be where a wild card stays in the hand that could take
    the place of a natural one.
    """
    board = ground.board
    sets = sets_of(board.plan, ranks)
    found = shares(ground.planes, ground.counts, [run.asking for run in runs], sets.asked)
    shut, lost = ground.shut, ground.lost
    for rank in sets.asked if board.sets_grow else ():
        shut &= ~(1 << rank)
        lost -= board.worth[rank] * (ground.counts >> FIELD * rank & 255)
    valued = board.places(shut)
    best: Laying | None = None
    least = NO_LIMIT**4
    for share in found.ways:
        ground.looked += 1
        empty = sets.empty(share.left)
        ways = None if empty is None else _together(ground, runs, share, valued, ground.jokers - empty)
        if empty is None or not ways:
            continue
        left = lost
        if not board.sets_grow:
            left -= sum(board.worth[rank] * min(asked, share.left[rank]) for rank, asked in sets.asked.items())
        least = min(least, left - max(way.saved for way in ways.values()))
        room = _room(ground, sets, ranks, share) - empty
        for wilds, way in ways.items():
            loss = left - way.saved + sum(ground.wilds[empty + wilds + room :])
            if best is None or loss < best.loss:
                best = Laying(loss, runs, ranks, share, ends=way.ends)
        if best is not None and best.loss <= bound:
            return True, best
    loss = best.loss if best else NO_LIMIT**4
    wraps = any(run.wraps for run in runs)
    return found.complete and not wraps and loss <= least + sum(ground.wilds[ground.jokers - ground.idle :]), best


def naturals_in_sets(board: Board, ranks: Sequence[int], left: Mapping[int, int]) -> list[int]:
    """How many natural cards each set of a layout has when so many are left for each rank.

    Sets of one rank get what they need, then one after the other what it asks for, the first of them all the rest.
    """
    plan = board.plan
    found = list(plan.needs)
    rest = dict(left)
    for rank, need in zip(ranks, plan.needs, strict=True):
        rest[rank] -= need
    for index, (rank, size) in enumerate(zip(ranks, plan.sets, strict=True)):
        more = min(rest[rank], size - found[index])
        found[index] += more
        rest[rank] -= more
    if board.sets_grow:
        for index, rank in enumerate(ranks):
            found[index] += rest[rank]
            rest[rank] = 0
    return found


def room_in_set(board: Board, index: int, naturals: int) -> int:
    """How many wild cards the set of a layout may hold beside so many natural ones."""
    return board.set_caps[naturals] if board.sets_grow else board.plan.sets[index] - naturals


def _room(ground: Ground, sets: Sets, ranks: Sequence[int], share: Share) -> int:
    """How many wild cards all sets may hold."""
    if not sets.asked:
        return 0
    naturals = naturals_in_sets(ground.board, ranks, share.left)
    return sum([room_in_set(ground.board, index, own) for index, own in enumerate(naturals)])


def _together(ground: Ground, runs: Sequence[Run], share: Share, valued: int, most: int) -> _Ways:
    """The best ways to lay all runs with at most so many wild cards; none where that cannot be."""
    if most < 0:
        return {}
    board = ground.board
    found: _Ways = {0: _Way(0, ())}
    for run, mask in zip(runs, share.runs, strict=True):
        held = board.places(mask)
        own = _ways(board, held, held & valued, run.low, run.high, most)
        together: dict[int, _Way] = {}
        for before, first in found.items():
            for more, second in own.items():
                wilds, saved = before + more, first.saved + second.saved
                if wilds <= most and (wilds not in together or together[wilds].saved < saved):
                    together[wilds] = _Way(saved, first.ends + second.ends)
        found = together
    return found


@lru_cache(maxsize=1 << 15)
def _ways(board: Board, held: int, valued: int, low: int, high: int, most: int) -> _Ways:
    """The best ways to lay a run that covers the places from low to high with at most so many wild cards."""
    window = (2 << high) - (1 << low)
    missing = window & ~held
    empty = missing.bit_count()
    if empty > most or (board.apart and missing & missing >> 1):
        return {}
    wild_low, wild_high = bool(missing >> low & 1), bool(missing >> high & 1)
    below = _side(board, held, valued, range(low - 1, board.first - 1, -1), low, most - empty, wild=wild_low)
    above = _side(board, held, valued, range(high + 1, board.last + 1), high, most - empty, wild=wild_high)
    saved = board.of[window & valued]
    found: dict[int, _Way] = {}
    for down, lower in enumerate(below):
        for up, upper in enumerate(above[: most - empty - down + 1]):
            wilds, size = empty + down + up, upper.end + 1 - lower.end
            if wilds > board.run_caps[min(size, board.longest)] or size > board.plan.top:
                continue
            way = _Way(saved + lower.saved + upper.saved, ((lower.end, upper.end),))
            if wilds not in found or found[wilds].saved < way.saved:
                found[wilds] = way
    return found


def _side(
    board: Board, held: int, valued: int, places: Iterable[int], end: int, most: int, *, wild: bool
) -> list[_Reach]:
    """How far a run gets on one side with exactly 0, 1, … wild cards, as long as there are places."""
    found = [_Reach(end, 0)]
    for place in places:
        end, saved = found[-1]
        if held >> place & 1:
            found[-1] = _Reach(place, saved + board.worth[place] * (valued >> place & 1))
            wild = False
        elif len(found) > most or (wild and board.apart):
            break
        else:
            found.append(_Reach(place, saved))
            wild = True
    return found
