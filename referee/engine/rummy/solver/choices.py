"""Everything that can happen in one suit at one position of a sweep.

The answers depend on little, come up again and again in a sweep, and are kept for as long as it lasts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from referee.engine.rummy.solver.choice import (
    Beginning,
    Choice,
    Chosen,
    Priced,
    Taken,
    becomes,
    kept_apart,
    laid,
    priced,
)
from referee.engine.rummy.solver.course import Course, TableRun
from referee.engine.rummy.solver.freer import FreerRuns
from referee.engine.rummy.solver.likeness import likeness
from referee.engine.rummy.solver.moves import HIGH, INSIDE, NO_CAP, UNDER, Entry, Move, Moves
from referee.engine.rummy.solver.setchoices import SetChoice, SetRules, set_choices
from referee.engine.rummy.solver.task import Task
from referee.engine.rummy.solver.waste import Root, Waste


class Choices:
    """The choices of one task."""

    def __init__(self, task: Task, course: Course, gap: int, wild_limit: int, *, loose: bool = False) -> None:
        self.task = task
        self.loose = loose
        self.course = course
        self.gap = gap
        self.one_a_suit = not task.rules.same_suit_runs and len(task.contract.runs) > 1
        self.wild_limit = wild_limit
        self.grow = Moves(task, course, loose=loose)
        self.beside = self._beside()
        self.set_sizes = tuple(sorted(set(task.contract.sets), reverse=True))
        self.sets = SetRules(task.rules, self.set_sizes, task.layoffs, wild_limit, len(task.pool), self.grow.roomy)
        self.open_ranks = {meld.rank for meld in task.table if meld.kind == "set"} if task.layoffs else set()
        self.waste = Waste(self.grow, course)
        self._every: dict[object, tuple[Choice, ...]] = {}
        self._thrifty: dict[object, tuple[Choice, ...]] = {}
        self._moves: dict[tuple[Entry, int], tuple[Priced, ...]] = {}
        self._begin: dict[tuple[int, int, tuple[tuple[int, bool], ...]], list[Beginning]] = {}
        self.made_starts = self._made_starts()
        self.crowded = [self._can_host(suit, 2) for suit in range(len(course.held))]
        self.grow.pairs = self._pairs()
        self.freer = FreerRuns(self.grow, self.crowded)
        self.low_starts = self._low_starts()
        alike = groupby(sorted(course.runs, key=likeness), key=likeness)
        # Runs that may meet themselves are told apart.
        self.like_runs = [(run,) for run in course.runs] if self.grow.goes_round else [tuple(own) for _, own in alike]
        self.under_starts = {run.index: self._under_starts(run) for run in course.runs}
        self.untouched = {run.index: self.grow.untouched_room(run) for run in course.runs}
        self.busy = self._busy()

    def _beside(self) -> list[list[int]]:
        """By suit and position how many runs of the table do not lie there."""
        places = range(len(self.course.ranks))
        found = [[0 for _ in places] for _ in self.course.held]
        for run in self.course.runs:
            over = {at % len(places) for at in range(run.first, run.last + 1)}
            for at in places:
                found[run.suit][at] += at not in over
        return found

    # Where runs can begin --------------------------------------------------------------------------------------

    def _made_starts(self) -> set[tuple[int, int, int]]:
        """Size, suit and position of the first contract card, wherever the cards and wild cards can do."""
        found = set()
        for slot, size in enumerate(self.grow.sizes):
            spare = min(self.grow.most[size], self.wild_limit)
            for suit, mask in enumerate(self.course.masks):
                if not mask or mask.bit_count() < size - spare:  # one natural card is left in every run
                    continue
                for position in range(self.course.barred, len(self.course.ranks)):
                    missing = self.course.missing(suit, position, size)
                    if missing is not None and missing <= spare:
                        found.add((slot, suit, position))
        return found

    def _can_host(self, suit: int, runs: int) -> bool:
        """Whether so many runs of the suit may be made that have to keep their distance from each other."""
        rules, sizes = self.task.rules, sorted(self.task.contract.runs)
        if not self.gap or len(sizes) < runs:
            return False
        if rules.may_be_longer("run"):
            return True
        need = sum(size - rules.wild_cap("run", size, on_table=False) for size in sizes[:runs])
        return sum(self.course.held[suit]) >= need

    def _pairs(self) -> frozenset[int]:
        """The suits in which two runs at most are made, which are in each other's way only if neither is longer.

        Of a run with a card laid off on it either the lower or the upper cards can be the contract's, and one of the
        two is not too close to the other run. So it need not be told which ones they are. Of three runs this is not
        quite true; a ``loose`` sweep takes them so all the same, and what it finds has to be looked at.
        """
        rules, grow = self.task.rules, self.grow
        if self.one_a_suit or self.gap != 1 or self.course.circle or rules.may_be_longer("run"):
            return frozenset()
        if not grow.layoffs or not grow.shifts or not (grow.lazy or grow.apart):
            return frozenset()
        suits = range(len(self.course.held))
        three = self.loose and (grow.table_cap <= 1 or grow.apart) and len(grow.sizes) == 1
        return frozenset(suit for suit in suits if self.crowded[suit] and (three or not self._can_host(suit, 3)))

    def _can_shift(self, slot: int, position: int) -> bool:
        """Whether a new run that begins with a wild card can as well lie one higher, the wild card at its upper end."""
        grow, size = self.grow, self.grow.sizes[slot]
        if self.task.rules.may_be_longer("run") or grow.apart:
            return False
        if grow.layoffs and grow.table_cap < grow.caps[size]:
            return False
        return bool(self.course.circle) or position + size < len(self.course.ranks)

    def _low_starts(self) -> set[tuple[int, int, int]]:
        """The same for a first card laid off below the contract cards, where it matters which ones those are."""
        grow, found = self.grow, set()
        for slot, suit, start in self.made_starts:
            size = grow.sizes[slot]
            told = self.crowded[suit] and suit not in grow.pairs  # it matters which cards are the contract's
            if not grow.layoffs or not (told or not grow.may_shift(size)):
                continue
            for below in range(1, grow.longest - size + 1):
                position = start - below
                if self.course.circle:
                    position %= self.course.circle
                missing = self.course.missing(suit, position, below) if position >= self.course.barred else None
                if missing is None or missing > self.wild_limit:
                    break
                found.add((slot, suit, position))
        return found

    def _under_starts(self, run: TableRun) -> set[int]:
        """The positions at which cards laid off below a run on the table can begin."""
        found = set()
        for below in range(1, self.grow.longest - len(run.wild) + 1):
            position = run.first - below
            if self.course.circle:
                position %= self.course.circle
            missing = self.course.missing(run.suit, position, below) if position >= self.course.barred else None
            if missing is None or missing > self.wild_limit:
                break
            found.add(position)
        return found

    def _above(self, run: TableRun) -> int:
        """The position above a run on the table."""
        return (run.last + 1) % self.course.circle if self.course.circle else run.last + 1

    def _busy(self) -> set[tuple[int, int]]:
        """Suits and positions at which a run may begin."""
        found = {(suit, position) for _, suit, position in self.made_starts | self.low_starts}
        for run in self.course.runs:
            found |= {(run.suit, position) for position in self.under_starts[run.index]}
            found.add((run.suit, self._above(run)))
            if any(run.free):
                found.add((run.suit, run.first))
        return found

    def busy_suits(self) -> list[frozenset[int]]:
        """For each position the suits in which a run may begin."""
        found: list[set[int]] = [set() for _ in self.course.ranks]
        for suit, position in self.busy:
            if position < len(found):
                found[position].add(suit)
        return [frozenset(suits) for suits in found]

    def beginnings(self, suit: int, entries: Sequence[Entry], position: int) -> list[Beginning]:
        """What can begin in a suit at a position, beside the runs under way."""
        if (suit, position) not in self.busy:
            return []
        # Of these the table's run matters, and whether it is passed.
        inside = tuple([(entry[2], self.grow.is_past(entry, position)) for entry in entries if entry[1] >= UNDER])
        known = self._begin.get((suit, position, inside))
        if known is None:
            known = self._begin[suit, position, inside] = self._find_beginnings(suit, inside, position)
        return known

    def _find_beginnings(self, suit: int, inside: Sequence[tuple[int, bool]], position: int) -> list[Beginning]:
        found = []
        for slot in range(len(self.grow.sizes)):
            at = (slot, suit, position)
            wild = self.crowded[suit] or not self._can_shift(slot, position)
            low, made = at in self.low_starts, at in self.made_starts
            moves = self.grow.beginnings(suit, slot, position, low=low, made=made, wild=wild)
            if moves:
                found.append(Beginning(slot, (), priced(moves)))
        for like in self.like_runs:
            if like[0].suit == suit:
                taken = 0 if self.grow.by_card else self.untouched[like[0].index]
                own = [passed for index, passed in inside if index == like[0].index]
                below = [passed for passed in own if not passed]
                lower = self._on_table(like[len(below) :], self._from_below(like[0], position), taken)
                # At its first card a run is entered in any case: it can go on as if it were not.
                must = position == like[0].first and not self.course.circle
                found += [group._replace(must=must) for group in lower]
                found += self._on_table(like[len(own) :], self._from_above(like[0], position), taken)
        return found

    def _on_table(self, free: Sequence[TableRun], moves: Sequence[Move], taken: int) -> list[Beginning]:
        """Like runs on the table that the sweep has not entered; they all go by the first one's index.

        ``taken``: the room for wild cards on one that is not entered, which is counted from the start.
        """
        if not free or not moves:
            return []
        entered = tuple(move._replace(room=move.room - taken) for move in moves) if taken else tuple(moves)
        return [Beginning(-1, tuple(run.index for run in free), priced(entered))]

    def _from_below(self, run: TableRun, position: int) -> list[Move]:
        """The sweep enters the run below it or, where a wild card in it can be swapped out, at its first card."""
        grow, found = self.grow, []
        if position in self.under_starts[run.index]:
            found += grow.outermost(grow.moves(grow.table_entry(run.index, UNDER, position), position))
        if position == run.first and any(run.free):
            found += grow.moves(grow.table_entry(run.index, INSIDE, position), position)
        return found

    def _from_above(self, run: TableRun, position: int) -> list[Move]:
        """The sweep enters the run above it, with a card laid off there."""
        if position != self._above(run):
            return []
        entry = self.grow.table_entry(run.index, HIGH, position)
        return [move for move in self.grow.moves(entry, position) if move.use]

    # One suit --------------------------------------------------------------------------------------------------

    def in_suit(
        self,
        suit: int,
        entries: tuple[Entry, ...],
        position: int,
        copies: int,
        left: tuple[int, ...],
        mark: int,
        *,
        thrifty: bool = False,
        spare: int = NO_CAP,
    ) -> tuple[Choice, ...]:
        """Every way for the runs of one suit; alike runs are not told apart.

        ``thrifty``: a card that no run takes is of no use elsewhere, so that ways that waste one are left out.
        ``spare``: so many cards are left over at most.
        """
        table = self._thrifty if thrifty and self.waste.counts else self._every
        key = (suit, entries, position, copies, left, mark, min(spare, copies))
        known = table.get(key)
        if known is None:
            known = table[key] = tuple(self._find(*key, thrifty=thrifty))
        return known

    def _find(
        self,
        suit: int,
        entries: tuple[Entry, ...],
        position: int,
        copies: int,
        left: tuple[int, ...],
        mark: int,
        spare: int,
        *,
        thrifty: bool,
    ) -> Iterator[Choice]:
        counts = self.waste.counts
        for moves, free, wilds, rest, _ in self._choose(suit, entries, position, copies, left):
            if free > spare:
                continue
            wasteful = counts and free > 0 and self.waste.of(moves, suit, entries, position)
            if not (wasteful and thrifty):
                choice = self._choice(suit, position, copies - free, wilds, rest, mark, moves, wasteful=wasteful)
                if choice:
                    yield choice

    def _choose(
        self, suit: int, entries: tuple[Entry, ...], position: int, copies: int, left: tuple[int, ...]
    ) -> list[Taken]:
        """Every choice of moves for the runs under way and those that begin."""
        limit = self.wild_limit
        taken: list[Taken] = [((), copies, 0, left, 0)]
        for number, entry in enumerate(entries):
            alike = number > 0 and entry == entries[number - 1]
            options = list(enumerate(self.moves_of(entry, position)))
            taken = [
                ((*moves, (number, move)), naturals - natural, wilds + spent, left, index)
                for moves, naturals, wilds, _, last in taken
                for index, (move, natural, spent) in options
                if naturals >= natural and wilds + spent <= limit and not (alike and index < last)
            ]
        for group in self.beginnings(suit, entries, position):
            if group.slot < 0 or left[group.slot]:
                taken = self._begun(suit, group, taken)
        return taken

    def _begun(self, suit: int, group: Beginning, taken: list[Taken]) -> list[Taken]:
        """The choices so far with any number of runs of a group begun."""
        slot, table, moves, must = group
        found, count, limit = list(taken), 0, self.wild_limit
        latest: list[Taken] = [(*one[:4], 0) for one in taken]
        while latest and (slot >= 0 or count < len(table)):
            root = Root("run", slot, suit) if slot >= 0 else Root("table", table[count], suit)
            count += 1
            more: list[Taken] = []
            for before, naturals, wilds, left, last in latest:
                if slot >= 0:
                    if not left[slot]:
                        continue
                    left = (*left[:slot], left[slot] - 1, *left[slot + 1 :])
                more += [
                    ((*before, (root, move)), naturals - natural, wilds + spent, left, index)
                    for index, (move, natural, spent) in enumerate(moves)
                    if index >= last and naturals >= natural and wilds + spent <= limit
                ]
            found += more
            latest = more
        return latest if must else found

    def moves_of(self, entry: Entry, position: int) -> tuple[Priced, ...]:
        """Everything that can happen to a run at the position."""
        known = self._moves.get((entry, position))
        if known is None:
            known = self._moves[entry, position] = priced(self.grow.moves(entry, position))
        return known

    def _choice(
        self,
        suit: int,
        position: int,
        naturals: int,
        wilds: int,
        left: tuple[int, ...],
        mark: int,
        moves: Chosen,
        *,
        wasteful: bool,
    ) -> Choice | None:
        """The moves as one choice, unless a run begins too close above another.

        ``mark`` tells how far below the last contract run of the suit ended; where there is one run a suit, that it
        began.
        """
        if self.grow.goes_round and self._meets_itself(suit, position, moves):
            return None
        if not moves and mark < 0:
            return Choice(0, 0, 0, left, -1, False, ())
        began = sum([move.began for _, move in moves])
        if self.one_a_suit:
            if began and (mark >= 0 or began > 1):
                return None
            mark = 0 if began else mark
        elif self.gap:
            ended = [move.ended for _, move in moves if move.ended >= 0]
            if began and (mark >= 0 or 1 in ended):
                moves = kept_apart(moves, self.grow.pairs)
                if not moves:
                    return None
            mark = min(ended) if ended else (mark + 1 if mark >= 0 else -1)
            if mark >= self.gap:
                mark = -1
        # Sorted by what they become, so that states that are alike are equal.
        ordered = tuple(sorted(moves, key=becomes)) if len(moves) > 1 else moves
        room = sum([move.room for _, move in moves])
        runs = tuple([move.after for _, move in ordered if move.after is not None])
        return Choice(naturals, wilds, room, left, mark, began > 0, ordered, runs, wasteful)

    def _meets_itself(self, suit: int, position: int, moves: Chosen) -> bool:
        """Whether a run has to: one of the table that goes on above would begin below, or all have a card too many."""
        most = len(self.task.contract.runs) + self.beside[suit][position]
        if self.grow.marks_new and len(moves) > most and laid(moves) > most:
            return True
        known = [
            move.after.slot for _, move in moves if move.after and move.after.phase >= HIGH and move.after.slot >= 0
        ]
        return len(set(known)) < len(known)

    # One rank --------------------------------------------------------------------------------------------------

    def of_rank(self, rank: int, naturals: int, left: tuple[int, ...]) -> tuple[SetChoice, ...]:
        """Every way to use the rank's natural cards in sets: made ones and, where cards are laid off, on the table."""
        may_keep = rank in self.task.rules.wild_ranks or self.task.worth[rank] < 0 or bool(self.task.keep)
        is_open = rank in self.open_ranks
        if not naturals or not (is_open or any(left)):
            return (SetChoice(left, 0, 0, 0, ()),)
        return set_choices(self.sets, naturals, left, is_open=is_open, may_keep=may_keep)
