"""What the suits lose at least, whatever is laid: by ranks kept for sets, runs to make and wild cards to use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.solver.ahead import Reach
from referee.engine.rummy.solver.demands import Demands, demands
from referee.engine.rummy.solver.ends import NO_END
from referee.engine.rummy.solver.floors import Floor, joined, lowest, nothing_left
from referee.engine.rummy.solver.rankchoices import RankChoices
from referee.engine.rummy.solver.strands import floor_of, joker_loss, suit_floor
from referee.engine.rummy.solver.sweep import Sweep

FEW = 2
"""So many cards at most of a set's rank that runs may have are shared out among the suits."""


class SuitFloors:
    """The suits of one task, in the ``order`` in which they are added up."""

    def __init__(self, sweep: Sweep, ranks: RankChoices, reach: Sequence[Reach], order: Sequence[int]) -> None:
        self.course = sweep.course
        self.ranks = ranks
        self.reach = reach
        self.order = order
        self.joker = joker_loss(sweep)
        self.limit = len(sweep.task.pool)
        self.runs = len(sweep.task.contract.runs)
        # Whether it is known what becomes of the wild cards that runs leave.
        grow, wild_ranks = sweep.choices.grow, sweep.rules.wild_ranks
        self.counts_idle = self.course.circle > 0 and not (grow.swaps or sweep.task.contract.sets or wild_ranks)
        self.idle = self._idle(sweep)
        self.naturals, self.cards = self._asked_by_runs(sweep)
        self._floors: list[dict[tuple[frozenset[int], int, int | None], Floor]] = [{} for _ in order]
        self._coming: dict[object, list[Floor]] = {}
        self.demands: Demands = demands(sweep, ranks)
        caps = {rank: self._caps(rank) for rank in self.demands}
        for own in reach:
            own.caps = caps

    def _caps(self, rank: int) -> list[int]:
        """How many cards of the rank that a set asks for the runs of a suit may have, as far as it is of interest."""
        reached = self.ranks.copies[rank] - self.ranks.out_of_reach(rank)
        found = {cap for one in self.demands[rank] if one.taken < reached for cap in shared(one.taken)}
        return sorted(found)

    def _idle(self, sweep: Sweep) -> list[int]:
        """What is lost by no, one, … wild cards that runs leave, where certainly nothing else can take them.

        Besides what all of them lose in any case.
        """
        price = 0
        if self.counts_idle and not sweep.choices.grow.roomy:
            price = max(0, sweep.task.worth[JOKER.rank])
        return [max(0, price * (wilds - sweep.room) - sweep.bounds.wild_loss) for wilds in range(self.limit + 1)]

    def _asked_by_runs(self, sweep: Sweep) -> tuple[list[int], list[int]]:
        """For no, one, … runs the fewest natural cards and the fewest cards at all that they can be made with."""
        grow, sizes = sweep.choices.grow, sorted(sweep.task.contract.runs)
        wilds = [min(grow.most[size], (size + 1) // 2 if grow.apart else size - 1) for size in sizes]
        naturals = sorted([size - most for size, most in zip(sizes, wilds, strict=True)])
        return [*accumulate(naturals, initial=0)], [*accumulate(sizes, initial=0)]

    def _fewest(self, held: int) -> list[int]:
        """With how many wild cards no, one, … runs can be made of so many natural ones; with too many where not."""
        never = self.limit + 1
        asked = zip(self.naturals, self.cards, strict=True)
        return [never if held < naturals else min(never, max(0, cards - held)) for naturals, cards in asked]

    def asked(self, rank: int, keeps: Sequence[frozenset[int]], most: int) -> tuple[list[list[Floor]], int]:
        """What is coming with each thing that a set of the rank asks for, where no more than ``most`` is lost with it.

        Besides, what is lost at least in those ways where more is.
        """
        found, beside = [], NO_END
        for demand in self.demands[rank]:
            if demand.wilds <= self.limit:
                coming = self.coming(keeps, self.limit - demand.wilds, rank, demand.taken)
                least = coming[0][-1][-1]
                if least <= most:
                    found.append(coming)
                else:
                    beside = min(beside, least)
        return found, beside

    def kept(self, ranks: frozenset[int]) -> list[frozenset[int]]:
        """By suit those of the ranks of which it has cards."""
        return [frozenset(rank for rank in ranks if self.ranks.held[suit][rank]) for suit in sorted(self.order)]

    def coming(
        self, keeps: Sequence[frozenset[int]], limit: int, set_rank: int = 0, taken: int | None = None
    ) -> list[Floor]:
        """For each number of suits passed what the rest loses at least with so many wild cards.

        ``taken``: the runs of the rest have no more than so many cards of the set's rank; of more than a few, those of
        each suit by itself.
        """
        key = (tuple(keeps), limit, set_rank, taken)
        known = self._coming.get(key)
        if known is None:
            nothing = nothing_left(self.runs, limit, self.joker)
            caps: Sequence[int | None] = [None] if taken is None else shared(taken)
            if self.course.circle:  # where it takes longer each suit may have them all
                nothing[0], caps = self.idle[: limit + 1], [taken]
            found, shares = [nothing], [nothing] * len(caps)  # by how many cards of the rank the runs may have
            for suit in reversed(self.order):
                held = self.ranks.held[suit].get(set_rank, 0)
                lost = [self.least_lost(suit, keeps[suit], set_rank, cap) for cap in caps[: held + 1]]
                own = [[row[: limit + 1] for row in rows] for rows in lost]
                shares = [
                    lowest([joined(shares[share - cap], rows) for cap, rows in enumerate(own[: share + 1])])
                    for share in range(len(shares))
                ]
                found.append(shares[-1])
            known = self._coming[key] = found[::-1]
        return known

    def least_lost(self, suit: int, kept: frozenset[int], set_rank: int = 0, taken: int | None = None) -> Floor:
        """What the suit loses at least, by the number of runs made and that of wild cards used."""
        cap = taken if taken is not None and self.ranks.held[suit].get(set_rank, 0) > taken else None
        key = (kept, set_rank if cap is not None else 0, cap)
        known = self._floors[suit].get(key)
        if known is None:
            known = self._floors[suit][key] = self._find_floor(suit, *key)
        return known

    def _find_floor(self, suit: int, kept: frozenset[int], set_rank: int, cap: int | None) -> Floor:
        limit, runs = self.limit, self.runs
        found = [[self.ranks.lost_in(suit, kept, made)] * (limit + 1) for made in range(runs + 1)]
        reach = self.reach[suit]
        if not self.course.circle:
            if reach.sizes or not any(self.course.held[suit]):
                return found
            least = floor_of(reach.terrain, reach.strands(kept, set_rank, cap), runs, limit)
            return [[*map(max, row, other)] for row, other in zip(found, least, strict=True)]
        worth = [
            0 if not final or rank in kept else max(0, self.ranks.value(rank))
            for rank, final in zip(self.course.ranks, self.course.final, strict=True)
        ]
        fewest = self._fewest(sum(self.course.held[suit]))
        if not reach.sizes and any(self.course.held[suit]):
            terrain = reach.terrain
            if cap is not None:
                terrain = terrain.capped(self.course.ranks.index(set_rank), cap)
            least = suit_floor(terrain, worth, runs, limit, fewest=fewest)
            found = [[*map(max, row, other)] for row, other in zip(found, least, strict=True)]
        places = reach.ahead(worth).places
        if places:
            found = [[*map(max, row, places.least(0, made, limit))] for made, row in enumerate(found)]
        for row, few in zip(found, fewest, strict=True):
            row[:few] = [NO_END] * few
        return found


def shared(taken: int) -> Sequence[int]:
    """What a suit's runs may have of so many cards of a rank that the runs of all suits may have."""
    return range(taken + 1) if taken <= FEW else (taken,)
