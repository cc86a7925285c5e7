"""Whether there is a place for every wild card that no meld needs, however the others are laid.

Then a search need not count places. A meld that can hold so many wild cards has used them or has room for them, unless
natural cards fill it up; so it is enough that the melds together can hold all, with those left out that may be full.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.rummy.solver.course import Course
from referee.engine.rummy.solver.task import Task, room_on_sets


def is_roomy(task: Task, course: Course, *, lazy: bool) -> bool:
    """Whether all wild cards can be laid in the end; ``lazy``: those at the ends of runs need not be placed before."""
    if not task.layoffs:
        return False
    if task.rules.table_jokers is None:
        if lazy and task.swaps and any(_left_in(task, course, suit) < 0 for suit in range(len(course.held))):
            return False  # jokers that are swapped lack a place
        sets = bool(task.contract.sets) or any(meld.kind == "set" for meld in task.table)
        # Or all cards together fit on the contract's runs.
        if sets or (lazy and task.cards.total() <= task.rules.longest_run * len(task.contract.runs)):
            return True
    if not lazy or (task.swaps and task.rules.table_jokers is not None):
        return False
    return _sure_places(task, course) >= len(task.pool)


def _sure_places(task: Task, course: Course) -> int:
    """For how many wild cards there is a place for certain, up to as many as are held for each meld."""
    held, cap = len(task.pool), task.rules.table_jokers
    most = held if cap is None else min(held, cap)
    places = room_on_sets(task) + most * len(task.contract.sets)
    # By meld the wild cards that it may have, and those that it has for certain.
    free = [min(most, own) for own in _free_on_own(task, course)]
    if cap is None:
        return places + sum(free) + sum(max(0, _left_in(task, course, suit)) for suit in range(len(course.held)))
    lying = [max(0, cap - sum(run.wild)) for run in course.runs]
    free += [min(most, able, own) for able, own in zip(lying, _free_on_table(task, course), strict=True)]
    if cap != 1:
        return places + sum(free)
    able = len(task.contract.runs) + sum(map(bool, lying))
    return places + max(sum(free), min(held, able - sum(_full(task, course, suit) for suit in range(len(course.held)))))


def _span(task: Task, course: Course) -> int:
    """The places of the longest run."""
    return min(task.rules.longest_run, len(course.ranks) - course.barred)


def _free_on_own(task: Task, course: Course) -> list[int]:
    """The places that natural cards leave on the contract's runs for certain."""
    most = max([sum(map(bool, held[course.barred :])) for held in course.held])
    return [max(0, _span(task, course) - most)] * len(task.contract.runs)


def _free_on_table(task: Task, course: Course) -> Iterator[int]:
    """The same for each run on the table."""
    for run in course.runs:
        held = course.held[run.suit]
        beside = sum(bool(held[at]) for at in range(course.barred, len(held)) if not run.first <= at <= run.last)
        yield max(0, _span(task, course) - len(run.wild) - beside)


def _left_in(task: Task, course: Course, suit: int) -> int:
    """The places that are left on all runs of a suit on the table if all cards are laid that can be.

    Every natural card takes up one place, if only by a swap. Less than none: so many cards stay in the hand.
    """
    own = [run for run in course.runs if run.suit == suit]
    takers: dict[int, int] = {}
    for at, rank in enumerate(course.ranks):
        if at >= course.barred:
            lacking = sum(not run.first <= at <= run.last or run.free[at - run.first] for run in own)
            takers[rank] = takers.get(rank, 0) + lacking
    held = dict(zip(course.ranks, course.held[suit], strict=True))
    free = sum(_span(task, course) - len(run.wild) for run in own)
    return free - sum(min(held[rank], count) for rank, count in takers.items())


def _full(task: Task, course: Course, suit: int) -> int:
    """How many runs of the suit may be full of natural cards: as many as there are of each that none can do without."""
    count, span = len(course.ranks), _span(task, course)
    needed = range(count - span, course.barred + span)
    held = course.held[suit]
    own = [run for run in course.runs if run.suit == suit]
    return min([held[at] + sum(run.first <= at <= run.last for run in own) for at in needed], default=count)
