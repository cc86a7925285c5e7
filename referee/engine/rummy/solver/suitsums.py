"""Suits added up: the ends of some of them together, by all that they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.ends import NO_END, End, Ends, Shared, unbeaten
from referee.engine.rummy.solver.floors import Floor, floor


class Sum(NamedTuple):
    """One way for the suits so far; see ``End``."""

    lost: int
    used: int
    most: int
    ends: tuple[End, ...]


type Sums = dict[Shared, list[Sum]]


def so_far(sums: Sums, runs: int, limit: int) -> Floor:
    """What the suits so far lose at least, by the number of runs made in them and of wild cards that they use."""
    ways = [(runs - sum(shared.left), one.used, one.lost) for shared, own in sums.items() for one in own]
    return floor(ways, runs, limit, exactly=True)


def with_suit(sums: Sums, ends: Ends, full: tuple[int, ...], rest: Floor, most: int) -> tuple[Sums, int]:
    """The sums with one more suit that lose no more than ``most``, and by how much the others lose too much at least.

    ``full``: all runs to make of each size; ``rest``: what the suits to come lose at least.
    """
    grown: Sums = {}
    excess = NO_END
    for earlier, ways in sums.items():
        for shared, own in ends.items():
            left = tuple([a + b - c for a, b, c in zip(earlier.left, shared.left, full, strict=True)])
            if min(left, default=0) < 0:
                continue
            both, over = _both(ways, own, rest[sum(left)], most)
            excess = min(excess, over)
            if both:
                wild = tuple(map(sum, zip(earlier.own, shared.own, strict=True)))
                taken = tuple(map(sum, zip(earlier.taken, shared.taken, strict=True)))
                grown.setdefault(Shared(left, wild, taken), []).extend(both)
    return {shared: unbeaten(ways) for shared, ways in grown.items()}, excess


def _both(ways: Sequence[Sum], ends: Sequence[End], rest: Sequence[int], most: int) -> tuple[list[Sum], int]:
    """The ways with each of the ends; ``rest``: what is lost besides at least, by wild cards left."""
    limit, found, least = len(rest) - 1, [], NO_END
    for lost, used, room, before in ways:
        for end in ends:
            both = used + end.used
            if both <= limit:
                excess = lost + end.lost + rest[limit - both] - most
                if excess <= 0:
                    found.append(Sum(lost + end.lost, both, room + end.most, (*before, end)))
                elif excess < least:
                    least = excess
    return found, least
