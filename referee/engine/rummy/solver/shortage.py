"""A layout of a contract, and what it lacks however the cards are shared out among its melds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.engine.rummy.solver.apart import fills_apart, fills_together, short_apart
from referee.engine.rummy.solver.candidates import Run
from referee.engine.rummy.solver.hand import FIELD, Holding, Planes, filled, spread, stack
from referee.engine.rummy.solver.plan import Plan, Window


class Layout(NamedTuple):
    """A window for each run and a rank for each set, with the number of cards that are lacking."""

    lacking: int
    runs: tuple[Run, ...]
    ranks: tuple[int, ...]


def can_fill(plan: Plan, held: Holding, layout: Layout) -> bool:
    """Whether the cards fill the layout's places under every meld's joker cap."""
    runs, ranks = layout.runs, layout.ranks
    empty = 0
    for suit in {run.suit for run in runs}:
        windows = [run.window for run in runs if run.suit == suit]
        masks = [mask for window in windows for mask in window.masks]
        empty += sum(window.size for window in windows) - filled(masks, held.plain[suit])
    left = held.plain_ranks - taken_by(runs, held.plain) if ranks else 0
    for rank in set(ranks):
        asked = sum(size for size, r in zip(plan.sets, ranks, strict=True) if r == rank)
        empty += max(0, asked - (left >> FIELD * rank & 255))
    if not empty or empty > held.wilds:
        return not empty
    if plan.apart:
        return _can_lie_apart(plan, held, layout)
    return not shortage(runs, ranks, plan.needs, held.planes, held.ranks)


def _can_lie_apart(plan: Plan, held: Holding, layout: Layout) -> bool:
    """Whether wild cards have natural ones between them in the layout's runs, and its sets enough natural cards."""
    runs, ranks = layout.runs, layout.ranks
    for suit in {run.suit for run in runs}:
        if short_together(plan, tuple([run for run in runs if run.suit == suit]), held.planes[suit]):
            return False
    if not shortage((), ranks, plan.needs, held.planes, held.ranks - taken_by(runs, held.planes)):
        return True  # the sets have enough of what the runs leave over
    return short_apart(plan, [(run.suit, run.window) for run in runs], ranks, held, None) == 0


def taken_by(runs: Sequence[Run], planes: Planes) -> int:
    """The cards of each rank that the runs take when they take all they can, packed."""
    if len(runs) == 1 and len(runs[0].window.masks) == 1:
        return spread(runs[0].window.masks[0] & planes[runs[0].suit][0])
    taken = 0
    for suit in {run.suit for run in runs}:
        masks = [mask for run in runs if run.suit == suit for mask in run.window.masks]
        for level, held in zip(stack(masks), planes[suit], strict=False):
            taken += spread(level & held)
    return taken


def shortage(runs: Sequence[Run], ranks: Sequence[int], needs: Sequence[int], planes: Planes, counts: int) -> int:
    """The least number of natural cards missing for every meld to have what it needs.

    By the theorem of the greatest flow: the most that any part of the melds needs beyond the cards it can use.
    """
    asked: dict[int, int] = {}
    for rank, need in zip(ranks, needs, strict=True):
        asked[rank] = asked.get(rank, 0) + need
    worst = 0
    for size in range(len(runs) + 1):
        for part in combinations(runs, size):
            taken = taken_by(part, planes) if part else 0
            lacking = sum(run.window.need for run in part) - sum(taken.to_bytes(16, "little")) if part else 0
            for rank, need in asked.items():
                free = (counts >> FIELD * rank & 255) - (taken >> FIELD * rank & 255)
                if need > free:
                    lacking += need - free
            if lacking > worst:
                worst = lacking
    return worst


def short_in_suit(runs: tuple[Run, ...], planes: Sequence[int]) -> int:
    """How many natural cards runs in one suit lack against their needs."""
    return _short_in_suit(runs, tuple(planes))


def short_together(plan: Plan, runs: tuple[Run, ...], planes: Sequence[int]) -> int:
    """The same where wild cards may have to lie apart."""
    if not plan.apart:
        return _short_in_suit(runs, tuple(planes))
    if len(runs) == 1:
        return fills_apart(plan.top, runs[0].window, planes)
    return _short_apart(plan, tuple([run.window for run in runs]), tuple(planes))


def empty_in_suit(runs: tuple[Run, ...], planes: Sequence[int]) -> int:
    """How many places of runs in one suit stay empty."""
    return _empty_in_suit(runs, tuple(planes))


@lru_cache(maxsize=1 << 14)
def _short_in_suit(runs: tuple[Run, ...], planes: tuple[int, ...]) -> int:
    worst = 0
    for size in range(1, len(runs) + 1):
        for part in combinations(runs, size):
            lacking = sum([run.window.need for run in part])
            lacking -= filled([mask for run in part for mask in run.window.masks], planes)
            worst = max(worst, lacking)
    return worst


@lru_cache(maxsize=1 << 14)
def _short_apart(plan: Plan, windows: tuple[Window, ...], planes: tuple[int, ...]) -> int:
    return fills_together(plan.top, windows, planes)


@lru_cache(maxsize=1 << 14)
def _empty_in_suit(runs: tuple[Run, ...], planes: tuple[int, ...]) -> int:
    masks = [mask for run in runs for mask in run.window.masks]
    return sum(run.window.size for run in runs) - filled(masks, planes)
