"""Which windows a run could take: those of a suit, by how many of their places the held cards leave empty."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from referee.engine.rummy.solver.apart import fills_apart
from referee.engine.rummy.solver.hand import filled
from referee.engine.rummy.solver.plan import Group, Window

SUITS = 4
"""Suits of a pack."""


class Run(NamedTuple):
    """A candidate: places that the suit's plain cards leave empty, the suit's index, the window.

    ``short``: the natural cards that it lacks where no other meld takes any.
    """

    missing: int
    suit: int
    window: Window
    short: int = 0


class Fit(NamedTuple):
    """A window, whatever its suit, and the places that some cards leave empty; as a candidate in each suit.

    ``short``: the natural cards that it lacks where no other meld takes any.
    """

    missing: int
    window: Window
    short: int
    runs: tuple[Run, ...]


MISSING = itemgetter(0)
"""The first field of a run or a fit, to sort by."""


@lru_cache(maxsize=1 << 13)
def fits(group: Group, once: int, twice: int = 0, own: int = 0) -> tuple[Fit, ...]:
    """The group's windows in a suit of which these plain cards are held, the fullest first.

    ``twice``: those held twice, where a window has a card twice. ``own``: the cards of wild ranks among the windows',
    which are natural ones in their own places.

    One table for all suits and all contracts of a size: the sooner has it met every hand of a suit.
    """
    if group.apart or group.double or own:
        found = [_odd_fit(group, window, (once, twice), own) for window in group.windows]
    else:
        found = [row[(mask & once).bit_count()] for mask, row in _fits(group)]
    found.sort(key=MISSING)
    return tuple(found)


type Kind = tuple[int, int, int, int, tuple[int, ...], int]
"""What windows of a suit have in common that are as good as each other: those of one kind use the same cards."""


@lru_cache(maxsize=1 << 13)
def alike(group: Group, once: int, twice: int = 0, own: int = 0) -> Mapping[Kind, tuple[Window, ...]]:
    """The same windows by their kind; where no other run lies in the suit it does not matter which of a kind it is."""
    found: dict[Kind, list[Window]] = {}
    for fit in fits(group, once, twice, own):
        found.setdefault(kind(fit.missing, fit.short, fit.window, once | own), []).append(fit.window)
    return {key: tuple(windows) for key, windows in found.items()}


def kind(missing: int, short: int, window: Window, held: int) -> Kind:
    """The kind of a window, some of whose suit's cards are held."""
    return missing, short, window.size, window.need, window.masks[1:], window.masks[0] & held


@lru_cache(maxsize=1 << 13)
def unlike(group: Group, once: int, twice: int = 0, own: int = 0) -> tuple[Fit, ...]:
    """One window of every kind, the fullest first."""
    first = {windows[0] for windows in alike(group, once, twice, own).values()}
    return tuple([fit for fit in fits(group, once, twice, own) if fit.window in first])


@lru_cache(maxsize=1 << 10)
def _fits(group: Group) -> tuple[tuple[int, tuple[Fit, ...]], ...]:
    """For each window its mask and how it fits by the number of its places that are held."""
    return tuple(
        (
            window.masks[0],
            tuple(_fit(window, window.size - held, max(0, window.need - held)) for held in range(window.size + 1)),
        )
        for window in group.windows
    )


def _odd_fit(group: Group, window: Window, planes: tuple[int, int], own: int) -> Fit:
    """How a window fits where more counts than the number of its places that are held."""
    natural = (planes[0] | own, planes[1])
    if group.apart:
        short = fills_apart(group.top, window, natural)
    else:
        short = max(0, window.need - filled(window.masks, natural))
    return _fit(window, window.size - filled(window.masks, planes), short)


@lru_cache(maxsize=1 << 14)
def _fit(window: Window, missing: int, short: int) -> Fit:
    return Fit(missing, window, short, tuple(Run(missing, suit, window, short) for suit in range(SUITS)))


@lru_cache(maxsize=1 << 13)
def ranked(group: Group, suit: int, once: int, twice: int) -> tuple[Run, ...]:
    """The same as candidates in a suit."""
    return tuple([fit.runs[suit] for fit in fits(group, once, twice)])


@lru_cache(maxsize=1 << 13)
def full(group: Group, suit: int, held: int, jokers: int) -> tuple[Run, ...]:
    """Of a group's windows, none of which has a card twice, those that so many jokers fill within the joker cap."""
    if held.bit_count() < group.least - jokers:
        return ()
    return tuple([fit.runs[suit] for fit in fits(group, held) if fit.missing <= jokers and not fit.short])
