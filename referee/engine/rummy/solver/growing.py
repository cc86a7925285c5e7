"""The most that one layout can lay when cards are laid off in the same turn, or by a player who was down before.

Sets take in all cards of their ranks. What is left to find out is how far runs grow, and with which jokers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.board import NO_LIMIT, Board
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.growth import growth, stretch
from referee.engine.rummy.solver.hand import FIELD, bits
from referee.engine.rummy.solver.laying import Laying, Sets, empty_places, ends_of, sets_of, side_by_side
from referee.engine.rummy.solver.shares import Face, Share, shares
from referee.engine.rummy.solver.spending import most_saved, spend

MOST_SHARES = 200
"""Ways to share out and parts of them that are looked at in a layout."""
FEW = 2
"""So many choices of who gets a card are quicker looked at than bounded."""


class _Grown(NamedTuple):
    """The worth of natural cards that stays in the hand, the jokers that do, and those that lengthen each run."""

    lost: int
    idle: int
    jokers: tuple[int, ...]


def lay_growing(
    ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...], bound: int, *, bounded: bool
) -> tuple[bool, Laying | None]:
    """The best way to lay the contract in this layout and all that fits then; whether that is certain.

    It is where no more than the ``bound`` is lost. It may not be where a joker stays in the hand that another way might
    find a place for, by sparing a card. What loses as much as the ground's limit is not looked for; ``bounded``: that
    it does not in any case has been told.
    """
    layout = _Layout(ground, (*runs, *ground.runs), ranks, bound)
    found = shares(ground.planes, ground.counts, [run.asking for run in layout.every], layout.sets.asked)
    if found.faces:
        layout.split(found.kept, found.faces, bounded=bounded)
    else:
        layout.look(next(found.ways))
    loss = layout.best.loss if layout.best else NO_LIMIT**4
    return loss <= bound or (layout.complete and min(loss, ground.limit) <= layout.least), layout.best


class _Layout:
    """A layout as the cards are shared out in one way after the other.

    ``least``: what is lost at least in the ways looked at; ``complete``: none was left out that could be of interest.
    """

    def __init__(self, ground: Ground, every: tuple[Run, ...], ranks: tuple[int, ...], bound: int) -> None:
        board = ground.board
        self.ground = ground
        self.every = every
        self.ranks = ranks
        self.bound = bound
        self.sets = sets_of(board.plan, ranks)
        self.wrapping = any(run.wraps for run in every)
        self.shut, self.lost = ground.shut, ground.lost
        for rank in self.sets.asked:
            if self.shut >> rank & 1:
                self.shut &= ~(1 << rank)
                self.lost -= board.worth[rank] * (ground.counts >> FIELD * rank & 255)
        self.valued = board.places(self.shut)
        self.idle = ground.kept(ground.idle)
        self.best: Laying | None = None
        self.least = NO_LIMIT**4
        # Whether a joker stays in the hand only where all runs of the table are as long as they get.
        self.fills = board.cap == NO_LIMIT and not (board.plan.contract.slots or board.apart or board.circle)
        self.looks = 0
        self.complete = True

    def look(self, share: Share) -> None:
        """Lay the most with the cards shared out so."""
        ground, every = self.ground, self.every
        self.looks += 1
        ground.looked += 1
        grown = _grow(ground, every, self.sets, share, self.valued, self.lost)
        if grown is None:
            return
        least = self.least
        self.least = min(least, grown.lost + self.idle)
        if self.wrapping and _meets_itself(ground.board, every, share, self.valued, grown.jokers):
            return
        loss = grown.lost + ground.kept(grown.idle)
        spared: tuple[tuple[int, int], ...] = ()
        if grown.idle and self.fills:
            loss, spared = self._spare(share, grown)
            self.least = min(least, loss)
        if self.best is None or loss < self.best.loss:
            self.best = Laying(loss, every, self.ranks, share, grown.jokers, spared)

    def _spare(self, share: Share, grown: _Grown) -> tuple[int, tuple[tuple[int, int], ...]]:
        """What is lost where the wild cards that are left over take the places of cheaper natural ones, and of which.

        They are where all runs have a card in every place, so that any of their natural cards can be spared.
        """
        ground, worth = self.ground, self.ground.board.worth
        laid = [(worth[rank], index, rank) for index, mask in enumerate(share.runs) for rank in bits(mask)]
        loss, spared = grown.lost + ground.kept(grown.idle), []
        dearest = ground.wilds[ground.jokers - grown.idle :]
        for wild, (value, index, rank) in zip(dearest, sorted(laid), strict=False):
            if value >= wild:
                break
            loss -= wild - value
            spared.append((index, rank))
        return loss, tuple(spared)

    def split(self, given: Sequence[int], faces: Sequence[Face], *, bounded: bool = False) -> None:
        """Share the faces out in every way that could be of interest, the likeliest first.

        ``given``: the ranks of the cards that each run has got.
        """
        if not faces:
            self.look(Share(tuple(given), self._left(given)))
            return
        if self.looks >= MOST_SHARES:
            self.complete = False
            return
        first, *rest = faces
        if not bounded and (rest or len(first.choices) > FEW) and self._is_vain(given, faces):
            return
        for lucky in first.choices:
            now = list(given)
            for index in lucky:
                now[index] |= 1 << first.rank
            self.split(now, rest)
            if self.best is not None and self.best.loss <= self.bound:
                return

    def _is_vain(self, given: Sequence[int], faces: Sequence[Face]) -> bool:
        """Whether too much is lost even if each face goes to all that ask, and what can be laid of it is laid."""
        ground, board = self.ground, self.ground.board
        self.looks += 1
        ground.looked += 1
        every, lost = list(given), self.lost
        shared: dict[int, int] = {}
        for face in faces:
            shared[face.suit] = shared.get(face.suit, 0) | 1 << face.rank
            if self.shut >> face.rank & 1:
                lost -= face.most * board.worth[face.rank]
            for index in face.asking:
                every[index] |= 1 << face.rank
        keep = {suit: self.valued & ~board.places(mask) for suit, mask in shared.items()}
        valued = [keep.get(run.suit, self.valued) for run in self.every]
        found = _growths(ground, self.every, self.sets, Share(tuple(every), self._left(given)), valued, lost)
        if found is None:
            return True
        limit = min(ground.limit, self.best.loss) if self.best else ground.limit
        return found.lost + self.idle - most_saved(found.gains, found.spare) >= limit

    def _left(self, given: Sequence[int]) -> dict[int, int]:
        """By rank the cards that are left for sets."""
        counts = self.ground.counts
        return {
            rank: (counts >> FIELD * rank & 255) - sum([mask >> rank & 1 for mask in given]) for rank in self.sets.asked
        }


def _meets_itself(board: Board, every: Sequence[Run], share: Share, valued: int, jokers: Sequence[int]) -> bool:
    """Whether a run grows so far on both sides that it would hold the ace twice."""
    for run, mask, own in zip(every, share.runs, jokers, strict=True):
        if run.wraps:
            held = board.places(mask)
            ends = stretch(board, held, held & valued, ends_of(run, mask, board.plan.top), own)
            if ends.high + 1 - ends.low > board.plan.top:
                return True
    return False


class _Growths(NamedTuple):
    """What is lost before runs grow, what each saves with 0, 1, … of the spare jokers, and for how many it has room."""

    lost: int
    spare: int
    gains: list[tuple[int, ...]]
    rooms: list[int]


def _growths(
    ground: Ground, every: Sequence[Run], sets: Sets, share: Share, valued: Sequence[int], lost: int
) -> _Growths | None:
    """How the runs may grow with the cards shared out so; ``valued``: the places of each run whose cards count."""
    board, top = ground.board, ground.board.plan.top
    empty = sets.empty(share.left)
    if empty is None:
        return None
    lacking = []
    for run, mask in zip(every, share.runs, strict=True):
        lacks = empty_places(run, mask)
        if lacks is None or (lacks > 1 and board.apart and side_by_side(run, mask, top)):
            return None
        empty += lacks
        lacking.append(lacks)
    spare = ground.jokers - empty
    if spare < 0:
        return None
    gains: list[tuple[int, ...]] = []
    rooms: list[int] = []
    for run, mask, lacks, counted in zip(every, share.runs, lacking, valued, strict=True):
        room = min(spare, run.room if run.window is None else max(0, board.cap - lacks))
        held = board.places(mask)
        if run.window is not None:
            lost -= board.of[run.window.masks[0] & mask & counted]
        gains.append(growth(board, held, held & counted, ends_of(run, mask, top), room))
        rooms.append(room)
    return _Growths(lost, spare, gains, rooms)


def _grow(ground: Ground, every: Sequence[Run], sets: Sets, share: Share, valued: int, lost: int) -> _Grown | None:
    """The best with the cards shared out so; ``valued``: the places whose cards count."""
    board = ground.board
    found = _growths(ground, every, sets, share, [valued] * len(every), lost)
    if found is None:
        return None
    saved, jokers = spend(found.gains, found.spare)
    if not found.spare:
        return _Grown(found.lost - saved, 0, jokers)
    if board.apart or board.circle:
        places = sum(jokers) + _free_places(board, every, share, valued, jokers, found.rooms)
    else:
        places = sum([len(own) - 1 for own in found.gains])
    idle = max(0, found.spare - places - _room_in_sets(ground, sets, share))
    return _Grown(found.lost - saved, idle, jokers)


def _free_places(
    board: Board, every: Sequence[Run], share: Share, valued: int, jokers: Sequence[int], rooms: Sequence[int]
) -> int:
    """How many more jokers the runs can take, each grown with its own: one at an end where no two may lie side by side.

    ``rooms``: for how many jokers each run has room before it grows.
    """
    found = 0
    for run, mask, own, room in zip(every, share.runs, jokers, rooms, strict=True):
        held = board.places(mask)
        ends = stretch(board, held, held & valued, ends_of(run, mask, board.plan.top), own)
        size = ends.high + 1 - ends.low
        above = ends.high < board.last or board.circle > 0
        below = ends.low > board.first or board.circle > 0
        free = board.longest - size
        if board.apart:
            free = min(free, (above and not ends.wild_high) + (below and not ends.wild_low))
        found += max(0, min(free, room - own))
    return found


def _room_in_sets(ground: Ground, sets: Sets, share: Share) -> int:
    """For how many further jokers there is room in sets, own ones and those of the table."""
    cap = ground.board.cap
    if cap == NO_LIMIT:
        return NO_LIMIT if sets.asked else ground.room_on_sets
    jokers = sum(max(0, asked - share.left[rank]) for rank, asked in sets.asked.items())
    # Of two sets of a rank the jokers can be shared out so that neither has more than it must.
    return ground.room_on_sets + max(0, cap * len(ground.board.plan.sets) - jokers)
