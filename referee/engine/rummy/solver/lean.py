"""The search for a layout where only the usual settings count, by the shortest way.

Knows plans that are ``lean``, and with sets only hands for which anything may come (see ``is_lean``). Only the runs are
searched for; beside them the sets get the ranks that leave the fewest of their places empty. What a layout lacks is
certain but where melds need the same cards, and where the hand has very many windows: then it says so, and ``search``
has to tell.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.solver.candidates import MISSING, Fit, Run, fits
from referee.engine.rummy.solver.hand import FIELD, Holding
from referee.engine.rummy.solver.plan import Group, Plan
from referee.engine.rummy.solver.sets import best_ranks, empty_and_short
from referee.engine.rummy.solver.shortage import Layout, can_fill, empty_in_suit, short_in_suit, taken_by

MOST_TRIED = 150
"""Windows tried, after which the whole search is quicker, since it knows more bounds."""
NO_DOUBT = 1 << 30


def is_lean(plan: Plan, supply: Holding | None) -> bool:
    """Whether the lean search knows the plan, with what can be held at most."""
    return plan.lean and (supply is None or not plan.sets)


class Lean:
    """One search. ``best``: what the best layout lacks, at first the limit; ``runs``: its windows, None: there is none.

    ``enough``: a layout that lacks no more ends the search. ``doubt``: what a layout that could not be weighed exactly
    lacks at least. ``supply``: what can be held at most, where that is a restriction.
    """

    __slots__ = (
        "best",
        "doubt",
        "floor",
        "hand",
        "least",
        "plan",
        "ranked",
        "runs",
        "set_empty",
        "set_short",
        "supply",
        "tries",
    )

    def __init__(self, plan: Plan, hand: Holding, limit: int, enough: int = 0, supply: Holding | None = None) -> None:
        self.plan = plan
        self.hand = hand if hand.wilds <= plan.most_wilds else hand._replace(wilds=plan.most_wilds)
        self.best = limit
        self.floor = enough
        self.runs: tuple[Run, ...] | None = None
        self.doubt = NO_DOUBT
        self.supply = supply
        self.tries = MOST_TRIED

    def search(self) -> bool:
        """Look for the layout that lacks the fewest cards; whether what is found is certain."""
        plan, hand = self.plan, self.hand
        self.set_empty, self.set_short = empty_and_short(plan, hand.ranks) if plan.sets else (0, 0)
        least = max(self.set_empty - hand.wilds, self.set_short, 0)
        if least >= self.best:
            return True
        self.floor = max(self.floor, least)
        if not plan.runs:
            self._weigh((), 0, 0)
        elif len(plan.runs) == 1:
            self._one()
        else:
            self._several()
        return self.doubt >= self.best

    def layout(self) -> Layout | None:
        """The best layout, with a rank for each set; None: there is none, or its ranks are not the fullest ones."""
        if self.runs is None:
            return None
        plan = self.plan
        if not plan.sets:
            return Layout(self.best, self.runs, ())
        left = self._left(self.runs)
        if plan.same_rank and plan.simple_sets and self._sets_beside(left)[1] > empty_and_short(plan, left)[1]:
            return None  # two sets of one rank lack fewer natural cards than others that leave as many places empty
        return Layout(self.best, self.runs, best_ranks(plan, left, plan.sets))

    def _left(self, runs: tuple[Run, ...]) -> int:
        """The cards of each rank that are left when the runs take all they can."""
        return self.hand.ranks - taken_by(runs, self.hand.planes) if runs else self.hand.ranks

    def _weigh(self, runs: tuple[Run, ...], empty: int, short: int) -> None:
        """Note what a layout with these runs lacks, which leave places ``empty`` and are ``short`` by themselves."""
        plan, hand = self.plan, self.hand
        lacking = most = max(empty - hand.wilds, short, 0)
        if plan.sets:
            left = self._left(runs)
            set_empty, set_short = empty_and_short(plan, left)
            lacking = max(empty + set_empty - hand.wilds, short + self.set_short, 0)
            if lacking >= self.best:
                return
            # The runs may give some of their cards to the sets, or none of them.
            if not plan.simple_sets:
                set_empty, set_short = self._sets_beside(left)
            most = max(empty + set_empty - hand.wilds, short + set_short, 0)
            if lacking < most:
                self.doubt = min(self.doubt, lacking)
        if most < self.best and self._can_be_had(runs):
            self.best, self.runs = most, runs

    def _sets_beside(self, left: int) -> tuple[int, int]:
        """The places that sets leave empty, and the natural cards they lack, in the ranks that suit them best."""
        plan = self.plan
        places: dict[int, int] = {}
        needs: dict[int, int] = {}
        for rank, size, need in zip(best_ranks(plan, left, plan.sets), plan.sets, plan.needs, strict=True):
            places[rank] = places.get(rank, 0) + size
            needs[rank] = needs.get(rank, 0) + need
        held = {rank: left >> FIELD * rank & 255 for rank in places}
        empty = sum([asked - held[rank] for rank, asked in places.items() if asked > held[rank]])
        return empty, sum([need - held[rank] for rank, need in needs.items() if need > held[rank]])

    def _can_be_had(self, runs: tuple[Run, ...]) -> bool:
        """Whether what can be held at most fills these runs."""
        return self.supply is None or can_fill(self.plan, self.supply, Layout(0, runs, ()))

    # Runs ------------------------------------------------------------------------------------------------------

    def _one(self) -> None:
        """Every window of a single run, suit by suit."""
        group, wilds = self.plan.runs[0], self.hand.wilds
        if self.best == 1:
            self._first(group, wilds)
            return
        found = [(fits(group, planes[0]), suit) for suit, planes in enumerate(self.hand.planes)]
        found.sort(key=_fullest)
        for own, suit in found:
            for missing, window, by_suit in own:
                if missing + self.set_empty - wilds >= self.best:
                    break
                short = max(0, window.need - window.size + missing)
                if short + self.set_short < self.best:
                    self._weigh((by_suit[suit],), missing, short)
                    if self.best <= self.floor:
                        return

    def _first(self, group: Group, wilds: int) -> None:
        """The first window of a single run beside which nothing is lacking."""
        most = min(group.most, wilds - self.set_empty)
        for suit, planes in enumerate(self.hand.planes):
            held = planes[0]
            if held.bit_count() + most < group.least:
                continue
            for missing, window, by_suit in fits(group, held):
                if missing > most:
                    break
                if missing <= window.size - window.need:
                    self._weigh((by_suit[suit],), missing, 0)
                    if not self.best:
                        return

    def _several(self) -> None:
        """Every choice of windows, the fullest first."""
        planes, wilds = self.hand.planes, self.hand.wilds
        tables: list[Sequence[Sequence[Fit]]] = []
        before = None
        for group in self.plan.runs:
            tables.append(tables[-1] if group is before else [fits(group, own[0]) for own in planes])
            before = group
        fewest = [min([own[0].missing for own in table]) for table in tables]
        rest = self.set_empty + sum(fewest)
        spare = wilds + self.best - 1 - rest
        if spare < 0:
            return
        self.floor = max(self.floor, rest - wilds)
        self.least: list[int] = []
        self.ranked: list[list[Run]] = []
        for number, (table, lacks) in enumerate(zip(tables, fewest, strict=True)):
            alike = number and table is tables[number - 1]
            self.ranked.append(self.ranked[-1] if alike else _up_to(table, lacks + spare))
            rest -= lacks
            self.least.append(rest)
        self._extend(0, 0, 0, 0, ())

    def _extend(self, depth: int, start: int, empty: int, short: int, chosen: tuple[Run, ...]) -> None:
        plan, planes = self.plan, self.hand.planes
        runs, most = self.ranked[depth], self.hand.wilds - self.least[depth]
        last = depth + 1 == len(self.ranked)
        alike = not last and self.ranked[depth + 1] is runs
        for index in range(start, len(runs)):
            run = runs[index]
            missing, suit, window = run
            if empty + missing - most >= self.best:
                return
            self.tries -= 1
            if self.tries < 0:
                self.doubt = 0
                return
            beside = [other for other in chosen if other.suit == suit]
            if not beside:
                now_empty = empty + missing
                now_short = short + max(0, window.need - window.size + missing)
            else:
                if (plan.gap or plan.one_a_suit) and any(plan.follows(window, other.window) for other in beside):
                    continue
                own, both = tuple(beside), (*beside, run)
                now_empty = empty + empty_in_suit(both, planes[suit]) - empty_in_suit(own, planes[suit])
                if now_empty - most >= self.best:
                    continue
                now_short = short + short_in_suit(both, planes[suit]) - short_in_suit(own, planes[suit])
            if now_short + self.set_short >= self.best:
                continue
            if last:
                self._weigh((*chosen, run), now_empty, now_short)
            else:
                self._extend(depth + 1, index if alike else 0, now_empty, now_short, (*chosen, run))
            if self.best <= self.floor:
                return


def _up_to(table: Sequence[Sequence[Fit]], most: int) -> list[Run]:
    """The windows of all suits that leave so many places empty at most, the fullest first."""
    runs = []
    for suit, own in enumerate(table):
        for missing, _, by_suit in own:
            if missing > most:
                break
            runs.append(by_suit[suit])
    runs.sort(key=MISSING)
    return runs


def _fullest(own: tuple[Sequence[Fit], int]) -> int:
    """The places that the fullest of a suit's windows leaves empty."""
    return own[0][0].missing
