"""What may lie across the cut of a circle in a suit: what each run may be there, and then which may be together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.choice import Priced
from referee.engine.rummy.solver.choices import Choices
from referee.engine.rummy.solver.moves import INSIDE, LOW, MADE, Entry

NEW = -1
"""The number of a run that is made; those of the table have their index."""
BELOW = 3
"""So many positions below the cut are looked at for cards enough."""

type _Key = tuple[int, Entry]


class _Run(NamedTuple):
    """A run at the cut, the wild cards that it has at least, and how many of its last cards are from the hand."""

    entry: Entry
    wilds: int
    cards: int


def crossing(choices: Choices, suit: int, limit: int) -> list[tuple[Entry, ...]]:
    """All runs that may be under way together, and perhaps more, with fewer wild cards than the ``limit``.

    For runs that may go all the way round, and need no distance from each other.
    """
    single = _single(choices, suit, limit)
    new, held = single.pop(NEW, []), choices.course.held[suit][: -BELOW - 1 : -1]
    apart = choices.grow.apart
    ways: list[tuple[_Run, ...]] = [()]
    for own in single.values():
        ways += [more for way in ways for run in own if _fit(more := (*way, run), held, limit, apart=apart)]
    latest = [(way, 0) for way in ways]
    for _ in choices.task.contract.runs:
        latest = [
            (more, number)
            for way, first in latest
            for number in range(first, len(new))
            if _fit(more := (*way, new[number]), held, limit, apart=apart)
        ]
        ways += [way for way, _ in latest]
    return sorted({tuple(sorted([run.entry for run in way])) for way in ways})


def _single(choices: Choices, suit: int, limit: int) -> dict[int, list[_Run]]:
    """By their number the runs that may lie across the cut, each as if it had all cards for itself."""
    under_way: dict[_Key, int] = {}
    for position, held in enumerate(choices.course.held[suit]):
        after: dict[_Key, int] = {}
        for number, used, (move, naturals, wilds) in _moves(choices, suit, position, under_way):
            if move.after and naturals <= held and used + wilds < after.get((number, move.after), limit):
                after[number, move.after] = used + wilds
        under_way = after
    found: dict[int, list[_Run]] = {}
    for (number, entry), wilds in under_way.items():
        found.setdefault(number, []).append(_Run(entry, wilds, _cards(number, entry)))
    return found


def _cards(number: int, entry: Entry) -> int:
    """How many of the last cards of a run are certainly from the hand, one below the other."""
    if entry.phase == INSIDE:
        return 0
    if number != NEW or entry.phase == LOW:
        return 1
    return min(entry.made, BELOW) if entry.phase == MADE else BELOW


def _moves(
    choices: Choices, suit: int, position: int, under_way: Mapping[_Key, int]
) -> Iterator[tuple[int, int, Priced]]:
    """What each run can do at the position, with its number and the wild cards that it has before."""
    for (number, entry), used in under_way.items():
        for move in choices.moves_of(entry, position):
            yield number, used, move
    for begun in choices.beginnings(suit, (), position):
        for number in begun.table or (NEW,):
            for move in begun.moves:
                yield number, 0, move


def _fit(runs: Sequence[_Run], held: Sequence[int], limit: int, *, apart: bool) -> bool:
    """Whether there may be cards enough; ``held``: the copies below the cut, from the last position downward."""
    natural = sum([run.cards > 0 and not run.entry.last for run in runs]) if apart else 0
    if natural > held[0]:
        return False
    lacking = sum([max(0, sum([run.cards > below for run in runs]) - copies) for below, copies in enumerate(held)])
    return max(lacking, sum([run.wilds for run in runs])) < limit
