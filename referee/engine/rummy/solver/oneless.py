"""A way to lay that leaves one card more: the one laid last at some end stays in the hand."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.steps import LayOff, Played, Swap
from referee.engine.rummy.solver.task import Task


def one_less(rules: RuleSet, task: Task, played: Played) -> Played | None:
    """The same without the cheapest card that can stay in the hand; None where none is found.

    Nothing is tried where the number of a meld's natural cards tells how many wild ones it may have.
    """
    if rules.wilds_at_most_naturals:
        return None
    best: int | None = None
    later: set[tuple[int, str | None]] = set()
    for number in reversed(range(len(played.steps))):
        match played.steps[number]:
            case LayOff(card, meld, end):
                alone = end is None or (meld, end) not in later
                if alone and (best is None or task.worth[card.rank] < task.worth[played.steps[best].card.rank]):
                    best = number
                later.add((meld, end))
            case Swap(_, meld, to):
                later.add((meld, to))
    if best is None:
        return None
    steps = (*played.steps[:best], *played.steps[best + 1 :])
    return replace(played, steps=steps, left=tuple(sorted((*played.left, played.steps[best].card))))
