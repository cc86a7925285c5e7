"""A layout with all that is laid in it, and what ways of laying have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from referee.engine.rummy.solver.ground import Run
from referee.engine.rummy.solver.growth import Ends
from referee.engine.rummy.solver.plan import Plan
from referee.engine.rummy.solver.shares import Share


class Lying(NamedTuple):
    """A run as it is laid: its lowest and highest place, and a mask of those with natural cards."""

    low: int
    high: int
    natural: int


class Laying(NamedTuple):
    """A layout with all that is laid: the worth that stays in the hand, and how.

    ``runs``: those of the contract, then those of the table, as in ``share``. ``jokers``: for each of them the jokers
    to lengthen it with. ``spared``: ranks of natural cards that jokers take the places of, each with the number of its
    run, -1 for a set. ``lie``: where melds are laid whole, how each run does.
    """

    loss: int
    runs: tuple[Run, ...]
    ranks: tuple[int, ...]
    share: Share
    jokers: tuple[int, ...] = ()
    spared: tuple[tuple[int, int], ...] = ()
    lie: tuple[Lying, ...] = ()


class Sets(NamedTuple):
    """What the sets of a layout ask for, by rank: places, and natural cards at least."""

    asked: dict[int, int]
    needs: dict[int, int]

    def empty(self, left: Mapping[int, int]) -> int | None:
        """The places without a natural card when so many are left for them; None where there are too many."""
        empty = 0
        for rank, asked in self.asked.items():
            own = left[rank]
            if own < asked:
                if own < self.needs[rank]:
                    return None
                empty += asked - own
        return empty


def sets_of(plan: Plan, ranks: Sequence[int]) -> Sets:
    """The sets of a layout; those of one rank count together."""
    asked: dict[int, int] = {}
    needs: dict[int, int] = {}
    for rank, size, need in zip(ranks, plan.sets, plan.needs, strict=True):
        asked[rank] = asked.get(rank, 0) + size
        needs[rank] = needs.get(rank, 0) + need
    return Sets(asked, needs)


def empty_places(run: Run, ranks: int) -> int | None:
    """The places of a run without a natural card when it may use these; None where there are too many."""
    window = run.window
    if window is None:
        return 0
    empty = window.size - (window.masks[0] & ranks).bit_count()
    return empty if empty <= window.size - window.need else None


def side_by_side(run: Run, natural: int, top: int) -> bool:
    """Whether two places next to each other in the run have no natural card."""
    return _side_by_side(run.low, run.high, natural, top)


@lru_cache(maxsize=1 << 12)
def _side_by_side(low: int, high: int, natural: int, top: int) -> bool:
    ranks = [(place - 1) % top + 1 for place in range(low, high + 1)]
    return any(not (natural >> one | natural >> two) & 1 for one, two in pairwise(ranks))


def ends_of(run: Run, natural: int, top: int) -> Ends:
    """The ends of a run before it grows, with the cards that it may use."""
    if run.window is None:
        return Ends(run.low, run.high, *run.wild_ends)
    return _ends_of(run.low, run.high, natural, top)


@lru_cache(maxsize=1 << 12)
def _ends_of(low: int, high: int, natural: int, top: int) -> Ends:
    lowest, highest = (low - 1) % top + 1, (high - 1) % top + 1
    return Ends(low, high, not natural >> lowest & 1, not natural >> highest & 1)
