"""What a suit's pass comes to: its ends, the way to each, and the melds that it lays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from referee.engine.rummy.solver.choice import Choice, move_on
from referee.engine.rummy.solver.moves import NATURAL
from referee.engine.rummy.solver.state import Chain, Link
from referee.engine.rummy.solver.waste import Root

NO_END = 1 << 30
"""More than can be lost: where there is no end."""
NOT_ALL = -NO_END
NOTHING = -(NO_END >> 1)
"""What may be lost where nothing may."""
MOST_CARRIED = 64
"""Runs that can lie across the cut of a circle in one suit."""


class Shared(NamedTuple):
    """What the suits have in common besides jokers.

    ``left``: runs still to be made of each size; ``own``: cards of wild ranks laid as natural ones, by rank;
    ``taken``: cards of the tracked ranks in runs.
    """

    left: tuple[int, ...]
    own: tuple[int, ...]
    taken: tuple[int, ...]


class End(NamedTuple):
    """One way to come to an end, or to where the pass is.

    ``lost``: the worth of natural cards that stay in the hand; ``used``: wild cards used; ``most``: how many can be
    laid, those for which there is room included. ``before``: the way until this choice at this position; the first way
    of all has none, and instead of a position the number of runs that lie across a circle's cut.
    """

    lost: int
    used: int
    most: int
    before: End | None
    choice: Choice | None
    position: int


type Ends = dict[Shared, list[End]]
type Mosts = tuple[tuple[int, ...], ...]
"""By the number of runs made and by that of wild cards used, up to the most, what may be lost."""


def on_the_way(mosts: Sequence[Sequence[int]]) -> Mosts:
    """What ways may lose that come to ends which may lose that: more wild cards may be used yet."""
    return tuple([tuple([*accumulate(reversed(row), max)][::-1]) for row in mosts])


def in_reach(mosts: Mosts, floor: Sequence[Sequence[int]]) -> tuple[Mosts, int]:
    """What ends may lose, nothing at all where they lose more for certain; and by how much too much that is at least.

    ``floor``: what is lost at least, by runs made and wild cards used.
    """
    excess, found = NO_END, []
    for row, least in zip(mosts, floor, strict=True):
        own = []
        for most, lost in zip(row, least, strict=False):
            own.append(most if lost <= most else NOTHING)
            if most < lost < most + excess:
                excess = lost - most
        found.append(tuple(own))
    return tuple(found), excess


def at_most(mosts: Mosts) -> Mosts:
    """By the number of runs begun the most that may be lost, however many more there will be."""
    return tuple(tuple(map(max, zip(*mosts[begun:], strict=True))) for begun in range(len(mosts)))


def unbeaten[Way: tuple[int, int, int, *tuple[object, ...]]](ends: list[Way]) -> list[Way]:
    """Those that no other beats: by losing less, with fewer wild cards used and more that can be laid."""
    if len(ends) == 1:
        return ends
    ends.sort(key=_order)
    found: list[Way] = []
    for end in ends:
        if not any(other[1] <= end[1] and other[2] >= end[2] for other in found):
            found.append(end)
    return found


def _order(end: tuple[int, int, int, *tuple[object, ...]]) -> tuple[int, int, int]:
    return (end[0], end[1], -end[2])


class Passed(NamedTuple):
    """The ends of a suit: all that lose no more than ``mosts`` and ``more``; only some where it is ``NOT_ALL``."""

    mosts: Mosts
    more: int
    ends: Ends

    def covers(self, mosts: Mosts) -> bool:
        """Whether there are no others that lose no more than that."""
        return len(mosts[0]) <= len(self.mosts[0]) and self.excess(mosts) > 0

    def excess(self, mosts: Mosts) -> int:
        """By how much another end would lose more than that at least."""
        rows = zip(mosts, self.mosts, strict=True)
        less = [own - most for row, own_row in rows for most, own in zip(row, own_row, strict=False)]
        return self.more + 1 + min(less)


class Laid(NamedTuple):
    """The runs laid in a suit, those across a circle's cut apart."""

    done: list[Chain]
    carried: tuple[Chain, ...]


def laid_by(end: End, suit: int, *, circle: bool) -> Laid:
    """What the suit's way to this end lays."""
    steps: list[tuple[Choice, int]] = []
    way = end
    while way.before is not None and way.choice is not None:
        steps.append((way.choice, way.position))
        way = way.before
    chains: list[Chain] = [Root("carried", suit * MOST_CARRIED + number, 0) for number in range(way.position)]
    done: list[Chain] = []
    for choice, position in reversed(steps):
        chains, stopped = move_on(choice.moves, chains, position)
        done += stopped
    return Laid(done, tuple(chains)) if circle else Laid(done + chains, ())


def naturals_of(chain: Chain, carried: Sequence[Chain]) -> Iterator[int]:
    """The positions of a run's natural cards from the hand."""
    while True:
        match chain:
            case Root(kind="carried", number=number):
                chain = carried[number]
            case Root():
                return
            case Link(before, position, use, _):
                if use == NATURAL:
                    yield position
                chain = before
