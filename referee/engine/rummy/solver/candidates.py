"""Which windows a run could take: those of a suit, by how many of their places the held cards leave empty."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from referee.engine.rummy.solver.hand import filled
from referee.engine.rummy.solver.plan import Group, Window

SUITS = 4
"""Suits of a pack."""


class Run(NamedTuple):
    """A candidate: places that the suit's plain cards leave empty, the suit's index, the window."""

    missing: int
    suit: int
    window: Window


class Fit(NamedTuple):
    """A window, whatever its suit, and the places that some cards leave empty; as a candidate in each suit."""

    missing: int
    window: Window
    runs: tuple[Run, ...]


MISSING = itemgetter(0)
"""The first field of a run or a fit, to sort by."""


@lru_cache(maxsize=1 << 15)
def fits(group: Group, held: int) -> tuple[Fit, ...]:
    """The group's windows, none of which has a card twice, in a suit of which these cards are held; the fullest first.

    One table for all suits and all contracts of a size: the sooner has it met every hand of a suit.
    """
    found = [row[(mask & held).bit_count()] for mask, row in _fits(group)]
    found.sort(key=MISSING)
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _fits(group: Group) -> tuple[tuple[int, tuple[Fit, ...]], ...]:
    """For each window its mask and how it fits by the number of its places that are held."""
    return tuple(
        (window.masks[0], tuple(_fit(window, window.size - held) for held in range(window.size + 1)))
        for window in group.windows
    )


def _fit(window: Window, missing: int) -> Fit:
    return Fit(missing, window, tuple(Run(missing, suit, window) for suit in range(SUITS)))


@lru_cache(maxsize=1 << 12)
def rows(group: Group, suit: int) -> tuple[tuple[int, tuple[Run, ...]], ...]:
    """For each window of a suit its mask and the candidates by the number of its places that are held."""
    return tuple(
        (window.masks[0], tuple(Run(window.size - held, suit, window) for held in range(window.size + 1)))
        for window in group.windows
    )


@lru_cache(maxsize=1 << 15)
def ranked(group: Group, suit: int, once: int, twice: int) -> tuple[Run, ...]:
    """The group's windows in a suit of which the cards of the masks are held, the fullest first."""
    if group.double:
        planes = (once, twice)
        runs = [Run(w.size - filled(w.masks, planes), suit, w) for w in group.windows]
    else:
        runs = [row[(mask & once).bit_count()] for mask, row in rows(group, suit)]
    runs.sort(key=MISSING)
    return tuple(runs)


@lru_cache(maxsize=1 << 15)
def full(group: Group, suit: int, held: int, jokers: int) -> tuple[Run, ...]:
    """The windows in a suit that the held cards and so many jokers fill within the joker cap, the fullest first."""
    if held.bit_count() < group.least - jokers:
        return ()
    runs = [run for mask, row in rows(group, suit) if (run := row[(mask & held).bit_count()])[0] <= jokers]
    runs = [run for run in runs if run[0] <= run.window.size - run.window.need]
    runs.sort(key=MISSING)
    return tuple(runs)
