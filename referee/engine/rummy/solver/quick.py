"""The best lay-down by layouts: windows for the runs and ranks for the sets, in the order of what they lose at least.

Knows the usual settings only (see ``board``). What it finds can be laid. Where it cannot tell whether there is better,
because too many cards are asked for by several melds or a joker finds no place, it says so, and the sweep has to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import NamedTuple

from referee.engine.rummy.clashing import clash
from referee.engine.rummy.solver.bare import lay_bare
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.growing import lay_growing
from referee.engine.rummy.solver.hand import FIELD, spread, stack
from referee.engine.rummy.solver.laying import Laying
from referee.engine.rummy.solver.options import Candidate, Choice, Option, Options, Weighed
from referee.engine.rummy.solver.telling import tell
from referee.engine.rummy.solver.together import Together
from referee.engine.rummy.solver.whole import lay_whole

FEW_LAYOUTS = 2
"""So many choices are looked at one by one without a bound that would take longer to find."""
MOST_LAYOUTS = 300
"""Choices of windows for the runs that are looked at all together, the best first."""
MOST_TRIED = 3000
"""Windows tried one by one where there are more choices; then the sweep is quicker."""
MOST_DOUBTS = 2
"""Layouts that leave a doubt, after which the sweep will have to tell."""
MOST_LOOKED, MOST_WHOLE, MOST_ROUND = 250, 5000, 700
"""Ways to lay that are looked at, twice as many while there is no doubt, after which it has to tell as well; it takes
longer to do so where melds are laid whole or runs go round."""
FEW_LOOKED, NEXT_TO_NOTHING = 150, 2
"""The same where next to nothing may be lost or a meld has one joker, so that a sweep leaves most ways at once."""
DONE = -(1 << 30)
"""A loss that no layout can be better than."""


type _Row = tuple[int, int, int, int, int]
"""A rank for a set: the most that one saves, the cards left by windows, by all that runs reach, all; itself."""


class _Dive(NamedTuple):
    """Windows for each run in the order they are tried, the most that one saves, plain and with a price on jokers.

    ``start``: what is lost with no windows, ``besides``: what is with the price; ``priced``: whether it sorts them.
    """

    ranked: Sequence[Sequence[Weighed]]
    dearest: Sequence[int]
    most_of: Sequence[int]
    start: int
    besides: int
    priced: bool


class Quick:
    """One search.

    ``loss``: that of the best laying found, at first one more than is of interest; ``DONE`` after one that is good
    ``enough``. ``doubt``: none of the ``doubts`` layouts that could not be looked through to the end loses less.
    """

    def __init__(self, ground: Ground, *, slack: int | None = None) -> None:
        self.ground = ground
        self.enough = ground.task.enough
        self.board = ground.board
        self.plan = ground.board.plan
        most = ground.total + sum(ground.wilds)
        self.most = most
        self.loss = self.doubt = 1 + (most if slack is None else min(slack, most))
        # Where nothing is laid off jokers that no place needs may take those of cards: the number of jokers laid.
        self.replaces = 0 if self.board.grows else ground.jokers - ground.idle
        self.doubts = self.tried = 0
        self.found: Laying | None = None
        self.shares_jokers = self.board.grows and not self.board.whole
        self.least_by_jokers = sum(ground.wilds[ground.jokers - ground.idle :])
        self.offset = -most

    def search(self) -> bool:
        """Look through the layouts; whether what is found is certainly the best there is (or there is nothing)."""
        if self.ground.strange:
            return False
        if self.least_by_jokers >= self.loss:
            return True
        if not self.plan.runs:  # the table's runs are all there are
            self._try(Options(self.ground, self.loss).none())
            return self.doubt >= self.loss
        options = self.options = Options(self.ground, self.loss - self.least_by_jokers)
        if not options.possible:
            return True
        count = options.count()
        if count > FEW_LAYOUTS:
            most_by_sets = self._most_by_sets()
            if most_by_sets is None:
                return True
            self.offset = self.least_by_jokers - most_by_sets
        if count > MOST_LAYOUTS:
            if self.loss == 1:
                return False  # where nothing may be lost a sweep, which leaves nearly every way at once, is quicker
            return self._dive() and self.doubt >= self.loss
        return self._climb() and self.doubt >= self.loss

    def _climb(self) -> bool:
        """Look through the layouts in the order of what they lose at least; False where the sweep will be quicker.

        What windows of one suit lose together is told when it is their turn, and where that is more they wait again.
        """
        options = self.options
        waiting: list[tuple[int, int, Choice, Option | None]] = [
            (choice.lost, number, choice, None)
            for number, choice in enumerate(options.choices(self.loss - self.offset))
        ]
        heapify(waiting)
        while waiting:
            lost, number, choice, option = heappop(waiting)
            if lost + self.offset >= self.loss:
                break
            if self._is_long:
                return False
            if option is None:
                option = options.option(choice)
                if option is not None and option.lost > lost:
                    heappush(waiting, (option.lost, number, choice, option))
                    continue
            if option is not None:
                self._try(option)
        return True

    @property
    def _is_long(self) -> bool:
        """Whether the sweep will be quicker than to look on."""
        most = MOST_LOOKED if self.doubts else 2 * MOST_LOOKED
        if self.loss <= NEXT_TO_NOTHING or self.board.cap == 1:
            most = FEW_LOOKED
        if self.board.whole or self.board.circle:
            most = MOST_WHOLE if self.board.whole else MOST_ROUND
        return self.doubts > MOST_DOUBTS or self.ground.looked > most

    def _try(self, option: Option) -> None:
        """Look through the sets beside the option's runs."""
        together: Together | None = None
        taken = -1
        for loss, empty, ranks in self._sets(option):
            if loss < self.loss:
                if self._is_long:
                    self.doubt = 0
                    return
                if self.found and self.shares_jokers and option.runs:
                    together = together or Together(self.ground, option.runs, option.empty)
                    if together.lost(ranks) >= self.loss:
                        continue
                if self.replaces and self.loss <= self.most and empty < self.replaces:
                    taken = self._taken(option.runs) if taken < 0 else taken
                    if loss + self._replaced(taken, empty, ranks) >= self.loss:
                        continue
                self._lay(option.runs, ranks, loss, bounded=together is not None)

    def _lay(self, runs: tuple[Run, ...], ranks: tuple[int, ...], loss: int, *, bounded: bool) -> None:
        """Lay the most in a layout; ``bounded``: it is known to be better if nothing stands in the way."""
        ground = self.ground
        ground.limit = self.loss
        if self.board.whole:
            sure, laying = lay_whole(ground, runs, ranks, loss)
        elif self.board.grows:
            sure, laying = lay_growing(ground, runs, ranks, loss, bounded=bounded)
        else:
            sure, laying = lay_bare(ground, runs, ranks, loss)
        if laying is not None and laying.loss < self.loss and self._clashes(laying):
            sure, laying = False, None
        if laying is not None and laying.loss < self.loss:
            self.loss, self.found = laying.loss if laying.loss > self.enough else DONE, laying
        if not sure:
            self.doubt = min(self.doubt, loss)
            self.doubts += 1

    # Runs ------------------------------------------------------------------------------------------------------

    def _clashes(self, laying: Laying) -> bool:
        """Whether runs come too near to each other, which may be when they are laid longer than asked for."""
        if not self.board.longer or not self.plan.gap:
            return False
        melds = tell(self.ground, laying).melds
        return any(clash(self.ground.task.rules, one, other) for one, other in combinations(melds, 2))

    def _dive(self) -> bool:
        """Look through the layouts, leaving those that cannot be better; False where there are too many all the same.

        The windows that save most come first; where nothing is found so, those that do with a price on jokers.
        """
        weighed, besides = self.options.weighed(self._given_back)
        plain = {id(own): sorted(own, key=_saved_by, reverse=True) for own in weighed}
        if self._dive_into([plain[id(own)] for own in weighed], besides, priced=False):
            return True
        if self.found is not None or not besides:
            return False
        # All layouts are looked at anew.
        self.ground.looked, self.doubts, self.doubt = 0, 0, self.loss
        return self._dive_into(weighed, besides, priced=True)

    def _dive_into(self, ranked: Sequence[Sequence[Weighed]], besides: int, *, priced: bool) -> bool:
        """The same with windows in this order: that of what they save, or of the most where jokers have a price."""
        dearest = [max([own.one.saved for own in each]) for each in ranked]
        most_of = [max([own.most for own in each]) for each in ranked]
        self.tried = 0
        dive = _Dive(ranked, dearest, most_of, self.options.lost + self.offset, besides, priced)
        return self._dive_on(dive, (), 0, 0, 0, 0)

    def _dive_on(
        self, dive: _Dive, chosen: tuple[Candidate, ...], start: int, saved: int, most: int, lacks: int
    ) -> bool:
        """The same beside the windows chosen, with the next run's from ``start`` on."""
        options, jokers, ranked, depth = self.options, self.ground.jokers, dive.ranked, len(chosen)
        if depth == len(ranked):
            option = options.option(Choice(0, lacks, chosen))
            if option is not None and option.lost + self.offset < self.loss:
                self._try(option)
            return True
        alike = depth + 1 < len(ranked) and ranked[depth + 1] is ranked[depth]
        before = dive.start - saved - sum(dive.dearest[depth + 1 :])
        paid = dive.start + dive.besides - most - sum(dive.most_of[depth + 1 :])
        for index in range(start, len(ranked[depth])):
            own, one = ranked[depth][index]
            least, least_paid = before - one.saved, paid - own
            if (least_paid if dive.priced else least) >= self.loss:
                return True
            if least >= self.loss or least_paid >= self.loss:
                continue
            if lacks + one.lacks > jokers or options.clashes(one, chosen):
                continue
            self.tried += 1
            if self.tried > MOST_TRIED or self._is_long:
                return False
            more = (*chosen, one)
            if 1 < len(more) < len(ranked) and options.empty(more, lacks + one.lacks) > jokers:
                continue
            if not self._dive_on(dive, more, index if alike else 0, saved + one.saved, most + own, lacks + one.lacks):
                return False
        return True

    # Sets ------------------------------------------------------------------------------------------------------

    def _given_back(self, price: int) -> int:
        """What sets give back at most of the price of jokers: all in an empty place, else what a card is cheaper."""
        return (self._most_by_sets(price) or 0) - (self._most_by_sets() or 0) if price else 0

    def _most_by_sets(self, price: int = 0) -> int | None:
        """The most that sets can save; None where there cannot be enough of them.

        ``price``: what a joker costs that takes an empty place or that of a card (see ``Options.weighed``).
        """
        plan, counts, worth = self.plan, self.ground.counts, self.board.worth
        if not plan.sets:
            return 0
        least, size = plan.sorted_needs[-1], plan.sets[0]
        gains = []
        for rank, copies in enumerate(counts.to_bytes(16, "little")):
            if copies >= least:
                if self.board.sets_grow:
                    gains.append(worth[rank] * copies if self.ground.shut >> rank & 1 else 0)
                    if plan.same_rank:
                        gains += [0] * (copies // least - 1)
                else:
                    value, own = max(worth[rank], price), min(size, copies)
                    gains.append(value * own + price * (size - own))
                    if plan.same_rank:
                        gains += [value * size] * (copies // least - 1)
        if len(gains) < len(plan.sets):
            return None
        gains.sort(reverse=True)
        return sum(gains[: len(plan.sets)])

    def _sets(self, option: Option) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Ranks for the sets beside the option's runs, with what is lost then at least."""
        plan, ground, board = self.plan, self.ground, self.board
        if not plan.sets:
            yield self._by_jokers(option.empty) + option.lost, option.empty, ()
            return
        left = ground.counts - self._taken(option.runs)
        rows = []
        least = plan.sorted_needs[-1]
        for rank, copies in enumerate(ground.counts.to_bytes(16, "little")):
            if copies >= least:
                free = left >> FIELD * rank & 255
                spare = option.rest >> FIELD * rank & 255 if board.grows else free
                if not board.sets_grow:
                    gain = board.worth[rank] * min(plan.sets[0], spare)
                else:
                    gain = board.worth[rank] * spare if ground.shut >> rank & 1 else 0
                rows.append((gain, free, spare, copies, rank))
        rows.sort(reverse=True)
        if len(plan.sets) == 1:
            yield from self._one_rank(option, rows)
            return
        if rows:
            yield from self._ranks(option, rows, 0, 0, (), option.lost, option.empty)

    def _one_rank(self, option: Option, rows: Sequence[_Row]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """The same for a single set."""
        size, need, jokers = self.plan.sets[0], self.plan.needs[0], self.ground.jokers
        for gain, free, _, copies, rank in rows:
            if option.lost - gain + self.least_by_jokers >= self.loss:
                return
            empty = option.empty + max(0, size - free)
            if copies >= need and empty <= jokers:
                yield option.lost - gain + self._by_jokers(empty), empty, (rank,)

    def _ranks(
        self,
        option: Option,
        rows: Sequence[_Row],
        depth: int,
        start: int,
        chosen: tuple[int, ...],
        lost: int,
        empty: int,
    ) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        plan, board = self.plan, self.board
        if depth == len(plan.sets):
            yield lost + self._by_jokers(empty), empty, chosen
            return
        size, need, alike, smaller = plan.set_turns[depth]
        # The ranks come with the most to gain first, so that this set and those like it gain no more than its rank
        # does; the smaller ones choose among all again.
        least = lost - smaller * rows[0][0] + self.least_by_jokers
        for index in range(start, len(rows)):
            gain, free, spare, copies, rank = rows[index]
            if least - alike * gain >= self.loss:
                return
            if copies < need:
                continue
            asked = 0
            if rank in chosen:
                if not plan.same_rank:
                    continue
                asked = sum([own for own, other in zip(plan.sets, chosen, strict=False) if other == rank])
            more = asked + size - free if asked + size > free else 0
            if asked > free:
                more -= asked - free
            if empty + more > self.ground.jokers:
                continue
            if not board.sets_grow:
                gain = board.worth[rank] * (min(asked + size, spare) - min(asked, spare))
            elif asked:
                gain = 0
            after = index if alike > 1 else 0
            yield from self._ranks(option, rows, depth + 1, after, (*chosen, rank), lost - gain, empty + more)

    def _taken(self, runs: Sequence[Run]) -> int:
        """The cards of each rank that the runs' windows take when they take all they can, packed."""
        taken = 0
        for suit in {run.suit for run in runs}:
            masks = [run.window.masks[0] & run.common for run in runs if run.suit == suit and run.window]
            for level, plane in zip(stack(masks), self.ground.planes[suit], strict=False):
                taken += spread(level & plane)
        return taken

    def _by_jokers(self, empty: int) -> int:
        """What is lost at least by jokers that stay in the hand, and without lay-offs by cards that they replace."""
        if self.board.grows:
            return self.least_by_jokers
        wilds, least = self.ground.wilds, self.board.worth[self.board.by_worth[0]]
        spare = wilds[empty : max(empty, self.replaces)]
        return sum(wilds[empty:]) - sum([worth - least for worth in spare if worth > least])

    def _replaced(self, taken: int, empty: int, ranks: tuple[int, ...]) -> int:
        """By how much the cards that such jokers replace cost more than the cheapest of all.

        ``taken``: the cards that the windows can have, packed; besides there are those of the sets.
        """
        board, counts = self.board, self.ground.counts
        spare, least, more = self.ground.wilds[empty : self.replaces], board.worth[board.by_worth[0]], 0
        number = 0
        for rank in board.by_worth:
            own = taken >> FIELD * rank & 255
            if rank in ranks:
                asked = sum([size for size, other in zip(self.plan.sets, ranks, strict=True) if other == rank])
                own = min(own + asked, counts >> FIELD * rank & 255)
            for joker in spare[number : number + own]:
                more += max(0, min(board.worth[rank], joker) - least)
            number += own
            if number >= len(spare):
                return more
        return more + sum([max(0, joker - least) for joker in spare[number:]])


def _saved_by(own: Weighed) -> int:
    return own.one.saved
