"""The search for a layout where a contract's runs have to be of different suits.

Of several runs each has a suit of its own, so that what they leave empty at least adds up over different suits, and the
runs of one size can be chosen in the order of their suits.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.solver.apart import single_short
from referee.engine.rummy.solver.candidates import MISSING, Run
from referee.engine.rummy.solver.hand import Holding
from referee.engine.rummy.solver.plan import Plan
from referee.engine.rummy.solver.search import Search
from referee.engine.rummy.solver.shortage import Layout


def search_for(plan: Plan, hand: Holding, limit: int, supply: Holding | None = None) -> Search:
    """The search for a layout that lacks fewer cards than the limit."""
    own = plan.one_a_suit and len(plan.runs) > 1
    return OwnSuits(plan, hand, limit, supply) if own else Search(plan, hand, limit, supply)


class OwnSuits(Search):
    """One search. ``lowest``: by suit the fewest places that a run in it leaves empty."""

    __slots__ = ("free", "lowest")

    def __init__(self, plan: Plan, hand: Holding, limit: int, supply: Holding | None = None) -> None:
        super().__init__(plan, hand, limit, supply)
        self.lowest: dict[int, int] = {}
        self.free: dict[tuple[int, tuple[int, ...], int], Sequence[Run]] = {}

    def _candidates(self) -> bool:
        """Note the windows worth a look for every run; False when there are not suits enough."""
        runs, count = self.groups, len(self.groups)
        tables = {group: self._tables(group) for group in dict.fromkeys(runs)}
        self.free.clear()
        self.lowest.clear()
        for suit in range(len(self.plan.suits)):
            own = [table[suit][0].missing for table in tables.values() if table[suit]]
            if own:
                self.lowest[suit] = min(own)
        if len(self.lowest) < count or not all(any(table) for table in tables.values()):
            return False
        shorts = [self.set_short]
        for group in reversed(runs):
            fewest = min([own[0].missing for own in tables[group] if own])
            shorts.append(shorts[-1] + self._least_short(group, tables[group], fewest))
        self.short_rest = shorts[:count][::-1]
        rest = self._least_beside((), count)
        self.floor = max(self.floor, self.set_empty + rest - self.hand.wilds, shorts[count])
        most = self.hand.wilds + self.best - 1 - self.set_empty
        if most < rest:
            return False
        beside = [self._least_beside((suit,), count - 1) for suit in range(len(self.plan.suits))]
        found = {}
        for group, table in tables.items():
            ranked = [run for own in table for run in own if run.missing + beside[run.suit] <= most]
            ranked.sort(key=MISSING)
            found[group] = self._unlike(ranked)
        self.ranked = [found[group] for group in runs]
        if self.through:
            suit, bit = self.through
            self.ranked[0] = [run for run in self.ranked[0] if run.suit == suit and run.window.masks[0] & bit]
        return True

    def _least_beside(self, suits: Sequence[int], count: int) -> int:
        """The places that so many runs in other suits than these leave empty at least."""
        return sum(sorted([fewest for suit, fewest in self.lowest.items() if suit not in suits])[:count])

    def _extend(self, depth: int, start: int, empty: int, short: int, runs: tuple[Run, ...]) -> None:
        """Try every window for the run at ``depth``; ``empty`` and ``short`` belong to the runs chosen so far."""
        plan, hand = self.plan, self.hand
        suits = tuple([run.suit for run in runs])
        left = len(self.groups) - depth - 1
        rests: dict[int, int] = {}
        for run in self._free(depth, suits):
            rest = rests.get(run.suit)
            if rest is None:
                rest = rests[run.suit] = self.set_empty + self._least_beside((*suits, run.suit), left) - hand.wilds
            if empty + run.missing + rest >= self.best:
                continue
            now_short = short
            if plan.apart:
                now_short += single_short(plan, run.suit, run.window, hand)
            else:
                natural = run.window.size - run.missing if not plan.wild_ranks else self._natural(run)
                now_short += max(0, run.window.need - natural)
            if now_short + self.short_rest[depth] >= self.best:
                continue
            if left:
                self._extend(depth + 1, 0, empty + run.missing, now_short, (*runs, run))
            elif plan.sets:
                self._with_sets(empty + run.missing, now_short, (*runs, run))
            else:
                lacking = max(empty + run.missing - hand.wilds, now_short, 0)
                self._offer(self._with_short(Layout(lacking, (*runs, run), ())))
            if self.best <= self.floor:
                return

    def _free(self, depth: int, suits: tuple[int, ...]) -> Sequence[Run]:
        """The windows for the run at ``depth`` in other suits than these; in higher ones, where runs are alike."""
        if not suits:
            return self.ranked[depth]
        alike = self.groups[depth] is self.groups[depth - 1] and not (self.through and depth == 1)
        above = suits[-1] if alike else -1
        found = self.free.get((depth, suits, above))
        if found is None:
            ranked = self.ranked[depth]
            found = self.free[depth, suits, above] = [r for r in ranked if r.suit > above and r.suit not in suits]
        return found
