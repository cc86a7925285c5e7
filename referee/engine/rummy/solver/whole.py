"""The most that one layout can lay where melds are laid at once, as long as they get, and nothing is laid off.

How many wild cards a meld may hold can depend on its size then, and they may have to lie apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

from referee.engine.rummy.solver.board import NO_LIMIT, Board
from referee.engine.rummy.solver.ground import Ground, Run
from referee.engine.rummy.solver.hand import FIELD
from referee.engine.rummy.solver.laying import Laying, Lying, sets_of
from referee.engine.rummy.solver.plan import ACE
from referee.engine.rummy.solver.shares import Share, shares


class _Way(NamedTuple):
    """A way to lay a run, or several: the worth of natural cards that it saves, and how each lies."""

    saved: int
    lie: tuple[Lying, ...]


SPARING = 4
"""How many ways to lay it takes as long as to look for the cheapest cards to spare."""

type _Ways = Mapping[int, _Way]
"""The best way for each number of wild cards."""


class _Shared(NamedTuple):
    """Cards shared out, and the numbers of the runs that take a second ace."""

    share: Share
    twice: frozenset[int] = frozenset()


ACE_RANK = 1


class _Layout:
    """A layout to be filled: its runs and the ranks of its sets, whose cards all are laid where they may grow."""

    def __init__(self, ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...]) -> None:
        board = ground.board
        self.ground = ground
        self.runs = runs
        self.ranks = ranks
        self.sets = sets_of(board.plan, ranks)
        self.work = 1 + sum([len(run.others) for run in runs]) // 4
        shut, self.lost = ground.shut, ground.lost
        for rank in self.sets.asked if board.sets_grow else ():
            shut &= ~(1 << rank)
            self.lost -= board.worth[rank] * (ground.counts >> FIELD * rank & 255)
        self.valued = board.places(shut)

    def fill(self, way: _Shared, *, sparing: bool = False) -> tuple[int, Laying | None]:
        """The worth of natural cards that is lost at least with the cards shared out so, and the best way.

        ``sparing``: in runs wild cards may take the places of natural ones.
        """
        share = way.share
        ground, board, sets = self.ground, self.ground.board, self.sets
        ground.looked += self.work * (SPARING if sparing else 1)
        empty = sets.empty(share.left)
        ways = {} if empty is None else self._together(way, ground.jokers - empty, sparing=sparing)
        if empty is None or not ways:
            return NO_LIMIT**4, None
        left = self.lost
        if not board.sets_grow:
            left -= sum([board.worth[rank] * min(asked, share.left[rank]) for rank, asked in sets.asked.items()])
        room = _room(board, self.ranks, share) - empty
        loss, wilds = min([(left - ways[n].saved + sum(ground.wilds[empty + n + room :]), n) for n in ways])
        laying = Laying(loss, self.runs, self.ranks, share, lie=ways[wilds].lie)
        return left - max([way.saved for way in ways.values()]), laying

    def _together(self, way: _Shared, most: int, *, sparing: bool) -> _Ways:
        """The best ways to lay all runs with at most so many wild cards; none where that cannot be."""
        board = self.ground.board
        found: _Ways = {0: _Way(0, ())} if most >= 0 else {}
        for index, (run, mask) in enumerate(zip(self.runs, way.share.runs, strict=True)):
            aces = 0 if not run.wraps else 2 if index in way.twice else 1
            own = self._alone(run, board.places(mask), most, aces, sparing=sparing)
            together: dict[int, _Way] = {}
            for before, first in found.items():
                for more, second in own.items():
                    wilds, saved = before + more, first.saved + second.saved
                    if wilds <= most and (wilds not in together or together[wilds].saved < saved):
                        together[wilds] = _Way(saved, first.lie + second.lie)
            found = together
        return found

    def _alone(self, run: Run, held: int, most: int, aces: int, *, sparing: bool) -> _Ways:
        """The best ways to lay a run, from whichever of its windows, with so many natural aces from ace to ace."""
        lows = 1 << run.low
        for low in run.others:
            lows |= 1 << low
        return _ways(self.ground.board, held, self.valued, lows, run.high + 1 - run.low, most, aces, sparing)

    def least(self) -> int:
        """The worth of natural cards that is lost at least, as if every meld got all cards that it asks for."""
        counts = self.ground.counts
        left = {rank: counts >> FIELD * rank & 255 for rank in self.sets.asked}
        twice = frozenset([index for index, run in enumerate(self.runs) if self._has_two(run)])
        least, _ = self.fill(_Shared(Share(tuple([run.uses for run in self.runs]), left), twice))
        return least

    def shared(self, ways: Iterable[Share]) -> Iterator[_Shared]:
        """The ways to share cards out, each with every choice of the runs that take a second ace."""
        able = [index for index, run in enumerate(self.runs) if self._takes_two(run)]
        if not able:
            yield from (_Shared(share) for share in ways)
            return
        for share in ways:
            lucky = [index for index in able if share.runs[index] & ACE]
            if ACE_RANK not in share.left:
                yield _Shared(share, frozenset(lucky))
                continue
            for count in range(len(lucky) + 1):
                for twice in combinations(lucky, count):
                    left = {**share.left, ACE_RANK: share.left[ACE_RANK] - count}
                    if left[ACE_RANK] >= 0:
                        yield _Shared(Share(share.runs, left), frozenset(twice))

    def _takes_two(self, run: Run) -> bool:
        """Whether two natural aces are there for a run that can have them at both of its ends."""
        return self._has_two(run) and self._is_alone(run)

    def _has_two(self, run: Run) -> bool:
        planes = self.ground.planes[run.suit]
        return run.wraps and len(planes) > 1 and planes[1] & ACE > 0

    def _is_alone(self, run: Run) -> bool:
        return sum([other.suit == run.suit for other in self.runs]) == 1

    def misses_aces(self) -> bool:
        """Whether two natural aces could lie in a run, of which it is not told who gets them."""
        return any(self._has_two(run) and not self._is_alone(run) for run in self.runs)


def lay_whole(ground: Ground, runs: tuple[Run, ...], ranks: tuple[int, ...], bound: int) -> tuple[bool, Laying | None]:
    """The best way to lay the contract in this layout; whether that is certain: it is if no more is lost than that."""
    layout = _Layout(ground, runs, ranks)
    idle = ground.kept(ground.idle)
    if len(runs) + len(ranks) > 1 and ground.limit <= ground.total and layout.least() + idle >= ground.limit:
        return True, None
    found = shares(ground.planes, ground.counts, [run.asking for run in runs], layout.sets.asked)
    best: Laying | None = None
    looked: list[tuple[int, int, _Shared]] = []
    for number, share in enumerate(layout.shared(found.ways)):
        least, laying = layout.fill(share)
        if laying is not None and (best is None or laying.loss < best.loss):
            best = laying
            if best.loss <= bound:
                return True, best
        looked.append((least + idle, number, share))
    complete = found.complete and not layout.misses_aces()
    if best is None:
        return complete, None
    # A wild card that stays in the hand could take the place of a natural one.
    for least, _, share in sorted(looked):
        if least >= best.loss:
            break
        complete = complete and (ground.board.sets_grow or not ranks)
        _, laying = layout.fill(share, sparing=True)
        if laying is not None and laying.loss < best.loss:
            best = laying
            if best.loss <= bound:
                return True, best
    return complete, best


def naturals_in_sets(board: Board, ranks: Sequence[int], left: Mapping[int, int]) -> list[int]:
    """How many natural cards each set of a layout has when so many are left for each rank.

    Sets of one rank get what they need, then one after the other what it asks for, the first of them all the rest.
    """
    plan = board.plan
    found = list(plan.needs)
    rest = dict(left)
    for rank, need in zip(ranks, plan.needs, strict=True):
        rest[rank] -= need
    for index, (rank, size) in enumerate(zip(ranks, plan.sets, strict=True)):
        more = min(rest[rank], size - found[index])
        found[index] += more
        rest[rank] -= more
    if board.sets_grow:
        for index, rank in enumerate(ranks):
            found[index] += rest[rank]
            rest[rank] = 0
    return found


def room_in_set(board: Board, index: int, naturals: int) -> int:
    """How many wild cards the set of a layout may hold beside so many natural ones."""
    return board.set_caps[naturals] if board.sets_grow else board.plan.sets[index] - naturals


def _better(some: _Ways, others: _Ways) -> _Ways:
    """The better of two ways for each number of wild cards."""
    found = dict(some)
    for wilds, way in others.items():
        if wilds not in found or found[wilds].saved < way.saved:
            found[wilds] = way
    return found


def _room(board: Board, ranks: Sequence[int], share: Share) -> int:
    """How many wild cards all sets may hold."""
    if not ranks:
        return 0
    return sum([room_in_set(board, index, own) for index, own in enumerate(naturals_in_sets(board, ranks, share.left))])


@lru_cache(maxsize=1 << 9)
def _ways(
    board: Board,
    held: int,
    valued: int,
    lows: int,
    least: int,
    most: int,
    aces: int,
    sparing: bool,
) -> _Ways:
    """The best ways to lay a run with at most so many wild cards that covers so many places from one of the ``lows``.

    ``lows`` are places as bits. ``aces``: the natural ones with which it may lie from ace to ace. A run takes in the
    held cards next to it in any case.
    """
    first, last = board.first, board.last
    if aces == 1 and held & ACE and held >> last & 1:
        # The ace lies at one end only.
        low_ace, high_ace = (
            _ways(board, held & ~(1 << end), valued, lows, least, most, 0, sparing) for end in (ACE_RANK, last)
        )
        return _better(low_ace, high_ace)
    valued &= held
    begins = [low for low in range(first, lows.bit_length()) if low == first or not held >> low - 1 & 1]
    ends = [high for high in range(first + least - 1, last + 1) if high == last or not held >> high + 1 & 1]
    found: dict[int, _Way] = {}
    for low in begins:
        for high in ends:
            size = high + 1 - low
            if size < least or not lows & (2 << high + 1 - least) - (1 << low):
                continue
            places = (2 << high) - (1 << low)
            empty = places & ~held
            wilds = empty.bit_count()
            if wilds > most or (board.apart and empty & empty >> 1):
                break
            room = min(most, board.run_caps[size]) - wilds
            if room < 0:
                continue
            saved = board.of[places & valued]
            if not sparing:
                if wilds not in found or found[wilds].saved < saved:
                    found[wilds] = _Way(saved, (Lying(low, high, held & places),))
                continue
            numbers = range(wilds, wilds + room + 1)
            if all(number in found and found[number].saved >= saved for number in numbers):
                continue
            for more, (cost, spared) in enumerate(_spared(board, held, valued, low, high, room)):
                gain = saved - cost
                if wilds + more not in found or found[wilds + more].saved < gain:
                    found[wilds + more] = _Way(gain, (Lying(low, high, held & places & ~spared),))
    return found


def _spared(board: Board, held: int, valued: int, low: int, high: int, most: int) -> list[tuple[int, int]]:
    """The cheapest cards of a run for 0, 1, … wild ones to take the places of, as their worth and a mask of places."""
    if not board.apart:
        cards = sorted(
            [(board.worth[at] * (valued >> at & 1), 1 << at) for at in range(low, high + 1) if held >> at & 1]
        )
        return [*accumulate(cards[:most], lambda some, card: (some[0] + card[0], some[1] | card[1]), initial=(0, 0))]
    states = {(0, False): (0, 0)}  # by their number, and whether the place before is a wild one's
    for place in range(low, high + 1):
        after: dict[tuple[int, bool], tuple[int, int]] = {}
        for (count, wild), (cost, mask) in states.items():
            options = [(count, False, cost, mask)] if held >> place & 1 else []
            if held >> place & 1 and count < most:
                options.append((count + 1, True, cost + board.worth[place] * (valued >> place & 1), mask | 1 << place))
            elif not held >> place & 1:
                options.append((count, True, cost, mask))
            for number, now, total, own in options:
                if now and wild and board.apart:
                    continue
                if (number, now) not in after or total < after[number, now][0]:
                    after[number, now] = (total, own)
        states = after
    counts = {count for count, _ in states}
    return [min(own for (count, _), own in states.items() if count == number) for number in range(len(counts))]
