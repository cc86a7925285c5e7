"""The best lay-down by layouts: windows for the runs and ranks for the sets, in the order of what they lose at least.

Knows the usual settings only (see ``board``). What it finds can be laid. Where it cannot tell whether there is better,
because too many cards are asked for by several melds or a joker finds no place, it says so, and the sweep has to tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, prod
from operator import itemgetter
from typing import NamedTuple

from referee.engine.rummy.solver.bare import lay_bare
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.growing import lay_growing
from referee.engine.rummy.solver.hand import FIELD, filled, spread, stack
from referee.engine.rummy.solver.laying import Laying
from referee.engine.rummy.solver.plan import Group, Window

MOST_LAYOUTS = 1200
"""Choices of windows for the runs, above which the sweep is quicker."""


class Candidate(NamedTuple):
    """A window worth a look, and what a run in it can save by itself: worth, and cards of each rank, packed."""

    lacks: int
    run: Run
    saved: int
    packed: int


class Option(NamedTuple):
    """Windows for all runs of the contract: what is lost at least beside any sets, and how many places are empty.

    ``bare``: the natural cards lost before there are sets; ``rest``: the cards that no run can use, packed by rank.
    """

    loss: int
    empty: int
    bare: int
    rest: int
    runs: tuple[Run, ...]


class Quick:
    """One search. ``loss``: that of the best laying found, at first one more than is of interest.

    ``doubt``: no layout that could not be looked through to the end loses less than this. ``lying``: the table's runs
    by suit, ``base``: what they can save; ``due``: suits in which a run has to be made.
    """

    def __init__(self, ground: Ground, *, slack: int | None = None) -> None:
        self.ground = ground
        self.board = ground.board
        self.plan = ground.board.plan
        joker = self.board.worth[0]
        most = ground.total + ground.jokers * joker
        self.loss = self.doubt = 1 + (most if slack is None else min(slack, most))
        self.found: Laying | None = None
        self.lying: dict[int, list[Run]] = {}
        self.base: dict[int, tuple[int, int]] = {}
        self.due: set[int] = set()
        self.least_by_jokers = ground.idle * joker

    def search(self) -> bool:
        """Look through the layouts; whether what is found is certainly the best there is (or there is nothing)."""
        if self.ground.strange:
            return False
        options = self._options()
        if options is None:
            return False
        for option in options:
            if option.loss >= self.loss:
                break
            for loss, ranks in self._sets(option):
                if loss < self.loss:
                    self._lay(option.runs, ranks, loss)
        return self.doubt >= self.loss

    def _lay(self, runs: tuple[Run, ...], ranks: tuple[int, ...], loss: int) -> None:
        lay = lay_growing if self.board.layoffs else lay_bare
        sure, laying = lay(self.ground, runs, ranks)
        if laying is not None and laying.loss < self.loss:
            self.loss, self.found = laying.loss, laying
        if not sure:
            self.doubt = min(self.doubt, loss)

    # Runs ------------------------------------------------------------------------------------------------------

    def _options(self) -> list[Option] | None:
        """Windows for the runs, those that may lose the least first; None where there are too many."""
        ground = self.ground
        alike = Counter(self.plan.runs)
        candidates = {group: self._candidates(group) for group in alike}
        if prod(comb(len(candidates[group]) + count - 1, count) for group, count in alike.items()) > MOST_LAYOUTS:
            return None
        most_by_sets = self._most_by_sets()
        if most_by_sets is None or not all(candidates.values()) or self.least_by_jokers >= self.loss:
            return []
        for run in ground.runs:
            self.lying.setdefault(run.suit, []).append(run)
        self.base = {suit: ground.reached(suit, runs) for suit, runs in self.lying.items()}
        self.due = self._due()
        if len(self.due) > len(self.plan.runs):
            return []
        lost = ground.lost - sum(worth for worth, _ in self.base.values())
        rest = ground.counts - sum(packed for _, packed in self.base.values())
        options = []
        for chosen, empty in self._choices([candidates[group] for group in self.plan.runs]):
            saved, packed = self._saved(chosen)
            bare = lost - saved
            loss = bare - most_by_sets + self.least_by_jokers
            if loss < self.loss:
                options.append(Option(loss, empty, bare, rest - packed, tuple([one.run for one in chosen])))
        options.sort(key=_LOSS)
        return options

    def _due(self) -> set[int]:
        """The suits in which a run has to be made lest too much is lost; not looked for where there are sets."""
        ground, of = self.ground, self.board.of
        if self.plan.sets:
            return set()
        most = self.loss - self.least_by_jokers
        lost = [sum([of[plane & ground.shut] for plane in planes]) for planes in ground.planes]
        return {suit for suit, worth in enumerate(lost) if worth - self.base.get(suit, _NOTHING)[0] >= most}

    def _candidates(self, group: Group) -> list[Candidate]:
        """The windows that held cards and jokers fill, the fullest first."""
        ground, board = self.ground, self.board
        found = []
        for suit, planes in enumerate(ground.planes):
            for lacks, window in close_windows(group, planes[0], ground.jokers):
                room = 0
                if board.layoffs:
                    room = min(max(0, board.table_cap - lacks), ground.jokers - lacks)
                    run = ground.run(suit, window.low, window.low + window.size - 1, room, window=window)
                else:
                    uses = planes[0] & window.masks[0]
                    run = Run(suit, window.low, window.low + window.size - 1, uses, 0, -1, window, both_aces=False)
                saved, packed = ground.reached(suit, [run])
                found.append(Candidate(lacks, run, saved, packed))
        found.sort(key=_LACKS)
        return found

    def _choices(self, groups: Sequence[Sequence[Candidate]]) -> Iterator[tuple[tuple[Candidate, ...], int]]:
        """Every choice of windows that the jokers fill, with the number of its empty places."""
        jokers = self.ground.jokers

        def choose(
            depth: int, start: int, chosen: tuple[Candidate, ...], lacks: int
        ) -> Iterator[tuple[tuple[Candidate, ...], int]]:
            if depth == len(groups):
                empty = self._empty(chosen, lacks)
                if empty <= jokers:
                    yield chosen, empty
                return
            alike = depth + 1 < len(groups) and groups[depth + 1] is groups[depth]
            for index in range(start, len(groups[depth])):
                one = groups[depth][index]
                if lacks + one.lacks > jokers:
                    break
                due = len(self.due.difference([one.run.suit], [other.run.suit for other in chosen]))
                if due < len(groups) - depth and not self._clashes(one, chosen):
                    yield from choose(depth + 1, index if alike else 0, (*chosen, one), lacks + one.lacks)

        return choose(0, 0, (), 0)

    def _clashes(self, one: Candidate, chosen: Sequence[Candidate]) -> bool:
        if not self.plan.gap and not self.plan.one_a_suit:
            return False
        return any(
            other.run.suit == one.run.suit
            and one.run.window is not None
            and other.run.window is not None
            and self.plan.follows(one.run.window, other.run.window)
            for other in chosen
        )

    def _empty(self, chosen: Sequence[Candidate], lacks: int) -> int:
        """The empty places of the windows, those in one suit sharing its cards."""
        suits = [one.run.suit for one in chosen]
        if len(set(suits)) == len(suits):
            return lacks
        empty = 0
        for suit in set(suits):
            windows = [one.run.window for one in chosen if one.run.suit == suit and one.run.window]
            masks = [window.masks[0] for window in windows]
            empty += sum(window.size for window in windows) - filled(masks, self.ground.planes[suit])
        return empty

    def _saved(self, chosen: Sequence[Candidate]) -> tuple[int, int]:
        """What the runs can save beyond what those of the table can, and the cards that they can use beyond theirs."""
        saved = packed = 0
        by_suit: dict[int, list[Candidate]] = {}
        for one in chosen:
            by_suit.setdefault(one.run.suit, []).append(one)
        for suit, own in by_suit.items():
            lying = self.lying.get(suit)
            if lying is None and len(own) == 1:
                saved += own[0].saved
                packed += own[0].packed
            else:
                worth, cards = self.ground.reached(suit, [*(one.run for one in own), *(lying or ())])
                before = self.base.get(suit, _NOTHING)
                saved += worth - before[0]
                packed += cards - before[1]
        return saved, packed

    # Sets ------------------------------------------------------------------------------------------------------

    def _most_by_sets(self) -> int | None:
        """The most that sets can save; None where there cannot be enough of them."""
        plan, counts, worth = self.plan, self.ground.counts, self.board.worth
        if not plan.sets:
            return 0
        least, size = min(plan.needs), plan.sets[0]
        gains = []
        for rank in range(1, plan.top + 1):
            copies = counts >> FIELD * rank & 255
            if copies >= least:
                if self.board.layoffs:
                    gains.append(worth[rank] * copies if self.ground.shut >> rank & 1 else 0)
                    if plan.same_rank:
                        gains += [0] * (copies // least - 1)
                else:
                    gains.append(worth[rank] * min(size, copies))
                    if plan.same_rank:
                        gains += [worth[rank] * size] * (copies // least - 1)
        if len(gains) < len(plan.sets):
            return None
        gains.sort(reverse=True)
        return sum(gains[: len(plan.sets)])

    def _sets(self, option: Option) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Ranks for the sets beside the option's runs, with what is lost then at least."""
        plan, ground, board = self.plan, self.ground, self.board
        if not plan.sets:
            yield self._by_jokers(option.empty) + option.bare, ()
            return
        taken = self._taken(option.runs)
        left = ground.counts - taken
        rows = []
        for rank in range(1, plan.top + 1):
            copies = ground.counts >> FIELD * rank & 255
            if copies >= min(plan.needs):
                free = left >> FIELD * rank & 255
                if board.layoffs:
                    gain = board.worth[rank] * (option.rest >> FIELD * rank & 255) if ground.shut >> rank & 1 else 0
                else:
                    gain = board.worth[rank] * min(plan.sets[0], free)
                rows.append((gain, free, copies, rank))
        rows.sort(reverse=True)
        yield from self._ranks(option, rows, 0, 0, (), option.bare, option.empty)

    def _ranks(
        self,
        option: Option,
        rows: Sequence[tuple[int, int, int, int]],
        depth: int,
        start: int,
        chosen: tuple[int, ...],
        lost: int,
        empty: int,
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        plan, board = self.plan, self.board
        if depth == len(plan.sets):
            yield lost + self._by_jokers(empty), chosen
            return
        size, need = plan.sets[depth], plan.needs[depth]
        alike = depth + 1 < len(plan.sets) and plan.sets[depth + 1] == size
        still = len(plan.sets) - depth
        for index in range(start, len(rows)):
            gain, free, copies, rank = rows[index]
            # The ranks come with the most to gain first, so that nothing better follows.
            if lost - still * gain + self.least_by_jokers >= self.loss and not plan.same_rank:
                return
            before = [own for own, other in zip(plan.sets, chosen, strict=False) if other == rank]
            if before and not plan.same_rank:
                continue
            asked = sum(before)
            more = max(0, asked + size - free) - max(0, asked - free)
            if copies < need or empty + more > self.ground.jokers:
                continue
            if not board.layoffs:
                gain = board.worth[rank] * (size - more)
            elif before:
                gain = 0
            yield from self._ranks(
                option, rows, depth + 1, index if alike else 0, (*chosen, rank), lost - gain, empty + more
            )

    def _taken(self, runs: Sequence[Run]) -> int:
        """The cards of each rank that the runs' windows take when they take all they can, packed."""
        taken = 0
        for suit in {run.suit for run in runs}:
            masks = [run.window.masks[0] for run in runs if run.suit == suit and run.window]
            for level, plane in zip(stack(masks), self.ground.planes[suit], strict=False):
                taken += spread(level & plane)
        return taken

    def _by_jokers(self, empty: int) -> int:
        """What is lost at least by jokers that stay in the hand, and without lay-offs by cards that they replace."""
        if self.board.layoffs:
            return self.least_by_jokers
        joker, jokers = self.board.worth[0], self.ground.jokers
        spare = max(0, jokers - self.ground.idle - empty)
        return joker * (jokers - empty) - max(0, joker - self.board.least) * spare


_NOTHING = (0, 0)
_LOSS = itemgetter(0)
_LACKS = itemgetter(0)


@lru_cache(maxsize=1 << 15)
def close_windows(group: Group, held: int, jokers: int) -> tuple[tuple[int, Window], ...]:
    """The windows that the held cards of a suit and so many jokers fill, with the places left empty, fullest first."""
    found = []
    for window in group.windows:
        lacks = window.size - (window.masks[0] & held).bit_count()
        if lacks <= jokers and lacks <= window.size - window.need:
            found.append((lacks, window))
    found.sort(key=_LACKS)
    return tuple(found)
