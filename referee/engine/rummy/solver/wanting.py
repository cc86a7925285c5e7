"""Which cards would bring a hand nearer to its contract in a run: all of them by one lean search.

A card that lowers the distance by one does so in a layout that lacks no more than the distance now. So a look through
all of those layouts finds every such card.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.solver.apart import mending
from referee.engine.rummy.solver.candidates import Run, alike, kind
from referee.engine.rummy.solver.hand import Holding, stack
from referee.engine.rummy.solver.lean import Lean
from referee.engine.rummy.solver.plan import Plan, Window
from referee.engine.rummy.solver.sets import empty_and_short

MOST_TRIED = 4000
"""Windows tried, after which it takes less time to ask for each card by itself."""
EVERY_RANK = -1
NEVER = 1 << 30


class Wanting(Lean):
    """One search. ``wanted``: by suit the ranks of cards that help in a run, as bits; ``unsure``: those that may."""

    __slots__ = ("lacking", "unsure", "wanted")

    def __init__(self, plan: Plan, hand: Holding, lacking: int, supply: Holding | None) -> None:
        super().__init__(plan, hand, lacking + 1, supply=supply)
        self.tries = MOST_TRIED
        self.lacking = lacking
        self.wanted = [0] * len(plan.suits)
        self.unsure = [0] * len(plan.suits)
        if not self.search():
            self.unsure = [EVERY_RANK] * len(plan.suits)

    def _weigh(self, runs: tuple[Run, ...], empty: int, short: int) -> None:
        """Note the cards that these runs want, where they and the best sets beside them lack as little as can be."""
        found = [(suit, beside, wants) for suit, beside, wants in self._wants(runs) if wants & ~self.wanted[suit]]
        if not found:
            return
        plan, hand, lacking = self.plan, self.hand, self.lacking
        least_empty = most_empty = empty
        least_short, most_short = short + self.set_short, short
        if plan.sets:
            left = self._left(runs)
            set_empty, set_short, own = empty_and_short(plan, left)
            least_empty = most_empty = empty + set_empty
            if not (own or plan.simple_sets) or self.supply is not None:
                set_empty, set_short = self._sets_beside(left, self._natural_left(runs, left))
                most_empty = empty + set_empty
            most_short += set_short
        if least_empty - hand.wilds > lacking or least_short > lacking:
            return
        if not self._can_be_had(runs):
            if not plan.sets:
                return
            most_empty = NEVER  # but maybe beside sets of other ranks
        for suit, beside, wants in found:
            sure = 0
            if most_empty - hand.wilds <= lacking:
                if most_short < lacking:
                    sure = wants
                elif most_short == lacking and len(beside) == 1 and beside[0].short:
                    # One more card in a run that has too few natural ones mends that as well.
                    sure = self._mends(beside[0]) & wants if plan.apart else wants
            self.wanted[suit] |= sure
            self.unsure[suit] |= wants & ~sure

    def _wants(self, runs: tuple[Run, ...]) -> list[tuple[int, Sequence[Run], int]]:
        """By suit its runs, and the cards for which they, or runs like them, leave a place empty."""
        if len(runs) == 1:
            return [(runs[0].suit, runs, self._leaves(runs[0]))]
        found: list[tuple[int, Sequence[Run], int]] = []
        for suit in {run.suit for run in runs}:
            own = [run for run in runs if run.suit == suit]
            wants = 0
            for run in own:
                wants |= self._leaves(run)
            if len(own) > 1:
                masks = [mask for run in own for mask in run.window.masks]
                for level, plane in zip(stack(masks), self.hand.plain[suit], strict=False):
                    wants |= level & ~plane
            found.append((suit, own, wants))
        return found

    def _leaves(self, run: Run) -> int:
        """The cards for which the run, or one like it, leaves a place empty, where it may take all of its suit."""
        planes, wants = self.hand.plain[run.suit], 0
        for window in self._alike(run):
            for mask, plane in zip(window.masks, planes, strict=False):
                wants |= mask & ~plane
        return wants

    def _mends(self, run: Run) -> int:
        """Those of them that lower what it lacks, where wild cards lie apart."""
        planes, found = self.hand.planes[run.suit], 0
        for window in self._alike(run):
            found |= mending(self.plan, window, planes, window.masks[0] & ~planes[0])
        return found

    def _alike(self, run: Run) -> Sequence[Window]:
        """The run's window and, where it does not matter which of them it has, all that are like it."""
        if not self.unlike:
            return (run.window,)
        group = next(group for group in self.plan.runs if run.window in group.windows)
        once, twice, own = self._held(group, run.suit)
        return alike(group, once, twice, own)[kind(run.missing, run.short, run.window, once | own)]
