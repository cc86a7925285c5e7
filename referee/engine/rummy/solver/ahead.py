"""What a suit's pass will lose for certain: the cards above a position that too few runs can reach."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate

from referee.engine.rummy.solver.keptstrands import KeptStrands, OneKept
from referee.engine.rummy.solver.moves import INSIDE, UNDER, Entry
from referee.engine.rummy.solver.owing import Owing
from referee.engine.rummy.solver.places import Places
from referee.engine.rummy.solver.strands import Leasts, Strands, Worth, joker_loss
from referee.engine.rummy.solver.suitstates import SuitState, SuitStates
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.terrain import Terrain


def is_crowded(sweep: Sweep, worth: Sequence[int]) -> bool:
    """Whether natural cards may take up places of jokers, which are worth no less."""
    return bool(sweep.choices.grow.taken) and not sweep.rules.wild_ranks and sweep.task.worth[0] >= max(worth)


class Reach:
    """Which positions of a suit runs can come to hold, as bits.

    ``crossing``: by the room for wild cards what may lie across a circle's cut, as far as it has been found.
    """

    def __init__(self, sweep: Sweep, suit: int) -> None:
        self.terrain = Terrain(sweep, suit)
        self.states = SuitStates(sweep, suit, self.terrain)
        self.held = sweep.course.held[suit]
        self.grow = grow = sweep.choices.grow
        self.owing = Owing(grow) if Owing.counts(grow) else None
        most = max(grow.most_wild, *grow.most.values(), 0)
        self.counts = grow.counts_wild and not grow.swaps
        self.cap = most if self.counts else sweep.wild_limit
        bounds = sweep.bounds
        self.table = [
            (run.index, run.last, bounds.on_table[run.index]) for run in sweep.course.runs if run.suit == suit
        ]
        # Without lay-offs runs of the sizes asked for take no further cards.
        self.sizes = grow.sizes if not (grow.layoffs or grow.at_least) else ()
        made = [
            (at, (1 << at + size) - (1 << at) if self.sizes else bounds.reach(suit, [(at, size)]))
            for at, size in bounds.to_make(suit)
        ]
        places = range(len(self.held))
        circle = sweep.course.circle > 0  # what begins below the cut may have been entered before it
        # By position: how many runs of the table can hold each place that can still be entered; what new runs can hold.
        self.lying = [
            [sum(reach >> at & 1 for _, last, reach in self.table if circle or last >= position) for at in places]
            for position in places
        ]
        self.made = [_all_of(reach for at, reach in made if circle or at > position) for position in places]
        self.made_at_all = _all_of(reach for _, reach in made)
        # Where runs of the table have as many places as cards of their own, no joker being swapped out.
        self.beside = sweep.choices.beside[suit] if circle and not grow.swaps else None
        self._far: dict[tuple[int, int], int] = {}
        self._known: dict[tuple[int, ...], Known] = {}
        self._sweep = sweep
        self._strands: KeptStrands | None = None
        # By rank how few of its cards in runs are of interest.
        self.caps: Mapping[int, Sequence[int]] = {}
        self.crossing: dict[int, list[tuple[Entry, ...]]] = {}

    def ahead(self, worth: Sequence[int]) -> Ahead:
        """The bounds of a pass where cards are worth that."""
        return Ahead(self, worth, self._known.setdefault(tuple(worth), ({}, {})))

    def strands(self, kept: frozenset[int], set_rank: int = 0, cap: int | None = None) -> Leasts:
        """What is lost where cards of these ranks are not lost and runs need the same cards, off a circle.

        ``cap``: no more than so many cards of the set's rank are in runs.
        """
        sweep = self._sweep
        course, worth, wild = sweep.course, sweep.task.worth, sweep.rules.wild_ranks
        set_ranks = [rank for rank in kept if rank not in sweep.choices.open_ranks]

        def worth_of(kept: Collection[int]) -> Worth:
            return Worth(
                [
                    0 if not final or rank in kept or rank in wild else max(0, worth[rank])
                    for rank, final in zip(course.ranks, course.final, strict=True)
                ]
            )

        joker = joker_loss(sweep)
        if len(set_ranks) > 1 or joker:
            return Strands(self.terrain, worth_of(kept), joker=joker)
        if self._strands is None:
            caps = {at: self.caps.get(rank, ()) for at, rank in enumerate(course.ranks) if course.final[at]}
            self._strands = KeptStrands(self.terrain, worth_of(sweep.choices.open_ranks), caps)
        end, own = self.terrain.end, [set_rank] if set_rank else set_ranks
        return OneKept(self._strands, end - course.ranks[::-1].index(own[0]) if own else end + 1, cap)

    def covers(self, state: SuitState, position: int, spare: int) -> tuple[int, ...]:
        """For each run of the state the positions that it can hold."""
        key = (position, spare)
        known = state.covers.get(key)
        if known is None:
            known = state.covers[key] = tuple([self.of(entry, position, spare) for entry in state.runs])
        return known

    def of(self, entry: Entry, position: int, spare: int) -> int:
        """The positions that a run under way can hold with so many wild cards; those below do not matter."""
        if self.sizes:
            return (1 << position + 1 + self.sizes[entry.slot] - entry.made) - 1
        if entry.phase in (UNDER, INSIDE):
            # Not passed yet, so that it is counted with those that can be entered.
            return 0
        jokers = self.cap if self.grow.swaps else min(spare, self.cap - entry.wild if self.counts else self.cap)
        far = self._far.get((position, jokers))
        if far is None:
            above, left = position + 1, jokers
            while above < len(self.held) and (self.held[above] or left > 0):
                left -= not self.held[above]
                above += 1
            far = self._far[position, jokers] = (1 << above) - 1
        return far


def _all_of(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


type Known = tuple[Losses, Losses]
"""What has been found with one worth of the cards: by runs, and by cards that can be laid."""
type Losses = dict[tuple[int, int, int, tuple[int, ...]], tuple[int, ...]]
"""What is lost at least: by position, runs left to be made, low aces laid and the places that runs can hold."""


class Ahead:
    """The bounds of one pass. ``worth``: by position what a card is worth that stays in the hand; ``known``: losses."""

    def __init__(self, reach: Reach, worth: Sequence[int], known: Known) -> None:
        self.reach = reach
        self.places = None if reach.beside is None else Places(reach.held, reach.beside, worth)
        self.end = len(worth) - 1
        self.cards = [
            (at, value, held) for at, (value, held) in enumerate(zip(worth, reach.held, strict=True)) if value and held
        ]
        self._lost, self._crowded = known

    def lost(self, state: SuitState, position: int, spare: int) -> tuple[int, ...]:
        """The worth of cards above the position that stay in the hand, if no, one, … more of the runs left are made.

        Of each rank so many can be laid as there are runs that reach it with the ``spare`` wild cards: those under way,
        those of the table that can still be entered, and new ones. Low aces that are laid come up once more at the end.
        """
        covers = self.reach.covers(state, position, spare)
        key = (position, state.left, state.low, covers)
        lost = self._lost.get(key)
        if lost is None:
            lost = self._lost[key] = self._find(position, state.left, state.low, covers)
        return lost

    def crowded(self, state: SuitState, position: int, spare: int) -> tuple[int, ...]:
        """The same where no, one, … of the cards above can be laid."""
        covers = self.reach.covers(state, position, spare)
        key = (position, state.left, state.low, covers)
        lost = self._crowded.get(key)
        if lost is None:
            total, able = self.laid(*key)
            lost = self._crowded[key] = tuple([total - saved for saved in (0, *accumulate(able))])
        return lost

    def laid(self, position: int, left: int, low: int, covers: Sequence[int]) -> tuple[int, list[int]]:
        """The worth of all cards above the position, and of each that can be laid, the dearest first."""
        lying = self.reach.lying[max(0, position)]
        made = self.reach.made[position] if position >= 0 else self.reach.made_at_all
        total, able = 0, []
        for above, value, copies in self.cards:
            if above > position:
                copies -= low if above == self.end else 0
                takers = lying[above] + sum([cover >> above & 1 for cover in covers]) + left * (made >> above & 1)
                if above == self.end and position < 0 and self.reach.terrain.two_aces:  # aces may lie below the two
                    takers += lying[0] + left * (made & 1)
                total += value * copies
                able += [value] * min(copies, takers)
        return total, sorted(able, reverse=True)

    def _find(self, position: int, left: int, low: int, covers: Sequence[int]) -> tuple[int, ...]:
        lying, made = self.reach.lying[position], self.reach.made[position]
        none = 0
        new: list[tuple[int, int]] = []
        for above, value, copies in self.cards:
            if above <= position:
                continue
            if low and above == self.end:
                copies -= low
            copies -= lying[above]
            for cover in covers:
                copies -= cover >> above & 1
            if copies > 0:
                none += value * copies
                if made >> above & 1:
                    new.append((value, copies))
        lost = [none]
        for runs in range(1, left + 1):
            saved = [value * min(copies, runs) for value, copies in new]
            if self.reach.sizes:
                single = sorted([value for value, copies in new for _ in range(min(copies, runs))], reverse=True)
                saved = single[: runs * self.reach.sizes[0]]
            lost.append(none - sum(saved))
        return tuple(lost)
