"""The search for a layout by the shortest way, which tells for nearly every hand.

Knows plans that are ``lean``, and of the restrictions on what may come those in ``is_lean``. Only the runs are
searched for; beside them the sets get the ranks that leave the fewest of their places empty. What a layout lacks is
certain but where melds need the same cards, and where the hand has very many windows: then it says so, and ``search``
has to tell.
"""

from __future__ import annotations

from referee.engine.rummy.solver.candidates import Run
from referee.engine.rummy.solver.choosing import Choosing
from referee.engine.rummy.solver.hand import FIELD, Holding
from referee.engine.rummy.solver.plan import Plan
from referee.engine.rummy.solver.sets import best_ranks, empty_and_short, empty_places, own_ranks
from referee.engine.rummy.solver.shortage import Layout, can_fill, taken_by


def is_lean(plan: Plan, supply: Holding | None) -> bool:
    """Whether the lean search knows the plan, with what can be held at most."""
    if not plan.lean or supply is None or not plan.apart:
        return plan.lean
    # Where wild cards lie apart it matters for which places there is no card to be had.
    return all(planes[0] & plan.in_runs == plan.in_runs for planes in supply.planes)


class Lean(Choosing):
    """One search. ``runs``: the windows of the best layout, None: there is none that lacks less than the limit.

    ``supply``: what can be held at most, where that is a restriction.
    """

    __slots__ = ("runs", "supply")

    def __init__(self, plan: Plan, hand: Holding, limit: int, enough: int = 0, supply: Holding | None = None) -> None:
        super().__init__(plan, hand, limit, enough, free=supply is None)
        self.runs: tuple[Run, ...] | None = None
        self.supply = supply

    def search(self) -> bool:
        """Look for the layout that lacks the fewest cards; whether what is found is certain."""
        plan, hand = self.plan, self.hand
        own = True
        if plan.sets:
            self.set_empty, self.set_short, own = empty_and_short(plan, hand.plain_ranks)
        if plan.wild_ranks and self.set_short:
            self.set_short = empty_places(plan, hand.ranks, plan.sorted_needs)
        least = max(self.set_empty - hand.wilds, self.set_short, 0)
        if least >= self.best:
            return True
        self.floor = max(self.floor, least)
        if not plan.runs and (own or plan.simple_sets) and self.supply is None and not plan.wild_ranks:
            self.best, self.runs = least, ()
        else:
            self._choose()
        return self.doubt >= self.best

    def layout(self) -> Layout | None:
        """The best layout, with a rank for each set; None: there is none, or its ranks are not the fullest ones."""
        if self.runs is None:
            return None
        plan = self.plan
        if not plan.sets:
            return Layout(self.best, self.runs, ())
        left = self._left(self.runs)
        set_empty, set_short, own = empty_and_short(plan, left) if plan.same_rank else (0, 0, True)
        if own:
            return Layout(self.best, self.runs, own_ranks(plan, left, plan.sets))
        if plan.simple_sets and self._sets_beside(left, left) > (set_empty, set_short):
            return None  # two sets of one rank lack fewer natural cards than others that leave as many places empty
        return Layout(self.best, self.runs, best_ranks(plan, left, plan.sets))

    def _left(self, runs: tuple[Run, ...]) -> int:
        """The plain cards of each rank that are left when the runs take all they can."""
        return self.hand.plain_ranks - taken_by(runs, self.hand.plain) if runs else self.hand.plain_ranks

    def _natural_left(self, runs: tuple[Run, ...], left: int) -> int:
        """The same with the cards of wild ranks."""
        if not self.plan.wild_ranks:
            return left
        return self.hand.ranks - taken_by(runs, self.hand.planes) if runs else self.hand.ranks

    def _weigh(self, runs: tuple[Run, ...], empty: int, short: int) -> None:
        """Note what a layout with these runs lacks, which leave places ``empty`` and are ``short`` by themselves."""
        plan, hand = self.plan, self.hand
        lacking = most = max(empty - hand.wilds, short, 0)
        if plan.sets:
            left = self._left(runs)
            set_empty, set_short, own = empty_and_short(plan, left)
            lacking = max(empty + set_empty - hand.wilds, short + self.set_short, 0)
            if lacking >= self.best:
                return
            # The runs may give some of their cards to the sets, or none of them.
            if not (own or plan.simple_sets) or self.supply is not None:
                set_empty, set_short = self._sets_beside(left, self._natural_left(runs, left))
            most = max(empty + set_empty - hand.wilds, short + set_short, 0)
            if lacking < most:
                self.doubt = min(self.doubt, lacking)
        if most < self.best:
            if self._can_be_had(runs):
                self.best, self.runs = most, runs
            elif plan.sets:
                self.doubt = min(self.doubt, lacking)

    def _sets_beside(self, left: int, natural: int) -> tuple[int, int]:
        """The places that sets leave empty, and the natural cards they lack, in the ranks that suit them best.

        ``left``: the plain cards of each rank that are left for them; ``natural``: with those of wild ranks.
        """
        plan = self.plan
        places: dict[int, int] = {}
        needs: dict[int, int] = {}
        for rank, size, need in zip(best_ranks(plan, left, plan.sets), plan.sets, plan.needs, strict=True):
            places[rank] = places.get(rank, 0) + size
            needs[rank] = needs.get(rank, 0) + need
        empty = sum([asked - held for rank, asked in places.items() if asked > (held := left >> FIELD * rank & 255)])
        short = sum([need - held for rank, need in needs.items() if need > (held := natural >> FIELD * rank & 255)])
        return empty, short

    def _can_be_had(self, runs: tuple[Run, ...]) -> bool:
        """Whether what can be held at most fills these runs, with the sets of the fullest ranks beside them."""
        if self.supply is None:
            return True
        plan = self.plan
        ranks = best_ranks(plan, self._left(runs), plan.sets) if plan.sets else ()
        return can_fill(plan, self.supply, Layout(0, runs, ranks))
