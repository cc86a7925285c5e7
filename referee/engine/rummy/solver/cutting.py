"""Where a circle of ranks is cut where cards are only laid off: at the rank that runs come across in the fewest ways.

Every way has to be looked at by itself, so that it pays to choose well.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.solver.task import Task, to_swap

MOST_FREED = 4
"""So many jokers of the table may help to fill a stretch of ranks."""


def best_cut(task: Task) -> int:
    """The rank below which the circle is best cut."""
    suits = task.rules.pack.suits
    runs = {suit: [meld for meld in task.table if meld.kind == "run" and meld.suit == suit] for suit in suits}

    def ways(cut: int) -> int:
        return sum(prod(_ways_across(task, run, cut) for run in own) for own in runs.values())

    return min(range(1, task.rules.pack.top + 1), key=ways)


def _ways_across(task: Task, run: Meld, cut: int) -> int:
    """In about how many ways the run can be under way from the rank before the cut to the next one."""
    top = task.rules.pack.top
    step = (cut - run.low) % top  # so many cards of the run lie below the cut
    free = to_swap(task.rules, task.cards, run) if task.swaps else []
    if 0 < step < len(run):
        return 1 + sum(index < step for index in free)
    held = [
        bool(task.cards[Card((place - 1) % top + 1, run.suit)]) for place in range(run.low + len(run), run.low + top)
    ]
    above = step - len(run) if step else top - len(run)  # so many places between the run's end and the cut
    last = 1 + (above > 0 and held[above - 1])  # a natural card before the cut, or a wild one
    ways = 1
    if above and _fills(task, held[:above]):
        ways += last * (1 + len(free))
    below = held[max(0, above - 1) :]
    if _fills(task, below):
        ways += last * (1 + min(len(free), below.count(False)))
    return ways


def _fills(task: Task, held: list[bool]) -> bool:
    """Whether wild cards can take the places of the cards that are not held."""
    missing = [place for place, own in enumerate(held) if not own]
    if len(missing) > len(task.pool) + MOST_FREED:
        return False
    return task.rules.adjacent_wilds or all(after > before + 1 for before, after in pairwise(missing))
