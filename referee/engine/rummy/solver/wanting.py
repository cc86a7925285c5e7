"""Which cards would bring a hand nearer to its contract in a run: all of them by one lean search.

A card that lowers the distance by one does so in a layout that lacks no more than the distance now. So a look through
all of those layouts finds every such card.
"""

from __future__ import annotations

from referee.engine.rummy.solver.candidates import Run
from referee.engine.rummy.solver.hand import Holding, stack
from referee.engine.rummy.solver.lean import Lean
from referee.engine.rummy.solver.plan import Plan
from referee.engine.rummy.solver.sets import empty_and_short

MOST_TRIED = 4000
"""Windows tried, after which it takes less time to ask for each card by itself."""


class Wanting(Lean):
    """One search. ``wanted``: by suit the ranks of cards that help in a run; ``search`` tells whether these are all."""

    __slots__ = ("lacking", "wanted")

    def __init__(self, plan: Plan, hand: Holding, lacking: int, supply: Holding | None) -> None:
        super().__init__(plan, hand, lacking + 1, supply=supply)
        self.tries = MOST_TRIED
        self.lacking = lacking
        self.wanted = [0] * len(plan.suits)

    def _weigh(self, runs: tuple[Run, ...], empty: int, short: int) -> None:
        """Note the cards that these runs want, where they and the best sets beside them lack as little as can be."""
        plan, hand, lacking = self.plan, self.hand, self.lacking
        most_short = short
        if plan.sets:
            left = self._left(runs)
            set_empty, set_short = empty_and_short(plan, left)
            if not plan.simple_sets:
                _, set_short = self._sets_beside(left)
            empty += set_empty
            most_short += set_short
        if empty - hand.wilds > lacking or short + self.set_short > lacking:
            return
        found = []
        for suit in {run.suit for run in runs}:
            own = [run for run in runs if run.suit == suit]
            planes = hand.planes[suit]
            if len(own) == 1:
                missing = own[0].window.masks[0] & ~planes[0]
            else:
                missing = 0
                for level, plane in zip(stack([run.window.masks[0] for run in own]), planes, strict=False):
                    missing |= level & ~plane
            # One more card in a run that has too few natural ones mends that as well.
            mends = len(own) == 1 and own[0].window.size - own[0].missing < own[0].window.need
            if missing & ~self.wanted[suit]:
                found.append((suit, missing, most_short - mends < lacking))
        if found and self._can_be_had(runs):
            for suit, missing, sure in found:
                if sure:
                    self.wanted[suit] |= missing
                else:
                    self.doubt = 0
