"""What a suit loses at least if a rank is kept for a set, for every rank at once.

Ways that keep different ranks part only at those ranks: what is lost above is the same for all of them.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.rummy.solver.strands import NEVER, NO_RUN_BELOW, Going, Strands, Terrain, Worth

type Losses = tuple[int, ...]
"""What is lost with no rank kept, with that of the last position, the one before it, and so on."""


class KeptStrands(Strands):
    """The losses of one suit, off a circle."""

    def __init__(self, terrain: Terrain, worth: Worth) -> None:
        super().__init__(terrain, worth)
        self._rows: list[dict[tuple[int, ...], Losses]] = [{} for _ in self.worth]
        self._nothing: list[Losses] = [(0,) * (terrain.end - at + 2) for at in range(terrain.end + 2)]
        self._never: list[Losses] = [(NEVER,) * (terrain.end - at + 2) for at in range(terrain.end + 2)]

    def row(self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int) -> Losses:
        """The losses from the position on."""
        if at > self.terrain.end or self._known[at] is None:
            return self._nothing[at]
        key = (bound, free, under, left, spare, low)
        known = self._rows[at].get(key)
        if known is None:
            known = self._rows[at][key] = self._find_row(at, *key)
        return known

    def _find_row(self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int) -> Losses:
        terrain = self.terrain
        held = terrain.held[at]
        if low and at == terrain.end:
            held = max(0, held - low)
        bound += terrain.bound[at]
        free += terrain.free[at]
        best: list[int] | None = None
        news = (left if terrain.begins[at] else 0) + 1
        for below, own, wilds in self._below(at, under, held, spare) if under or terrain.over[at] else NO_RUN_BELOW:
            for begun in range(news):
                able = free + begun
                taken = min(bound + able, held - own)
                rest = held - own - taken - terrain.aside[at]
                cost = self.worth[at] * rest if rest > 0 else 0
                # Kept cards of the rank cost nothing.
                if best and best[0] <= cost and not best[-1]:
                    continue
                for still_bound, still_free, more in self._go_on(bound, able, taken, spare - wilds):
                    above = self.row(at + 1, still_bound, still_free, below, left - begun, spare - wilds - more, low)
                    losses = [cost + lost for lost in above] if cost else [*above]
                    losses.append(above[0])
                    best = losses if best is None else [*map(min, best, losses)]
                    if not best[0]:
                        return tuple(best)
        return tuple(best) if best else self._never[at]


class OneKept(NamedTuple):
    """The losses with one rank kept; ``at``: its position, that above the last for none."""

    strands: KeptStrands
    at: int

    def least(self, at: int, going: Going, left: int, most: int, low: int) -> list[int]:
        """See ``Strands.least``."""
        # A rank below the position is passed.
        number = self.strands.terrain.end + 1 - self.at if self.at >= at else 0
        row = self.strands.row
        least = row(at, *going, left, most, low)[number]
        found = [least] * (most + 1)
        for spare in range(most):
            lost = row(at, *going, left, spare, low)[number]
            if lost == least:
                break
            found[spare] = lost
        return found
