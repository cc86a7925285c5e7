"""What a suit loses since its runs have only so many places, on a circle: a card of every rank in each run, no more.

Of more cards of a rank than runs can hold the others stay in the hand, and so do cards whose places are taken by wild
ones. That runs have to lie in one piece, and what they lack there, is left out: see ``strands``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from referee.engine.rummy.solver.ends import NO_END


class Places:
    """The places of one suit. By position: the copies ``held``, the runs of the table that do not lie there, ``worth``.

    ``worth``: what a card is worth that stays in the hand.
    """

    def __init__(self, held: Sequence[int], beside: Sequence[int], worth: Sequence[int]) -> None:
        self.held = held
        self.beside = beside
        self.worth = worth
        self._known: dict[tuple[int, int, int], Sequence[int]] = {}

    def least(self, first: int, runs: int, limit: int) -> Sequence[int]:
        """What is lost at least from the position on with so many new runs in all, by the wild cards used there.

        Just as many, from none up to the ``limit``.
        """
        key = (first, runs, limit)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(first, runs, limit)
        return known

    def _find(self, first: int, runs: int, limit: int) -> Sequence[int]:
        lost = free = 0
        laid: list[int] = []
        for held, beside, worth in zip(self.held[first:], self.beside[first:], self.worth[first:], strict=True):
            room = runs + beside
            lost += worth * max(0, held - room)
            free += max(0, room - held)
            laid += [worth] * min(held, room)
        laid.sort()
        most = min(limit, free + len(laid))
        # Beyond the places that no card can fill a wild card takes that of the cheapest.
        found = [*accumulate([0] * free + laid, initial=lost)][: most + 1]
        return found + [NO_END] * (limit - most)
