"""The states of a sweep, and what has been laid on the way to them."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.rummy.solver.moves import Entry
from referee.engine.rummy.solver.setchoices import SetLaid
from referee.engine.rummy.solver.waste import Root


class Link(NamedTuple):
    """A card laid on a run: the run before it, the position, natural or wild, and the phase."""

    before: Chain
    position: int
    use: int
    phase: int


type Chain = Link | Root
"""A run's cards, the last first."""


class Done(NamedTuple):
    """What is laid for good, as a linked list."""

    item: Chain | SetLaid
    before: Done | None


class State(NamedTuple):
    """What the rest of the sweep depends on.

    ``runs`` under way; ``left``: runs still to be made of each size, ``sets`` likewise; ``used``: wild cards used;
    ``room``: for how many more there is place on melds that are done or not touched. ``marks`` by suit: positions since
    contract cards ended, -1 where that matters no more. ``firsts`` by suit: where the first contract cards began, on a
    circle. ``lows``: low aces used by suit. ``own``: cards of wild ranks laid as natural ones, by rank. ``lost``:
    natural cards left in the hand, where their number matters. ``carried``: what lay across a circle's cut at first,
    where ways from different beginnings are looked at together.
    """

    runs: tuple[Entry, ...]
    left: tuple[int, ...]
    sets: tuple[int, ...]
    used: int
    room: int
    marks: tuple[int, ...]
    firsts: tuple[int, ...]
    lows: tuple[int, ...]
    own: tuple[int, ...]
    lost: int
    carried: tuple[Entry, ...] = ()


class Laid(NamedTuple):
    """The worth laid so far and how: a chain for each run under way, and all that is done as a linked list."""

    worth: int
    chains: tuple[Chain, ...]
    done: Done | None


class Outcome(NamedTuple):
    """The best end of a sweep: the worth laid, what is done, and the number of wild cards laid, the last on any set.

    ``carried``: on a circle, how the runs that lie across its cut came about.
    """

    worth: int
    done: Done | None
    carried: tuple[Chain, ...]
    wilds: int


class Partial(NamedTuple):
    """A state in the middle of a position, and the natural cards of the rank that no run has taken."""

    state: State
    worth: int
    chains: tuple[Chain, ...]
    done: Done | None
    free: int
