"""What suits lose at least, by the number of runs made in them and by that of the wild cards that they have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from referee.engine.rummy.solver.ends import NO_END

type Floor = list[list[int]]
"""For no, one, … runs what is lost at least with no, one, … wild cards."""


def floor(ways: Iterable[tuple[int, int, int]], runs: int, limit: int, *, exactly: bool = False) -> Floor:
    """The floor of ways that are known, each with its number of runs, the wild cards used, and what it loses.

    ``exactly``: with just so many wild cards, and not with fewer.
    """
    found = [[NO_END] * (limit + 1) for _ in range(runs + 1)]
    for made, used, lost in ways:
        row, at = found[made], max(0, used)
        if at <= limit and lost < row[at]:
            row[at] = lost
    return found if exactly else [list(accumulate(row, min)) for row in found]


def nothing_left(runs: int, limit: int, joker: int) -> Floor:
    """The floor where no suit is left: each wild card that is left then costs so much."""
    return [[joker * wilds for wilds in range(limit + 1)]] + [[NO_END] * (limit + 1) for _ in range(runs)]


def joined(one: Sequence[Sequence[int]], other: Sequence[Sequence[int]]) -> Floor:
    """The floor of two parts together, that share the runs and the wild cards."""
    runs, limit = len(one), len(one[0])
    found = []
    for made in range(runs):
        pairs = [(one[own], other[made - own]) for own in range(made + 1)]
        pairs = [(row, rest) for row, rest in pairs if min(row) < NO_END and min(rest) < NO_END]
        found.append(
            [
                min([row[own] + rest[wilds - own] for row, rest in pairs for own in range(wilds + 1)], default=NO_END)
                for wilds in range(limit)
            ]
        )
    return found


def lowest(floors: Sequence[Floor]) -> Floor:
    """The floor where any of these may hold."""
    if len(floors) == 1:
        return floors[0]
    return [[*map(min, *rows)] for rows in zip(*floors, strict=True)]
