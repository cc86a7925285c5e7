"""The most that one layout can lay where nothing can be laid off in the turn of going down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.laying import Laying, Sets, empty_places, sets_of
from referee.engine.rummy.solver.shares import Share, shares


def lay_bare(ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...], bound: int) -> tuple[bool, Laying | None]:
    """The best way to lay the contract in this layout; whether that is certain: it is if no more is lost than that."""
    sets = sets_of(ground.board.plan, ranks)
    found = shares(ground.planes, ground.counts, [run.asking for run in runs], sets.asked)
    best: Laying | None = None
    for share in found.ways:
        laying = _lay(ground, runs, ranks, sets, share)
        if laying is not None and (best is None or laying.loss < best.loss):
            best = laying
            if best.loss <= bound:
                break
    if best is not None and ground.board.plan.apart and _any_side_by_side(best, ground.board.plan.top):
        return False, None
    return found.complete or (best is not None and best.loss <= bound), best


def _any_side_by_side(laying: Laying, top: int) -> bool:
    """Whether two jokers lie next to each other in a run."""
    for index, run in enumerate(laying.runs):
        natural = laying.share.runs[index] & ~sum(1 << rank for meld, rank in laying.spared if meld == index)
        ranks = [(place - 1) % top + 1 for place in range(run.low, run.high + 1)]
        if any(not (natural >> one | natural >> two) & 1 for one, two in pairwise(ranks)):
            return True
    return False


def _lay(ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...], sets: Sets, share: Share) -> Laying | None:
    """The best with the cards shared out so.

    Spare jokers take the places of the cheapest cards, as many in each meld as its cap allows. Such choices form a
    matroid, so that taking the cheapest one by one is best.
    """
    worth, joker = ground.board.worth, ground.board.worth[0]
    empty = sets.empty(share.left)
    if empty is None:
        return None
    cards: list[tuple[int, int, int]] = []
    room: dict[int, int] = {}
    for rank, asked in sets.asked.items():
        own = min(asked, share.left[rank])
        room[-rank] = own - sets.needs[rank]
        cards += [(worth[rank], -rank, rank)] * own
    for index, (run, mask) in enumerate(zip(runs, share.runs, strict=True)):
        lacks = empty_places(run, mask)
        if lacks is None or run.window is None:
            return None
        empty += lacks
        room[index] = run.window.size - run.window.need - lacks
        cards += [(worth[rank], index, rank) for rank in bits(mask)]
    spare = ground.jokers - empty
    if spare < 0:
        return None
    loss = ground.total + spare * joker - sum([card[0] for card in cards])
    spared = []
    if spare:
        cards.sort()
        for value, meld, rank in cards:
            if not spare or value >= joker:
                break
            if room[meld]:
                room[meld] -= 1
                spare -= 1
                loss -= joker - value
                spared.append((max(meld, -1), rank))
    return Laying(loss, runs, ranks, share, spared=tuple(spared))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the mask's bits, ascending."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1
