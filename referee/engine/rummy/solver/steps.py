"""From the outcome of a sweep to what a player does at the table, step by step."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.clashing import clash
from referee.engine.rummy.contracts import Slot
from referee.engine.rummy.layoff import ENDS, End, is_open, lay_off, normal, open_ends
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.moves import HIGH, INSIDE, LOW, MADE, NATURAL, UNDER
from referee.engine.rummy.solver.setchoices import SetLaid
from referee.engine.rummy.solver.state import Chain, Done, Link, Outcome
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.tails import LaidRun, put_right
from referee.engine.rummy.solver.task import first_size
from referee.engine.rummy.solver.waste import Root
from referee.engine.rummy.swap import swap


class LayOff(NamedTuple):
    """A card added to the meld with this index: the own melds first, then those of the table. No end: a set."""

    card: Card
    meld: int
    end: End | None


@dataclass(frozen=True, slots=True)
class Swap:
    """A natural card put where a wild one lies, which moves to the end; no end: to the hand."""

    card: Card
    meld: int
    to: End | None


type Step = LayOff | Swap


def carry_out(rules: RuleSet, meld: Meld, step: Step) -> Meld:
    """The meld after the step."""
    match step:
        case LayOff(card, _, end):
            return normal(rules, lay_off(meld, card, end))
        case Swap(card, _, to):
            return swap(rules, meld, card, to)


@dataclass(frozen=True, slots=True)
class Played:
    """The contract's melds in its order, the steps after them in order, and the cards left in the hand."""

    melds: tuple[Meld, ...]
    steps: tuple[Step, ...]
    left: tuple[Card, ...]


class _MadeRun(NamedTuple):
    """A run of the contract, and the cards laid off below and above it."""

    meld: Meld
    below: Sequence[Card]
    above: Sequence[Card]


class TooNear(Exception):
    """Runs of a loose sweep cannot be kept apart, or one meets itself."""


def play_out(sweep: Sweep, outcome: Outcome) -> Played:
    """The melds and steps of the outcome.

    :raises TooNear: only for one of a loose sweep.
    """
    done = list(_items(outcome.done))
    runs = [_unroll(item, outcome.carried) for item in done if not isinstance(item, SetLaid)]
    return _Player(sweep, runs, [item for item in done if isinstance(item, SetLaid)], outcome.wilds).play()


def _items(done: Done | None) -> Iterator[Chain | SetLaid]:
    while done:
        yield done.item
        done = done.before


def _unroll(chain: Chain, carried: Sequence[Chain]) -> LaidRun:
    """The run of a chain; what lies before the cut of a circle comes first."""
    cards: list[tuple[int, int, int]] = []
    while True:
        match chain:
            case Root(kind="carried", number=number):
                chain = carried[number]
            case Root():
                return LaidRun(chain, tuple(reversed(cards)))
            case Link(before, position, use, phase):
                cards.append((position, use, phase))
                chain = before


