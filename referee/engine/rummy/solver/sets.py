"""How well a number of sets fit into what is held of each rank, in closed form.

Sets of one contract are interchangeable but for their sizes, and only the number of cards of a rank counts. The least
number of empty places follows from how many ranks have one card or more, two or more, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.solver.hand import FIELD
from referee.engine.rummy.solver.plan import Plan

# A field of 8 bits overflows into its highest bit when `128 - t` is added to a count of at least t (counts below 128).
_TOP_BITS = sum(1 << FIELD * rank + 7 for rank in range(1, 16))
_LEAST = tuple(sum((128 - least) << FIELD * rank for rank in range(1, 16)) for least in range(129))
_FROM_ONE = _LEAST[1:]


def empty_places(plan: Plan, ranks: int, sizes: Sequence[int]) -> int:
    """The fewest places of sets of these sizes, largest first, that the cards leave empty.

    Exact when the ranks have to differ or the sizes are equal; otherwise no more than the true number.
    """
    if not sizes:
        return 0
    most = sizes[0]
    if plan.same_rank and len(sizes) > 1:
        return _empty_on_shared(ranks, sizes)
    empty = 0
    for least in range(1, most + 1):
        asking = len(sizes) if least <= sizes[-1] else sum(size >= least for size in sizes)
        missing = asking - ((ranks + _LEAST[least]) & _TOP_BITS).bit_count()
        if missing > 0:
            empty += missing
    return empty


def empty_and_short(plan: Plan, ranks: int) -> tuple[int, int, bool]:
    """The fewest places of the plan's sets that the cards leave empty, and the fewest natural cards that they lack.

    Each exact, or no more than the true number, where ``empty_places`` is; and whether both are so few when each set
    has a rank of its own (see ``own_ranks``).
    """
    empty = short = 0
    for least, (places, needing) in zip(_FROM_ONE, plan.set_steps, strict=False):
        found = ((ranks + least) & _TOP_BITS).bit_count()
        if found < places:
            empty += places - found
            if found < needing:
                short += needing - found
    certain = plan.steady_sets
    if plan.same_rank and len(plan.sets) > 1:
        # Cards that a set has no place for serve another one of their rank.
        if empty and (ranks + _LEAST[plan.sets[-1] + 1]) & _TOP_BITS:
            apart, empty = empty, _empty_on_shared(ranks, plan.sets)
            certain = certain and empty == apart
        if short and (ranks + _LEAST[plan.sorted_needs[-1] + 1]) & _TOP_BITS:
            apart, short = short, _empty_on_shared(ranks, plan.sorted_needs)
            certain = certain and short == apart
    return empty, short, certain


def _empty_on_shared(ranks: int, sizes: Sequence[int]) -> int:
    """The same where one rank may have several sets: cards beyond a set's size serve another one of the rank."""
    least_size = sizes[-1]
    if sizes[0] != least_size:
        return _empty_on_shared(ranks, (least_size,) * len(sizes))  # a bound: the larger sets' last places left out
    empty = 0
    for least in range(1, least_size + 1):
        missing = len(sizes)
        for shared in range(len(sizes)):
            found = ((ranks + _LEAST[shared * least_size + least]) & _TOP_BITS).bit_count()
            if not found:
                break
            missing -= found
        if missing > 0:
            empty += missing
    return empty


def best_ranks(plan: Plan, ranks: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """A rank for each set, largest first, that leaves the fewest places empty (greedily: exact where the above is)."""
    if plan.same_rank:
        return _shared_ranks(plan, ranks, sizes)
    return own_ranks(plan, ranks, sizes)


def own_ranks(plan: Plan, ranks: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """A rank of its own for each set, largest first: those of which there are the most cards."""
    chosen: list[int] = []
    taken = 0
    for least in range(sizes[0], -1, -1):
        found = (ranks + _LEAST[least]) & plan.rank_bits & ~taken
        while found:
            bit = found & -found
            found ^= bit
            taken |= bit
            chosen.append(bit.bit_length() // FIELD - 1)
            if len(chosen) == len(sizes):
                return tuple(chosen)
    raise AssertionError(f"expected at least {len(sizes)} ranks")


def _shared_ranks(plan: Plan, ranks: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The same where one rank may have several sets."""
    held = [ranks >> FIELD * rank & 255 for rank in range(plan.top + 1)]
    chosen = []
    for size in sizes:
        worth = [(count if count < size else size) * 256 + count for count in held]
        rank = worth.index(max(worth), 1)
        chosen.append(rank)
        held[rank] = max(0, held[rank] - size)
    return tuple(chosen)
