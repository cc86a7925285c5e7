"""What the set of a contract asks for, by its rank: wild cards, or natural ones that no run takes."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.rummy.solver.rankchoices import RankChoices
from referee.engine.rummy.solver.sweep import Sweep


class Demand(NamedTuple):
    """So many wild cards make the set if runs take no more than so many cards of its rank."""

    wilds: int
    taken: int


type Demands = dict[int, tuple[Demand, ...]]


def demands(sweep: Sweep, ranks: RankChoices) -> Demands:
    """By rank everything that can be asked for, with the fewest wild cards first.

    Nothing is told where there are several sets, or of ranks that are wild.
    """
    if len(sweep.task.contract.sets) != 1 or not ranks.grows:
        return {}
    found: Demands = {}
    for rank, copies in ranks.copies.items():
        if rank in sweep.rules.wild_ranks or copies < sweep.bounds.least_own:
            continue
        most: dict[int, int] = {}
        for taken in range(copies - ranks.out_of_reach(rank) + 1):
            choices = sweep.choices.of_rank(rank, copies - taken, (1,))
            fewest = min([choice.wilds for choice in choices if not any(choice.left)], default=None)
            if fewest is not None:
                most[fewest] = taken
        found[rank] = tuple(Demand(wilds, max(most[few] for few in most if few <= wilds)) for wilds in sorted(most))
    return found
