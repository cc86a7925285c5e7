"""The search for a layout by the shortest way, which tells for nearly every hand.

Knows plans that are ``lean``, and of the restrictions on what may come those in ``is_lean``. Only the runs are
searched for; beside them the sets get the ranks that leave the fewest of their places empty. What a layout lacks is
certain but where melds need the same cards, and where the hand has very many windows: then it says so, and ``search``
has to tell.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.solver.candidates import MISSING, Fit, Run, fits
from referee.engine.rummy.solver.hand import FIELD, Holding
from referee.engine.rummy.solver.plan import ACE, Group, Plan
from referee.engine.rummy.solver.sets import best_ranks, empty_and_short, empty_places
from referee.engine.rummy.solver.shortage import Layout, can_fill, empty_in_suit, short_together, taken_by

MOST_TRIED = 150
"""Windows tried, after which the whole search is quicker, since it knows more bounds."""
NO_DOUBT = 1 << 30


def is_lean(plan: Plan, supply: Holding | None) -> bool:
    """Whether the lean search knows the plan, with what can be held at most."""
    if not plan.lean or supply is None or not plan.apart:
        return plan.lean
    # Where wild cards lie apart it matters for which places there is no card to be had.
    return all(planes[0] & plan.in_runs == plan.in_runs for planes in supply.planes)


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
        # The joker caps leave no place for more; cards of wild ranks may lie in their own.
        too_many = hand.wilds > plan.most_wilds and not plan.wild_ranks
        self.hand = hand._replace(wilds=plan.most_wilds) if too_many else hand
        self.best = limit
        self.floor = enough
        self.runs: tuple[Run, ...] | None = None
        self.doubt = NO_DOUBT
        self.supply = supply
        self.tries = MOST_TRIED

    def search(self) -> bool:
        """Look for the layout that lacks the fewest cards; whether what is found is certain."""
        plan, hand = self.plan, self.hand
        self.set_empty, self.set_short = empty_and_short(plan, hand.plain_ranks) if plan.sets else (0, 0)
        if plan.wild_ranks and self.set_short:
            self.set_short = empty_places(plan, hand.ranks, plan.sorted_needs)
        least = max(self.set_empty - hand.wilds, self.set_short, 0)
        if least >= self.best:
            return True
        self.floor = max(self.floor, least)
        if not plan.runs:
            if plan.simple_sets and self.supply is None:
                self.best, self.runs = least, ()
            else:
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
        if plan.same_rank and plan.simple_sets and self._sets_beside(left, left)[1] > empty_and_short(plan, left)[1]:
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
            set_empty, set_short = empty_and_short(plan, left)
            lacking = max(empty + set_empty - hand.wilds, short + self.set_short, 0)
            if lacking >= self.best:
                return
            # The runs may give some of their cards to the sets, or none of them.
            if not plan.simple_sets:
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

    # Runs ------------------------------------------------------------------------------------------------------

    def _one(self) -> None:
        """Every window of a single run, suit by suit."""
        group, wilds = self.plan.runs[0], self.hand.wilds
        if self.best == 1:
            self._first(group, wilds)
            return
        found = [(own, suit) for suit, own in enumerate(self._by_suit(group))]
        found.sort(key=_fullest)
        for own, suit in found:
            for missing, _, short, by_suit in own:
                if missing + self.set_empty - wilds >= self.best:
                    break
                if short + self.set_short < self.best:
                    self._weigh((by_suit[suit],), missing, short)
                    if self.best <= self.floor:
                        return

    def _first(self, group: Group, wilds: int) -> None:
        """The first window of a single run beside which nothing is lacking."""
        most = wilds - self.set_empty
        if most > group.most and not self.plan.wild_in_runs:
            most = group.most
        for suit, planes in enumerate(self.hand.plain):
            if planes[0].bit_count() + most + group.double < group.least:
                continue
            for missing, _, short, by_suit in self._fits(group, suit):
                if missing > most:
                    break
                if not short:
                    self._weigh((by_suit[suit],), missing, 0)
                    if not self.best:
                        return

    def _fits(self, group: Group, suit: int) -> Sequence[Fit]:
        """How the group's windows fit in a suit."""
        planes, own = self.hand.plain[suit], self.plan.wild_in_runs
        if not group.double and not own:
            return fits(group, planes[0])
        return fits(group, planes[0], planes[1] & ACE if group.double else 0, self.hand.planes[suit][0] & own)

    def _by_suit(self, group: Group) -> list[Sequence[Fit]]:
        """The same in every suit."""
        if not group.double and not self.plan.wild_in_runs:
            return [fits(group, planes[0]) for planes in self.hand.plain]
        return [self._fits(group, suit) for suit in range(len(self.hand.plain))]

    def _several(self) -> None:
        """Every choice of windows, the fullest first."""
        wilds = self.hand.wilds
        tables: list[Sequence[Sequence[Fit]]] = []
        before = None
        for group in self.plan.runs:
            tables.append(tables[-1] if group is before else self._by_suit(group))
            before = group
        fewest = [min([own[0].missing for own in table]) for table in tables]
        rest = self.set_empty + sum(fewest)
        spare = wilds + self.best - 1 - rest
        if spare < 0:
            return
        self.floor = max(self.floor, rest - wilds)
        self.least: list[int] = []
        self.ranked: list[list[Run]] = []
        most_short = self.best - 1 - self.set_short
        for number, (table, lacks) in enumerate(zip(tables, fewest, strict=True)):
            alike = number and table is tables[number - 1]
            self.ranked.append(self.ranked[-1] if alike else _up_to(table, lacks + spare, most_short))
            rest -= lacks
            self.least.append(rest)
        self._extend(0, 0, 0, 0, ())

    def _extend(self, depth: int, start: int, empty: int, short: int, chosen: tuple[Run, ...]) -> None:
        plan, hand = self.plan, self.hand
        runs, most = self.ranked[depth], hand.wilds - self.least[depth]
        last = depth + 1 == len(self.ranked)
        alike = not last and self.ranked[depth + 1] is runs
        for index in range(start, len(runs)):
            run = runs[index]
            missing, suit, window, alone = run
            if empty + missing - most >= self.best:
                return
            self.tries -= 1
            if self.tries < 0:
                self.doubt = 0
                return
            beside = [other for other in chosen if other.suit == suit]
            if not beside:
                now_empty, now_short = empty + missing, short + alone
            else:
                if (plan.gap or plan.one_a_suit) and any(plan.follows(window, other.window) for other in beside):
                    continue
                own, both = tuple(beside), (*beside, run)
                planes = hand.plain[suit]
                now_empty = empty + empty_in_suit(both, planes) - empty_in_suit(own, planes)
                if now_empty - most >= self.best:
                    continue
                planes = hand.planes[suit]
                now_short = short + short_together(plan, both, planes) - short_together(plan, own, planes)
            if now_short + self.set_short >= self.best:
                continue
            if last:
                self._weigh((*chosen, run), now_empty, now_short)
            else:
                self._extend(depth + 1, index if alike else 0, now_empty, now_short, (*chosen, run))
            if self.best <= self.floor:
                return


def _up_to(table: Sequence[Sequence[Fit]], most: int, most_short: int) -> list[Run]:
    """The windows of all suits that leave so many places empty at most and lack so few, the fullest first."""
    runs = []
    for suit, own in enumerate(table):
        for missing, _, short, by_suit in own:
            if missing > most:
                break
            if short <= most_short:
                runs.append(by_suit[suit])
    runs.sort(key=MISSING)
    return runs


def _fullest(own: tuple[Sequence[Fit], int]) -> int:
    """The places that the fullest of a suit's windows leaves empty."""
    return own[0][0].missing
