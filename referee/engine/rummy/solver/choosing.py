"""Every choice of windows for a contract's runs, the fullest first, until what is found is good enough.

Knows how many of their places runs leave empty and how many natural cards they lack; what else a layout asks for, the
search that chooses has to weigh.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from referee.engine.rummy.solver.candidates import MISSING, Fit, Run, fits, unlike
from referee.engine.rummy.solver.hand import Holding
from referee.engine.rummy.solver.plan import ACE, Group, Plan
from referee.engine.rummy.solver.shortage import empty_in_suit, short_together

MOST_TRIED = 150
"""Windows tried, after which the whole search is quicker, since it knows more bounds."""
NO_DOUBT = 1 << 30

type Tables = Sequence[Sequence[Sequence[Fit]]]
"""For each run and each suit how the windows fit."""


class Choosing(ABC):
    """One search. ``best``: what the best layout lacks, at first the limit.

    ``enough``: a layout that lacks no more ends the search. ``doubt``: what a layout that could not be weighed exactly
    lacks at least. ``set_empty`` and ``set_short``: the places that sets leave empty, and the natural cards they lack,
    when they have all cards to themselves. ``free``: any card may come. ``unlike``: of windows of a suit that use
    the same cards one is tried, since no other run lies beside it.
    """

    __slots__ = (
        "beside",
        "best",
        "doubt",
        "floor",
        "hand",
        "least",
        "plan",
        "ranked",
        "set_empty",
        "set_short",
        "suits",
        "tables",
        "tries",
        "unlike",
    )

    def __init__(self, plan: Plan, hand: Holding, limit: int, enough: int, *, free: bool) -> None:
        self.plan = plan
        self.unlike = free and plan.one_a_suit and len(plan.runs) > 1
        # The joker caps leave no place for more; cards of wild ranks may lie in their own.
        too_many = hand.wilds > plan.most_wilds and not plan.wild_ranks
        self.hand = hand._replace(wilds=plan.most_wilds) if too_many else hand
        self.best = limit
        self.floor = enough
        self.doubt = NO_DOUBT
        self.tries = MOST_TRIED
        self.set_empty = self.set_short = 0

    @abstractmethod
    def _weigh(self, runs: tuple[Run, ...], empty: int, short: int) -> None:
        """Note what a layout with these runs lacks, which leave places ``empty`` and are ``short`` by themselves."""

    def _choose(self) -> None:
        """Weigh every choice that may lack less than the best so far."""
        runs = self.plan.runs
        if not runs:
            self._weigh((), 0, 0)
        elif len(runs) == 1:
            self._one()
        elif self.plan.one_a_suit:
            self._of_own_suits()
        else:
            self._several()

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
            for missing, _, short, by_suit in fits(group, *self._held(group, suit)):
                if missing > most:
                    break
                if not short:
                    self._weigh((by_suit[suit],), missing, 0)
                    if not self.best:
                        return

    def _held(self, group: Group, suit: int) -> tuple[int, int, int]:
        """The suit's cards that count for the group's windows: held once, held twice, of wild ranks."""
        planes, own = self.hand.plain[suit], self.plan.wild_in_runs
        return planes[0], planes[1] & ACE if group.double else 0, self.hand.planes[suit][0] & own

    def _by_suit(self, group: Group) -> list[Sequence[Fit]]:
        """How the group's windows fit in every suit."""
        look_up = unlike if self.unlike else fits
        if not group.double and not self.plan.wild_in_runs:
            return [look_up(group, planes[0]) for planes in self.hand.plain]
        return [look_up(group, *self._held(group, suit)) for suit in range(len(self.hand.plain))]

    def _tables(self) -> Tables:
        """For each run how its windows fit in every suit; runs of one size have one table."""
        tables: list[Sequence[Sequence[Fit]]] = []
        before = None
        for group in self.plan.runs:
            tables.append(tables[-1] if group is before else self._by_suit(group))
            before = group
        return tables

    def _several(self) -> None:
        """Every choice of windows, the fullest first."""
        wilds, tables = self.hand.wilds, self._tables()
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
                if len(beside) == 1 and plan.plain_runs:
                    more_empty, more_short = self._pair(run, beside[0])
                else:
                    more_empty, more_short = self._together(run, tuple(beside))
                now_empty, now_short = empty + more_empty, short + more_short
                if now_empty - most >= self.best:
                    continue
            if now_short + self.set_short >= self.best:
                continue
            if last:
                self._weigh((*chosen, run), now_empty, now_short)
            else:
                self._extend(depth + 1, index if alike else 0, now_empty, now_short, (*chosen, run))
            if self.best <= self.floor:
                return

    def _pair(self, run: Run, other: Run) -> tuple[int, int]:
        """By how much two runs in a suit leave more places empty, and lack more natural cards, than the other alone."""
        _, suit, window, short = run
        once, twice = self.hand.plain[suit][:2]
        mine, its = window.masks[0], other.window.masks[0]
        filled = ((mine | its) & once).bit_count() + (mine & its & twice).bit_count()
        empty = window.size + other.window.size - filled
        if mine & its & once & ~twice:  # a card that only one of them gets
            if self.plan.apart:
                short = short_together(self.plan, (other, run), self.hand.planes[suit]) - other.short
            else:
                short = max(short, other.short, window.need + other.window.need - filled) - other.short
        return empty - other.missing, short

    def _together(self, run: Run, beside: tuple[Run, ...]) -> tuple[int, int]:
        """The same beside any runs."""
        plan, both = self.plan, (*beside, run)
        plain, natural = self.hand.plain[run.suit], self.hand.planes[run.suit]
        return (
            empty_in_suit(both, plain) - empty_in_suit(beside, plain),
            short_together(plan, both, natural) - short_together(plan, beside, natural),
        )

    # Runs of different suits -------------------------------------------------------------------------------------

    def _of_own_suits(self) -> None:
        """Every choice of windows in different suits, those of the fullest suits first."""
        tables = self.tables = self._tables()
        fewest = [min([table[suit][0].missing for table in tables]) for suit in range(len(self.plan.suits))]
        self.suits = sorted(range(len(fewest)), key=fewest.__getitem__)
        self.beside = _least_beside(fewest)
        self.floor = max(self.floor, self.set_empty + self.beside[0][len(tables)] - self.hand.wilds)
        if self.floor < self.best:
            self._extend_suits(0, 0, 0, 0, 0, ())

    def _extend_suits(self, depth: int, start: int, used: int, empty: int, short: int, chosen: tuple[Run, ...]) -> None:
        """Go on with the suits from ``start`` on that are not ``used``, a mask of them."""
        tables = self.tables
        left = len(tables) - depth - 1
        alike = left and tables[depth + 1] is tables[depth]
        for number in range(start, len(self.suits)):
            suit = self.suits[number]
            if used >> suit & 1:
                continue
            with_suit = used | 1 << suit
            rest = empty + self.set_empty + self.beside[with_suit][left] - self.hand.wilds
            for missing, _, lacks, by_suit in tables[depth][suit]:
                if rest + missing >= self.best:
                    break
                if short + lacks + self.set_short >= self.best:
                    continue
                self.tries -= 1
                if self.tries < 0:
                    self.doubt = 0
                    return
                runs = (*chosen, by_suit[suit])
                if left:
                    following = number + 1 if alike else 0
                    self._extend_suits(depth + 1, following, with_suit, empty + missing, short + lacks, runs)
                else:
                    self._weigh(runs, empty + missing, short + lacks)
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


def _least_beside(fewest: Sequence[int]) -> list[list[int]]:
    """For each mask of suits the fewest places that 0, 1, … runs in other suits leave empty, one a suit.

    ``fewest``: by suit what the fullest window leaves empty. More runs than there are suits leave more than any hand.
    """
    order = sorted((missing, 1 << suit) for suit, missing in enumerate(fewest))
    found = []
    for used in range(1 << len(fewest)):
        sums = [0]
        for missing, bit in order:
            if not used & bit:
                sums.append(sums[-1] + missing)
        found.append(sums + [NO_DOUBT] * (len(fewest) + 1 - len(sums)))
    return found
