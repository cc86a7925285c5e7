"""What a suit loses at least since its runs need the same cards: a pass that only counts how many are under way.

A run goes on as long as it takes a natural or a wild card at every place. Two that come to a card of which there is one
can go on both only with a wild card. How long runs have to be, and how far they keep from each other, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.solver.moves import INSIDE, UNDER, Entry
from referee.engine.rummy.solver.sweep import Sweep

ALL_LOW = 99
"""Any number of aces may lie below the two."""
NEVER = 1 << 30
BOUND_UNDER = 16
"""What a run counts, among those below their first card on the table, that takes natural cards alone."""
NO_RUN_BELOW = ((0, 0, 0),)


class Going(NamedTuple):
    """How many runs go on: with natural cards alone, with wild ones too, up to the first card of one on the table.

    Of the last those that take natural cards alone count ``BOUND_UNDER`` each. Where wild cards keep apart a run is
    bound to a natural one after each of them.
    """

    bound: int
    free: int
    under: int


class Terrain:
    """A suit, whatever its cards are worth.

    By position: ``held``, the copies, and ``aside``, how many of them are taken to be laid on runs of the table;
    ``freed``, how many wild cards lie there that can be swapped out, and ``to_free``, how many above; ``begins``,
    whether new runs can begin, and ``enters``, whether cards laid below a run of the table can; ``bound`` and ``free``,
    how many runs of the table go on from there, with natural cards alone and with wild ones too; ``firsts``, how many
    have their first card there, and ``over``, how many above, ``able`` those of them that can take wild ones.
    ``swapped``: wild cards that can be freed. ``known`` and ``below``: what has been found; see ``Strands``.
    """

    def __init__(self, sweep: Sweep, suit: int) -> None:
        grow, choices, course = sweep.choices.grow, sweep.choices, sweep.course
        self.end = len(course.ranks) - 1
        # A run with a wild card can take no further one; else it hardly matters how many there are in each.
        self.cap = max(grow.table_cap, *grow.most.values(), 0)
        self.single = grow.counts_wild and not grow.swaps and not grow.at_least and self.cap <= 1
        self.circle = course.circle > 0
        # Where runs are made or go round it takes longer to tell than it is worth.
        self.apart = grow.apart and not (self.single or self.circle or sweep.task.contract.runs)
        self.two_aces = not all(course.final)
        # How many runs can lie across the cut of a circle.
        on_table = sum(run.suit == suit for run in course.runs)
        self.crossing = on_table + len(sweep.task.contract.runs) if self.circle else 0
        self.held = course.held[suit]
        starts = {at for _, own, at in choices.made_starts | choices.low_starts if own == suit}
        self.begins = [at in starts for at in range(self.end + 1)]
        self.aside, self.freed, self.firsts, self.over, self.able = ([0] * (self.end + 1) for _ in range(5))
        self.enters = [False] * (self.end + 1)
        self.bound, self.free = [0] * (self.end + 2), [0] * (self.end + 2)
        self.swapped = 0
        self.known: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
        self.below: dict[tuple[int, ...], Sequence[tuple[int, int, int]]] = {}
        for run in course.runs:
            if run.suit != suit:
                continue
            above = (run.last + 1) % course.circle if course.circle else run.last + 1
            is_bound = self.single and sum(run.wild) >= self.cap
            if self.apart:
                is_bound = run.wild[-1] and not run.free[-1]
            (self.bound if is_bound else self.free)[above] += 1
            self.swapped += sum(run.free)
            below, swapped = sweep.bounds.below_table[run.index]
            for at in range(self.end + 1):
                lower = bool(below >> at & 1)
                self.freed[at] += swapped >> at & 1
                if self.circle:  # what lies across the cut is hard to tell
                    self.aside[at] += lower
                elif at < run.first:
                    self.over[at] += 1
                    self.able[at] += not is_bound
                    self.enters[at] |= lower
                elif at == run.first:
                    self.firsts[at] += 1
        self.to_free = [sum(self.freed[at + 1 :]) for at in range(self.end + 1)]

    def swaps(self, at: int, held: int, spare: int, low: int) -> list[tuple[int, int]]:
        """How many of the wild cards that can be swapped out may stay, each with the cards that are left then.

        ``held``: the cards without the ``low`` aces, which have a swap to themselves where any number of them may lie.
        """
        freed = self.freed[at]
        cards = self.held[at] if low == ALL_LOW else held
        return [(stay, max(0, held - freed + stay)) for stay in range(max(0, freed - cards), min(freed, spare) + 1)]

    def under_way(self, runs: Sequence[Entry]) -> Going:
        """How the runs go on."""
        bound = free = under = 0
        for entry in runs:
            is_bound = entry.wild >= self.cap if self.single else self.apart and entry.last > 0
            if entry.phase == UNDER:
                under += 0 if self.circle else BOUND_UNDER if is_bound else 1
            elif entry.phase != INSIDE:
                if is_bound:
                    bound += 1
                else:
                    free += 1
        return Going(bound, free, under)


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

    ``target``: so many runs are under way at the end. ``last``: besides, by position, so many that have to begin there
    and be under way at the end as well. ``joker``: what each wild card costs that stays in the hand.
    """

    def __init__(
        self, terrain: Terrain, worth: Worth, target: int = 0, last: Sequence[int] = (), *, joker: int = 0
    ) -> None:
        self.terrain = terrain
        self.worth = worth.cards
        self.others = worth.others or [0] * len(worth.cards)
        self.most = worth.most
        self.target = target
        self.joker = joker
        self.last = last or [0] * len(worth.cards)
        # By position; shared with others for which cards from there on are worth the same.
        self._known: list[dict[tuple[int, ...], int] | None] = [None] * (terrain.end + 1)
        nothing, above = not (target or any(last) or joker), [target, worth.most, joker]
        for at in range(terrain.end, -1, -1):
            above += (self.worth[at], self.others[at], self.last[at])
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

    def at_best(self, going: Going, left: int, most: int) -> int:
        """What is lost at least of all cards with the most wild cards, where no ace lies below the two."""
        return self._least(0, *going, left, most, 0, 0)

    def _least(self, at: int, bound: int, free: int, under: int, left: int, spare: int, low: int, keeps: int) -> int:
        if at > self.terrain.end:
            return self.joker * spare if bound + free >= self.target else NEVER
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
        least = NEVER
        for below, own, wilds in self.below(at, under, held, spare):
            for begun in range(self.most_begun(at, left, held - own - free) + 1):
                able = free + begun
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
        if not under and not self.terrain.over[at]:
            return NO_RUN_BELOW
        key = (at, under, held, spare, self.joker)
        known = self.terrain.below.get(key)
        if known is None:
            known = self.terrain.below[key] = tuple(self._find_below(*key[:4]))
        return known

    def _find_below(self, at: int, under: int, held: int, spare: int) -> Iterator[tuple[int, int, int]]:
        """How many runs go on below the first card of one on the table, the natural and the wild cards that it takes.

        They have to, but for those that come to such a card here. On a circle it is those that go on to its end.
        """
        terrain = self.terrain
        over = terrain.over[at]
        if terrain.circle:
            over = under
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


def suit_floor(terrain: Terrain, worth: Sequence[int], runs: int, limit: int, *, joker: int = 0) -> list[list[int]]:
    """For no, one, … new runs what a suit loses at least with no, one, … wild cards from elsewhere."""
    ways = [Strands(terrain, Worth(worth), carried, joker=joker) for carried in range(terrain.crossing + 1)]
    found = [floor_of(terrain, strands, strands.target, runs, limit) for strands in ways]
    return [[*map(min, zip(*rows, strict=True))] for rows in zip(*found, strict=True)]


def floor_of(terrain: Terrain, strands: Leasts, target: int, runs: int, limit: int) -> list[list[int]]:
    """The same with so many runs under way at the beginning and at the end."""
    low = ALL_LOW if terrain.two_aces else 0
    most = limit + terrain.swapped
    return [strands.least(0, Going(0, target, 0), made, most, low)[terrain.swapped :] for made in range(runs + 1)]