class _Player:
    """Plays the cards out: takes them from the hand, makes the melds, notes the steps."""

    def __init__(self, sweep: Sweep, runs: Sequence[LaidRun], sets: Sequence[SetLaid], wild_count: int) -> None:
        self.sweep = sweep
        self.task = sweep.task
        self.rules = sweep.rules
        self.course = sweep.course
        self.sizes = sweep.choices.grow.sizes
        self.pairs = sweep.choices.grow.pairs
        self.hand = Counter(self.task.cards)
        self.runs = runs
        self.sets = sets
        self.wild_count = wild_count
        self.wilds: list[Card] = []
        self.melds: list[Meld | None] = [None] * len(self.task.contract.slots)
        self.steps: list[Step] = []

    def play(self) -> Played:
        """Natural cards leave the hand first, so that the wild ones are those that no place of their own needs."""
        if self.sweep.choices.grow.marks_new:
            runs = put_right(self.sweep, self.runs)
            if runs is None:
                raise TooNear
            self.runs = runs
        for run in self.runs:
            self.hand.subtract(self._face(run, position) for position, use, _ in run.cards if use == NATURAL)
        own = [self._naturals(one.rank, one.naturals) for one in self.sets]
        pool = sorted((card for card in self.hand.elements() if self.rules.is_wild(card)), key=self.task.lay_first)
        self.wilds = pool[: max(0, self.wild_count)][::-1]
        self.hand.subtract(self.wilds)
        if self.wild_count < 0:
            self.hand[JOKER] -= self.wild_count
        self._make_runs()
        for one, cards in zip(self.sets, own, strict=True):
            if one.size:
                self._make_set(one, cards)
        for run in self.runs:
            if run.root.kind == "table" and run.cards:
                self._grow_table_run(run)
        for one, cards in zip(self.sets, own, strict=True):
            if not one.size:
                meld = next(index for index, set_ in self._sets_lying() if set_.rank == one.rank)
                self.steps += [LayOff(card, meld, None) for card in cards]
        self._lay_spare_wilds()
        self.hand.update(self.wilds)
        melds = tuple(meld for meld in self.melds if meld)
        return Played(melds, tuple(self.steps), tuple(sorted(self.hand.elements())))

    def _face(self, run: LaidRun, position: int) -> Card:
        return Card(self.course.ranks[position], self.rules.pack.suits[run.root.suit])

    def _card(self, run: LaidRun, position: int, use: int) -> Card:
        return self._face(run, position) if use == NATURAL else self.wilds.pop()

    def _naturals(self, rank: int, count: int) -> list[Card]:
        """So many cards of the rank, taken from the hand."""
        held = [card for card in sorted(self.hand.elements()) if card.rank == rank][:count]
        self.hand.subtract(held)
        return held

    def _slot(self, slot: Slot) -> int:
        """The index of a slot of the contract for which there is no meld yet."""
        return next(i for i, other in enumerate(self.task.contract.slots) if other == slot and not self.melds[i])

    # Own melds -------------------------------------------------------------------------------------------------

    def _make_runs(self) -> None:
        """The contract's runs and what is laid off on them.

        In a suit with a pair of them the sweep has not said which cards are the contract's: any that keep the runs
        apart will do.
        """
        runs = [run for run in self.runs if run.root.kind == "run"]
        options = [list(self._ways_to_make(run)) for run in runs]
        chosen = next(
            (
                pick
                for pick in product(*options)
                if not any(clash(self.rules, one.meld, other.meld) for one, other in combinations(pick, 2))
            ),
            None,
        )
        if chosen is None:
            raise TooNear
        for run, made in zip(runs, chosen, strict=True):
            index = self._slot(Slot("run", self.sizes[run.root.number]))
            self.melds[index] = made.meld
            self.steps += [LayOff(card, index, "low") for card in reversed(made.below)]
            self.steps += [LayOff(card, index, "high") for card in made.above]

    def _ways_to_make(self, run: LaidRun) -> Iterator[_MadeRun]:
        positions = [position for position, _, _ in run.cards]
        cards = [self._card(run, position, use) for position, use, _ in run.cards]
        made = len(run.of(MADE))
        first = len(run.of(LOW))
        later = len(cards) - made if run.root.suit in self.pairs else first
        cap = self.rules.wild_cap("run", made, on_table=False)
        for start in range(first, later + 1):
            if sum(use != NATURAL for _, use, _ in run.cards[start : start + made]) > cap:
                continue
            low = self._place(positions[start])
            meld = run_of(cards[start : start + made], self.rules.pack.suits[run.root.suit], low)
            yield _MadeRun(meld, cards[:start], cards[start + made :])

    def _place(self, position: int) -> int:
        """The place in a run of a position of the course."""
        return self.course.ranks[position] if self.course.circle else position + self.course.shift

    def _make_set(self, one: SetLaid, cards: list[Card]) -> None:
        index = self._slot(Slot("set", one.size))
        size, own = first_size(self.rules, one.size, one.naturals, one.wilds, layoffs=self.task.layoffs)
        wilds = [self.wilds.pop() for _ in range(one.wilds)]
        self.melds[index] = set_of([*cards[:own], *wilds[: size - own]], one.rank)
        self.steps += [LayOff(card, index, None) for card in [*cards[own:], *wilds[size - own :]]]

    # The table -------------------------------------------------------------------------------------------------

    def _sets_lying(self) -> Iterator[tuple[int, Meld]]:
        """The sets on which cards can be laid off: the own ones and those of the table, with their indices."""
        lying = [*(meld for meld in self.melds if meld), *self.task.table]
        return ((index, meld) for index, meld in enumerate(lying) if meld.kind == "set")

    def _lay_spare_wilds(self) -> None:
        """Wild cards that no meld needs, wherever they fit."""
        lying = [*(meld for meld in self.melds if meld), *self.task.table]
        if self.wilds:
            for step in self.steps:
                lying[step.meld] = carry_out(self.rules, lying[step.meld], step)
        for index in range(len(lying)):
            while self.wilds and (ends := open_ends(self.rules, lying[index], self.wilds[-1])):
                step = LayOff(self.wilds.pop(), index, ends[0])
                self.steps.append(step)
                lying[index] = carry_out(self.rules, lying[index], step)

    def _grow_table_run(self, run: LaidRun) -> None:
        """Lay off on a run of the table, and swap its wild cards out.

        A card goes on as soon as it fits. Where both ends wait for a wild card, one that lies inside is swapped out and
        moves there; only then wild cards of the hand are used. So every step is legal by itself.
        """
        index = len(self.melds) + run.root.number
        low = deque(reversed(run.of(UNDER)))
        high = deque(run.of(HIGH))
        swaps = deque(run.of(INSIDE))
        while low or high or swaps:
            ends: list[tuple[End, deque[tuple[int, int]]]] = [("high", high), ("low", low)]
            waiting = [(end, cards) for end, cards in ends if cards]
            natural = [(end, cards) for end, cards in waiting if cards[0][1] == NATURAL]
            if natural:
                end, cards = natural[0]
                self.steps.append(LayOff(self._face(run, cards.popleft()[0]), index, end))
            elif swaps:
                end, cards = waiting[0] if waiting else (self._free_end(index), deque())
                if cards:
                    cards.popleft()
                # The one nearest to that end, so that no two wild cards come to lie side by side on the way.
                position, _ = swaps.pop() if end == "high" else swaps.popleft()
                self.steps.append(Swap(self._face(run, position), index, end))
            else:
                end, cards = waiting[0]
                cards.popleft()
                self.steps.append(LayOff(self.wilds.pop(), index, end))

    def _free_end(self, index: int) -> End:
        """An end of the run to which a wild card that is swapped out can move as the table lies now."""
        meld = self.task.table[index - len(self.melds)]
        for step in self.steps:
            if step.meld == index:
                meld = carry_out(self.rules, meld, step)
        return next(end for end in ENDS if is_open(self.rules, meld, end))
