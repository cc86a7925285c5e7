"""What can happen to a run at one position of a sweep.

A run that the sweep is in the middle of is a tuple of numbers, an `Entry`; everything that its future depends on is in
it, and nothing else, so that runs with the same future fall together. Each position takes a natural card, takes a wild
card, or (past its end) stops the run.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.rummy.solver.course import Course, TableRun
from referee.engine.rummy.solver.likeness import alike_counts, lonely
from referee.engine.rummy.solver.room import is_roomy
from referee.engine.rummy.solver.task import Task, run_caps

LOW, MADE, HIGH, UNDER, INSIDE = range(5)
"""Phases: cards laid off below a new run; its contract cards; cards laid off above a run; below a run on the table;
the cards of the run on the table itself."""

NONE, NATURAL, WILD = range(3)
"""What a position takes from the hand."""

NO_CAP = 99


class Entry(NamedTuple):
    """A run under way.

    ``slot``: which size of run is made, or which run of the table it is. ``made``: contract cards so far. ``wild``:
    wild cards in the run where the table's cap matters. ``tied``: wild cards among the contract cards; on the table the
    wild cards added less those swapped out. ``size``: all cards so far, where the longest run matters. ``last``:
    whether the card below is a wild one that needs a natural one next. ``low``: the free places below, as far as they
    matter. ``must``: whether a card has to be laid off above, since the run lies too close to another one's end.
    """

    suit: int
    phase: int
    slot: int
    made: int
    wild: int
    tied: int
    size: int
    last: int
    low: int
    must: int = 0


class Move(NamedTuple):
    """One choice: what is taken from the hand, the phase the card belongs to, the run afterwards (None: it is done).

    ``ended``: how many positions ago the contract cards ended, -1 where they did not end now. ``began``: whether this
    is the first contract card. ``room``: for how many further wild cards there is place at the ends of a run that
    stops; ``moved``: the wild cards swapped out that move there.
    """

    use: int
    phase: int
    after: Entry | None
    ended: int = -1
    began: bool = False
    room: int = 0
    moved: int = 0

    @property
    def spent(self) -> int:
        """Wild cards that leave the hand: one less where a swap sets one free, until that moves to the run's end."""
        return int(self.use == WILD) - (self.use == NATURAL and self.phase == INSIDE) + self.moved


