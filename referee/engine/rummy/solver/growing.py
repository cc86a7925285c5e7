"""The most that one layout can lay when cards are laid off in the same turn, or by a player who was down before.

Sets take in all cards of their ranks. What is left to find out is how far runs grow, and with which jokers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.board import NO_LIMIT, Board
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.growth import growth, stretch
from referee.engine.rummy.solver.hand import FIELD
from referee.engine.rummy.solver.laying import Laying, Sets, empty_places, ends_of, sets_of, side_by_side
from referee.engine.rummy.solver.shares import Share, shares


class _Grown(NamedTuple):
    """The worth of natural cards that stays in the hand, the jokers that do, and those that lengthen each run."""

    lost: int
    idle: int
    jokers: tuple[int, ...]


def lay_growing(
    ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...], bound: int
) -> tuple[bool, Laying | None]:
    """The best way to lay the contract in this layout and all that fits then; whether that is certain.

    It is where no more than the ``bound`` is lost. It may not be where a joker stays in the hand that another way might
    find a place for, by sparing a card.
    """
    every = (*runs, *ground.runs)
    wrapping = any(run.wraps for run in every)
    sets = sets_of(ground.board.plan, ranks)
    found = shares(ground.planes, ground.counts, [run.asking for run in every], sets.asked)
    shut, lost = ground.shut, ground.lost
    for rank in sets.asked if ground.board.sets_grow else ():
        if shut >> rank & 1:
            shut &= ~(1 << rank)
            lost -= ground.board.worth[rank] * (ground.counts >> FIELD * rank & 255)
    valued = ground.board.places(shut)
    joker = ground.board.worth[0]
    best: Laying | None = None
    least = NO_LIMIT**4
    for share in found.ways:
        ground.looked += 1
        grown = _grow(ground, every, sets, share, valued, lost)
        if grown is not None:
            least = min(least, grown.lost)
            if wrapping and _meets_itself(ground.board, every, share, valued, grown.jokers):
                continue
            loss = grown.lost + grown.idle * joker
            if best is None or loss < best.loss:
                best = Laying(loss, every, ranks, share, grown.jokers)
                if loss <= bound:
                    return True, best
    if not found.complete:
        return False, best
    loss = best.loss if best else NO_LIMIT**4
    return loss <= least + ground.idle * joker, best


def _meets_itself(board: Board, every: Sequence[Run], share: Share, valued: int, jokers: Sequence[int]) -> bool:
    """Whether a run grows so far on both sides that it would hold a card twice."""
    for run, mask, own in zip(every, share.runs, jokers, strict=True):
        if run.wraps:
            held = board.places(mask)
            ends = stretch(board, held, held & valued, ends_of(run, mask, board.plan.top), own)
            if ends.high + 1 - ends.low > (board.circle or board.plan.top):
                return True
    return False


def _grow(ground: Ground, every: Sequence[Run], sets: Sets, share: Share, valued: int, lost: int) -> _Grown | None:
    """The best with the cards shared out so."""
    board = ground.board
    empty = sets.empty(share.left)
    if empty is None:
        return None
    lacking = []
    for run, mask in zip(every, share.runs, strict=True):
        lacks = empty_places(run, mask)
        if lacks is None:
            return None
        empty += lacks
        lacking.append(lacks)
    spare = ground.jokers - empty
    if spare < 0:
        return None
    if not board.sets_grow:
        lost -= sum(board.worth[rank] * min(asked, share.left[rank]) for rank, asked in sets.asked.items())
    growths: list[tuple[int, ...]] = []
    rooms: list[int] = []
    places = 0
    for run, mask, lacks in zip(every, share.runs, lacking, strict=True):
        room = min(spare, run.room if run.window is None else max(0, board.cap - lacks))
        held = board.places(mask)
        if run.window is not None:
            if board.apart and side_by_side(run, mask, board.plan.top):
                return None
            lost -= board.of[run.window.masks[0] & mask & valued]
        gains = growth(board, held, held & valued, ends_of(run, mask, board.plan.top), room)
        places += _places(board, run, len(gains) - 1)
        growths.append(gains)
        rooms.append(room)
    saved, jokers = _spend(growths, spare)
    if not spare:
        return _Grown(lost - saved, 0, jokers)
    if board.apart:
        places = sum(jokers) + _free_ends(board, every, share, valued, jokers, rooms)
    return _Grown(lost - saved, max(0, spare - places - _room_in_sets(ground, sets, share)), jokers)


def _places(board: Board, run: Run, jokers: int) -> int:
    """For how many of the jokers there is room on the run, where it may go round."""
    if not board.circle:
        return jokers
    return max(0, min(jokers, board.longest - (run.high + 1 - run.low) - run.uses.bit_count()))


def _free_ends(
    board: Board, every: Sequence[Run], share: Share, valued: int, jokers: Sequence[int], rooms: Sequence[int]
) -> int:
    """How many ends of the runs, each grown with its jokers, can take one more where no two may lie side by side.

    ``rooms``: for how many jokers each run has room before it grows.
    """
    found = 0
    for run, mask, own, room in zip(every, share.runs, jokers, rooms, strict=True):
        held = board.places(mask)
        ends = stretch(board, held, held & valued, ends_of(run, mask, board.plan.top), own)
        size = ends.high + 1 - ends.low
        above = ends.high < board.last or board.circle > 0
        below = ends.low > board.first or board.circle > 0
        free = (above and not ends.wild_high) + (below and not ends.wild_low)
        found += max(0, min(free, board.longest - size, room - own))
    return found


def _room_in_sets(ground: Ground, sets: Sets, share: Share) -> int:
    """For how many further jokers there is room in sets, own ones and those of the table."""
    cap = ground.board.cap
    if not ground.board.sets_grow:
        return 0
    if cap == NO_LIMIT:
        return NO_LIMIT if sets.asked else ground.room_on_sets
    jokers = sum(max(0, asked - share.left[rank]) for rank, asked in sets.asked.items())
    # Of two sets of a rank the jokers can be shared out so that neither has more than it must.
    return ground.room_on_sets + max(0, cap * len(ground.board.plan.sets) - jokers)


def _spend(growths: Sequence[tuple[int, ...]], spare: int) -> tuple[int, tuple[int, ...]]:
    """The most that the runs save together with the spare jokers, and how many each run gets."""
    spare = min(spare, sum([len(gains) - 1 for gains in growths]))
    if not spare:
        return sum(gains[0] for gains in growths), (0,) * len(growths)
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (spare + 1)
    for gains in growths:
        if gains[-1] == gains[0]:
            best = [(saved + gains[0], (*jokers, 0)) for saved, jokers in best]
            continue
        best = [
            max(
                (
                    (best[most - own][0] + gains[own], (*best[most - own][1], own))
                    for own in range(min(most, len(gains) - 1) + 1)
                ),
                key=_saved,
            )
            for most in range(spare + 1)
        ]
    return best[spare]


def _saved(one: tuple[int, tuple[int, ...]]) -> int:
    return one[0]
