"""Layouts under the rule that no two wild cards lie side by side in a run.

Here it matters where the empty places are, not only how many. Of a stretch of empty places every second one at least
has to be filled. Which run a contested card goes to is tried in every way; few cards are contested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product

from referee.engine.rummy.solver.hand import FIELD, Holding
from referee.engine.rummy.solver.plan import ACE, Plan, Window

NO_FILLS = 1 << 30

type Placed = tuple[int, Window]
"""A suit's number and a window in it."""
type Face = tuple[int, int]
"""A suit's number and a rank."""
type _Place = tuple[int, int]
"""The number of a run and a place in it."""


@lru_cache(maxsize=1 << 14)
def fewest_fills(empty: tuple[bool, ...], closed: tuple[bool, ...], most: int) -> int | None:
    """The fewest empty places to fill so that at most so many stay empty and no two of them are neighbours.

    ``closed``: empty places that cannot be filled. None where it cannot be done.
    """
    # By whether the last place is empty and the number of empty places: the fewest fills so far.
    states = {(False, 0): 0}
    for is_empty, is_closed in zip(empty, closed, strict=True):
        after: dict[tuple[bool, int], int] = {}
        for (last, left), fills in states.items():
            options = [(False, left, fills)] if not is_empty else []
            if is_empty and not is_closed:
                options.append((False, left, fills + 1))
            if is_empty and not last and left < most:
                options.append((True, left + 1, fills))
            for now, count, cost in options:
                if cost < after.get((now, count), cost + 1):
                    after[now, count] = cost
        states = after
    return min(states.values(), default=None)


def window_ranks(plan: Plan, window: Window) -> list[int]:
    """The ranks of the window's places, low to high."""
    return [(place - 1) % plan.top + 1 for place in range(window.low, window.low + window.size)]


def fills_apart(top: int, window: Window, planes: Sequence[int]) -> int:
    """The natural cards that the window lacks when it may take all of its suit; ``top``: the highest rank.

    ``planes``: the cards held once, twice.
    """
    size, most, once = window.size, window.size - window.need, planes[0]
    places = (once | once << top) >> window.low & (1 << size) - 1
    if len(window.masks) > 1 and once & ACE and not planes[1] & ACE:
        # There is one ace, which can lie at either end.
        return min(_fills(size, most, places & ~1), _fills(size, most, places & ~(1 << size - 1)))
    return _fills(size, most, places)


@lru_cache(maxsize=1 << 14)
def _fills(size: int, most: int, places: int) -> int:
    """The same for so many places, of which those of the mask are filled, with so many wild cards at most."""
    return fewest_fills(tuple(not places >> place & 1 for place in range(size)), (False,) * size, most) or 0


def single_short(plan: Plan, suit: int, window: Window, held: Holding) -> int:
    """The natural cards that the window lacks when no other meld takes any."""
    return fills_apart(plan.top, window, held.planes[suit])


def fills_together(top: int, windows: Sequence[Window], planes: Sequence[int]) -> int:
    """The natural cards that windows of one suit lack together when they share what is held in the best way."""
    asking: dict[int, list[tuple[int, int]]] = {}
    for number, window in enumerate(windows):
        for place in range(window.size):
            asking.setdefault((window.low + place - 1) % top + 1, []).append((number, 1 << place))
    filled = [0] * len(windows)
    contested = []
    for rank, asks in asking.items():
        copies = sum([plane >> rank & 1 for plane in planes])
        if copies >= len(asks):
            for number, place in asks:
                filled[number] |= place
        elif copies:
            contested.append([*combinations(asks, copies)])
    best = NO_FILLS
    for given in product(*contested):
        places = filled.copy()
        for number, place in chain.from_iterable(given):
            places[number] |= place
        best = min(best, sum([_fills(w.size, w.size - w.need, held) for w, held in zip(windows, places, strict=True)]))
    return best


def mending(plan: Plan, window: Window, planes: Sequence[int], cards: int) -> int:
    """Of the cards of the window's suit, given as bits, those of which one more lowers what it lacks."""
    short, once = fills_apart(plan.top, window, planes), planes[0]
    found = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        more = (once | bit, *planes[1:]) if not once & bit else (once, planes[1] | bit)
        if fills_apart(plan.top, window, more) < short:
            found |= bit
    return found


def short_apart(
    plan: Plan, runs: Sequence[Placed], ranks: Sequence[int], held: Holding, supply: Holding | None
) -> int | None:
    """The fewest natural cards missing over all ways to share the held ones out; None where they can never suffice."""
    best: int | None = None
    least = sum([fills_apart(plan.top, window, held.planes[suit]) for suit, window in runs])
    closed = [_closed(plan, placed, supply) for placed in runs]
    for given, left in _shares(plan, runs, ranks, held):
        total: int | None = _sets_short(plan, ranks, left)
        for (_, window), filled, shut in zip(runs, given, closed, strict=True):
            empty = tuple(not full for full in filled)
            fills = fewest_fills(empty, shut, window.size - window.need)
            total = None if fills is None or total is None else total + fills
        if total is not None and (best is None or total < best):
            best = total
        if best == least:
            break
    return best


