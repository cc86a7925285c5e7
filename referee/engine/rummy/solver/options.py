"""Windows for all runs of a contract, and what each choice of them can save at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import comb, prod
from operator import itemgetter
from typing import NamedTuple

from referee.engine.rummy.solver.board import NO_LIMIT, mask_worth
from referee.engine.rummy.solver.candidates import fits
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.hand import filled, spread
from referee.engine.rummy.solver.plan import Group

PRICES = 4
"""About so many prices of jokers are tried."""


class Candidate(NamedTuple):
    """A window worth a look, and what a run in it can save by itself: worth, and cards of each rank, packed."""

    lacks: int
    run: Run
    saved: int
    packed: int


class Weighed(NamedTuple):
    """A window and the most that it may save."""

    most: int
    one: Candidate


class Option(NamedTuple):
    """Windows for all runs of the contract: what is lost at least before there are sets, and the places left empty.

    ``rest``: the cards that no run can use, packed by rank.
    """

    lost: int
    empty: int
    rest: int
    runs: tuple[Run, ...]


class Choice(NamedTuple):
    """Windows for all runs of the contract, each by itself: what is lost and which places are left empty at least."""

    lost: int
    lacks: int
    chosen: tuple[Candidate, ...]


class _Asked(NamedTuple):
    """What ``Options.choices`` goes by: windows for each run, what those after it save at most, what may be lost."""

    groups: Sequence[Sequence[Candidate]]
    after: Sequence[int]
    most: int


class Options:
    """The choices of windows for one hand.

    ``candidates``: the windows worth a look for each run, the fullest first; runs of one size share theirs. ``lying``:
    the table's runs by suit, ``base``: what they can save; ``due``: suits in which a run has to be made. ``lost``: the
    worth of the natural cards that no set or run of the table can take, ``rest``: those cards, packed by rank.
    ``merged``: some candidates stand for several windows.
    """

    def __init__(self, ground: Ground, most: int) -> None:
        self.ground = ground
        self.board = ground.board
        self.plan = ground.board.plan
        found = {group: self._candidates(group) for group in dict.fromkeys(self.plan.runs)}
        self.candidates = [found[group] for group in self.plan.runs]
        self.merged = self.board.whole and any(one.run.others for own in found.values() for one in own)
        self._known_empty: dict[tuple[int, ...], int] = {}
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

    def none(self) -> Option:
        """The option of a contract without runs."""
        return Option(self.lost, 0, self.rest, ())

    def option(self, choice: Choice) -> Option | None:
        """The windows of a choice looked at together; None where the jokers do not fill them."""
        chosen = choice.chosen
        empty = self.empty(chosen, choice.lacks) if len(chosen) > 1 else choice.lacks
        if empty > self.ground.jokers:
            return None
        saved, packed = self._saved(chosen)
        return Option(self.lost - saved, empty, self.rest - packed, tuple([one.run for one in chosen]))

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
        return _merged(found) if board.whole else found

    def choices(self, most: int) -> list[Choice]:
        """Every choice of windows that each by itself could fill its place in it, if it may lose less than that."""
        groups = self.candidates
        after = [sum([max(map(_SAVED, own)) for own in groups[depth:]]) for depth in range(1, len(groups) + 1)]
        found: list[Choice] = []
        self._choose(_Asked(groups, after, most), found, Choice(self.lost, 0, ()), 0)
        return found

    def _choose(self, asked: _Asked, found: list[Choice], before: Choice, start: int) -> None:
        """Find every choice that goes on from the one ``before``, with the next run's windows from ``start`` on."""
        lost, lacks, chosen = before
        groups, depth = asked.groups, len(chosen)
        group, last = groups[depth], depth + 1 == len(groups)
        least, spare = lost - asked.after[depth], self.ground.jokers - lacks
        alike = not last and groups[depth + 1] is group
        for index in range(start, len(group)):
            one = group[index]
            if one.lacks > spare:
                break
            if least - one.saved >= asked.most or (chosen and self.clashes(one, chosen)):
                continue
            if self.due:
                due = len(self.due.difference([one.run.suit], [other.run.suit for other in chosen]))
                if due >= len(groups) - depth:
                    continue
            more = Choice(lost - one.saved, lacks + one.lacks, (*chosen, one))
            if last:
                found.append(more)
            else:
                self._choose(asked, found, more, index if alike else 0)

    def weighed(self, in_sets: Callable[[int], int]) -> tuple[list[list[Weighed]], int]:
        """The windows for each run, those that may save most first, and what is lost besides.

        Where no more can be laid than is asked for, a joker that no place needs stays in the hand or takes that of a
        card. So every joker costs a price, which places without a card and cards that are cheaper give back; of the
        prices that no joker is below that is taken which tells most. ``in_sets``: what sets give back at most, by the
        price.
        """
        board = self.board
        jokers = self.ground.wilds[: self.ground.jokers - self.ground.idle]
        groups = {id(own): own for own in self.candidates}
        most = {key: [one.saved for one in own] for key, own in groups.items()}
        besides, told = 0, -sum([max(most[id(own)]) for own in self.candidates])
        worths = (
            sorted({worth for worth in board.worth[1:] if worth <= jokers[-1]}) if jokers and not board.grows else []
        )
        for price in worths[:: max(1, len(worths) // PRICES)]:
            back = mask_worth(tuple([max(0, price - worth) for worth in board.worth]))
            now = {
                key: [one.saved + price * one.lacks + back[one.run.uses] for one in own] for key, own in groups.items()
            }
            paid = price * len(jokers) - in_sets(price)
            least = paid - sum([max(now[id(own)]) for own in self.candidates])
            if least > told:
                most, besides, told = now, paid, least
        weighed = {key: sorted(map(Weighed, most[key], own), key=_MOST, reverse=True) for key, own in groups.items()}
        return [weighed[id(own)] for own in self.candidates], besides

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
        """The empty places of the windows, those in one suit sharing its cards; of one of several at least so many.

        More than can be filled where so many jokers could not lie in the runs of a suit.
        """
        if self.merged and any(one.run.others for one in chosen):
            return lacks
        suits = [one.run.suit for one in chosen]
        if len(set(suits)) == len(suits):
            return lacks
        empty = 0
        for suit in set(suits):
            own = [one for one in chosen if one.run.suit == suit]
            if len(own) == 1:
                empty += own[0].lacks
                continue
            key = (suit, *[one.run.low for one in own], *[one.run.high for one in own])
            known = self._known_empty.get(key)
            if known is None:
                windows = [one.run.window for one in own if one.run.window]
                known = sum([window.size for window in windows])
                known -= filled([window.masks[0] for window in windows], self.ground.planes[suit])
                if known > sum([window.size - window.need for window in windows]):
                    known = NO_LIMIT
                self._known_empty[key] = known
            empty += known
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


def _merged(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, those of a suit that come to use the same as one."""
    found: dict[tuple[int, int, bool], Candidate] = {}
    for one in candidates:
        run = one.run
        key = (run.suit, run.uses, run.wraps)
        known = found.get(key)
        if known is None or run.window is None:
            found[key] = one
        else:
            first = known.run
            common = first.common & run.window.masks[0]
            found[key] = known._replace(run=first._replace(others=(*first.others, run.low), common=common))
    return list(found.values())


_NOTHING = (0, 0)
_LACKS = itemgetter(0)
_MOST = itemgetter(0)
_SAVED = itemgetter(2)
