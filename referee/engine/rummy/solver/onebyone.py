"""The most that a hand can lay where no sets are to be made: one suit after the other, the way of least loss first.

Without sets suits have in common only jokers and the number of runs to be made. So a way goes through a suit to its end
before it enters the next one, and ways that come out of a suit alike fall together.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from referee.engine.rummy.solver.ahead import is_crowded
from referee.engine.rummy.solver.choice import Choice, move_on
from referee.engine.rummy.solver.ends import NO_END
from referee.engine.rummy.solver.floors import Floor, joined, nothing_left
from referee.engine.rummy.solver.laps import crossings
from referee.engine.rummy.solver.leastloss import LeastLoss, Turn, Way, live_suits
from referee.engine.rummy.solver.moves import NATURAL, Entry
from referee.engine.rummy.solver.setchoices import SetLaid
from referee.engine.rummy.solver.state import Chain, Done, Outcome, State
from referee.engine.rummy.solver.strands import Strands, Worth, joker_loss, suit_floor
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.terrain import ALL_LOW, Going
from referee.engine.rummy.solver.waste import Root

MOST_WAYS, MOST_APART, MOST_LAID_OFF = 500, 900, 1000
"""Ways that are looked at in several suits; where runs have to keep their distance; and if none are to be made."""


def goes_one_by_one(sweep: Sweep) -> bool:
    """Whether suits have nothing to do with each other but by jokers and runs."""
    course, wild = sweep.course, set(sweep.rules.wild_ranks)
    contract = sweep.task.contract
    if contract.sets:
        return False
    if course.circle and (sweep.gap or contract.runs or sweep.choices.grow.may_meet):  # by themselves suits are quicker
        return False
    # Cards of a wild rank must have no place of their own.
    return wild.issubset(course.ranks[: course.barred]) and not (wild & sweep.choices.open_ranks)


class OneByOne(LeastLoss):
    """One task. A step is a position of a suit; the suits come in an order, that with most to choose last."""

    def __init__(self, sweep: Sweep) -> None:
        held = sweep.course.held
        self.places = len(sweep.course.ranks)
        self.order = sorted(live_suits(sweep), key=lambda suit: (sum(held[suit]), suit))
        super().__init__(sweep)
        if not sweep.task.contract.runs:
            self.ways_looked_at = MOST_LAID_OFF
        elif len(self.order) > 1:
            self.ways_looked_at = MOST_APART if sweep.gap else MOST_WAYS
        grow = self.choices.grow
        starts = self.choices.made_starts
        # The last step at which a run of each size can begin.
        self.last_begin = [
            max(
                [
                    self.order.index(suit) * self.places + at
                    for own, suit, at in starts
                    if own == slot and suit in self.order
                ],
                default=-1,
            )
            for slot in range(len(grow.sizes))
        ]
        # Where runs are no longer than asked for they hardly come to need the same cards.
        self.loose = not (grow.layoffs or grow.at_least)
        self.terrain = [self.outlook.reach[suit].terrain for suit in self.order]
        self.strands: dict[tuple[int, Going], Strands] = {}
        self.joker = joker_loss(sweep)
        self.coming = self._coming()
        self.crowded = is_crowded(sweep, self.worth)
        self._later: list[tuple[int, list[int]]] = self._cards_coming() if self.crowded else []
        self._by_room: dict[object, list[int]] = {}
        self._rows: dict[object, list[list[int]]] = {}
        self._at_least: dict[object, int] = {}

    def _number_of_steps(self) -> int:
        return len(self.order) * self.places

    def _cards(self) -> list[tuple[int, int, int]]:
        held = self.course.held
        return [
            (number * self.places + at, worth, held[suit][at])
            for number, suit in enumerate(self.order)
            for at, worth in enumerate(self.worth)
        ]

    def _lost_at_first(self) -> int:
        held = self.course.held
        passive = [own for suit, own in enumerate(held) if suit not in self.order]
        return sum(worth * own[at] for own in passive for at, worth in enumerate(self.worth))

    def _crossings(self) -> list[tuple[Entry, ...]]:
        return self._crossings_of(self.order[0]) if self.order else [()]

    def _crossings_of(self, suit: int) -> list[tuple[Entry, ...]]:
        return crossings(self.sweep, self.outlook.reach[suit], suit) if self.course.circle else [()]

    # One state -------------------------------------------------------------------------------------------------

    def _find_turns(self, state: State, position: int) -> list[Turn]:
        """Everything that can happen in the step's suit; at its end the runs stop and the next suit begins."""
        number, at = divmod(position, self.places)
        suit = self.order[number]
        final = self.course.final[at]
        copies = self.course.held[suit][at]
        if self.two_aces and final and self.course.ranks[at] == 1:
            copies -= state.lows[suit]
        mark = state.marks[suit] if self.sweep.gap else -1
        turns: list[Turn] = []
        for choice in self.choices.in_suit(suit, state.runs, at, copies, state.left, mark, thrifty=final):
            if choice.wilds > self.limit or not self._can_finish(choice, position):
                continue
            cost = self.worth[at] * (copies - choice.naturals)
            if cost > self.slack:
                continue
            lows = state.lows
            if lows and not final:
                lows = (*lows[:suit], choice.naturals, *lows[suit + 1 :])
            marks = (*state.marks[:suit], choice.mark, *state.marks[suit + 1 :]) if self.sweep.gap else state.marks
            moves = ((suit, choice.moves),)
            after = State(choice.runs, choice.left, state.sets, 0, 0, marks, (), lows, state.own, 0, state.carried)
            if at + 1 < self.places:
                turns.append(Turn(after, cost, choice.wilds, choice.room, moves, ()))
                continue
            stopped = self._stopped(after)
            if stopped is None:
                continue
            moved, room = stopped
            begin = self._crossings_of(self.order[number + 1]) if number + 1 < len(self.order) else [()]
            for carried in begin:
                out = State(
                    self.choices.grow.carried_on(carried),
                    choice.left,
                    state.sets,
                    0,
                    0,
                    (-1,) * len(marks),
                    (),
                    (0,) * len(lows),
                    state.own,
                    0,
                    carried,
                )
                turns.append(Turn(out, cost, choice.wilds + moved, choice.room + room, moves, ()))
        return turns

    def _can_finish(self, choice: Choice, step: int) -> bool:
        """Whether runs still to be made can begin after the step."""
        if self.course.circle:
            return True
        return all(not left or step < last for left, last in zip(choice.left, self.last_begin, strict=True))

    def _close(self, state: State, way: Way) -> None:
        super()._close(state._replace(runs=(), carried=()), way)

    # What is lost for certain ----------------------------------------------------------------------------------

    def _coming(self) -> list[Floor]:
        """For each number of suits passed what the rest loses at least."""
        runs, limit = len(self.task.contract.runs), len(self.task.pool)
        found = [nothing_left(runs, limit, self.joker)]
        for number in range(len(self.order) - 1, -1, -1):
            if self.loose:
                low = ALL_LOW if self.two_aces else 0
                own = [[lost] * (limit + 1) for lost in self._lost_in(self.order[number], -1, (), low, runs)]
            else:
                own = suit_floor(self.terrain[number], self.worth, runs, limit, joker=self.joker)
            if self.sweep.one_a_suit:
                own = own[:2] + [[NO_END] * (limit + 1)] * (runs - 1)
            found.append(joined(found[-1], own))
        return found[::-1]

    def _cards_coming(self) -> list[tuple[int, list[int]]]:
        """For each number of suits passed the worth of all cards of the rest, and of each that can be laid."""
        found: list[tuple[int, list[int]]] = [(0, [])]
        runs = len(self.task.contract.runs)
        for suit in reversed(self.order):
            total, able = self.outlook.reach[suit].ahead(self.worth).laid(-1, runs, 0, ())
            found.append((found[-1][0] + total, found[-1][1] + able))
        return found[::-1]

    def _least_by_room(self, state: State, way: Way) -> int:
        """The same since natural cards leave no place for jokers."""
        step = way.position
        number, at = divmod(step, self.places)
        left, low = sum(state.left), state.lows[self.order[number]] if state.lows else 0
        reach, spare = self.outlook.reach[self.order[number]], self.limit - way.used
        covers = tuple([reach.of(entry, at, spare) for entry in state.runs])
        key = (step, left, low, covers)
        lost = self._by_room.get(key)
        if lost is None:
            total, able = reach.ahead(self.worth).laid(at, left, low, covers)
            more, others = self._later[number + 1]
            saved = accumulate(sorted(able + others, reverse=True))
            lost = self._by_room[key] = [total + more - one for one in (0, *saved)]
        room = self.sweep.room - len(self.task.pool) + left * self.choices.grow.places + way.most
        return lost[max(0, min(room, len(lost) - 1))]

    def _least_ahead(self, state: State, way: Way, spare: int) -> int:
        least = self._least_above(state, way.position, spare)
        return max(least, self._least_by_room(state, way)) if self.crowded else least

    def _least_above(self, state: State, step: int, spare: int) -> int:
        """What is lost at least of the cards after the step."""
        number, at = divmod(step, self.places)
        left, pool = sum(state.left), len(self.task.pool)
        # What is freed on the table stays in its run. Until then there may be fewer left than none.
        freed = self.terrain[number].to_free[at]
        spare += pool - self.limit
        if spare + (freed if at + 1 < self.places else 0) < 0:
            return NO_END
        coming = self.coming[number + 1]
        if at + 1 == self.places:
            return coming[left][min(spare, pool)]
        low = state.lows[self.order[number]] if state.lows else 0
        key: tuple[object, ...]
        if self.loose:
            reach = self.outlook.reach[self.order[number]]
            key = (tuple([reach.of(entry, at, spare) for entry in state.runs]), low)
        else:
            terrain = self.terrain[number]
            key = (terrain.under_way(state.runs), terrain.under_way(state.carried), low)
        known = self._at_least.get((step, left, spare, key))
        if known is None:
            rows = self._rows.get((step, left, key))
            if rows is None:
                rows = self._rows[step, left, key] = self._rows_of(state, number, at, low)
            known = self._at_least[step, left, spare, key] = min(
                [
                    min(
                        [
                            row[min(own, len(row) - 1)] + coming[left - new][min(pool, spare + freed - own)]
                            for own in range(spare + freed + 1)
                        ]
                    )
                    for new, row in enumerate(rows)
                ]
            )
        return known

    def _rows_of(self, state: State, number: int, at: int, low: int) -> list[list[int]]:
        """For no, one, … new runs in the suit what it loses at least above the position, by wild cards used there.

        Those that are freed are counted with them.
        """
        left, suit = sum(state.left), self.order[number]
        if self.loose:
            reach = self.outlook.reach[suit]
            covers = tuple([reach.of(entry, at, self.limit) for entry in state.runs])
            return [[lost] for lost in self._lost_in(suit, at, covers, low, left)]
        terrain = self.terrain[number]
        going, across = terrain.under_way(state.runs), terrain.under_way(state.carried)
        strands = self.strands.get((number, across))
        if strands is None:
            target, below = across.bound + across.free, across.under
            strands = Strands(terrain, Worth(self.worth), target, joker=self.joker, below=below)
            self.strands[number, across] = strands
        most = len(self.task.pool) + terrain.swapped
        return [strands.least(at + 1, going, new, most, low) for new in range(left + 1)]

    def _lost_in(self, suit: int, at: int, covers: tuple[int, ...], low: int, runs: int) -> tuple[int, ...]:
        """The worth of the suit's cards above the position that no, one, … up to so many new runs leave at least."""
        cards = self.outlook.above(suit, at, covers, low)
        none = sum([card.value * card.copies for card in cards])
        saved = [sum([card.value * min(card.copies, begun) for card in cards if card.new]) for begun in range(runs + 1)]
        if self.outlook.reach[suit].sizes:  # runs are as long as asked for, no longer
            worth = {card.at: card.value for card in cards if card.new}
            best = max(
                [
                    sum([worth.get(place % self.places, 0) for place in range(first, first + size)])
                    for first, size in self.bounds.to_make(suit)
                    if first > at or self.course.circle
                ],
                default=0,
            )
            saved = [min(most, begun * best) for begun, most in enumerate(saved)]
        return tuple([none - most for most in saved])

    # The end ---------------------------------------------------------------------------------------------------

    def _outcome(self, loss: int, way: Way, wilds: int) -> Outcome:
        """What was found in the form of a sweep's outcome."""
        done: Done | None = None
        free = Counter(dict(zip(self.course.ranks, self.sweep.copies, strict=True)))
        chains: list[Chain] = []
        carried: list[Chain] = []
        for turn, step in self._turns_to(way):
            at = step % self.places
            if not at:
                chains = [Root("carried", len(carried) + number, 0) for number in range(len(turn.after.carried))]
            moves = turn.moves[0][1]
            free[self.course.ranks[at]] -= sum(move.use == NATURAL for _, move in moves)
            chains, stopped = move_on(moves, chains, at)
            for chain in stopped:
                done = Done(chain, done)
            if at + 1 == self.places:
                carried += chains
        if not self.course.circle:
            for chain in carried:
                done = Done(chain, done)
            carried.clear()
        for rank in self.choices.open_ranks if self.task.layoffs else ():
            if free[rank] > 0:
                done = Done(SetLaid(0, free[rank], 0, rank), done)
        return Outcome(self.bounds.ideal - loss, done, tuple(carried), wilds)
