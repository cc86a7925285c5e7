"""The most that one layout can lay where nothing can be laid off in the turn of going down."""

from __future__ import annotations

from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.hand import bits
from referee.engine.rummy.solver.laying import Laying, Sets, empty_places, sets_of, side_by_side
from referee.engine.rummy.solver.shares import Share, shares


def lay_bare(ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...], bound: int) -> tuple[bool, Laying | None]:
    """The best way to lay the contract in this layout; whether that is certain: it is if no more is lost than that."""
    sets = sets_of(ground.board.plan, ranks)
    found = shares(ground.planes, ground.counts, [run.asking for run in runs], sets.asked)
    best: Laying | None = None
    sure = found.complete
    for share in found.ways:
        ground.looked += 1
        laying, hindered = _lay(ground, runs, ranks, sets, share)
        sure = sure and not hindered
        if laying is not None and (best is None or laying.loss < best.loss):
            best = laying
            if best.loss <= bound:
                return True, best
    return sure, best


def _lay(
    ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...], sets: Sets, share: Share
) -> tuple[Laying | None, bool]:
    """The best with the cards shared out so; whether the rule that jokers lie apart stood in the way of a better one.

    Spare jokers take the places of the cheapest cards, as many in each meld as its cap allows. Such choices form a
    matroid, so that taking the cheapest one by one is best.
    """
    worth, top = ground.board.worth, ground.board.plan.top
    apart = ground.board.plan.apart
    empty = sets.empty(share.left)
    if empty is None:
        return None, False
    loss = ground.total
    for rank, asked in sets.asked.items():
        loss -= worth[rank] * min(asked, share.left[rank])
    for run, mask in zip(runs, share.runs, strict=True):
        lacks = empty_places(run, mask)
        if lacks is None:
            return None, False
        empty += lacks
        loss -= ground.board.of[mask]
    if empty > ground.jokers:
        return None, False
    if apart and any(side_by_side(run, mask, top) for run, mask in zip(runs, share.runs, strict=True)):
        return None, True
    spare = ground.wilds[empty:]
    if not spare:
        return Laying(loss, runs, ranks, share), False
    cards, room = _replaceable(ground, runs, sets, share)
    naturals = list(share.runs)
    loss += sum(spare)
    spared, hindered, laid = [], False, 0
    for value, meld, rank in sorted(cards):
        if laid == len(spare) or value >= spare[laid]:
            break
        if not room[meld]:
            continue
        if meld >= 0:
            if apart and side_by_side(runs[meld], naturals[meld] & ~(1 << rank), top):
                hindered = True
                continue
            naturals[meld] &= ~(1 << rank)
        room[meld] -= 1
        loss -= spare[laid] - value
        laid += 1
        spared.append((max(meld, -1), rank))
    return Laying(loss, runs, ranks, share, spared=tuple(spared)), hindered


def _replaceable(
    ground: Ground, runs: tuple[Run, ...], sets: Sets, share: Share
) -> tuple[list[tuple[int, int, int]], dict[int, int]]:
    """The natural cards laid, as worth, meld and rank, and how many jokers more each meld may have.

    A run goes by its number, a set by its rank with a minus.
    """
    worth = ground.board.worth
    cards: list[tuple[int, int, int]] = []
    room: dict[int, int] = {}
    for rank, asked in sets.asked.items():
        own = min(asked, share.left[rank])
        room[-rank] = own - sets.needs[rank]
        cards += [(worth[rank], -rank, rank)] * own
    for index, (run, mask) in enumerate(zip(runs, share.runs, strict=True)):
        if run.window is not None:
            room[index] = mask.bit_count() - run.window.need
            cards += [(worth[rank], index, rank) for rank in bits(mask)]
    return cards, room
