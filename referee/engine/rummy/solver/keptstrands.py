"""What a suit loses at least if a rank is kept for a set, for every rank at once.

Ways that keep different ranks part only at those ranks: what is lost above is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.strands import NEVER, Strands, Worth
from referee.engine.rummy.solver.terrain import Going, Terrain

type Losses = tuple[int, ...]
"""What is lost with no rank kept; then, for the last position, the one before it and so on, with its rank kept, and
with no more than so many of its cards in runs for each number that is of interest."""


class KeptStrands(Strands):
    """The losses of one suit, off a circle.

    ``caps``: by position the numbers of cards in runs that are of interest.
    """

    def __init__(self, terrain: Terrain, worth: Worth, caps: Mapping[int, Sequence[int]]) -> None:
        super().__init__(terrain, worth)
        self.caps = [tuple(cap for cap in caps.get(at, ()) if cap < held) for at, held in enumerate(terrain.held)]
        # By position where its own losses begin.
        self.start = [1] * (terrain.end + 2)
        for at in range(terrain.end - 1, -1, -1):
            self.start[at] = self.start[at + 1] + 1 + len(self.caps[at + 1])
        sizes = [self.start[at] + 1 + len(caps) for at, caps in enumerate(self.caps)] + [1]
        self._rows: list[dict[tuple[int, ...], Losses]] = [{} for _ in self.worth]
        self._nothing: list[Losses] = [(0,) * size for size in sizes]
        self._never: list[Losses] = [(NEVER,) * size for size in sizes]

    def number(self, at: int, cap: int | None = None) -> int:
        """The number of a position's loss, with no more than so many of its cards in runs."""
        caps = self.caps[at]
        return self.start[at] + (1 + caps.index(cap) if cap in caps else 0)

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
        rows = [
            self._row_with(at, bound, free, under, left, spare - stay, low, rest)
            for stay, rest in terrain.swaps(at, held, spare, low)
        ]
        if len(rows) == 1:
            return rows[0]
        return tuple(map(min, zip(*rows, strict=True))) if rows else self._never[at]

    def _row_with(
        self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int, held: int
    ) -> Losses:
        """The same with so many cards for runs under way and those that begin."""
        terrain = self.terrain
        bound += terrain.bound[at]
        free += terrain.free[at]
        best: list[int] | None = None
        caps = self.caps[at]
        few = [NEVER] * len(caps)
        # Below a run of the table it may be another choice with fewer cards.
        lower = not terrain.single and (under > 0 or terrain.over[at] > 0)
        for below, own, wilds in self.below(at, under, held, spare):
            rest = spare - wilds
            for begun in range(self.most_begun(at, left, held - own - free) + 1):
                able, to_come = free + begun, left - begun
                taken, least = min(bound + able, held - own), NEVER
                lost = held - own - taken - terrain.aside[at]
                cost = self.worth[at] * lost if lost > 0 else 0
                # Kept cards of the rank cost nothing.
                if best is None or best[-1] or max(best) > cost:
                    for still_bound, still_free, more in self.go_on(bound, able, taken, rest):
                        above = self.row(at + 1, still_bound, still_free, below, to_come, rest - more, low)
                        losses = [cost + lost for lost in above] if cost else [*above]
                        losses.append(above[0])
                        best = losses if best is None else [*map(min, best, losses)]
                        least = min(least, above[0])
                for number, cap in enumerate(() if lower else caps):
                    fewer = min(taken, cap - own)
                    if fewer < 0:
                        continue
                    if fewer == taken and least < NEVER:
                        few[number] = min(few[number], least)
                    elif few[number]:
                        with_few = self._least_above(at, bound, able, fewer, below, to_come, rest, low)
                        few[number] = min(few[number], with_few)
        if lower:
            few = [self._with_few(at, bound, free, under, left, spare, low, min(cap, held)) for cap in caps]
        return (*best, *few) if best else self._never[at]

    def _with_few(self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int, held: int) -> int:
        """What is lost above where runs can take no more than so many cards."""
        return min(
            [
                self._least_above(
                    at,
                    bound,
                    free + begun,
                    min(bound + free + begun, held - own),
                    below,
                    left - begun,
                    spare - wilds,
                    low,
                )
                for below, own, wilds in self.below(at, under, held, spare)
                for begun in range(self.most_begun(at, left, held - own - free) + 1)
            ],
            default=NEVER,
        )

    def _least_above(
        self, at: int, bound: int, free: int, taken: int, below: int, left: int, spare: int, low: int
    ) -> int:
        """What is lost above where runs take so many natural cards."""
        return min(
            [
                self.row(at + 1, still_bound, still_free, below, left, spare - more, low)[0]
                for still_bound, still_free, more in self.go_on(bound, free, taken, spare)
            ],
            default=NEVER,
        )


class OneKept(NamedTuple):
    """The losses with one rank kept; ``at``: its position, that above the last for none; ``cap``: see ``number``."""

    strands: KeptStrands
    at: int
    cap: int | None = None

    def least(self, at: int, going: Going, left: int, most: int, low: int) -> list[int]:
        """See ``Strands.least``."""
        # A rank below the position is passed.
        number = self.strands.number(self.at, self.cap) if at <= self.at <= self.strands.terrain.end else 0
        row = self.strands.row
        least = row(at, *going, left, most, low)[number]
        found = [least] * (most + 1)
        for spare in range(most):
            lost = row(at, *going, left, spare, low)[number]
            if lost == least:
                break
            found[spare] = lost
        return found
