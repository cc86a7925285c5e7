"""A search for the most that a hand can lay that goes on with the way which may lose least.

What a way has lost and what it will lose for certain tells which one goes on; the first to come to the end is the best.
Which steps there are, and what can happen at one, is told by ``atonce`` and ``onebyone``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import accumulate
from typing import NamedTuple

from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.solver.choice import Chosen
from referee.engine.rummy.solver.moves import Entry
from referee.engine.rummy.solver.outlook import Outlook
from referee.engine.rummy.solver.owing import Owing, WaysFound
from referee.engine.rummy.solver.plan import LARGEST_SET
from referee.engine.rummy.solver.setchoices import SetLaid
from referee.engine.rummy.solver.state import Outcome, State
from referee.engine.rummy.solver.sweep import Sweep

FEW_WAYS = 40
"""Ways that are looked at before a longer look at each is worth while."""


class Turn(NamedTuple):
    """One choice at a step.

    What follows depends on, the worth of natural cards that stay in the hand, wild cards used and room for further
    ones; the moves of each suit's runs, and the sets made.
    """

    after: State
    cost: int
    wilds: int
    room: int
    moves: tuple[tuple[int, Chosen], ...]
    made: tuple[SetLaid, ...]


class Way(NamedTuple):
    """One way to come to a state, and the step that led there; see ``End``."""

    lost: int
    used: int
    most: int
    before: Way | None
    turn: Turn | None
    position: int


class LeastLoss(ABC):
    """One task where every card is worth something, and runs that go round keep no distance.

    ``ways_looked_at``: so many at most. ``gave_up``: there were more, so that another search has to tell; then it is
    ``certain`` that so much is lost.
    """

    ways_looked_at = 1 << 30
    gave_up = False
    certain = 0

    def __init__(self, sweep: Sweep) -> None:
        self.task = task = sweep.task
        self.sweep = sweep
        self.rules = task.rules
        self.bounds = self.sweep.bounds
        self.course = self.sweep.course
        self.choices = self.sweep.choices
        self.live = live_suits(self.sweep)
        open_ranks = self.choices.open_ranks if task.layoffs else set[int]()
        self.wild = self.rules.wild_ranks
        self.worth = [
            0 if not final or rank in open_ranks or rank in self.wild else task.worth[rank]
            for rank, final in zip(self.course.ranks, self.course.final, strict=True)
        ]
        self.two_aces = not all(self.course.final)
        self.counts_room = self.choices.grow.counts_room
        self.outlook = Outlook(self.sweep, self.worth, self.live)
        self.limit = self.sweep.wild_limit
        self.slack = 0
        # Without lay-offs: what is lost if no wild card is laid, one, two and so on.
        self.wild_tail: list[int] = []
        self.set_caps = [self._set_cap(size) for size in self.choices.set_sizes]
        self.run_caps = [self._run_cap(size) for size in self.choices.grow.sizes]
        if not task.layoffs:
            wilds = [task.worth[card.rank] for card in task.pool]
            self.wild_tail = [sum(wilds[laid:]) for laid in range(len(wilds) + 1)]
        self._open: list[tuple[int, int, int, State, Way, int | None]] = []
        self._count = 0
        self._looked = 0
        self.steps = self._number_of_steps()
        longer = self.rules.may_be_longer("run")
        self._most_cards = [self.rules.longest_run if longer else size for size in self.choices.grow.sizes]
        self._dearest = self._dearest_after()
        self._by_places: dict[object, int] = {}
        grow = self.choices.grow
        self._found = WaysFound(Owing(grow), len(self.course.ranks)) if Owing.counts(grow) else None
        # By step, that of the start as the last.
        self._ways: list[dict[State, list[Way]]] = [{} for _ in range(self.steps + 1)]
        self._turns: list[dict[State, list[Turn]]] = [{} for _ in range(self.steps)]

    def best(self) -> Outcome | None:
        """The best end; None where the contract cannot be made, or only with a greater loss than the task's slack."""
        most = self.bounds.ideal if self.task.slack is None else self.task.slack
        if most < self.bounds.least():
            return None
        self.slack = most
        for carried in self._crossings():
            behind = self.choices.grow.carried_on(carried)
            start = next(iter(self.sweep.start(behind)))._replace(carried=carried)
            way = Way(self._lost_at_first(), 0, 0, None, None, -1)
            self._ways[-1][start] = [way]
            self._count += 1
            self._open.append((self.bounds.least(), 1, self._count, start, way, None))
        last = self.steps - 1
        while self._open:
            if self._count > self.ways_looked_at:
                self.gave_up, self.certain = True, self._open[0][0]
                return None
            loss, _, _, state, way, wilds = heappop(self._open)
            if wilds is not None:
                return self._outcome(loss, way, wilds)
            if way.position == last:
                self._close(state, way)
            elif self._is_alive(state, way):
                self._looked += 1
                if self._looked > FEW_WAYS:
                    least = self._look_closer(state, way)
                    if least > loss:
                        if least <= most:
                            self._count += 1
                            heappush(self._open, (least, -way.position, self._count, state, way, None))
                        continue
                position = way.position + 1
                known = self._turns[position]
                turns = known.get(state)
                if turns is None:
                    turns = known[state] = self._find_turns(state, position)
                most_lost = most - way.lost
                for turn in turns:
                    used = way.used + turn.wilds
                    if turn.cost <= most_lost and used <= self.limit:
                        room = way.most + turn.wilds + turn.room if self.counts_room else 0
                        self._offer(turn.after, Way(way.lost + turn.cost, used, room, way, turn, position))
        return None

    @abstractmethod
    def _number_of_steps(self) -> int: ...

    @abstractmethod
    def _cards(self) -> list[tuple[int, int, int]]:
        """The cards that may be laid: the step, what one is worth, and the copies."""

    def _dearest_after(self) -> list[list[int]]:
        """For each step the worth of the dearest card after it, of the two dearest, and so on.

        Nothing where melds take in more cards than the contract's have places.
        """
        if self.task.layoffs or (self.task.contract.sets and self.rules.may_be_longer("set")):
            return []
        by_step = [[0] for _ in range(self.steps)]
        for step, worth, copies in self._cards():
            by_step[step] += [worth] * copies
        found: list[list[int]] = []
        after: list[int] = []
        for own in reversed(by_step):
            found.append([0, *accumulate(sorted(after, reverse=True))])
            after += own
        return found[::-1]

    @abstractmethod
    def _crossings(self) -> list[tuple[Entry, ...]]:
        """What may be under way where a circle is cut, nothing at all first."""

    @abstractmethod
    def _find_turns(self, state: State, position: int) -> list[Turn]:
        """Everything that can happen at the step after which the contract can still be made, at a glance."""

    @abstractmethod
    def _least_ahead(self, state: State, way: Way, spare: int) -> int:
        """What is lost at least of the cards after the way's step with so many wild cards left."""

    def _look_closer(self, state: State, way: Way) -> int:
        """What is lost at least in the end, as a longer look tells; it is taken where many ways are looked at."""
        return way.lost

    @abstractmethod
    def _outcome(self, loss: int, way: Way, wilds: int) -> Outcome:
        """What was found in the form of a sweep's outcome."""

    @staticmethod
    def _turns_to(way: Way) -> list[tuple[Turn, int]]:
        """The steps that led to the end of the way, from the first on, each with its number."""
        turns: list[tuple[Turn, int]] = []
        while way.before is not None and way.turn is not None:
            turns.append((way.turn, way.position))
            way = way.before
        return turns[::-1]

    def _lost_at_first(self) -> int:
        """The worth of cards that stay in the hand in any case and are not counted at a step."""
        return 0

    def _set_cap(self, size: int) -> int:
        """The most wild cards in a set of the contract."""
        longest = LARGEST_SET if self.rules.may_be_longer("set") else size
        if self.wild:  # it can be one of their own
            return longest
        return max(self.rules.wild_cap("set", cards, on_table=False) for cards in range(size, longest + 1))

    def _run_cap(self, size: int) -> int:
        """The most wild cards in a run of the contract; those of wild ranks may lie in places of their own."""
        if self.wild:
            return self.rules.longest_run if self.rules.may_be_longer("run") else size
        return self.choices.grow.most[size]

    def _wild_lost(self, state: State, used: int) -> int:
        """The worth of wild cards for which no meld will have a place."""
        if not self.wild_tail:
            return self.bounds.wild_loss
        grow = self.choices.grow
        places = used + sum(state.own) + sum([left * cap for left, cap in zip(state.left, self.run_caps, strict=True)])
        places += sum([left * cap for left, cap in zip(state.sets, self.set_caps, strict=True)])
        for entry in state.runs:
            most = self.run_caps[entry.slot]
            tied = 0 if self.wild else entry.tied
            places += most if grow.at_least else min(grow.sizes[entry.slot] - entry.made, most - tied)
        return self.wild_tail[min(places, len(self.wild_tail) - 1)]

    def _offer(self, state: State, way: Way) -> None:
        """Note a way to a state, unless another one to it is as good."""
        wild_lost = self._wild_lost(state, way.used)
        if way.lost > self.slack - wild_lost:
            return
        ways = self._ways[way.position].setdefault(state, [])
        if any(one.lost <= way.lost and one.used <= way.used and one.most >= way.most for one in ways):
            return
        least = way.lost + self._least_ahead(state, way, self.limit - way.used) + wild_lost
        if self._dearest:
            least = max(least, way.lost + self._least_by_places(state, way.position, way.used))
        if least > self.slack or self._is_beaten(state, way):
            return
        if self._found is not None:
            self._found.note(way, way.position, state.runs, state[1:])
        ways[:] = [one for one in ways if not (way.lost <= one.lost and way.used <= one.used and way.most >= one.most)]
        ways.append(way)
        self._count += 1
        heappush(self._open, (least, -way.position, self._count, state, way, None))

    def _least_by_places(self, state: State, step: int, used: int) -> int:
        """What is lost at least since natural and wild cards share the places that the contract's melds have."""
        places = sum([left * most for left, most in zip(state.left, self._most_cards, strict=True)])
        places += sum([left * size for left, size in zip(state.sets, self.choices.set_sizes, strict=True)])
        places += sum([self._most_cards[entry.slot] - entry.made for entry in state.runs])
        laid = used + sum(state.own)
        key = (step, places, laid, sum(state.lows))
        known = self._by_places.get(key)
        if known is None:
            dearest, tail = self._dearest[step], self.wild_tail
            above, laid = dearest[-1] - self.worth[-1] * sum(state.lows), min(laid, len(tail) - 1)
            known = self._by_places[key] = min(
                [
                    above - dearest[min(places - more, len(dearest) - 1)] + tail[laid + more]
                    for more in range(min(places, len(tail) - 1 - laid) + 1)
                ]
            )
        return known

    def _is_alive(self, state: State, way: Way) -> bool:
        """Whether no way that was found since is as good, to this state or to one that is freer in one run."""
        others = self._ways[way.position]
        if not any(one is way for one in others[state]) or self._is_beaten(state, way):
            return False
        runs, roomy = state.runs, self.choices.grow.roomy
        for index, entry in enumerate(runs):
            if index and entry == runs[index - 1]:
                continue
            for freer, room in self.choices.freer.than(entry):
                alike = State(tuple(sorted((*runs[:index], freer, *runs[index + 1 :]))), *state[1:])
                if any(
                    one.lost <= way.lost and one.used <= way.used and (roomy or one.most + room >= way.most)
                    for one in others.get(alike, ())
                ):
                    return False
        return True

    def _is_beaten(self, state: State, way: Way) -> bool:
        """Whether a way to a state in which runs owe other jokers is as good as this one."""
        return self._found is not None and self._found.beat(way, way.position, state.runs, state[1:])

    # The end ---------------------------------------------------------------------------------------------------

    def _close(self, state: State, way: Way) -> None:
        """Note the end of a way that has passed all ranks."""
        if any(state.left) or any(state.sets):
            return
        stopped = self._stopped(state)
        if stopped is None:
            return
        moved, room = stopped
        end = self._wild_end(state.own, way.used + moved, way.most + moved + room + self.sweep.room)
        if end and way.lost + end[0] <= self.slack:
            self._count += 1
            heappush(self._open, (way.lost + end[0], -way.position - 1, self._count, state, way, end[1]))

    def _stopped(self, state: State) -> tuple[int, int] | None:
        """Wild cards moved and room for others where all runs stop after the last rank; None where one cannot."""
        if self.course.circle:
            return (0, 0) if state.runs == state.carried else None
        stops = [self.choices.grow.last_moves(entry) for entry in state.runs]
        if not all(stops):
            return None
        return sum([stop[0].moved for stop in stops]), sum([stop[0].room for stop in stops])

    def _wild_end(self, own: Sequence[int], used: int, most: int) -> tuple[int, int] | None:
        """What is lost by wild cards that stay in the hand, and how many are laid; None: more are used than held."""
        wilds = [self.task.worth[card.rank] for card in self.task.pool]
        for rank, count in zip(self.wild, own, strict=True):
            for _ in range(count):
                wilds.remove(self.task.worth[rank])
        if used > len(wilds):
            return None
        laid = min(len(wilds), most)
        return sum(wilds[max(0, laid) :]) - min(0, laid) * self.task.worth[JOKER.rank], laid


def live_suits(sweep: Sweep) -> list[int]:
    """The suits in which there can be runs that a card of the hand makes a difference to."""
    grow = sweep.choices.grow
    held = sweep.course.held
    busy = {suit for suit, _ in sweep.choices.busy}
    return sorted(suit for suit in busy if any(held[suit]) or not grow.lazy)
