"""From a laying to what a player does at the table: melds, then lay-offs one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.layoff import End, lay_off
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.solver.board import NO_LIMIT
from referee.engine.rummy.solver.fill import in_order
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.growth import stretch
from referee.engine.rummy.solver.laying import Laying, ends_of
from referee.engine.rummy.solver.steps import LayOff, Played, Step


def tell(ground: Ground, laying: Laying) -> Played:
    """The melds and steps of the laying."""
    return _Telling(ground, laying).played()


class _Lying:
    """A meld as it grows: its number in the steps, its places, its jokers."""

    def __init__(self, index: int, meld: Meld) -> None:
        self.index = index
        self.kind = meld.kind
        self.low = meld.low
        self.high = meld.high
        wild = meld.wild_places
        self.jokers = len(wild)
        self.wild_low = 0 in wild
        self.wild_high = len(meld) - 1 in wild


class _Telling:
    def __init__(self, ground: Ground, laying: Laying) -> None:
        self.ground = ground
        self.board = ground.board
        self.plan = ground.board.plan
        self.laying = laying
        self.hand = Counter(ground.task.cards)
        self.wilds = list(reversed(ground.task.pool))
        self.table = ground.task.table if ground.task.layoffs else ()
        self.steps: list[Step] = []
        self.own = [run for run in laying.runs if run.window is not None]

    def played(self) -> Played:
        """Runs take their cards first; sets get what is left of their ranks."""
        laying = self.laying
        runs = [self._run(index, run) for index, run in enumerate(self.own)]
        grown = [self._grown(index, run) for index, run in enumerate(laying.runs)] if self.board.grows else []
        sets = self._sets()
        melds = in_order(self.plan.contract, [*runs, *sets])
        if self.board.grows:
            self._lay_off(melds, runs, grown)
        if not self.ground.task.layoffs:
            melds = self._whole(melds)
        return Played(melds, tuple(self.steps), tuple(sorted((+self.hand).elements())))

    def _whole(self, melds: Sequence[Meld]) -> tuple[Meld, ...]:
        """The melds with what is added to them, where they are laid as long as they get."""
        whole = list(melds)
        for step in self.steps:
            if isinstance(step, LayOff):
                whole[step.meld] = lay_off(whole[step.meld], step.card, step.end)
        self.steps.clear()
        return tuple(whole)

    def _take(self, card: Card) -> Card:
        self.hand[card] -= 1
        return card

    def _take_wild(self) -> Card:
        """The dearest wild card left."""
        return self._take(self.wilds.pop())

    def _cards(self, run: Run, mask: int, places: Iterable[int]) -> list[Card]:
        """The card for each place: a natural one where the run may use it, else a joker."""
        suit, top = self.plan.suits[run.suit], self.plan.top
        ranks = [(place - 1) % top + 1 for place in places]
        return [self._take(Card(rank, suit)) if mask >> rank & 1 else self._take_wild() for rank in ranks]

    def _run(self, index: int, run: Run) -> Meld:
        mask = self.laying.share.runs[index]
        for meld, rank in self.laying.spared:
            if meld == index:
                mask &= ~(1 << rank)
        return run_of(self._cards(run, mask, range(run.low, run.high + 1)), self.plan.suits[run.suit], run.low)

    def _grown(self, index: int, run: Run) -> tuple[list[Card], list[Card]]:
        """The cards laid off below, from high to low, and above."""
        board, mask = self.board, self.laying.share.runs[index]
        shut = self.ground.shut
        if board.sets_grow:
            shut &= ~sum(1 << rank for rank in set(self.laying.ranks))
        held = board.places(mask)
        before = ends_of(run, mask, self.plan.top)
        ends = stretch(board, held, board.places(shut) & held, before, self.laying.jokers[index])
        below = self._cards(run, mask, range(run.low - 1, ends.low - 1, -1))
        return below, self._cards(run, mask, range(run.high + 1, ends.high + 1))

    # Sets ------------------------------------------------------------------------------------------------------

    def _sets(self) -> list[Meld]:
        """Each set gets the natural cards that it needs, then what is left goes round."""
        laying, plan = self.laying, self.plan
        naturals = {rank: self._of_rank(rank) for rank in sorted(set(laying.ranks))}
        places = plan.sets
        for rank in naturals:
            sizes = sum(size for size, other in zip(plan.sets, laying.ranks, strict=True) if other == rank)
            spared = sum(meld < 0 and other == rank for meld, other in laying.spared)
            own = len(naturals[rank]) if self.board.sets_grow else laying.share.left[rank]
            keep = min(sizes, own) - spared
            naturals[rank] = naturals[rank][:keep]
        made = [
            [naturals[rank].pop() for _ in range(need)] for rank, need in zip(laying.ranks, plan.needs, strict=True)
        ]
        for rank, cards, size in zip(laying.ranks, made, places, strict=True):
            while naturals[rank] and len(cards) < size:
                cards.append(naturals[rank].pop())
        found = []
        for rank, cards, size in zip(laying.ranks, made, places, strict=True):
            for card in cards:
                self._take(card)
            jokers = [self._take_wild() for _ in range(size - len(cards))]
            found.append(set_of([*sorted(cards), *jokers], rank))
        return found

    def _of_rank(self, rank: int) -> list[Card]:
        faces = [Card(rank, suit) for suit in self.plan.suits]
        return [face for face in faces for _ in range(max(0, self.hand[face]))]

    # Laying off ------------------------------------------------------------------------------------------------

    def _lay_off(
        self, melds: Sequence[Meld], runs: Sequence[Meld], grown: Sequence[tuple[list[Card], list[Card]]]
    ) -> None:
        lying = [_Lying(index, meld) for index, meld in enumerate((*melds, *self.table))]
        index_of = {id(meld): index for index, meld in enumerate(melds)}
        for number, (run, (below, above)) in enumerate(zip(self.laying.runs, grown, strict=True)):
            index = index_of[id(runs[number])] if number < len(runs) else len(melds) + run.number
            for end, cards in (("low", below), ("high", above)):
                for card in cards:
                    self._grow(lying[index], card, end)  # type: ignore[arg-type]  # the two ends by name
        ranks = {meld.rank: index for index, meld in reversed([*enumerate((*melds, *self.table))])}
        for rank, index in ranks.items():
            if rank and self.board.sets_grow:
                for card in self._of_rank(rank):
                    self._take(card)
                    self._grow(lying[index], card, None)
        self._lay_spare_jokers(lying)

    def _grow(self, meld: _Lying, card: Card, end: End | None) -> None:
        self.steps.append(LayOff(card, meld.index, end))
        meld.jokers += card == JOKER
        if end == "low":
            meld.low, meld.wild_low = meld.low - 1, card == JOKER
        elif end == "high":
            meld.high, meld.wild_high = meld.high + 1, card == JOKER

    def _lay_spare_jokers(self, lying: Sequence[_Lying]) -> None:
        """Jokers that no meld needs, wherever there is a place for them."""
        board, suits = self.board, self.plan.suits
        table = self.table
        own = len(lying) - len(table)
        for meld in lying:
            if meld.kind == "set" and not board.sets_grow:
                continue
            if meld.kind == "run" and meld.index >= own and table[meld.index - own].suit not in suits:
                continue
            while self.hand[JOKER] > 0 and (meld.jokers < board.cap or board.cap == NO_LIMIT):
                end: End | None = None
                if meld.kind == "run":
                    end = self._open_end(meld)
                    if end is None:
                        break
                self._grow(meld, self._take_wild(), end)

    def _open_end(self, meld: _Lying) -> End | None:
        """An end of the run that can take a joker."""
        board = self.board
        if meld.high + 1 - meld.low >= board.longest:
            return None
        if (meld.high < board.last or board.circle) and not (board.apart and meld.wild_high):
            return "high"
        if (meld.low > board.first or board.circle) and not (board.apart and meld.wild_low):
            return "low"
        return None
