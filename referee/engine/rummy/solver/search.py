"""Searching for the layout of a contract that lacks the fewest cards.

A *layout* is a window for each run and a rank for each set. Its places can be filled by natural cards in many ways; two
numbers say all that matters, because the sets of places that natural cards can fill form a matroid:

- *empty*: the places that no natural card can fill. It is the same for every way of filling as many as possible.
- *short*: the fewest natural cards missing, over all ways, for every meld to have as many as its joker cap demands.

With ``w`` wild cards held a layout lacks ``max(empty - w, short)`` cards: both can be mended by the same card. The
cards of a wild rank fill any place, but as natural cards only their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

from referee.engine.rummy.solver.apart import short_apart, single_short
from referee.engine.rummy.solver.candidates import MISSING, Run, full, ranked
from referee.engine.rummy.solver.fronts import best_of_suits
from referee.engine.rummy.solver.hand import FIELD, Holding, filled
from referee.engine.rummy.solver.plan import Group, Plan
from referee.engine.rummy.solver.sets import best_ranks, empty_places
from referee.engine.rummy.solver.shortage import Layout, can_fill, empty_in_suit, short_in_suit, shortage, taken_by

STEPS = 800
"""Windows tried, above which contracts of runs alone are solved suit by suit."""
NO_END = 1 << 60
MANY_RUNS = 24
"""From so many candidates on it is worth while to leave those out that are like others."""


class Search:
    """One search: best layout so far, and what bounds the rest.

    ``limit``: only layouts lacking fewer cards are of interest. ``supply``: what can be held at most, when that is a
    restriction; layouts that it cannot fill do not count. ``groups``: those of the runs in the order in which they are
    tried; ``through``: the suit and the rank's bit of a card that the first of them has to have.
    """

    __slots__ = (
        "best",
        "deciding",
        "floor",
        "groups",
        "hand",
        "layout",
        "least",
        "plan",
        "ranked",
        "set_empty",
        "set_short",
        "short_rest",
        "steps",
        "supply",
        "through",
    )

    def __init__(self, plan: Plan, hand: Holding, limit: int, supply: Holding | None = None) -> None:
        self.plan = plan
        # The joker caps leave no place for more; cards of wild ranks may lie in their own.
        if hand.wilds > plan.most_wilds and not plan.wild_ranks:
            hand = hand._replace(wilds=plan.most_wilds)
        self.deciding = False
        self.groups: Sequence[Group] = plan.runs
        self.through: tuple[int, int] | None = None
        self.hand = hand
        self.supply = supply
        self.best = limit
        self.layout: Layout | None = None
        self.set_empty = empty_places(plan, hand.plain_ranks, plan.sets) if plan.sets else 0
        self.set_short = empty_places(plan, hand.ranks, plan.sorted_needs) if plan.sets else 0
        self.floor = max(self.set_empty - hand.wilds, self.set_short, plan.naturals - hand.naturals, 0)
        self.steps = NO_END
        self.ranked: list[Sequence[Run]] = []
        self.least: list[int] = []
        self.short_rest: list[int] = []

    def find(self) -> Layout | None:
        """The layout that lacks the fewest cards, below the limit; None when there is none."""
        if self.floor >= self.best:
            return None
        if not self.plan.runs:
            self._settle((), 0, 0, self.hand.plain_ranks, self.set_empty)
        elif self._candidates():
            self.steps = self._steps()
            self._extend(0, 0, 0, 0, ())
            if self.steps < 0:
                return self._by_suits() or self.layout
        return self.layout

    def _steps(self) -> int:
        """How many windows to try before going suit by suit, which contracts of runs alone, of one size, allow."""
        runs = self.plan.runs
        if len(runs) < 2 or self.plan.sets or self.plan.apart or len(set(runs)) > 1:
            return NO_END
        return max(STEPS, comb(len(runs[0].windows) + len(runs) - 1, len(runs))) if STEPS else 0

    def _by_suits(self) -> Layout | None:
        found = best_of_suits(self.plan, self.hand, self.best, self.supply)
        if found is None:
            return None
        lacking, point = found
        planes = self.hand.plain
        runs = tuple(Run(w.size - filled(w.masks, planes[suit]), suit, w) for suit, w in point.windows)
        return Layout(lacking, runs, ())

    def holds(self) -> bool:
        """Whether there is a layout below the limit at all; the search ends with the first one."""
        if self.floor >= self.best:
            return False
        if not self.plan.runs and self.plan.simple_sets and self.supply is None:
            return True
        self.floor = self.best - 1
        self.deciding = self.best == 1 and self.plan.simple_sets and self.supply is None and not self.plan.apart
        return self.find() is not None

    def holds_through(self, suit: int, rank: int) -> bool:
        """The same among layouts that have a run over the card."""
        if self.floor >= self.best:
            return False
        self.floor = self.best - 1
        self.through = (suit, 1 << rank)
        for group in dict.fromkeys(self.plan.runs):
            others = list(self.plan.runs)
            others.remove(group)
            self.groups = (group, *others)
            if self._candidates():
                self.steps = self._steps()
                self._extend(0, 0, 0, 0, ())
                if self.steps < 0 and self._by_suits():
                    return True
            if self.layout:
                return True
        return False

    def _candidates(self) -> bool:
        """Note the windows worth a look for every run; False when some run has none."""
        plan, runs, wilds = self.plan, self.groups, self.hand.wilds
        tables: dict[Group, list[tuple[Run, ...]]] = {}
        for group in runs:
            if group not in tables:
                tables[group] = self._tables(group)
        fewest = {
            group: min([table[0].missing for table in four if table], default=-1) for group, four in tables.items()
        }
        if -1 in fewest.values():
            return False
        rest, short = self.set_empty, self.set_short
        least, short_rest = [], []
        for group in reversed(runs):
            least.append(rest)
            short_rest.append(short)
            rest += fewest[group]
            short += self._least_short(group, tables[group], fewest[group])
        self.least, self.short_rest = least[::-1], short_rest[::-1]
        self.floor = max(self.floor, rest - wilds, short)
        spare = wilds + self.best - 1 - rest
        if spare < 0:
            return False
        found = {}
        for group, four in tables.items():
            most = fewest[group] + spare
            ranked = [run for table in four for run in table if run.missing <= most]
            ranked.sort(key=MISSING)
            found[group] = ranked if plan.gap and not plan.one_a_suit else self._unlike(ranked)
        self.ranked = [found[group] for group in runs]
        if self.through:
            own, bit = self.through
            self.ranked[0] = [run for run in self.ranked[0] if run.suit == own and run.window.masks[0] & bit]
        return True

    def _unlike(self, runs: list[Run]) -> list[Run]:
        """One of the runs that are as good as each other: those that use the same cards and lack what can be had.

        Where two runs of a suit need not keep a distance it does not matter otherwise where they lie.
        """
        if len(runs) < MANY_RUNS:
            return runs
        hand, supply, apart = self.hand, self.supply, self.plan.apart
        alone = self.plan.one_a_suit and not self.plan.sets
        bits = self._scarce() | (self.through[1] if self.through else 0)
        for rank in self.plan.wild_ranks:
            bits |= 1 << rank
        found: dict[object, Run] = {}
        for run in runs:
            suit, window = run.suit, run.window
            mask, plane = window.masks[0], hand.planes[suit][0]
            rare = () if supply is None else tuple(mask & ~other for other in supply.planes[suit])
            short = single_short(self.plan, suit, window, hand) if apart else 0
            cards = mask & plane if not alone else self._natural(run)
            order = (window.low if mask & plane and not alone else 0) if apart else 0
            key = (
                suit,
                run.missing,
                window.size,
                window.need,
                cards,
                rare,
                short,
                order,
                mask & bits,
                window.masks[1:],
            )
            found.setdefault(key, run)
        return [*found.values()]

    def _scarce(self) -> int:
        """The ranks, as bits, of which there may be too few cards to be had for a run and sets together."""
        plan, supply = self.plan, self.supply
        if supply is None or not plan.sets:
            return 0
        most = (sum(plan.sets) if plan.same_rank else plan.sets[0]) + len(plan.runs)
        return sum(1 << rank for rank in range(1, plan.top + 1) if supply.ranks >> FIELD * rank & 255 < most)

    def _least_short(self, group: Group, tables: Sequence[Sequence[Run]], missing: int) -> int:
        """What any run of the group lacks at least against its need, when one leaves ``missing`` places empty at best.

        What melds lack adds up: sharing cards, they lack no less together than each by itself.
        """
        if self.plan.wild_ranks:  # their cards are natural ones in their own places, which are not among the filled
            return max(0, min(run.window.need - self._natural(run) for table in tables for run in table))
        if group.uneven:
            return max(0, min(run.window.need - run.window.size + run.missing for table in tables for run in table))
        return max(0, missing - group.most)

    def _tables(self, group: Group) -> list[tuple[Run, ...]]:
        plain = self.hand.plain
        if self.best == 1 and not self.plan.wild_ranks and not group.double:
            wilds = min(self.hand.wilds, group.most)
            return [full(group, suit, planes[0], wilds) for suit, planes in enumerate(plain)]
        if group.double:
            return [ranked(group, suit, planes[0], planes[1] & 2) for suit, planes in enumerate(plain)]
        return [ranked(group, suit, planes[0], 0) for suit, planes in enumerate(plain)]

    def _extend(self, depth: int, start: int, empty: int, short: int, runs: tuple[Run, ...]) -> None:
        """Try every window for the run at ``depth``; ``empty`` and ``short`` belong to the runs chosen so far."""
        plan, hand = self.plan, self.hand
        ranked = self.ranked[depth]
        last = depth + 1 == len(self.groups)
        # The run over a certain card comes first and may lie anywhere among those that are like it.
        alike = not last and self.groups[depth + 1] is self.groups[depth] and not (self.through and not depth)
        bound = hand.wilds - self.least[depth]
        for index in range(start, len(ranked)):
            run = ranked[index]
            self.steps -= 1
            if self.steps < 0 or empty + run.missing - bound >= self.best:
                return
            beside = [other for other in runs if other.suit == run.suit]
            if not beside:
                now_empty = empty + run.missing
                natural = run.window.size - run.missing if not plan.wild_ranks else self._natural(run)
                now_short = short + max(0, run.window.need - natural)
            else:
                if (plan.gap or plan.one_a_suit) and any(plan.follows(run.window, other.window) for other in beside):
                    continue
                now_empty = empty + self._empty((*beside, run)) - self._empty(beside)
                if now_empty - bound >= self.best:
                    continue
                now_short = short + self._short((*beside, run)) - self._short(beside)
            if plan.apart:
                now_short = short + single_short(plan, run.suit, run.window, hand)
            if now_short + self.short_rest[depth] >= self.best:
                continue
            if not last:
                self._extend(depth + 1, index if alike else 0, now_empty, now_short, (*runs, run))
            elif plan.sets:
                self._with_sets(now_empty, now_short, (*runs, run))
            else:
                self._offer(self._with_short(Layout(max(now_empty - hand.wilds, now_short, 0), (*runs, run), ())))
            if self.best <= self.floor:
                return

    # Runs ------------------------------------------------------------------------------------------------------

    def _natural(self, run: Run) -> int:
        return filled(run.window.masks, self.hand.planes[run.suit])

    def _empty(self, runs: Sequence[Run]) -> int:
        """Places of runs in one suit that stay empty."""
        if len(runs) == 1:
            return runs[0].missing
        return empty_in_suit(tuple(runs), self.hand.plain[runs[0].suit])

    def _short(self, runs: Sequence[Run]) -> int:
        """How many natural cards runs in one suit lack against their needs."""
        return short_in_suit(tuple(runs), self.hand.planes[runs[0].suit])

    # Sets ------------------------------------------------------------------------------------------------------

    def _left(self, runs: Sequence[Run]) -> int:
        """The plain cards of each rank that are left when the runs take all they can."""
        return self.hand.plain_ranks - taken_by(runs, self.hand.plain)

    def _with_sets(self, empty: int, short: int, runs: tuple[Run, ...]) -> None:
        """Look at the sets beside the runs where they may give a better layout than the best so far."""
        if short + self.set_short >= self.best:
            return
        plan, left = self.plan, self._left(runs)
        set_empty = empty_places(plan, left, plan.sets)
        if empty + set_empty - self.hand.wilds >= self.best:
            return
        if self.deciding and not short and not empty_places(plan, left, plan.needs):
            # The runs keep all their cards and the sets have enough of what is left: which they are does not matter.
            self.best, self.layout = 0, Layout(0, runs, ())
        else:
            self._settle(runs, short, empty, left, set_empty)

    def _settle(self, runs: tuple[Run, ...], short: int, empty: int, left: int, set_empty: int) -> None:
        """Choose the ranks of the sets beside these runs, which lack ``short`` natural cards by themselves.

        The runs leave ``empty`` of their places empty and ``left`` for the sets, of which at least ``set_empty`` places
        stay empty.
        """
        plan = self.plan
        bound = max(empty + set_empty - self.hand.wilds, short + self.set_short, self.floor)
        ranks = best_ranks(plan, left, plan.sets)
        self._offer(self._judge(runs, ranks, empty, left))
        if self.best <= bound:
            return
        for ranks in self._rank_choices(runs, left, empty):
            self._offer(self._judge(runs, ranks, empty, left))
            if self.best <= bound:
                return

    def _rank_choices(self, runs: Sequence[Run], left: int, empty: int) -> Iterator[tuple[int, ...]]:
        """Every choice of ranks for the sets that leaves few enough places empty, of like ranks only the first ones."""
        held = [(left >> FIELD * rank & 255, rank) for rank in range(1, self.plan.top + 1)]
        likeness = self._likeness(runs, left)
        ranks = [(rank, copies, likeness[rank]) for copies, rank in sorted(held, reverse=True)]
        return self._choose(ranks, 0, empty, ())

    def _choose(
        self, ranks: Sequence[tuple[int, int, tuple[int, ...]]], start: int, empty: int, chosen: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """The same where some are chosen and the next is one of ``ranks``, with its copies and likeness, from there."""
        plan, depth = self.plan, len(chosen)
        if empty - self.hand.wilds >= self.best:
            return
        if depth == len(plan.sets):
            yield chosen
            return
        size = plan.sets[depth]
        alike = depth + 1 < len(plan.sets) and plan.sets[depth + 1] == size
        tried = set()
        for index in range(start, len(ranks)):
            rank, copies, likeness = ranks[index]
            if rank in chosen and not plan.same_rank:
                continue
            like = (likeness, chosen.count(rank))
            if like in tried:
                continue
            tried.add(like)
            before = sum([s for s, r in zip(plan.sets, chosen, strict=False) if r == rank])
            missing = max(0, before + size - copies) - max(0, before - copies)
            yield from self._choose(ranks, index if alike else 0, empty + missing, (*chosen, rank))

    def _likeness(self, runs: Sequence[Run], left: int) -> dict[int, tuple[int, int, int]]:
        """By rank what it has in common with others that a set may as well have: cards that no run asks for."""
        found = {}
        asked = 0
        for run in runs:
            asked |= run.window.masks[0]
        for rank in range(1, self.plan.top + 1):
            own = rank if asked >> rank & 1 or rank in self.plan.wild_ranks else 0
            to_come = self.supply.ranks >> FIELD * rank & 255 if self.supply else 0
            found[rank] = (own, left >> FIELD * rank & 255, to_come)
        return found

    def _judge(self, runs: tuple[Run, ...], ranks: tuple[int, ...], empty: int, left: int) -> Layout:
        """The layout with the exact number of cards that it lacks."""
        for rank in set(ranks):
            asked = sum(size for size, r in zip(self.plan.sets, ranks, strict=True) if r == rank)
            empty += max(0, asked - (left >> FIELD * rank & 255))
        lacking = max(empty - self.hand.wilds, 0)
        if lacking < self.best:
            short = shortage(runs, ranks, self.plan.needs, self.hand.planes, self.hand.ranks)
            lacking = max(lacking, short)
        return self._with_short(Layout(lacking, runs, ranks))

    def _with_short(self, layout: Layout) -> Layout:
        """The layout; where wild cards have to lie apart, with what it lacks for that."""
        if not self.plan.apart or layout.lacking >= self.best:
            return layout
        runs = [(run.suit, run.window) for run in layout.runs]
        short = short_apart(self.plan, runs, layout.ranks, self.hand, self.supply)
        return layout._replace(lacking=self.best if short is None else max(layout.lacking, short))

    def _offer(self, layout: Layout) -> None:
        if layout.lacking < self.best and (self.supply is None or can_fill(self.plan, self.supply, layout)):
            self.best = layout.lacking
            self.layout = layout
