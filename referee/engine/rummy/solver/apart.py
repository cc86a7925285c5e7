"""Layouts under the rule that no two wild cards lie side by side in a run.

Here it matters where the empty places are, not only how many. Of a stretch of empty places every second one at least
has to be filled. Which run a contested card goes to is tried in every way; few cards are contested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from referee.engine.rummy.solver.hand import FIELD, Holding
from referee.engine.rummy.solver.plan import Plan, Window

type Placed = tuple[int, Window]
"""A suit's number and a window in it."""
type Face = tuple[int, int]
"""A suit's number and a rank."""


@lru_cache(maxsize=1 << 14)
def fewest_fills(empty: tuple[bool, ...], closed: tuple[bool, ...], most: int) -> int | None:
    """The fewest empty places to fill so that at most so many stay empty and no two of them are neighbours.

    ``closed``: empty places that cannot be filled. None where it cannot be done.
    """
    # By whether the last place is empty and the number of empty places: the fewest fills so far.
    states = {(False, 0): 0}
    for is_empty, is_closed in zip(empty, closed, strict=True):
        after: dict[tuple[bool, int], int] = {}
        for (last, left), fills in states.items():
            options = [(False, left, fills)] if not is_empty else []
            if is_empty and not is_closed:
                options.append((False, left, fills + 1))
            if is_empty and not last and left < most:
                options.append((True, left + 1, fills))
            for now, count, cost in options:
                if cost < after.get((now, count), cost + 1):
                    after[now, count] = cost
        states = after
    return min(states.values(), default=None)


def window_ranks(plan: Plan, window: Window) -> list[int]:
    """The ranks of the window's places, low to high."""
    return [(place - 1) % plan.top + 1 for place in range(window.low, window.low + window.size)]


def single_short(plan: Plan, suit: int, window: Window, held: Holding) -> int:
    """The natural cards that the window lacks when no other meld takes any."""
    mask = window.masks[0]
    return _single_short(plan, window, tuple([plane & mask for plane in held.planes[suit]]))


@lru_cache(maxsize=1 << 14)
def _single_short(plan: Plan, window: Window, planes: tuple[int, ...]) -> int:
    seen: Counter[int] = Counter()
    empty = []
    for rank in window_ranks(plan, window):
        empty.append(seen[rank] >= len(planes) or not planes[seen[rank]] >> rank & 1)
        seen[rank] += 1
    fills = fewest_fills(tuple(empty), (False,) * len(empty), window.size - window.need)
    return fills or 0


def short_apart(
    plan: Plan, runs: Sequence[Placed], ranks: Sequence[int], held: Holding, supply: Holding | None
) -> int | None:
    """The fewest natural cards missing over all ways to share the held ones out; None where they can never suffice."""
    best: int | None = None
    closed = [_closed(plan, placed, supply) for placed in runs]
    for given, left in _shares(plan, runs, held):
        total: int | None = _sets_short(plan, ranks, left)
        for (_, window), filled, shut in zip(runs, given, closed, strict=True):
            empty = tuple(not full for full in filled)
            fills = fewest_fills(empty, shut, window.size - window.need)
            total = None if fills is None or total is None else total + fills
        if total is not None and (best is None or total < best):
            best = total
    return best


def _closed(plan: Plan, placed: Placed, supply: Holding | None) -> tuple[bool, ...]:
    """The places for which there is no card to be had."""
    suit, window = placed
    if supply is None:
        return (False,) * window.size
    return tuple(not supply.planes[suit][0] >> rank & 1 for rank in window_ranks(plan, window))


def _sets_short(plan: Plan, ranks: Sequence[int], left: Counter[int]) -> int:
    needs: Counter[int] = Counter()
    for rank, need in zip(ranks, plan.needs, strict=True):
        needs[rank] += need
    return sum(max(0, need - left[rank]) for rank, need in needs.items())


def _shares(plan: Plan, runs: Sequence[Placed], held: Holding) -> Iterator[tuple[list[list[bool]], Counter[int]]]:
    """Every way to give held cards to the runs' places: which are filled, and the cards of each rank that are left.

    A card that only one run asks for, and no set needs, goes there; others are given in every way.
    """
    wanted: dict[Face, list[tuple[int, int]]] = {}
    for number, (suit, window) in enumerate(runs):
        for place, rank in enumerate(window_ranks(plan, window)):
            wanted.setdefault((suit, rank), []).append((number, place))
    faces = list(wanted)
    filled = [[False] * window.size for _, window in runs]
    left = Counter({rank: held.ranks >> FIELD * rank & 255 for rank in range(1, plan.top + 1)})

    def give(index: int) -> Iterator[tuple[list[list[bool]], Counter[int]]]:
        if index == len(faces):
            yield filled, left
            return
        suit, rank = faces[index]
        asking = wanted[suit, rank]
        copies = sum(plane >> rank & 1 for plane in held.planes[suit])
        most = min(copies, len(asking))
        # A set may need the card more than a run does.
        least = 0 if plan.sets else most
        for count in range(most, least - 1, -1):
            for chosen in combinations(asking, count):
                for number, place in chosen:
                    filled[number][place] = True
                left[rank] -= count
                yield from give(index + 1)
                left[rank] += count
                for number, place in chosen:
                    filled[number][place] = False

    return give(0)
