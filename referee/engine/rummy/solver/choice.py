"""One choice in a suit at a position of a sweep, and what it is put together from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.moves import INSIDE, NATURAL, Entry, Move
from referee.engine.rummy.solver.state import Chain, Link
from referee.engine.rummy.solver.waste import Root

type Chosen = tuple[tuple[int | Root, Move], ...]


class Choice(NamedTuple):
    """What happens in one suit at one position.

    Natural cards taken, wild cards spent and room for further ones; the runs still to be made of each size; positions
    since contract cards ended (-1: it matters no more); whether contract cards began; each run's move with its number
    among the runs so far or its root; the runs under way afterwards. ``wasteful``: a run could have had a card that is
    left over.
    """

    naturals: int
    wilds: int
    room: int
    left: tuple[int, ...]
    mark: int
    began: bool
    moves: Chosen
    runs: tuple[Entry, ...] = ()
    wasteful: bool = False

    @property
    def cards(self) -> int:
        """How many runs take a card at the position."""
        return laid(self.moves)


type Priced = tuple[Move, int, int]
"""A move with the natural and the wild cards that it takes from the hand."""


def priced(moves: Sequence[Move]) -> tuple[Priced, ...]:
    return tuple([(move, int(move.use == NATURAL), move.spent) for move in moves])


class Beginning(NamedTuple):
    """Runs that may begin at a position: a size of run, or like runs of the table, and their first moves.

    ``must``: it costs nothing that all of them do.
    """

    slot: int
    table: tuple[int, ...]
    moves: tuple[Priced, ...]
    must: bool = False


type Taken = tuple[Chosen, int, int, tuple[int, ...], int]
"""Moves chosen so far, the natural cards left, wild cards spent, runs still to be made, the last move's number."""


def laid(moves: Chosen) -> int:
    """How many runs take a card, but for those swapped in."""
    return sum([move.use > 0 and move.phase != INSIDE for _, move in moves])


def kept_apart(moves: Chosen, pairs: Collection[int]) -> Chosen:
    """The moves where a run begins right above another: it has to grow longer, in a pair; else there are none.

    ``pairs``: the suits in which two runs may be made, and a third may not.
    """
    found: list[tuple[int | Root, Move]] = []
    for origin, move in moves:
        if move.began:
            if move.after is None or move.after.suit not in pairs:
                return ()
            move = move._replace(after=move.after._replace(must=1))
        found.append((origin, move))
    return tuple(found)


def move_on(moves: Chosen, chains: Sequence[Chain], position: int) -> tuple[list[Chain], list[Chain]]:
    """The runs under way after a suit's moves at a position, and those that are laid for good."""
    under_way: list[Chain] = []
    stopped: list[Chain] = []
    for origin, move in moves:
        chain: Chain = chains[origin] if isinstance(origin, int) else origin
        if move.use:
            chain = Link(chain, position, move.use, move.phase)
        (stopped if move.after is None else under_way).append(chain)
    return under_way, stopped


def becomes(chosen: tuple[int | Root, Move]) -> tuple[int, ...]:
    return chosen[1].after or ()
