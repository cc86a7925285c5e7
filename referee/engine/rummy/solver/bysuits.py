"""The most that a hand can lay, suit by suit: exact on every task, and bounded where the suits' ways multiply.

Which ranks the contract's sets have is tried in every way that can still be the best. Then the suits have in common
only numbers: jokers, runs made, cards of those ranks. The ends of one suit after the other are added up by these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.solver.ahead import Reach
from referee.engine.rummy.solver.ends import (
    MOST_CARRIED,
    NO_END,
    NOT_ALL,
    End,
    Ends,
    Mosts,
    Passed,
    Shared,
    in_reach,
    laid_by,
    naturals_of,
)
from referee.engine.rummy.solver.floors import Floor, joined
from referee.engine.rummy.solver.laps import suit_ends
from referee.engine.rummy.solver.rankchoices import RankChoice, RankChoices
from referee.engine.rummy.solver.setchoices import SetChoice, SetLaid
from referee.engine.rummy.solver.state import Chain, Done, Outcome
from referee.engine.rummy.solver.suitfloors import SuitFloors
from referee.engine.rummy.solver.suitsums import Sum, Sums, so_far, with_suit
from referee.engine.rummy.solver.sweep import FIRST_STEP, Sweep
from referee.engine.rummy.solver.waste import Root

FIRST = 3
"""Choices of ranks among which a first end is looked for, that bounds the search among all."""
MANY = 30
"""Choices of ranks of which it is worth while to look at each rank by itself first."""
NARROW, NARROWEST, SOON = 40, 7, 6
"""States of a suit to follow for some ends; for any end, in up to so many choices of ranks that it does not settle."""
STEP, FASTER = 5, 2
"""By how much more loss is allowed at first where no end was found, and by how much these steps grow."""


class _Found(NamedTuple):
    loss: int
    ends: tuple[End, ...]
    sets: tuple[tuple[int, SetChoice], ...]
    wilds: int


class BySuits:
    """One task."""

    def __init__(self, sweep: Sweep) -> None:
        self.task = task = sweep.task
        self.sweep = sweep
        self.rules = task.rules
        self.bounds = self.sweep.bounds
        self.course = self.sweep.course
        self.choices = self.sweep.choices
        self.suits = range(len(self.course.held))
        # What is freed on the table stays in its run, so that in the end no suit uses fewer wild cards than none.
        self.limit = len(task.pool)
        # The suit with most to choose comes last, when the others have told how much it may lose.
        self.order = sorted(self.suits, key=self._extent)
        self.full = tuple(task.contract.runs.count(size) for size in self.choices.grow.sizes)
        self.ranks = RankChoices(self.sweep)
        self.copies = self.ranks.copies
        self.grows = self.ranks.grows
        self.open = self.ranks.open
        # How many states of a suit are followed, 0 for all; whether some ends may be missing therefore.
        self.narrow = 0
        self.cut = False
        # Whether an option was looked at, and by how much the ways left out there lose too much at least.
        self.looked = False
        self.excess = NO_END
        # The number of the option that is looked at. By it what it loses at least, as far as it is known; and how many
        # ends the last suit had, which tells how likely it is to be the best of those that are alike.
        self.number = 0
        self._lows: list[int] = []
        self._ends_of_last: dict[int, int] = {}
        self.reach = [Reach(self.sweep, suit) for suit in self.suits]
        self.floors = SuitFloors(self.sweep, self.ranks, self.reach, self.order)
        # Where suits have but wild cards and runs of one size in common, the best end of the last one is enough.
        self.one_will_do = self.floors.counts_idle and len(self.choices.grow.sizes) < 2
        self._ends: dict[tuple[int, frozenset[int], tuple[int, ...]], Passed] = {}

    def best(self, certain: int = 0) -> Outcome | None:
        """The best end; None where the contract cannot be made, or only with a greater loss than the task's slack.

        ``certain``: what is lost at least, as far as it is known.
        """
        most = self.bounds.ideal if self.task.slack is None else self.task.slack
        if most < self.bounds.least():
            return None
        options = self.ranks.all()
        if not options:
            return None
        self._lows = [max(low, certain) for low in self._least_of(options)]
        if self.task.enough >= min(self._lows):
            found = self._soon(options, self.task.enough, NARROWEST)
            if found:
                return self._outcome(found)
        if self.course.circle and self.task.slack is None:
            found = self._soon(options[:FIRST], most, NARROW)
            if found:
                better = self._first(options, found.loss - 1) if found.loss > min(self._lows) else None
                return self._outcome(better or found)
        found = self._first(options, most)
        return self._outcome(found) if found else None

    def _soon(self, options: Sequence[RankChoice], most: int, narrow: int) -> _Found | None:
        """Some end that loses no more than that, if one is found that follows so many states in each suit."""
        self.narrow = narrow
        found = self._better(options, most)
        self.narrow = 0
        return found

    def _least_of(self, options: Sequence[RankChoice]) -> list[int]:
        """What each option loses at least: no less than no sets at all or one of them, but for what the others hold."""
        lows = [max(option.least, self.bounds.least()) for option in options]
        if not self.grows or len(options) <= FIRST:
            return lows
        alone: dict[int, list[int]] = {}
        if len(options) > MANY:
            alone = {rank: self._joint(self.open | {rank}) for rank in {rank for one in options for rank in one.ranks}}
        without = self._joint(self.open)
        for number, (_, _, ranks) in enumerate(options):
            held = {rank: self.ranks.worth_all[rank] for rank in ranks}
            saved, left = sum(held.values()), self.limit - self.ranks.lacking(ranks)
            lows[number] = max(lows[number], without[left] - saved)
            if alone:
                lows[number] = max(lows[number], *[alone[rank][left] - saved + own for rank, own in held.items()])
        return lows

    def _joint(self, kept: frozenset[int]) -> list[int]:
        """What all suits lose together at least, by the number of wild cards for them."""
        lost = self.floors.coming(self.floors.kept(kept), self.limit)[0][-1]
        return [least + self.bounds.wild_loss for least in lost]

    def _first(self, options: Sequence[RankChoice], most: int) -> _Found | None:
        """The best of the options, looked for with little loss first: then most ways can be left at once."""
        slack, step = max(min(self._lows), min(most, self.task.enough)), STEP
        while slack <= most:
            self.looked = False
            found = self._better(options, slack)
            if found or slack == most:
                return found
            least = min(self._lows)
            if self.looked:
                slack, step = max(slack + step, least), step * FASTER
            else:
                slack = least
            if least <= most < slack:
                slack = most
        return None

    def _better(self, options: Sequence[RankChoice], slack: int) -> _Found | None:
        """The best of the options that loses no more than that."""
        best: _Found | None = None
        lows, cut = self._lows, 0
        turns = [(low, -self._ends_of_last.get(number, 0), number) for number, low in enumerate(lows[: len(options)])]
        for low, _, number in sorted([turn for turn in turns if turn[0] <= slack]):
            if low > slack:
                break
            self.number = number
            found, least = self._with_ranks(options[number].ranks, slack, alone=len(options) == 1)
            lows[number] = max(low, least)
            if found:
                best, slack = found, found.loss - 1
                if best.loss <= self.task.enough:
                    break
            cut += self.cut
            if cut == SOON:
                break
        return best

    # One choice of ranks ---------------------------------------------------------------------------------------

    def _with_ranks(self, sets: dict[int, tuple[int, ...]], slack: int, *, alone: bool) -> tuple[_Found | None, int]:
        """The best with sets of these ranks, if it loses no more than ``slack``; what they lose at least.

        ``alone``: there is no other choice of them.
        """
        self.cut = False
        tracked = tuple(
            rank for rank in sets if rank not in self.rules.wild_ranks and self._is_scarce(rank, sets[rank])
        )
        kept = self.open.union(sets) if self.grows else self.open
        saved = -self.bounds.wild_loss
        if not self.grows:
            saved += sum(self.ranks.value(rank) * self.ranks.places(own) for rank, own in sets.items())
        keeps = self.floors.kept(kept)
        coming = self.floors.coming(keeps, self.limit - self.ranks.lacking(sets))
        least = coming[0][-1][-1] - saved
        if least > slack:
            return None, least
        ways, beside = [coming], NO_END
        for rank in sets.keys() & self.floors.demands.keys():
            ways, beside = self.floors.asked(rank, keeps, slack + saved)
            if not ways:
                return None, beside - saved
        self.looked = True
        best: _Found | None = None
        for coming in ways:
            most = slack if best is None else best.loss - 1
            if coming[0][-1][-1] - saved <= most:
                found = self._added_up(sets, keeps, coming, tracked, most + saved, saved=saved, alone=alone)
                best = found or best
                if best is None:
                    beside = min(beside, most + self.excess + saved)
        return best, least if self.cut else best.loss if best else beside - saved

    def _added_up(
        self,
        sets: dict[int, tuple[int, ...]],
        keeps: Sequence[frozenset[int]],
        coming: Sequence[Floor],
        tracked: tuple[int, ...],
        most: int,
        *,
        saved: int,
        alone: bool,
    ) -> _Found | None:
        """The best that all suits come to which lose no more than that, of which sets save so much."""
        self.excess = NO_END
        sums: Sums = {Shared(self.full, (0,) * len(self.rules.wild_ranks), (0,) * len(tracked)): [Sum(0, 0, 0, ())]}
        last = len(self.order) - 1
        for number in range(last):
            sums = self._add(sums, number, keeps, coming, tracked, most)
        excess, self._ends_of_last[self.number] = self.excess, 0
        for now in self._steps(sums, coming[last], most) if alone else (most,):
            self.excess = NO_END
            every = self._add(sums, last, keeps, coming, tracked, now) if sums else {}
            done = {shared: ways for shared, ways in every.items() if not any(shared.left)}
            found = self._finish(done, sets, tracked, now - saved)
            if found or self.excess > most - now:
                break
        self.excess = min(self.excess - (most - now), excess)
        return found

    def _steps(self, sums: Sums, rest: Floor, most: int) -> Iterator[int]:
        """What may be lost with the last suit, which has most to choose: little at first, in the end ``most``."""
        beside = joined(so_far(sums, len(self.task.contract.runs), len(rest[0]) - 1), rest)
        now, step = beside[-1][-1], FIRST_STEP
        while now + step < most:
            yield now
            now, step = now + max(step, self.excess), step * 2
        yield most

    def _is_scarce(self, rank: int, own: Sequence[int]) -> bool:
        """Whether it matters for the sets how many cards of the rank the runs take."""
        enough = self.ranks.places(own)
        if self.rules.wilds_at_most_naturals:
            enough += len(self.task.pool)
        return self.ranks.out_of_reach(rank) < enough

    def _add(
        self,
        sums: Sums,
        number: int,
        keeps: Sequence[frozenset[int]],
        coming: Sequence[Floor],
        tracked: tuple[int, ...],
        most: int,
    ) -> Sums:
        """The sums with one more suit; ``coming``: for each number of suits passed what the rest loses at least."""
        if not sums:
            return sums
        suit, later = self.order[number], coming[number + 1]
        beside = joined(so_far(sums, len(self.task.contract.runs), len(later[0]) - 1), later)
        fewest = min(one.used for ways in sums.values() for one in ways)
        # Until it frees some it may use more than there are.
        freed = self.reach[suit].terrain.swapped
        mosts = tuple(
            [(*[most - lost for lost in row[fewest:][::-1]], *[most - row[fewest]] * freed) for row in beside[::-1]]
        )
        floor = None
        if self.course.circle and not freed:
            floor = self.floors.least_lost(suit, keeps[suit])
            mosts, excess = in_reach(mosts, floor)
            self.excess = min(self.excess, excess)
        ends = self._ends_of(suit, keeps[suit], tracked, mosts, floor)
        found, excess = with_suit(sums, ends, self.full, later, most)
        self.excess = min(self.excess, excess)
        return found

    def _extent(self, suit: int) -> int:
        """How much there is to choose in the suit, roughly."""
        return sum(self.course.held[suit]) + 4 * sum(run.suit == suit for run in self.course.runs)

    def _ends_of(
        self, suit: int, own: frozenset[int], tracked: tuple[int, ...], mosts: Mosts, floor: Floor | None
    ) -> Ends:
        key = (suit, own, tuple(rank if self.ranks.held[suit][rank] else 0 for rank in tracked))
        known = self._ends.get(key)
        if known is None or not known.covers(mosts):
            reach, narrow = self.reach[suit], self.narrow
            last = self.one_will_do and suit == self.order[-1]
            known = suit_ends(self.sweep, reach, suit, own, tracked, mosts, narrow=narrow, floor=floor, last=last)
            self.cut = self.cut or known.more == NOT_ALL
            if known.more != NOT_ALL:
                self._ends[key] = known
        self.excess = min(self.excess, known.excess(mosts))
        self._ends_of_last[self.number] = sum(map(len, known.ends.values()))
        return known.ends

    # The end ---------------------------------------------------------------------------------------------------

    def _finish(
        self, sums: Sums, sets: dict[int, tuple[int, ...]], tracked: tuple[int, ...], slack: int
    ) -> _Found | None:
        """The best of the sums with what sets take besides."""
        best: _Found | None = None
        wild = self.rules.wild_ranks
        ranks = [*sets, *(rank for rank in self.open if rank in wild and rank not in sets)]
        nothing = (0,) * len(self.choices.set_sizes)
        for shared, ways in sums.items():
            options = []
            for rank in ranks:
                taken = self._taken(rank, shared, tracked)
                left = sets.get(rank, nothing)
                found = self.choices.of_rank(rank, self.copies[rank] - taken, left)
                options.append([choice for choice in found if not any(choice.left)])
            for chosen in product(*options):
                saved, own = 0, list(shared.own)
                for rank, choice in zip(ranks, chosen, strict=True):
                    if rank in wild:
                        own[wild.index(rank)] += choice.naturals
                    elif not self.grows:
                        saved += self.ranks.value(rank) * choice.naturals
                wilds = sum(choice.wilds for choice in chosen)
                room = self.sweep.room + sum(choice.room for choice in chosen)
                for one in ways:
                    end = self._wild_end(own, one.used + wilds, one.most + wilds + room)
                    if end is None:
                        continue
                    loss = one.lost - saved + end[0]
                    if loss > slack:
                        self.excess = min(self.excess, loss - slack)
                    elif best is None or loss < best.loss:
                        best = _Found(loss, one.ends, tuple(zip(ranks, chosen, strict=True)), end[1])
        return best

    def _taken(self, rank: int, shared: Shared, tracked: tuple[int, ...]) -> int:
        """The cards of the rank that runs took; where that does not matter, all that they can."""
        if rank in self.rules.wild_ranks:
            return shared.own[self.rules.wild_ranks.index(rank)]
        if rank in tracked:
            return shared.taken[tracked.index(rank)]
        return self.copies[rank] - self.ranks.out_of_reach(rank)

    def _wild_end(self, own: Sequence[int], used: int, most: int) -> tuple[int, int] | None:
        """What is lost by wild cards that stay in the hand, and how many are laid; None: more are used than held."""
        wilds = [self.task.worth[card.rank] for card in self.task.pool]
        for rank, count in zip(self.rules.wild_ranks, own, strict=True):
            for _ in range(count):
                wilds.remove(self.task.worth[rank])
        if used > len(wilds):
            return None
        laid = min(len(wilds), most)
        return sum(wilds[max(0, laid) :]) - min(0, laid) * self.task.worth[JOKER.rank], laid

    def _outcome(self, found: _Found) -> Outcome:
        """What was found in the form of a sweep's outcome."""
        circle = bool(self.course.circle)
        ends = dict(zip(self.order, found.ends, strict=True))
        laid = [laid_by(ends[suit], suit, circle=circle) for suit in self.suits]
        carried: list[Chain] = [Root("", 0, 0)] * (MOST_CARRIED * len(self.suits))
        for suit, own in enumerate(laid):
            carried[suit * MOST_CARRIED : suit * MOST_CARRIED + len(own.carried)] = own.carried
        done: Done | None = None
        free = self.copies.copy()
        for chain in (chain for own in laid for chain in own.done):
            done = Done(chain, done)
            free.subtract(self.course.ranks[position] for position in naturals_of(chain, carried))
        sets = [(rank, self._with_all(rank, choice, free[rank])) for rank, choice in found.sets]
        for rank, choice in sets:
            for made in choice.made:
                done = Done(made._replace(rank=rank), done)
        for rank in self.open.difference(rank for rank, _ in sets):
            if free[rank]:
                done = Done(SetLaid(0, free[rank], 0, rank), done)
        return Outcome(self.bounds.ideal - found.loss, done, tuple(carried), found.wilds)

    def _with_all(self, rank: int, choice: SetChoice, free: int) -> SetChoice:
        """The choice for a rank with all cards that are left for it, of which it was chosen with the fewest."""
        if rank in self.rules.wild_ranks:
            return choice
        left = [0] * len(self.choices.set_sizes)
        for made in choice.made:
            if made.size:
                left[self.choices.set_sizes.index(made.size)] += 1
        found = self.choices.of_rank(rank, free, tuple(left))
        alike = [one for one in found if not any(one.left) and one.wilds == choice.wilds]
        return max(alike, key=lambda one: one.naturals)
