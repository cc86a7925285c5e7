"""Everything that can happen to the sets of one rank in a sweep."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.task import first_size


class SetLaid(NamedTuple):
    """A set made: the size asked for, its natural and its wild cards. Size 0: cards laid off on any set of the rank."""

    size: int
    naturals: int
    wilds: int
    rank: int = 0


class SetChoice(NamedTuple):
    """What happens to the sets of one rank.

    Sets still to be made of each size, natural and wild cards taken, room for further wild cards, the sets made.
    """

    left: tuple[int, ...]
    naturals: int
    wilds: int
    room: int
    made: tuple[SetLaid, ...]


class SetRules(NamedTuple):
    """What the choices depend on in one task: sizes of sets, whether cards are laid off, and how many wild cards.

    ``pool``: wild cards held. ``roomy``: sets take any number of them, so that room need not be counted.
    """

    rules: RuleSet
    sizes: tuple[int, ...]
    layoffs: bool
    wild_limit: int
    pool: int
    roomy: bool


@lru_cache(maxsize=2048)
def set_choices(
    task: SetRules, naturals: int, left: tuple[int, ...], *, is_open: bool, may_keep: bool
) -> tuple[SetChoice, ...]:
    """Every way to use so many natural cards of a rank.

    ``is_open``: a set of the rank lies on the table. ``may_keep``: it may be better to keep cards that could be laid.
    """
    none = SetChoice(left, 0, 0, 0, ())
    return tuple(dict.fromkeys(_choose(task, naturals, none, 0, is_open=is_open, may_keep=may_keep)))


def _choose(
    task: SetRules, free: int, before: SetChoice, start: int, *, is_open: bool, may_keep: bool
) -> Iterator[SetChoice]:
    """Every way to go on from the one ``before``, with so many cards left and sets of the sizes from ``start`` on."""
    left, used, wilds, _, made = before
    takes_rest = task.layoffs and (bool(made) or is_open)
    for more in range(free + 1) if may_keep and takes_rest else (free if takes_rest else 0,):
        laid_off = [SetLaid(0, more, 0)] if more else []
        yield SetChoice(left, used + more, wilds, _room(task, made), (*made, *laid_off))
    if made and not task.rules.same_rank_sets:
        return
    for kind in range(start, len(task.sizes)):
        if not left[kind]:
            continue
        rest = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
        for own in range(1, free + 1):
            for wild in _wilds(task, task.sizes[kind], own):
                if wilds + wild <= task.wild_limit:
                    laid = SetLaid(task.sizes[kind], own, wild)
                    now = SetChoice(rest, used + own, wilds + wild, 0, (*made, laid))
                    yield from _choose(task, free - own, now, kind, is_open=is_open, may_keep=may_keep)


def _wilds(task: SetRules, size: int, naturals: int) -> Iterator[int]:
    """How many wild cards a set can end with; those that can be laid off on it are left to the end of the sweep."""
    first = True
    cap = task.rules.table_jokers
    for wilds in range(task.wild_limit + 1):
        if first_size(task.rules, size, naturals, wilds, layoffs=task.layoffs) != (0, 0):
            if first or not task.layoffs or (cap is not None and wilds > cap):
                yield wilds
            first = False


def _room(task: SetRules, made: tuple[SetLaid, ...]) -> int:
    """For how many further wild cards there is room on the sets."""
    if not task.layoffs or task.roomy:
        return 0
    cap = task.rules.table_jokers
    return min(task.pool, sum(task.pool if cap is None else max(0, cap - one.wilds) for one in made if one.size))
