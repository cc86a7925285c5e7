"""From a laying to what a player does at the table: melds, then lay-offs one by one."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.cards import JOKER, Card, faces_of_rank
from referee.engine.rummy.layoff import End
from referee.engine.rummy.melds import Meld, faces_of_run, run_of, set_of
from referee.engine.rummy.solver.board import NO_LIMIT
from referee.engine.rummy.solver.fill import in_order
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.growth import stretch
from referee.engine.rummy.solver.hand import FIELD
from referee.engine.rummy.solver.laying import Laying, ends_of
from referee.engine.rummy.solver.steps import LayOff, Played, Step
from referee.engine.rummy.solver.whole import naturals_in_sets, room_in_set


def tell(ground: Ground, laying: Laying) -> Played:
    """The melds and steps of the laying."""
    return _Telling(ground, laying).played()


class _Lying:
    """A meld as it grows: its places, its jokers."""

    def __init__(self, index: int, meld: Meld, steps: Sequence[Step], wild_ranks: Sequence[int]) -> None:
        self.wild_ranks = wild_ranks
        self.low = meld.low
        self.high = meld.high
        wild = meld.wild_places
        self.jokers = len(wild)
        self.wild_low = 0 in wild
        self.wild_high = len(meld) - 1 in wild
        for step in steps:
            if isinstance(step, LayOff) and step.meld == index:
                self.take(step.card, step.end)

    def take(self, card: Card, end: End | None) -> None:
        """Note a card that is laid off on the meld."""
        wild = card == JOKER or card.rank in self.wild_ranks
        self.jokers += wild
        if end == "low":
            self.low, self.wild_low = self.low - 1, wild
        elif end == "high":
            self.high, self.wild_high = self.high + 1, wild


class _Telling:
    def __init__(self, ground: Ground, laying: Laying) -> None:
        self.ground = ground
        self.board = ground.board
        self.plan = ground.board.plan
        self.laying = laying
        self.pack = ground.task.rules.pack
        self.hand = dict(ground.task.cards)
        self.wilds = [*reversed(ground.task.pool)]
        self.table = ground.task.table if ground.task.layoffs else ()
        self.steps: list[Step] = []
        self.own = [run for run in laying.runs if run.window is not None]

    def played(self) -> Played:
        """Runs take their cards first; sets get what is left of their ranks."""
        laying = self.laying
        if self.board.whole:
            return self._whole()
        runs = [self._run(index, run) for index, run in enumerate(self.own)]
        grown = [self._grown(index, run) for index, run in enumerate(laying.runs)] if self.board.grows else []
        sets = self._sets()
        melds = in_order(self.plan.contract, [*runs, *sets])
        if self.board.grows:
            self._lay_off(melds, runs, grown)
        return Played(melds, tuple(self.steps), self._left())

    def _left(self) -> tuple[Card, ...]:
        left = [card for card, copies in self.hand.items() for _ in range(copies)]
        left.sort()
        return tuple(left)

    def _whole(self) -> Played:
        """The melds as long as they get, those of the contract alone."""
        laying = self.laying
        runs = []
        for run, (low, high, natural) in zip(laying.runs, laying.lie, strict=True):
            suit = self.plan.suits[run.suit]
            faces = faces_of_run(self.pack, suit, low, high + 1 - low)
            cards = [
                self._take(face) if natural >> place & 1 else self._take_wild() for place, face in enumerate(faces, low)
            ]
            runs.append(run_of(cards, suit, low))
        left = laying.share.left
        if self.board.sets_grow:
            left = {rank: len(self._of_rank(rank)) for rank in laying.ranks}
        naturals = naturals_in_sets(self.board, laying.ranks, left)
        sets: list[list[Card]] = []
        for rank, own, size in zip(laying.ranks, naturals, self.plan.sets, strict=True):
            cards = [self._take(card) for card in self._of_rank(rank)[:own]]
            sets.append(cards + [self._take_wild() for _ in range(size - own)])
        for index, (cards, own) in enumerate(zip(sets, naturals, strict=True)):
            more = own + room_in_set(self.board, index, own) - len(cards)
            cards += [self._take_wild() for _ in range(min(more, len(self.wilds)))]
        melds = [set_of(cards, rank) for rank, cards in zip(laying.ranks, sets, strict=True)]
        return Played(in_order(self.plan.contract, [*runs, *melds]), (), self._left())

    def _take(self, card: Card) -> Card:
        self.hand[card] -= 1
        return card

    def _take_wild(self) -> Card:
        """The dearest wild card left."""
        return self._take(self.wilds.pop())

    def _cards(self, run: Run, mask: int, low: int, high: int, *, down: bool = False) -> list[Card]:
        """The card for each place, from low to high or ``down``: a natural one where the run may use it."""
        if low > high:
            return []
        faces = faces_of_run(self.pack, self.plan.suits[run.suit], low, high + 1 - low)
        hand, cards = self.hand, []
        for face in reversed(faces) if down else faces:
            card = face if mask >> face[0] & 1 else self.wilds.pop()
            hand[card] -= 1
            cards.append(card)
        return cards

    def _run(self, index: int, run: Run) -> Meld:
        mask = self.laying.share.runs[index]
        for meld, rank in self.laying.spared:
            if meld == index:
                mask &= ~(1 << rank)
        return run_of(self._cards(run, mask, run.low, run.high), self.plan.suits[run.suit], run.low)

    def _grown(self, index: int, run: Run) -> tuple[list[Card], list[Card]]:
        """The cards laid off below, from high to low, and above."""
        board, laying = self.board, self.laying
        mask, jokers = laying.share.runs[index], laying.jokers[index]
        if not jokers and not (mask & ~run.window.masks[0] if run.window else mask):
            return [], []
        shut = self.ground.shut
        if board.sets_grow:
            shut &= ~sum(1 << rank for rank in set(laying.ranks))
        held = board.places(mask)
        before = ends_of(run, mask, self.plan.top)
        ends = stretch(board, held, board.places(shut) & held, before, jokers)
        mask &= ~sum([1 << rank for meld, rank in laying.spared if meld == index])
        below = self._cards(run, mask, ends.low, run.low - 1, down=True)
        return below, self._cards(run, mask, run.high + 1, ends.high)

    # Sets ------------------------------------------------------------------------------------------------------

    def _sets(self) -> list[Meld]:
        """The sets, each with the natural cards that it needs at least."""
        laying, plan = self.laying, self.plan
        sizes: dict[int, int] = {}
        for rank, size in zip(laying.ranks, plan.sets, strict=True):
            sizes[rank] = sizes.get(rank, 0) + size
        naturals: dict[int, list[Card]] = {}
        for rank, size in sizes.items():
            spared = laying.spared.count((-1, rank)) if laying.spared else 0
            naturals[rank] = self._of_rank(rank)[: min(size, laying.share.left[rank]) - spared]
        made = [naturals[rank] for rank in sizes] if len(sizes) == len(plan.sets) else self._shared_out(naturals)
        found = []
        for rank, cards, size in zip(laying.ranks, made, plan.sets, strict=True):
            for _ in range(size - len(cards)):
                cards.append(self.wilds.pop())
            for card in cards:
                self.hand[card] -= 1
            found.append(set_of(cards, rank))
        return found

    def _shared_out(self, naturals: dict[int, list[Card]]) -> list[list[Card]]:
        """The cards of each set: those that it needs, then what is left goes round."""
        laying, plan = self.laying, self.plan
        made = [
            [naturals[rank].pop() for _ in range(need)] for rank, need in zip(laying.ranks, plan.needs, strict=True)
        ]
        for rank, cards, size in zip(laying.ranks, made, plan.sets, strict=True):
            while naturals[rank] and len(cards) < size:
                cards.append(naturals[rank].pop())
            cards.sort()
        return made

    def _of_rank(self, rank: int) -> list[Card]:
        cards: list[Card] = []
        for face in faces_of_rank(self.pack, rank):
            cards += [face] * self.hand.get(face, 0)
        return cards

    # Laying off ------------------------------------------------------------------------------------------------

    def _lay_off(
        self, melds: Sequence[Meld], runs: Sequence[Meld], grown: Sequence[tuple[list[Card], list[Card]]]
    ) -> None:
        index_of = {id(meld): index for index, meld in enumerate(melds)}
        for number, (run, (below, above)) in enumerate(zip(self.laying.runs, grown, strict=True)):
            index = index_of[id(runs[number])] if number < len(runs) else len(melds) + run.number
            self.steps += [LayOff(card, index, "low") for card in below]
            self.steps += [LayOff(card, index, "high") for card in above]
        if self.board.sets_grow:
            done = 0
            counts = self.ground.counts
            for index, meld in enumerate((*melds, *self.table)):
                rank = meld.rank
                if rank and not done >> rank & 1:
                    done |= 1 << rank
                    if counts >> FIELD * rank & 255:
                        self.steps += [LayOff(self._take(card), index, None) for card in self._of_rank(rank)]
        if self.wilds:
            self._lay_spare_wilds(melds)

    def _lay_spare_wilds(self, melds: Sequence[Meld]) -> None:
        """Wild cards that no meld needs, wherever there is a place for them."""
        board, suits = self.board, self.plan.suits
        for index, meld in enumerate((*melds, *self.table)):
            if meld.kind == "set" and not board.sets_grow:
                continue
            if meld.kind == "run" and meld.suit not in suits:
                continue
            lying = _Lying(index, meld, self.steps, self.plan.wild_ranks)
            while lying.jokers < board.cap or board.cap == NO_LIMIT:
                end: End | None = None
                if meld.kind == "run":
                    end = self._open_end(lying)
                    if end is None:
                        break
                card = self._take_wild()
                self.steps.append(LayOff(card, index, end))
                if not self.wilds:
                    return
                lying.take(card, end)

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
