"""Contracts of runs alone, suit by suit: bounded where a search over all windows at once would not be.

Runs of different suits share no card. So what a suit can give is found for itself: for every number of runs in it the
pairs *empty* and *short* (see ``search``) that no other choice of windows beats in both. A suit has few windows, hence
few choices; the suits' pairs add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.engine.rummy.solver.hand import Holding, filled
from referee.engine.rummy.solver.plan import Group, Plan, Window


class Point(NamedTuple):
    """Windows of one suit: places left empty, natural cards short, places that even all cards to be had leave empty."""

    empty: int
    short: int
    lasting: int
    windows: tuple[tuple[int, Window], ...] = ()


def best_of_suits(plan: Plan, hand: Holding, limit: int, supply: Holding | None) -> tuple[int, Point] | None:
    """The fewest cards lacking, below the limit, and the windows with their suits; None when there are none.

    For a contract of runs of one size.
    """
    group, count = plan.runs[0], len(plan.runs)
    spare = supply.wilds if supply else 0
    sums: list[list[Point]] = [[Point(0, 0, 0)], *([] for _ in range(count))]
    for suit in range(len(plan.suits)):
        fronts = _suit_fronts(
            plan,
            group,
            count,
            tuple(hand.planes[suit]),
            tuple(hand.plain[suit]),
            tuple(supply.planes[suit]) if supply else None,
            tuple(supply.plain[suit]) if supply else None,
        )
        grown: list[list[Point]] = [[] for _ in range(count + 1)]
        for before, points in enumerate(sums):
            for point in points:
                for more in range(count + 1 - before):
                    for own in fronts[more]:
                        lasting = point.lasting + own.lasting
                        empty, short = point.empty + own.empty, point.short + own.short
                        if max(empty - hand.wilds, short) < limit and lasting <= spare:
                            placed = tuple((suit, window) for _, window in own.windows)
                            grown[before + more].append(Point(empty, short, lasting, point.windows + placed))
        sums = [_front(points) for points in grown]
    best = min(sums[count], key=lambda point: max(point.empty - hand.wilds, point.short, 0), default=None)
    return (max(best.empty - hand.wilds, best.short, 0), best) if best else None


def _front(points: Iterable[Point]) -> list[Point]:
    """The points that no other beats in every figure."""
    found: list[Point] = []
    for point in sorted(points, key=lambda point: point[:3]):
        if not any(o.empty <= point.empty and o.short <= point.short and o.lasting <= point.lasting for o in found):
            found.append(point)
    return found


@lru_cache(maxsize=2048)
def _suit_fronts(
    plan: Plan,
    group: Group,
    count: int,
    planes: tuple[int, ...],
    plain: tuple[int, ...],
    to_be_had: tuple[int, ...] | None,
    plain_to_be_had: tuple[int, ...] | None,
) -> tuple[tuple[Point, ...], ...]:
    """For 0, 1, … up to ``count`` runs in a suit the front of what windows for them lack."""
    found: list[list[Point]] = [[] for _ in range(count + 1)]
    choices: list[tuple[int, ...]] = [()]
    windows = group.windows
    for size in range(count + 1):
        for chosen in choices:
            picked = [windows[index] for index in chosen]
            if to_be_had is not None and _short(picked, to_be_had):
                continue
            lasting = _empty(picked, plain_to_be_had) if plain_to_be_had is not None else 0
            placed = tuple((0, window) for window in picked)
            found[size].append(Point(_empty(picked, plain), _short(picked, planes), lasting, placed))
        choices = [
            (*chosen, index)
            for chosen in choices
            for index in range(chosen[-1] if chosen else 0, len(windows))
            if not (_keeps_apart(plan) and any(plan.follows(windows[other], windows[index]) for other in chosen))
        ]
    return tuple(tuple(_front(points)) for points in found)


def _keeps_apart(plan: Plan) -> bool:
    """Whether runs of one suit can be in each other's way."""
    return plan.gap > 0 or plan.one_a_suit


def _empty(windows: Sequence[Window], planes: Sequence[int]) -> int:
    masks = [mask for window in windows for mask in window.masks]
    return sum(window.size for window in windows) - (filled(masks, planes) if masks else 0)


def _short(windows: Sequence[Window], planes: Sequence[int]) -> int:
    """The most that any part of the windows needs beyond the natural cards it can use."""
    worst = 0
    for part in range(1, 1 << len(windows)):
        picked = [window for index, window in enumerate(windows) if part >> index & 1]
        need = sum(window.need for window in picked)
        worst = max(worst, need - filled([mask for window in picked for mask in window.masks], planes))
    return worst