class Moves:
    """The rules of growing runs in one task."""

    def __init__(self, task: Task, course: Course, *, loose: bool = False) -> None:
        rules = task.rules
        self.course = course
        self.sizes = tuple(sorted(set(task.contract.runs), reverse=True))
        self.apart = not rules.adjacent_wilds
        self.pool = len(task.pool)
        self.at_least = rules.may_be_longer("run")
        self.layoffs = task.layoffs
        self.swaps = task.swaps
        self.table_cap = NO_CAP if rules.table_jokers is None else rules.table_jokers
        self.counts_wild = task.layoffs and rules.table_jokers is not None
        self.longest = rules.longest_run
        # Where runs may go all the way round, one is too long only when it meets itself. A run of the table is known
        # by its number; where no new run can come so far, no cards need to be counted.
        free = course.circle == self.longest
        self.may_meet = free and bool(self.sizes) and course.goes_round(self.pool, apart=self.apart)
        # A loose sweep lets them: of new runs it only knows, by their size, which began since the circle was cut.
        self.marks_new = loose and self.may_meet
        self.goes_round = free and (loose or not self.may_meet)
        self.counts_size = not self.goes_round and (
            course.circle > 0 or self.longest < len(course.ranks) - course.barred
        )
        # Wild cards at the ends of runs need not be placed by the sweep: it is enough to know if there is room.
        self.lazy = task.layoffs and not course.circle and not self.apart
        self.places = len(course.ranks) - course.barred
        # Without caps nothing but cards takes up places, so that these are counted card by card.
        self.by_card = self.lazy and self.table_cap == NO_CAP and not self.counts_size
        self.roomy = is_roomy(task, course, lazy=self.lazy)
        self.taken = -int(self.by_card and not self.roomy)
        # Else it does not matter for how many wild cards a way has room.
        self.counts_room = not self.roomy
        self.lows = self._lows()
        self.caps = run_caps(rules)
        self.most = {size: max(self.caps[size:]) if self.at_least else self.caps[size] for size in self.sizes}
        # Where the table's cap is the same as the contract's, the wild cards of the run tell all.
        self.one_cap = task.layoffs and not self.at_least and {self.table_cap} == {self.caps[n] for n in self.sizes}
        self.alike = {} if self.counts_wild else {n: alike_counts(rules, n, self.pool) for n in self.sizes}
        # A run that is laid longer than asked for may have more of them than one on the table.
        self.most_wild = max(self.table_cap, *self.most.values(), 0) if self.at_least else self.table_cap
        # Suits in which two runs may be made, and a third may not: see `Choices`.
        self.pairs: frozenset[int] = frozenset()
        # Any of a run's cards that lie in a row can be the contract's.
        self.shifts = not self.at_least and all(self.may_shift(size) for size in self.sizes)
        self.remembers = self.counts_wild or self.counts_size or self.swaps or self.lows > 0
        self.runs = {run.index: run for run in course.runs}
        # Runs of the table that are as if untouched above when no wild card was laid or is owed below.
        forgets = self.by_card or (self.roomy and self.lazy and not (self.counts_size or self.swaps))
        self.forgotten = lonely(course.runs) if forgets else frozenset[int]()

    def may_shift(self, size: int) -> bool:
        """Whether the caps are such that it does not matter which cards of a longer run of the size asked for."""
        cap = self.caps[size]
        return cap == self.table_cap or (self.table_cap == NO_CAP and cap == size - 1 and (self.lazy or self.apart))

    def _lows(self) -> int:
        """Up to how many free places below a run matter."""
        if not self.lazy:
            return 0
        swapped = max((sum(run.free) for run in self.course.runs), default=0)
        return swapped if self.roomy or self.by_card else swapped + min(self.pool, self.table_cap)

    def _places_below(self, position: int) -> int:
        """The places of runs below a position, as far as they matter."""
        return min(position - self.course.barred, self.lows)

    def carried_on(self, runs: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Runs that lie across a circle's cut as they are behind it."""
        return tuple([entry._replace(size=0) for entry in runs]) if self.marks_new else runs

    def untouched_room(self, run: TableRun) -> int:
        """For how many wild cards there is room on a run of the table as it lies."""
        if not self.lazy or self.roomy:
            return 0
        if self.by_card:
            return self.places - len(run.wild)
        moves = self._stopped(self.table_entry(run.index, HIGH, run.last + 1), run.last + 1)
        return moves[0].room if moves else 0

    # New runs --------------------------------------------------------------------------------------------------

    def beginnings(self, suit: int, slot: int, position: int, *, low: bool, made: bool, wild: bool) -> list[Move]:
        """The first card of a new run: one laid off below it, or its first contract card.

        ``wild``: whether the contract cards may begin with a wild one.
        """
        entry = Entry(suit, LOW, slot, 0, 0, 0, int(self.marks_new), 0, self._places_below(position))
        below = self.outermost(self._extended(entry, LOW)) if low else []
        found = below + [move for move in (self._made(entry, position) if made else []) if wild or move.use == NATURAL]
        return [move._replace(room=move.room + self.places) for move in found] if self.taken else found

    def outermost(self, moves: list[Move]) -> list[Move]:
        """The moves that can lay the outermost card below a run: no wild card where those are left to the end."""
        return [move for move in moves if move.use == NATURAL] if self.lazy else moves

    def table_entry(self, index: int, phase: int, position: int) -> Entry:
        """The run on the table as the sweep enters it: below it, at its first card, or above it."""
        run = self.runs[index]
        wild = sum(run.wild) if self.counts_wild else 0
        size = len(run.wild) if self.counts_size else 0
        low = self._places_below(run.first if phase == HIGH else position)
        if phase == HIGH:
            return Entry(
                run.suit,
                HIGH,
                index if self.goes_round else -1,
                0,
                wild,
                0,
                size,
                int(self.apart and run.wild[-1]),
                low,
            )
        return Entry(run.suit, phase, index, 0, wild, 0, size, 0, low)

    # One position ----------------------------------------------------------------------------------------------

    def moves(self, entry: Entry, position: int) -> list[Move]:
        """Everything that can happen to the run at the position."""
        found = self._all_moves(entry, position)
        if not self.swaps or self.counts_wild:
            return found
        return [move._replace(after=self._trimmed(move.after, position)) if move.after else move for move in found]

    def _trimmed(self, entry: Entry, position: int) -> Entry:
        """The run without what does not matter for it.

        Wild cards added to a run are of use where others are swapped out later, which then need no place at an end;
        and so many places below it as there may be wild cards to move there.
        """
        swaps = self.swaps_from(entry, position + 1)
        tied = min(entry.tied, swaps)
        places = swaps - tied + (0 if self.roomy or self.by_card else min(self.pool, self.table_cap))
        if tied == entry.tied and places >= entry.low:
            return entry
        return entry._replace(tied=tied, low=min(entry.low, places))

    def swaps_from(self, entry: Entry, position: int) -> int:
        """How many wild cards of the run can still be swapped out from the position on."""
        if entry.phase not in (UNDER, INSIDE):
            return 0
        run = self.runs[entry.slot]
        return sum(run.free[self._step(run, position - 1) + 1 :] if entry.phase == INSIDE else run.free)

    def _all_moves(self, entry: Entry, position: int) -> list[Move]:
        match entry.phase:
            case 0:  # LOW
                return self._extended(entry, LOW) + self._made(entry, position)
            case 1:  # MADE
                return self._made(entry, position)
            case 2:  # HIGH
                if self._meets_itself(entry, position):
                    return self._stopped(entry, position)
                return self._stopped(entry, position) + self._extended(entry, HIGH)
            case _:
                return self._on_table(entry, position)

    def last_moves(self, entry: Entry) -> list[Move]:
        """How the run can stop after the last position of the course; empty where it cannot."""
        end = len(self.course.ranks)
        if entry.phase == MADE:
            return self._stopped(entry._replace(tied=0), end) if self._is_made(entry) else []
        if entry.phase == HIGH or (entry.phase == INSIDE and self.is_past(entry, end)):
            return self._stopped(entry, end)
        return []

    def _is_made(self, entry: Entry) -> bool:
        return entry.made >= self.sizes[entry.slot] and entry.tied <= self.caps[entry.made]

    def _stopped(self, entry: Entry, position: int) -> list[Move]:
        """The run left as it is below the position, where it may be."""
        if entry.must:
            return []
        if not self.lazy:
            over = self.swaps and self.counts_wild and entry.tied > 0 and entry.wild > self.table_cap
            if over or (self.swaps and entry.tied < 0):
                return []
            return [Move(NONE, HIGH, None, ended=1 if entry.phase == HIGH and entry.made else -1)]
        if entry.last:
            return []
        free = entry.low + len(self.course.ranks) - position
        if self.counts_size:
            free = min(free, self.longest - entry.size)
        moved = max(0, -entry.tied) if self.swaps else 0  # wild cards swapped out have to find place at the ends
        free -= moved
        if free < 0:
            return []
        if self.counts_wild:
            wild = entry.wild + moved
            if entry.tied > 0 and self.swaps and wild > self.table_cap:
                return []
            free = max(0, min(free, self.table_cap - wild))
        # Contract cards with nothing laid off above: their end is told only now.
        ended = 1 if entry.phase == HIGH and entry.made else -1
        room = 0 if self.roomy else -moved if self.by_card else min(free, self.pool)
        return [Move(NONE, HIGH, None, ended, room=room, moved=moved)]

    def _extended(self, entry: Entry, phase: int) -> list[Move]:
        """A card laid off on the run."""
        found = []
        slot = entry.slot if phase in (LOW, UNDER) or (self.goes_round and entry.phase > MADE) else -1
        for use in (NATURAL, WILD):
            grown = self._grown(entry, use, extra=True)
            if grown:
                wild, size, last = grown
                tied = entry.tied + (use == WILD and self.swaps)
                last = last if phase == HIGH or self.apart else 0  # below a run there is always a card to come
                after = Entry(entry.suit, phase, slot, 0, wild, tied, size, last, self._low(entry, wild))
                found.append(Move(use, phase, after, room=self.taken))
        return found

    def _low(self, entry: Entry, wild: int) -> int:
        """The free places below, which do not matter where no further wild card may be in the run."""
        return 0 if self.counts_wild and not self.swaps and wild >= self.table_cap else entry.low

    def _made(self, entry: Entry, position: int) -> list[Move]:
        """The next contract card; where longer melds may be made also the end of them."""
        found = []
        if self.at_least and entry.phase == MADE and self._is_made(entry):
            found += [move._replace(ended=1) for move in self._stopped(entry._replace(tied=0), position)]
            if self.layoffs:
                high = entry._replace(phase=HIGH, slot=-1, tied=0, made=0)
                found += [move._replace(ended=1) for move in self._extended(high, HIGH)]
        size_asked = self.sizes[entry.slot]
        if entry.made == self.longest:  # one that lay across a circle's cut was taken to be longer than it can be
            return found
        began = entry.phase == LOW
        for use in (NATURAL, WILD):
            tied = entry.tied + (use == WILD)
            grown = self._grown(entry, use, extra=False)
            if tied > self.most[size_asked] or not grown:
                continue
            wild, size, last = grown
            made = entry.made + 1
            if self.one_cap:
                tied = 0
            elif self.alike:
                counts = self.alike[size_asked].get((made, tied))
                if counts is None:
                    continue
                if made < size_asked or self.at_least:
                    made, tied = counts
            if made < size_asked or self.at_least:
                low = self._low(entry, wild)
                after = Entry(entry.suit, MADE, entry.slot, made, wild, tied, size, last, low, entry.must)
                found.append(Move(use, MADE, after, began=began, room=self.taken))
            elif self.layoffs:
                pair = entry.suit in self.pairs
                last = last if self.apart else 0
                low = self._low(entry, wild)
                after = Entry(entry.suit, HIGH, -1, int(pair), wild, 0, size, last, low, entry.must)
                found.append(Move(use, MADE, after, ended=-1 if pair else 0, began=began, room=self.taken))
            else:
                found.append(Move(use, MADE, None, ended=0, began=began))
        return found

    def _grown(self, entry: Entry, use: int, *, extra: bool) -> tuple[int, int, int] | None:
        """Wild cards, size and last card with one card more; None where the rules forbid it.

        ``extra``: the card is laid off, so that the table's cap holds, as it does for a run that has such wild cards.
        """
        wild, size = entry.wild, entry.size
        if self.counts_size:
            size += 1
            if size > self.longest:
                return None
        if use == WILD:
            if entry.last and self.apart:
                return None
            if self.counts_wild:
                wild += 1
                cap = self.table_cap + sum(sum(run.free) for run in self.course.runs)
                if wild > cap and (extra or entry.wild > entry.tied):
                    return None
        return wild, size, int(use == WILD and (self.apart or (self.lazy and extra)))

    # Runs on the table -----------------------------------------------------------------------------------------

    def _on_table(self, entry: Entry, position: int) -> list[Move]:
        run = self.runs[entry.slot]
        step = self._step(run, position)
        inside = 0 <= step < len(run.wild)
        if entry.phase == UNDER and not inside:
            return self._extended(entry, UNDER)
        if entry.phase == INSIDE and self.is_past(entry, position):
            if self._meets_itself(entry, position):
                return self._stopped(entry, position)
            return self._stopped(entry, position) + self._extended(entry, HIGH)
        found = []
        wild = run.wild[step]
        if not (self.apart and entry.last and wild and step == 0):
            after = entry._replace(phase=INSIDE, last=int(self.apart and wild))
            remembered = self.remembers and not self._is_untouched(entry, run, step)
            found.append(Move(NONE, INSIDE, after if remembered else None))
        if run.free[step] and self.swaps:
            taken = entry.wild - 1 if self.counts_wild else 0
            after = entry._replace(phase=INSIDE, last=0, tied=entry.tied - 1, wild=taken)
            found.append(Move(NATURAL, INSIDE, None if self._is_untouched(after, run, step) else after))
        return found

    def _is_untouched(self, entry: Entry, run: TableRun, step: int) -> bool:
        """Whether it does not matter above this card of the run that it was entered below."""
        if run.index not in self.forgotten:
            return False
        return entry.tied >= 0 and not any(run.free[step + 1 :]) if self.by_card else entry.wild == sum(run.wild)

    def _step(self, run: TableRun, position: int) -> int:
        """The number of the run's card at the position."""
        step = position - run.first
        return step % self.course.circle if self.course.circle else step

    def _meets_itself(self, entry: Entry, position: int) -> bool:
        """Whether a run of the table has come once round, to its own lowest card."""
        return self.goes_round and entry.slot >= 0 and (position - self.runs[entry.slot].first) % self.longest == 0

    def is_past(self, entry: Entry, position: int) -> bool:
        """Whether the position is the one above the last card of the run on the table."""
        run = self.runs[entry.slot]
        if self.course.circle:
            return (position - run.last - 1) % self.course.circle == 0
        return position > run.last
