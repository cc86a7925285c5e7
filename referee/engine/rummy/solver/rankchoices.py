"""Which ranks the sets of a contract may have, and what each choice of them loses at least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from referee.engine.rummy.solver.sweep import Sweep

type Ranks = tuple[tuple[int, tuple[int, ...]], ...]
"""The ranks of the sets, each with the number of sets of each size."""


class RankChoice(NamedTuple):
    """What is lost at least with sets of these ranks, a number to sort by, and the ranks."""

    least: int
    number: int
    ranks: dict[int, tuple[int, ...]]


class RankChoices:
    """The choices of one task.

    ``held``: by suit and rank the cards held; ``copies``: those of all suits. ``grows``: sets take in all cards of
    their ranks; ``open``: ranks of the table's sets. ``lost_alone``: by rank the worth of cards that no run reaches,
    ``worth_all``: that of all cards.
    """

    def __init__(self, sweep: Sweep) -> None:
        self.sweep = sweep
        self.task = sweep.task
        self.rules = sweep.rules
        self.bounds = sweep.bounds
        self.course = sweep.course
        self.sizes = sweep.choices.set_sizes
        self.suits = range(len(self.course.held))
        self.held = [dict(zip(self.course.ranks, held, strict=True)) for held in self.course.held]
        self.copies = Counter({rank: sum(held[rank] for held in self.held) for rank in self._all_ranks()})
        self.grows = self.task.layoffs or self.rules.may_be_longer("set")
        self.open = frozenset(sweep.choices.open_ranks) if self.task.layoffs else frozenset[int]()
        self.reached = [self._reached(suit) for suit in self.suits]
        self._lost_in: dict[tuple[int, int], dict[int, int]] = {}
        self.lost_alone: Counter[int] = Counter()
        self.worth_all: Counter[int] = Counter()
        self.most_by_runs = self._look_ahead()

    def all(self) -> list[RankChoice]:
        """Every choice for which there are wild cards enough, the one that may lose the least first."""
        enough = [ranks for ranks in self._each() if self.lacking(dict(ranks)) <= len(self.task.pool)]
        return sorted(RankChoice(self._least(ranks), number, dict(ranks)) for number, ranks in enumerate(enough))

    def lacking(self, ranks: Mapping[int, Sequence[int]]) -> int:
        """How many wild cards the sets of these ranks need at least, however many of their cards runs leave."""
        places = [
            (self.places(own), self.copies[rank]) for rank, own in ranks.items() if rank not in self.rules.wild_ranks
        ]
        return sum([asked - copies for asked, copies in places if asked > copies])

    def value(self, rank: int) -> int:
        """The worth of a card of the rank; wild ones are counted with the jokers."""
        return 0 if rank in self.rules.wild_ranks else self.task.worth[rank]

    def places(self, own: Sequence[int]) -> int:
        """The places of so many sets of each size."""
        return sum(size * count for size, count in zip(self.sizes, own, strict=True))

    def out_of_reach(self, rank: int) -> int:
        """The number of cards of the rank that no run can take."""
        return sum(self.held[suit][rank] for suit in self.suits if not self._is_reached(suit, rank))

    def lost_in(self, suit: int, kept: frozenset[int], runs: int) -> int:
        """The worth of the suit's cards that so many new runs leave in the hand at least; kept ranks are not lost."""
        known = self._lost_in.get((suit, runs))
        if known is None:
            known = self._lost_in[suit, runs] = self._find_lost(suit, runs)
        return sum([lost for rank, lost in known.items() if rank not in kept])

    def _find_lost(self, suit: int, runs: int) -> dict[int, int]:
        """By rank what is lost; no run takes more than one card of a rank, the ace that lies at both ends apart."""
        places: dict[int, int] = {}
        for place, rank in enumerate(self.course.ranks):
            places[rank] = places.get(rank, 0) | 1 << place
        lying = self.bounds.lying(suit)
        own = self._reached_from(suit, self.bounds.to_make(suit)) if runs else 0
        found = {}
        for rank, held in self.held[suit].items():
            at = places[rank]
            left = held - sum((mask & at).bit_count() for mask in lying) - runs * (own & at).bit_count()
            if left > 0 and self.value(rank):
                found[rank] = left * self.value(rank)
        return found

    def _all_ranks(self) -> range:
        return range(1, self.rules.pack.top + 1)

    def _each(self) -> Iterator[Ranks]:
        wanted = tuple(self.task.contract.sets.count(size) for size in self.sizes)
        ranks = [rank for rank in self._all_ranks() if self.copies[rank] >= self.bounds.least_own]
        return self._from(ranks, wanted)

    def _from(self, ranks: Sequence[int], left: tuple[int, ...]) -> Iterator[Ranks]:
        """Every choice of these ranks for the sets that are left to be made."""
        if not any(left):
            yield ()
            return
        if not ranks:
            return
        rank, *higher = ranks
        for own in product(*(range(count + 1) for count in left)):
            if sum(own) > 1 and (not self.rules.same_rank_sets or sum(own) > self.copies[rank]):
                continue
            rest = tuple(count - taken for count, taken in zip(left, own, strict=True))
            for others in self._from(higher, rest):
                yield ((rank, own), *others) if any(own) else others

    def _least(self, ranks: Ranks) -> int:
        """What is lost at least with sets of these ranks.

        Cards that neither run nor set takes, however many runs there are; or all but what so many runs can take.
        """
        lost, left = sum(self.lost_alone.values()), sum(self.worth_all.values()) - self.most_by_runs
        for rank, own in ranks:
            most = self.worth_all[rank] if self.grows else self.value(rank) * self.places(own)
            lost -= min(self.lost_alone[rank], most)
            left -= min(self.worth_all[rank], most)
        return self.bounds.wild_loss + max(lost, left)

    # What runs can take ----------------------------------------------------------------------------------------

    def _look_ahead(self) -> int:
        """Note what cards without a set on the table are worth; the most of it that all runs together can save."""
        single: list[int] = []
        table = 0
        for suit in self.suits:
            worth = {rank: self.value(rank) for rank, held in self.held[suit].items() if held and rank not in self.open}
            for rank, value in worth.items():
                self.worth_all[rank] += value * self.held[suit][rank]
                if not self._is_reached(suit, rank):
                    self.lost_alone[rank] += value * self.held[suit][rank]
            made = {self._reached_from(suit, [block]) for block in self.bounds.to_make(suit)}
            single.append(max((self._worth_of(suit, places, worth) for places in made), default=0))
            for places in self.bounds.lying(suit):
                table += self._worth_of(suit, places, worth)
        runs = len(self.task.contract.runs)
        single.sort(reverse=True)
        return table + (sum(single[:runs]) if self.sweep.one_a_suit else runs * single[0])

    def _worth_of(self, suit: int, places: int, worth: dict[int, int]) -> int:
        """What one card at each of the positions is worth, as far as they are held: the ace may lie at both ends."""
        found = 0
        held = self.held[suit].copy()
        for at, rank in enumerate(self.course.ranks):
            if places >> at & 1 and rank in worth and held[rank]:
                held[rank] -= 1
                found += worth[rank]
        return found

    def _reached(self, suit: int) -> int:
        """The positions of the suit that some run can come to hold, as bits."""
        found = self._reached_from(suit, self.bounds.to_make(suit))
        for places in self.bounds.lying(suit):
            found |= places
        return found

    def _reached_from(self, suit: int, blocks: list[tuple[int, int]]) -> int:
        """The positions of the suit that runs can come to hold that begin as these, as bits."""
        if not self.bounds.only_contract:
            return self.bounds.reach(suit, blocks)
        found = 0
        for first, size in blocks:
            for place in range(first, first + size):
                found |= 1 << place % len(self.course.ranks)
        return found

    def _is_reached(self, suit: int, rank: int) -> bool:
        return any(self.reached[suit] >> place & 1 for place, other in enumerate(self.course.ranks) if other == rank)
