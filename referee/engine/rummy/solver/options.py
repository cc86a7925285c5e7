"""Windows for all runs of a contract, and what each choice of them can save at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, prod
from operator import itemgetter
from typing import NamedTuple

from referee.engine.rummy.solver.candidates import fits
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.hand import filled, spread
from referee.engine.rummy.solver.plan import Group


class Candidate(NamedTuple):
    """A window worth a look, and what a run in it can save by itself: worth, and cards of each rank, packed."""

    lacks: int
    run: Run
    saved: int
    packed: int


class Option(NamedTuple):
    """Windows for all runs of the contract: what is lost at least before there are sets, and the places left empty.

    ``rest``: the cards that no run can use, packed by rank.
    """

    lost: int
    empty: int
    rest: int
    runs: tuple[Run, ...]


class Options:
    """The choices of windows for one hand.

    ``candidates``: the windows worth a look for each run, the fullest first; runs of one size share theirs. ``lying``:
    the table's runs by suit, ``base``: what they can save; ``due``: suits in which a run has to be made. ``lost``: the
    worth of the natural cards that no set or run of the table can take, ``rest``: those cards, packed by rank.
    """

    def __init__(self, ground: Ground, most: int) -> None:
        self.ground = ground
        self.board = ground.board
        self.plan = ground.board.plan
        found = {group: self._candidates(group) for group in dict.fromkeys(self.plan.runs)}
        self.candidates = [found[group] for group in self.plan.runs]
        self.lying: dict[int, list[Run]] = {}
        for run in ground.runs:
            self.lying.setdefault(run.suit, []).append(run)
        self.base = {suit: ground.reached(suit, runs) for suit, runs in self.lying.items()}
        self.lost = ground.lost - sum([worth for worth, _ in self.base.values()])
        self.rest = ground.counts - sum([packed for _, packed in self.base.values()])
        self.due = self._due(most)

    @property
    def possible(self) -> bool:
        """Whether there is a choice at all."""
        return all(self.candidates) and len(self.due) <= len(self.plan.runs)

    def count(self) -> int:
        if len(self.candidates) == 1:
            return len(self.candidates[0])
        alike = Counter(map(id, self.candidates))
        sizes = {id(own): len(own) for own in self.candidates}
        return prod(comb(sizes[own] + count - 1, count) for own, count in alike.items())

    def all(self) -> Iterator[Option]:
        """Every choice of windows that the jokers fill."""
        if len(self.candidates) == 1 and not self.lying:
            lost, rest, jokers = self.lost, self.rest, self.ground.jokers
            for lacks, run, saved, packed in self.candidates[0]:
                if lacks <= jokers and (not self.due or run.suit in self.due):
                    yield Option(lost - saved, lacks, rest - packed, (run,))
            return
        for chosen, empty in self._choices(self.candidates):
            yield self.option(chosen, empty)

    def option(self, chosen: Sequence[Candidate], empty: int) -> Option:
        saved, packed = self._saved(chosen)
        runs = tuple([one.run for one in chosen])
        return Option(self.lost - saved, empty, self.rest - packed, runs)

    def _due(self, most: int) -> set[int]:
        """The suits in which a run has to be made lest too much is lost; not looked for where there are sets."""
        ground, of = self.ground, self.board.of
        if self.plan.sets:
            return set()
        lost = [sum([of[plane & ground.shut] for plane in planes]) for planes in ground.planes]
        return {suit for suit, worth in enumerate(lost) if worth - self.base.get(suit, _NOTHING)[0] >= most}

    def _candidates(self, group: Group) -> list[Candidate]:
        """The windows that held cards and jokers fill, the fullest first."""
        ground, board = self.ground, self.board
        found = []
        for suit, planes in enumerate(ground.planes):
            for lacks, window, short, _ in fits(group, planes[0]):
                if lacks > ground.jokers:
                    break
                if short:
                    continue
                room = 0
                if board.grows:
                    room = min(max(0, board.cap - lacks), ground.jokers - lacks)
                    run = ground.run(suit, window.low, window.low + window.size - 1, room, window=window)
                else:
                    uses = planes[0] & window.masks[0]
                    run = Run(suit, window.low, window.low + window.size - 1, uses, 0, -1, window, wraps=False)
                if run.wraps:
                    saved, packed = ground.reached(suit, [run])
                else:
                    used = run.uses & planes[0]
                    saved, packed = board.of[used & ground.shut], spread(used)
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
                empty = self.empty(chosen, lacks)
                if empty <= jokers:
                    yield chosen, empty
                return
            alike = depth + 1 < len(groups) and groups[depth + 1] is groups[depth]
            for index in range(start, len(groups[depth])):
                one = groups[depth][index]
                if lacks + one.lacks > jokers:
                    break
                due = len(self.due.difference([one.run.suit], [other.run.suit for other in chosen]))
                if due < len(groups) - depth and not self.clashes(one, chosen):
                    yield from choose(depth + 1, index if alike else 0, (*chosen, one), lacks + one.lacks)

        return choose(0, 0, (), 0)

    def clashes(self, one: Candidate, chosen: Sequence[Candidate]) -> bool:
        if not self.plan.one_a_suit and (self.board.longer or not self.plan.gap):
            return False
        return any(
            other.run.suit == one.run.suit
            and one.run.window is not None
            and other.run.window is not None
            and self.plan.follows(one.run.window, other.run.window)
            for other in chosen
        )

    def empty(self, chosen: Sequence[Candidate], lacks: int) -> int:
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


_NOTHING = (0, 0)
_LACKS = itemgetter(0)
