"""Contracts of runs alone, suit by suit: bounded where a search over all windows at once would not be.

Runs of different suits share no card. So what a suit can give is found for itself: for every number of runs in it the
pairs *empty* and *short* (see ``search``) that no other choice of windows beats in both. A suit has few windows, hence
few choices; the suits' pairs add up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from referee.engine.rummy.solver.hand import Holding, stack
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


class _Choice(NamedTuple):
    """A choice of windows in one suit: where one, two, … of them ask for a card, and what they need together.

    ``parts``: the numbers of the choices with one window less.
    """

    windows: tuple[Window, ...]
    levels: tuple[int, ...]
    size: int
    need: int
    parts: tuple[int, ...]


@lru_cache(maxsize=32)
def _choices(plan: Plan, group: Group, count: int) -> tuple[tuple[_Choice, ...], ...]:
    """For 0, 1, … up to ``count`` runs every choice of windows in one suit."""
    found: list[tuple[_Choice, ...]] = []
    before: dict[tuple[int, ...], int] = {}
    chosen: list[tuple[int, ...]] = [()]
    windows = group.windows
    for _ in range(count + 1):
        choices = []
        for own in chosen:
            picked = tuple(windows[index] for index in own)
            levels = tuple(stack([mask for window in picked for mask in window.masks]))
            parts = tuple({before[own[:at] + own[at + 1 :]] for at in range(len(own))})
            size, need = sum(window.size for window in picked), sum(window.need for window in picked)
            choices.append(_Choice(picked, levels, size, need, parts))
        found.append(tuple(choices))
        before = {own: number for number, own in enumerate(chosen)}
        chosen = [
            (*own, index)
            for own in chosen
            for index in range(own[-1] if own else 0, len(windows))
            if not (_keeps_apart(plan) and any(plan.follows(windows[other], windows[index]) for other in own))
        ]
    return tuple(found)


class _Figures(NamedTuple):
    """For each number of runs and each choice: the places left empty, the natural cards short."""

    empty: tuple[list[int], ...]
    short: tuple[list[int], ...]


@lru_cache(maxsize=512)
def _figures(plan: Plan, group: Group, count: int, planes: tuple[int, ...]) -> _Figures:
    """What every choice of windows in a suit lacks.

    Choices are *short* by the most that any part of them needs beyond the natural cards it can use.
    """
    empties, shorts = [], []
    last: list[int] = []
    for choices in _choices(plan, group, count):
        empty, short = [], []
        for _, levels, size, need, parts in choices:
            filled = 0
            for level, held in zip(levels, planes, strict=False):
                filled += (level & held).bit_count()
            empty.append(size - filled)
            lacks = need - filled
            for part in parts:
                if last[part] > lacks:
                    lacks = last[part]
            short.append(lacks)
        empties.append(empty)
        shorts.append(short)
        last = short
    return _Figures(tuple(empties), tuple(shorts))


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
    shorts = _figures(plan, group, count, planes).short
    empties = _figures(plan, group, count, plain).empty
    never = _figures(plan, group, count, to_be_had).short if to_be_had is not None else None
    lasting = _figures(plan, group, count, plain_to_be_had).empty if plain_to_be_had is not None else None
    fronts = []
    for runs, choices in enumerate(_choices(plan, group, count)):
        first: dict[tuple[int, int, int], int] = {}
        rows = zip(empties[runs], shorts[runs], lasting[runs] if lasting else [0] * len(choices), strict=True)
        for number, row in enumerate(rows):
            if row not in first and not (never and never[runs][number] > 0):
                first[row] = number
        points = [
            Point(*row, tuple((0, window) for window in choices[number].windows)) for row, number in first.items()
        ]
        fronts.append(tuple(_front(points)))
    return tuple(fronts)


def _keeps_apart(plan: Plan) -> bool:
    """Whether runs of one suit can be in each other's way."""
    return plan.gap > 0 or plan.one_a_suit
