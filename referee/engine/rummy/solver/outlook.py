"""What a pass over all suits at once will lose for certain: cards above a position that no run and no set will take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.engine.rummy.solver.ahead import Reach
from referee.engine.rummy.solver.ends import NO_END
from referee.engine.rummy.solver.floors import joined
from referee.engine.rummy.solver.state import State
from referee.engine.rummy.solver.strands import Strands, Worth
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.terrain import Going


class _Card(NamedTuple):
    """A card above: its position, rank and worth, the copies that no run under way can take, can new ones?"""

    at: int
    rank: int
    value: int
    copies: int
    new: bool


class Outlook:
    """The bounds of one task.

    ``worth``: by position what a card is worth that stays in the hand. ``live``: the suits in which there can be runs.
    """

    def __init__(self, sweep: Sweep, worth: Sequence[int], live: Sequence[int]) -> None:
        self.live = live
        self.reach = {suit: Reach(sweep, suit) for suit in live}
        self.ranks = sweep.course.ranks
        self.end = len(worth) - 1
        self.one_a_suit = sweep.one_a_suit
        self.same_rank = sweep.rules.same_rank_sets
        self.worth = worth
        held = sweep.course.held
        self.held = {
            suit: [(at, held[suit][at]) for at in range(len(worth)) if worth[at] and held[suit][at]] for suit in live
        }
        self.passive = [sum(own[at] for suit, own in enumerate(held) if suit not in live) for at in range(len(worth))]
        # Without lay-offs a set takes no more cards than it has places.
        grows = sweep.task.layoffs or sweep.rules.may_be_longer("set")
        self.most_in_set = 0 if grows else max(sweep.task.contract.sets, default=0)
        # Where runs have as many cards as asked for: by suit and position the most that one run above takes.
        self.windows = (
            {suit: self._dearest(sweep, suit) for suit in live} if any(self.reach[suit].sizes for suit in live) else {}
        )
        self._least: dict[object, int] = {}
        self._above: dict[tuple[int, int, tuple[int, ...], int], list[_Card]] = {}
        # Without lay-offs runs end before they come to a card that is needed twice.
        grow = sweep.choices.grow
        self.by_strands = bool(live) and (grow.layoffs or grow.at_least)
        self._closer: dict[object, int] = {}
        self._strands: dict[tuple[int, Going], Strands] = {}
        # What suits without runs lose is told with the suit that holds most.
        others = [value * copies for value, copies in zip(worth, self.passive, strict=True)]
        main = max(live, key=lambda suit: sum(held[suit]), default=0)
        self.values = {suit: Worth(worth, others if suit == main else (), self.most_in_set) for suit in live}

    def _dearest(self, sweep: Sweep, suit: int) -> list[int]:
        """By position what the cards of the dearest run that begins above it are worth, anywhere on a circle."""
        places, held = self.end + 1, sweep.course.held[suit]
        found = [0] * places
        for first, size in sweep.bounds.to_make(suit):
            taken = [place % places for place in range(first, first + size)]
            value = sum([self.worth[place] for place in taken if held[place]])
            for at in range(places if sweep.course.circle else first):
                found[at] = max(found[at], value)
        return found

    def least(self, state: State, position: int, spare: int) -> int:
        """What is lost at least of the cards above the position with so many wild cards left."""
        covers = tuple([(entry.suit, self.reach[entry.suit].of(entry, position, spare)) for entry in state.runs])
        key = (position, covers, sum(state.left), sum(state.sets), state.lows)
        known = self._least.get(key)
        if known is None:
            known = self._least[key] = self._find(*key)
        return known

    def closer(self, state: State, position: int, spare: int) -> int:
        """The same, with runs that need the same cards; every suit may keep ranks of its own for the sets."""
        if not self.by_strands:
            return 0
        goings = []
        for suit in self.live:
            terrain = self.reach[suit].terrain
            own = tuple([entry for entry in state.runs if entry.suit == suit]) if len(self.live) > 1 else state.runs
            across = tuple([entry for entry in state.carried if entry.suit == suit])
            low = state.lows[suit] if state.lows else 0
            goings.append((terrain.under_way(own), terrain.under_way(across), low))
        key = (position, tuple(goings), sum(state.left), spare, sum(state.sets))
        known = self._closer.get(key)
        if known is None:
            known = self._closer[key] = self._add_up(*key)
        return known

    def _add_up(
        self, position: int, goings: Sequence[tuple[Going, Going, int]], left: int, spare: int, sets: int
    ) -> int:
        sums = [[0] * (spare + 1)] + [[NO_END] * (spare + 1)] * left
        for suit, (going, across, low) in zip(self.live, goings, strict=True):
            strands = self._strands.get((suit, across))
            if strands is None:
                terrain, values, target = self.reach[suit].terrain, self.values[suit], across.bound + across.free
                strands = self._strands[suit, across] = Strands(terrain, values, target, below=across.under)
            most = 1 if self.one_a_suit else left
            rows = [strands.least(position + 1, going, new, spare, low, sets) for new in range(min(left, most) + 1)]
            rows += [[NO_END] * (spare + 1)] * (left + 1 - len(rows))
            sums = joined(sums, rows)
        return sums[left][spare]

    def _find(
        self, position: int, covers: Sequence[tuple[int, int]], left: int, sets: int, lows: tuple[int, ...]
    ) -> int:
        alone = [0] * (max(self.ranks) + 1)
        for at in range(position + 1, self.end + 1):
            if self.worth[at] and self.passive[at]:
                alone[self.ranks[at]] += self.worth[at] * self.passive[at]
        if lows and position < self.end:
            for suit, low in enumerate(lows):
                if suit not in self.reach:
                    alone[self.ranks[self.end]] -= self.worth[self.end] * low
        reached = {suit: tuple([cover for own, cover in covers if own == suit]) for suit in self.live}
        cards = [self.above(suit, position, own, lows[suit] if lows else 0) for suit, own in reached.items()]
        for own in cards:
            for _, rank, value, copies, _ in own:
                alone[rank] += value * copies
        can_begin = [index for index, own in enumerate(cards) if any(card.new for card in own)]
        least: int | None = None
        for split in splits(left, len(can_begin), most=1 if self.one_a_suit else left):
            runs = {index: begun for index, begun in zip(can_begin, split, strict=True) if begun}
            lost = alone.copy()
            for index, begun in runs.items():
                for _, rank, value, copies, new in cards[index]:
                    if new:
                        lost[rank] -= value * min(copies, begun)
            total = sum(lost)
            if sets and total:
                total -= self._saved(lost, sets)
            if self.windows and total < (least or NO_END):
                total = max(total, self._in_windows(position, cards, alone, runs, sets))
            if least is None or total < least:
                least = total
                if not total:
                    break
        return least or 0

    def _in_windows(
        self, position: int, cards: Sequence[Sequence[_Card]], alone: Sequence[int], runs: Mapping[int, int], sets: int
    ) -> int:
        """What is lost at least where so many runs are made, by suit, that take no more cards than asked for.

        ``alone``: by rank what would be lost without them.
        """
        saved = 0
        for index, begun in runs.items():
            most = sum([card.value * min(card.copies, begun) for card in cards[index] if card.new])
            saved += min(most, begun * self.windows[self.live[index]][position])
        return sum(alone) - saved - (self._saved(alone, sets) if sets else 0)

    def above(self, suit: int, position: int, covers: tuple[int, ...], low: int) -> Sequence[_Card]:
        """The cards of the suit above the position that runs under way and on the table leave over."""
        key = (suit, position, covers, low)
        known = self._above.get(key)
        if known is None:
            known = self._above[key] = self._find_above(*key)
        return known

    def _find_above(self, suit: int, position: int, covers: Sequence[int], low: int) -> list[_Card]:
        reach = self.reach[suit]
        lying, made = reach.lying[max(0, position)], reach.made[position] if position >= 0 else reach.made_at_all
        found = []
        for at, copies in self.held[suit]:
            if at > position:
                left = copies - lying[at] - sum([cover >> at & 1 for cover in covers])
                if low and at == self.end:
                    left -= low
                if left > 0:
                    found.append(_Card(at, self.ranks[at], self.worth[at], left, bool(made >> at & 1)))
        return found

    def _saved(self, lost: Sequence[int], sets: int) -> int:
        """The most that so many sets can take of it."""
        if not self.most_in_set:
            return sum(sorted(lost, reverse=True)[:sets])
        chunks = []
        for at in range(self.end + 1):
            if self.worth[at] and lost[self.ranks[at]]:
                most, rest = self.worth[at] * self.most_in_set, lost[self.ranks[at]]
                for _ in range(sets if self.same_rank else 1):
                    chunks.append(min(most, rest))
                    rest = max(0, rest - most)
        return sum(sorted(chunks, reverse=True)[:sets])


@lru_cache(maxsize=256)
def splits(count: int, parts: int, *, most: int) -> tuple[tuple[int, ...], ...]:
    """Every way to share up to so many runs out among suits: all of them, as far as there are suits for them."""
    if not parts:
        return ((),)
    found = []
    for own in range(min(count, most) + 1):
        if parts > 1 or own == min(count, most):
            found += [(own, *rest) for rest in splits(count - own, parts - 1, most=most)]
    return tuple(found)
