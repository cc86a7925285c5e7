"""What a suit loses at least since its runs need the same cards: a pass that only counts how many are under way.

A run goes on as long as it takes a natural or a wild card at every place. Two that come to a card of which there is one
can go on both only with a wild card. How long runs have to be, and how far they keep from each other, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import add, mul
from typing import NamedTuple, Protocol

from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.terrain import ALL_LOW, BOUND_UNDER, Going, Terrain

NEVER = 1 << 30
NO_RUN_BELOW = ((0, 0, 0),)


class Worth(NamedTuple):
    """By position what a card is worth that stays in the hand, and what else is lost there unless the rank is kept.

    ``most``: how many of the cards a set can hold that keeps them; 0: all.
    """

    cards: Sequence[int]
    others: Sequence[int] = ()
    most: int = 0


class Leasts(Protocol):
    """What tells the least losses; see ``Strands``."""

    def least(self, at: int, going: Going, left: int, most: int, low: int) -> list[int]: ...


class Strands:
    """What is lost of a suit's cards.

    ``target``: so many runs are under way where a circle is cut, and ``below`` so many that come to a first card on the
    table beyond it. ``last``: besides, by position, so many that have to begin there and be under way there too.
    ``joker``: what each wild card costs that stays in the hand.
    """

    def __init__(
        self,
        terrain: Terrain,
        worth: Worth,
        target: int = 0,
        last: Sequence[int] = (),
        *,
        joker: int = 0,
        below: int = 0,
    ) -> None:
        self.terrain = terrain
        self.worth = worth.cards
        self.others = worth.others or [0] * len(worth.cards)
        self.most = worth.most
        self.target = target
        self.joker = joker
        self.last = last or [0] * len(worth.cards)
        self.under = below + sum(self.last)
        # How many runs of the table go on from where they end above a position.
        beyond = map(add, terrain.bound, terrain.free)
        self.beyond = [*accumulate([*beyond][:0:-1], initial=0)][::-1]
        # How many at most go on at a position that may not stop before their end.
        self.over = [over + begun for over, begun in zip(terrain.over, accumulate(self.last), strict=True)]
        # By position; shared with others for which cards from there on are worth the same.
        self._known: list[dict[tuple[int, ...], int] | None] = [None] * (terrain.end + 1)
        nothing, above = not (target or self.under or joker), [target, below, worth.most, joker]
        for at in range(terrain.end, -1, -1):
            above += (self.worth[at], self.others[at], self.last[at], terrain.held[at])
            some = self.worth[at] and terrain.held[at] > terrain.aside[at]
            nothing = nothing and not some and not self.others[at]
            if not nothing:
                self._known[at] = terrain.known.setdefault(tuple(above), {})

    def least(self, at: int, going: Going, left: int, most: int, low: int, keeps: int = 0) -> list[int]:
        """What is lost at least from the position on with no wild card, one, … up to the ``most``.

        So many runs are under way, so many new ones have to be made. ``low``: aces that are laid below the two and come
        up once more at the end. ``keeps``: sets that keep a rank each.
        """
        if self.joker:
            return [self._least(at, *going, left, spare, low, keeps) for spare in range(most + 1)]
        least = self._least(at, *going, left, most, low, keeps)
        found = [least] * (most + 1)
        for spare in range(most):
            lost = self._least(at, *going, left, spare, low, keeps)
            if lost == least:
                break
            found[spare] = lost
        return found

    def lower(self, row: list[int], going: Going, left: int, fewest: int) -> None:
        """Lower what is known to be lost at least of all cards to what is lost so, by the number of wild cards.

        There are so many of them at least.
        """
        for spare in range(len(row) - 1, fewest - 1, -1):
            lost = self._least(0, *going, left, spare, 0, 0)
            if lost >= row[fewest]:  # no less is lost with fewer wild cards
                break
            row[spare] = min(row[spare], lost)

    def at_best(self, going: Going, left: int, most: int) -> int:
        """What is lost at least of all cards with the most wild cards, where no ace lies below the two."""
        return self._least(0, *going, left, most, 0, 0)

    def _least(self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int, keeps: int) -> int:
        if at > self.terrain.end:
            return self.joker * spare if bound + free >= self.target and under >= self.under else NEVER
        known = self._known[at]
        if known is None:
            return 0
        key = (bound, free, under, left, spare, low, keeps)
        least = known.get(key)
        if least is None:
            least = known[key] = self._find(at, *key)
        return least

    def _find(self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int, keeps: int) -> int:
        terrain = self.terrain
        held = terrain.held[at]
        if low and at == terrain.end:
            held = max(0, held - low)
        if terrain.freed[at]:
            return self._with_swaps(at, bound, free, under, left, spare, low, keeps, held)
        return self._go(at, bound, free, under, left, spare, low, keeps, held)

    def _with_swaps(
        self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int, keeps: int, held: int
    ) -> int:
        """What is lost where some of the wild cards on the table are swapped out: the others are not to be used."""
        least = NEVER
        for stay, rest in self.terrain.swaps(at, held, spare, low):
            least = min(least, self._go(at, bound, free, under, left, spare - stay, low, keeps, rest))
            if not least:
                break
        return least

    def _go(
        self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int, keeps: int, held: int
    ) -> int:
        """The same with so many cards for runs under way and those that begin."""
        terrain = self.terrain
        bound += terrain.bound[at]
        free += terrain.free[at]
        if self.last[at]:
            under, left = under + self.last[at], left - self.last[at]
            if left < 0 or not terrain.begins[at]:
                return NEVER
        if bound + free + left + self.beyond[at] < self.target:
            return NEVER
        if not (keeps or terrain.single or terrain.apart or self.joker):
            return self._go_freely(at, free, under, left, spare, low, held)
        least, top = NEVER, self._most_at(at)
        bound = min(bound, top)
        for below, own, wilds in self.below(at, under, held, spare):
            for begun in range(self.most_begun(at, left, held - own - free) + 1):
                able = min(free + begun, top - bound)
                most = min(bound + able, held - own)
                # A card may stay in the hand for a joker that has no other place.
                for taken in range(most, -1, -1) if self.joker else (most,):
                    costs = self._costs(at, held - own - taken, keeps)
                    if costs[-1][0] >= least:
                        break
                    for still_bound, still_free, more in self.go_on(bound, able, taken, spare - wilds):
                        spared = spare - wilds - more
                        for cost, rest in costs:
                            lost = cost + self._least(
                                at + 1, still_bound, still_free, below, left - begun, spared, low, rest
                            )
                            if lost < least:
                                least = lost
                                if not least:
                                    return 0
        return least

    def _go_freely(self, at: int, free: int, under: int, left: int, spare: int, low: int, held: int) -> int:
        """The same where any run can take a wild card and no set keeps a rank, which is nearly always so."""
        worth, others, aside = self.worth[at], self.others[at], self.terrain.aside[at]
        above = self._known[at + 1] if at < self.terrain.end else None
        least, top = NEVER, self._most_at(at)
        for below, own, wilds in self.below(at, under, held, spare):
            cards, most = held - own, spare - wilds
            for begun in range(self.most_begun(at, left, cards - free) + 1):
                able = min(free + begun, top)
                taken = able if able < cards else cards
                rest = cards - taken - aside
                cost = worth * rest + others if rest > 0 else others
                if cost >= least:
                    continue
                for more in range(min(able - taken, most) + 1):
                    key = (0, taken + more, below, left - begun, most - more, low, 0)
                    lost = above.get(key) if above is not None else None
                    lost = cost + (self._least(at + 1, *key) if lost is None else lost)
                    if lost < least:
                        least = lost
                        if not least:
                            return 0
        return least

    def _most_at(self, at: int) -> int:
        """How many runs have a card there at most, that do not come to the table's: where a circle is cut, as told."""
        return self.target if self.terrain.circle and at == self.terrain.end else NEVER

    def most_begun(self, at: int, left: int, cards: int) -> int:
        """How many new runs may begin at the position, where so many cards are left for them.

        A run that would begin with a wild card for want of one may as well begin at the next position.
        """
        begins = self.terrain.begins
        if not left or not begins[at]:
            return 0
        may_wait = at < self.terrain.end and begins[at + 1] and not self.joker
        return min(left, max(0, cards)) if may_wait else left

    def _costs(self, at: int, rest: int, keeps: int) -> Sequence[tuple[int, int]]:
        """What the cards that no run takes cost, as they are or kept, with the sets that are left then."""
        rest -= self.terrain.aside[at]
        cost = self.worth[at] * rest + self.others[at] if rest > 0 else self.others[at]
        if not keeps or not cost:
            return ((cost, keeps),)
        kept = max(0, cost - self.most * self.worth[at]) if self.most else 0
        return ((cost, keeps), (kept, keeps - 1))

    def below(self, at: int, under: int, held: int, spare: int) -> Sequence[tuple[int, int, int]]:
        """See ``_find_below``."""
        if not under and not self.over[at]:
            return NO_RUN_BELOW
        key = (at, under, held, spare, self.over[at], self.joker)
        known = self.terrain.below.get(key)
        if known is None:
            known = self.terrain.below[key] = tuple(self._find_below(*key[:5]))
        return known

    def _find_below(self, at: int, under: int, held: int, spare: int, over: int) -> Iterator[tuple[int, int, int]]:
        """How many runs go on below the first card of one on the table, the natural and the wild cards that it takes.

        They have to, but for those that come to such a card here; and so do those that are to go on to the end.
        """
        terrain = self.terrain
        bound, free = (0, under) if terrain.circle else divmod(under, BOUND_UNDER)
        fewest = max(0, bound + free - terrain.firsts[at])
        most = max(over, fewest) if terrain.enters[at] else min(bound + free, over)
        for below in range(min(fewest, over), most + 1):
            if not terrain.single or terrain.circle:
                # Those that have just taken a wild card take a natural one, but for those that come to the table's.
                due = max(0, bound - terrain.firsts[at]) if terrain.apart else 0
                for own in range(min(below, held), min(below, due) - 1, -1):
                    wilds = below - own
                    if wilds > spare:
                        break
                    yield (BOUND_UNDER * wilds + own if terrain.apart and not terrain.circle else below), own, wilds
                    if not (terrain.single or terrain.apart or self.joker):
                        break
                continue
            # Those that can take a wild card stay, as far as so many runs above can; so do new ones.
            stays = min(below, bound + free)
            able = min(terrain.able[at], min(free, stays) + below - stays)
            for wilds in range(max(0, below - held), min(able, spare) + 1):
                yield able - wilds + BOUND_UNDER * (below - able + wilds), below - wilds, wilds

    def go_on(self, bound: int, free: int, taken: int, spare: int) -> Sequence[tuple[int, int, int]]:
        """Which runs can go on where so many take a natural card, and the wild cards that it takes."""
        if self.terrain.apart:
            most = min(free - max(0, taken - bound), spare)
            return [(wilds, taken, wilds) for wilds in range(most + 1)]
        return _go_on(bound, free, taken, spare, self.terrain.single)