def share_apart(
    plan: Plan, runs: Sequence[Placed], ranks: Sequence[int], held: Holding
) -> list[tuple[bool, ...]] | None:
    """For each run the places that get a natural card of their own, so that wild cards can fill all the others.

    None where no way to share the held cards out does.
    """
    for given, left in _shares(plan, runs, ranks, held):
        empty = [tuple(not full for full in filled) for filled in given]
        if _sets_short(plan, ranks, left) or any(
            fewest_fills(places, (True,) * len(places), window.size - window.need) is None
            for places, (_, window) in zip(empty, runs, strict=True)
        ):
            continue
        asked = _asked(plan, ranks)
        wanted = sum(map(sum, empty)) + sum(max(0, size - left[rank]) for rank, size in asked.items())
        # Cards of wild ranks that lie in places of their own are no longer to be had for other places.
        own = sum(
            not is_empty and rank in plan.wild_ranks
            for places, (_, window) in zip(empty, runs, strict=True)
            for is_empty, rank in zip(places, window_ranks(plan, window), strict=True)
        ) + sum(min(size, left[rank]) for rank, size in asked.items() if rank in plan.wild_ranks)
        if wanted + own <= held.wilds:
            return [tuple(not is_empty for is_empty in places) for places in empty]
    return None


def _closed(plan: Plan, placed: Placed, supply: Holding | None) -> tuple[bool, ...]:
    """The places for which there is no card to be had."""
    suit, window = placed
    if supply is None:
        return (False,) * window.size
    return tuple(not supply.planes[suit][0] >> rank & 1 for rank in window_ranks(plan, window))


def _sets_short(plan: Plan, ranks: Sequence[int], left: Counter[int]) -> int:
    if not ranks:
        return 0
    needs: Counter[int] = Counter()
    for rank, need in zip(ranks, plan.needs, strict=True):
        needs[rank] += need
    return sum(max(0, need - left[rank]) for rank, need in needs.items())


def _asked(plan: Plan, ranks: Sequence[int]) -> Counter[int]:
    """By rank the places of the sets of these ranks."""
    asked = Counter[int]()
    if not ranks:
        return asked
    for rank, size in zip(ranks, plan.sets, strict=True):
        asked[rank] += size
    return asked


def _shares(
    plan: Plan, runs: Sequence[Placed], ranks: Sequence[int], held: Holding
) -> Iterator[tuple[list[list[bool]], Counter[int]]]:
    """The ways to give held cards to the runs' places: which are filled, and the cards of each rank that are left.

    No run goes without a card that no set can want: one of a rank that has no set, or of which there are enough for
    the sets and for all runs that ask. Contested cards are given in every way.
    """
    wanted: dict[Face, list[_Place]] = {}
    for number, (suit, window) in enumerate(runs):
        for place, rank in enumerate(window_ranks(plan, window)):
            wanted.setdefault((suit, rank), []).append((number, place))
    scarce = _scarce(plan, wanted, ranks, held)
    options = [_takers(held, face, asking, scarce) for face, asking in wanted.items()]
    copies = Counter({rank: held.ranks >> FIELD * rank & 255 for rank in range(1, plan.top + 1)})
    for chosen in product(*options):
        filled = [[False] * window.size for _, window in runs]
        left = copies.copy()
        for (_, rank), takers in zip(wanted, chosen, strict=True):
            left[rank] -= len(takers)
            for number, place in takers:
                filled[number][place] = True
        yield filled, left


def _takers(held: Holding, face: Face, asking: Sequence[_Place], scarce: set[int]) -> list[tuple[_Place, ...]]:
    """Every choice of the places that get a card of the face, most of them first."""
    suit, rank = face
    most = min(len(asking), sum([plane >> rank & 1 for plane in held.planes[suit]]))
    # A set may need the card more than a run does.
    least = 0 if rank in scarce else most
    return [takers for count in range(most, least - 1, -1) for takers in combinations(asking, count)]


def _scarce(plan: Plan, wanted: Mapping[Face, Sequence[object]], ranks: Sequence[int], held: Holding) -> set[int]:
    """The ranks of which there are too few cards for sets and runs together."""
    free = Counter({rank: held.ranks >> FIELD * rank & 255 for rank in ranks})
    for (suit, rank), asking in wanted.items():
        if rank in free:
            free[rank] -= min(len(asking), sum(plane >> rank & 1 for plane in held.planes[suit]))
    return {rank for rank, asked in _asked(plan, ranks).items() if free[rank] < asked}
