"""What the runs of a layout save at most when they share the jokers.

Each run by itself may take all jokers that are left; together they have them once. Of cards that several runs of a
suit ask for, this counts those that there are, whoever gets them.
"""

from __future__ import annotations

from referee.engine.rummy.solver.board import NO_LIMIT
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.growth import growth
from referee.engine.rummy.solver.hand import FIELD, stack
from referee.engine.rummy.solver.laying import empty_places, ends_of, sets_of
from referee.engine.rummy.solver.spending import most_saved


class Together:
    """The runs of a choice of windows, and those of the table, before it is known who gets which card.

    ``disputed``: by suit the ranks of the cards that more runs ask for than there are.
    """

    def __init__(self, ground: Ground, runs: tuple[Run, ...], empty: int) -> None:
        self.ground = ground
        self.every = (*runs, *ground.runs)
        self.empty = empty
        by_suit: dict[int, list[int]] = {}
        for run in self.every:
            by_suit.setdefault(run.suit, []).append(run.uses)
        self.disputed = dict.fromkeys(by_suit, 0)
        self.levels: list[int] = []
        for suit, masks in by_suit.items():
            if len(masks) > 1:
                planes, levels = ground.planes[suit], stack(masks)
                disputed = 0
                for count, level in enumerate(levels):
                    disputed |= level & ~planes[count] if count < len(planes) else level
                if disputed:
                    self.disputed[suit] = disputed
                    self.levels += [level & plane & disputed for level, plane in zip(levels, planes, strict=False)]

    def lost(self, ranks: tuple[int, ...]) -> int:
        """What is lost at least beside sets of these ranks, which take in all that there is of them."""
        ground, board = self.ground, self.ground.board
        lost, shut = ground.lost + ground.idle * board.worth[0], ground.shut
        for rank in ranks:
            if shut >> rank & 1:
                shut &= ~(1 << rank)
                lost -= board.worth[rank] * (ground.counts >> FIELD * rank & 255)
        for level in self.levels:
            lost -= board.of[level & shut]
        left = {rank: ground.counts >> FIELD * rank & 255 for rank in ranks}
        spare = ground.jokers - self.empty - (sets_of(board.plan, ranks).empty(left) or 0)
        if spare < 0:
            return NO_LIMIT**4
        growths = []
        for run in self.every:
            counted = run.uses & shut & ~self.disputed[run.suit]
            if run.window is None:
                room = min(spare, run.room)
            else:
                lost -= board.of[run.window.masks[0] & counted]
                room = min(spare, max(0, board.cap - (empty_places(run, run.uses) or 0)))
            held = board.places(run.uses)
            growths.append(growth(board, held, board.places(counted), ends_of(run, run.uses, board.plan.top), room))
        return lost - most_saved(growths, spare)