@lru_cache(maxsize=1 << 12)
def _go_on(bound: int, free: int, taken: int, spare: int, single: bool) -> Sequence[tuple[int, int, int]]:
    """Which runs can go on where so many take a natural card, and the wild cards that it takes.

    ``single``: a run can take one wild card. Of those that are able to as many as can take a natural one: they do all
    that the others could.
    """
    if taken == bound + free:
        return ((bound, free, 0),)
    if not single:
        return [(0, taken + wilds, wilds) for wilds in range(min(free - taken, spare) + 1)]
    most = min(free - max(0, taken - bound), spare)
    owns = [min(free - wilds, taken) for wilds in range(most + 1)]
    return [(taken - own + wilds, own, wilds) for wilds, own in enumerate(owns)]


def joker_loss(sweep: Sweep) -> int:
    """What a joker costs that stays in the hand, where all that are laid have their places in runs; else 0."""
    grow, task = sweep.choices.grow, sweep.task
    explicit = task.layoffs and not (grow.lazy or grow.roomy or sweep.course.circle)
    if not explicit or sweep.room or sweep.bounds.wild_loss or task.contract.sets or sweep.rules.wild_ranks:
        return 0
    return task.worth[JOKER.rank]


def suit_floor(
    terrain: Terrain, worth: Sequence[int], runs: int, limit: int, *, joker: int = 0, fewest: Sequence[int] = ()
) -> list[list[int]]:
    """For no, one, … new runs what a suit loses at least with no, one, … wild cards from elsewhere.

    ``fewest``: with how many of them they can be made, where that is of interest: fewer are not looked at.
    """
    if not terrain.circle:
        return floor_of(terrain, Strands(terrain, Worth(worth), joker=joker), runs, limit)
    if not any(map(mul, worth, terrain.held)):
        return [[0] * (limit + 1) for _ in range(runs + 1)]
    on_table, most = sum(terrain.firsts), limit + terrain.swapped
    found = [[NEVER] * (most + 1) for _ in range(runs + 1)]
    # Each has a card at the last position.
    crossing = min(terrain.crossing, terrain.held[-1] + most)
    for carried in range(crossing, -1, -1):
        # Those that come to a first card on the table are looked at beyond the cut alone.
        strands = Strands(terrain, Worth(worth), carried)
        for below in range(min(terrain.over[-1], crossing - carried) + 1):
            going = Going(0, carried, below)
            # Those that lie across the cut are made as well, or on the table.
            for made in range(max(0, carried + below - on_table), runs + 1):
                least = fewest[made] if fewest else 0
                if least <= most:
                    strands.lower(found[made], going, made, least)
    return [row[terrain.swapped :] for row in found]


def floor_of(terrain: Terrain, strands: Leasts, runs: int, limit: int) -> list[list[int]]:
    """The same off a circle."""
    low = ALL_LOW if terrain.two_aces else 0
    most = limit + terrain.swapped
    going = Going(0, 0, 0)
    return [strands.least(0, going, made, most, low)[terrain.swapped :] for made in range(runs + 1)]
