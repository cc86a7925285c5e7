"""Runs that go round: what may lie across a circle's cut, what a suit has places for, and cards that are wasted."""

import random
from collections.abc import Iterator

import pytest

from referee.engine.rummy.cards import parse_cards
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import load_rules, preset_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import best_laydown
from referee.engine.rummy.solver.ahead import Reach
from referee.engine.rummy.solver.bysuits import BySuits
from referee.engine.rummy.solver.crossing import crossing
from referee.engine.rummy.solver.ends import NO_END, NOTHING, Shared, in_reach, on_the_way
from referee.engine.rummy.solver.laps import suit_ends
from referee.engine.rummy.solver.moves import NATURAL, Entry
from referee.engine.rummy.solver.oneless import one_less
from referee.engine.rummy.solver.places import Places
from referee.engine.rummy.solver.steps import LayOff, Played, Swap
from referee.engine.rummy.solver.suitstates import UNTRACKED, SuitState
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.tails import LaidRun, put_right
from referee.engine.rummy.solver.task import NOTHING as NO_CONTRACT
from referee.engine.rummy.solver.task import task_for
from referee.engine.rummy.solver.waste import Root
from tests.engine.solver.hands import deals, house
from tests.engine.solver.tables import random_table, read_meld
from tests.engine.solver.test_solver_round import nearly_round

ANY_LOSS = 10_000
CONTINENTAL = preset_rules("continental")
ROUND = [rules for rules in map(load_rules, PRESETS) if rules.aces == "round"]
ROUND += [house({"aces": "round"}), house({"aces": "round", "contract_jokers": None, "table_jokers": None})]


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{ROUND.index(rules)}"


def sweeps(rules: RuleSet, count: int, seed: int) -> Iterator[Sweep]:
    """Loose sweeps of hands of few suits, with a table, of players who go down and of those who are."""
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=(8, 11)):
        suits = rng.sample(rules.pack.suits, 2)
        own = [card._replace(suit=rng.choice(suits)) if card.rank else card for card in cards]
        contract = NO_CONTRACT if rng.random() < 0.25 else rules.contract(hand)
        yield Sweep(task_for(rules.in_hand(hand), own, contract, random_table(rules, rng)), loose=True)


def all_across(sweep: Sweep, reach: Reach, limit: int) -> set[tuple[Entry, ...]]:
    """What is under way after a pass in which nothing is at first, with fewer wild cards than the limit."""
    sizes, contract = sweep.choices.grow.sizes, sweep.task.contract
    left = tuple(contract.runs.count(size) for size in sizes)
    shared = Shared(left, (0,) * len(sweep.rules.wild_ranks), ())
    states = {reach.states.state((), -1, -1, 0, shared): 0}
    for position in range(len(sweep.course.ranks)):
        after: dict[SuitState, int] = {}
        for state, used in states.items():
            for step in reach.states.steps(state, position, UNTRACKED):
                wilds = used + step.wilds
                if wilds < after.get(step.to, limit):
                    after[step.to] = wilds
        states = after
    return {state.runs for state in states}


@pytest.mark.parametrize("rules", ROUND, ids=names)
def test_crossing_has_all_that_may_lie_across_the_cut(rules: RuleSet) -> None:
    several = 0
    for sweep in sweeps(rules, 12, seed=1):
        if not sweep.choices.grow.goes_round or sweep.choices.grow.swaps:
            continue
        for suit in range(len(rules.pack.suits)):
            limit = len(sweep.task.pool) + 1
            all_ = all_across(sweep, Reach(sweep, suit), limit)
            found = crossing(sweep.choices, suit, limit)
            assert all_.issubset(found), (sweep.task, suit)
            assert found == sorted(set(found))
            several += len(all_) > 1
    assert several or not rules.layoff_same_turn


def test_crossing_asks_for_cards_enough() -> None:
    """Of three runs with a card of the last rank before the cut two at most have a natural one."""
    cards = parse_cards(
        "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK", CONTINENTAL.pack
    )
    sweep = Sweep(task_for(CONTINENTAL, cards, CONTINENTAL.contract(7)), loose=True)
    found = crossing(sweep.choices, CONTINENTAL.pack.suits.index("H"), 2)
    assert max(map(len, found)) == 3
    assert all(sum(not run.last for run in runs) <= 2 and sum(run.last for run in runs) <= 1 for runs in found)


@pytest.mark.parametrize("rules", ROUND, ids=names)
def test_floors_of_a_suit_are_no_higher_than_its_ends(rules: RuleSet) -> None:
    """With the places that runs have and the cards that they ask for, for just so many wild cards."""
    ends_seen = 0
    for sweep in sweeps(rules, 8, seed=2):
        search, task = BySuits(sweep), sweep.task
        runs, limit = len(task.contract.runs), len(task.pool)
        for suit in range(len(rules.pack.suits)):
            reach = search.reach[suit]
            floor = search.floors.least_lost(suit, frozenset())
            mosts = ((ANY_LOSS,) * (limit + reach.terrain.swapped + 1),) * (runs + 1)
            for shared, ends in suit_ends(sweep, reach, suit, frozenset(), (), mosts).ends.items():
                for end in ends:
                    if 0 <= end.used <= limit:
                        ends_seen += 1
                        assert floor[runs - sum(shared.left)][end.used] <= end.lost, (task, suit, end)
    assert ends_seen


def test_places_are_those_of_every_rank_in_each_run() -> None:
    places = Places(held=(2, 2, 0, 1), beside=(0, 0, 0, 1), worth=(5, 3, 7, 2))
    # One run holds a card of each of the first two ranks; a wild one has a place at the third and two at the fourth.
    assert places.least(0, 1, 5) == [8, 8, 8, 10, 13, 18]
    assert places.least(2, 1, 5) == [0, 0, 0, 2, NO_END, NO_END]
    assert places.least(0, 0, 2) == [16, 18, NO_END]


def test_in_reach_tells_by_how_much_too_much_is_lost() -> None:
    mosts, excess = in_reach(((4, 3), (9, 8)), [[6, 3], [4, 20]])
    assert mosts == ((NOTHING, 3), (9, NOTHING))
    assert excess == 2
    assert on_the_way(mosts) == ((3, 3), (9, NOTHING))


def test_a_run_of_the_table_that_got_nothing_takes_an_upper_end() -> None:
    """A run that meets itself, where none other of the suit was laid."""
    cards = parse_cards("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD QD KD", CONTINENTAL.pack)
    table = (read_meld("6D 7D 8D 9D", CONTINENTAL),)
    sweep = Sweep(task_for(CONTINENTAL, cards, CONTINENTAL.contract(3), table), loose=True)
    suit = CONTINENTAL.pack.suits.index("D")
    first = sweep.course.ranks.index(12)
    places = [(first + step) % 13 for step in range(14)]
    long = LaidRun(Root("run", 0, suit), tuple((at, NATURAL, 1 if step < 4 else 2) for step, at in enumerate(places)))
    runs = put_right(sweep, [long])
    assert runs is not None
    own = {run.root.kind: [at for at, _, _ in run.cards] for run in runs}
    assert sorted(own["run"] + own["table"]) == sorted(places)
    assert len(own["run"]) <= 13
    assert own["table"] == [(sweep.course.ranks.index(10) + step) % 13 for step in range(len(own["table"]))]


@pytest.mark.parametrize("seed", range(6))
def test_no_better_way_wastes_a_card(seed: int) -> None:
    """Suit by suit, where such choices are left out, against the plain sweep, where they are not."""
    rng = random.Random(seed)
    cards = nearly_round(CONTINENTAL, rng)
    task = task_for(CONTINENTAL, cards, CONTINENTAL.contract(rng.choice((2, 3))), random_table(CONTINENTAL, rng))
    sweep = Sweep(task)
    plain, outcome = sweep.best(), BySuits(Sweep(task)).best()
    assert (plain and plain.worth) == (outcome and outcome.worth), task


def test_one_less_leaves_the_cheapest_of_the_last() -> None:
    cards = parse_cards("5H 4H 9S KH", CONTINENTAL.pack)
    four, king = LayOff(cards[1], 0, "low"), LayOff(cards[3], 0, "high")
    five, nine = LayOff(cards[0], 0, "low"), LayOff(cards[2], 1, None)
    task = task_for(CONTINENTAL, cards)
    # The five lies between the four and the run.
    less = one_less(CONTINENTAL, task, Played((), (five, four, king, nine), ()))
    assert less == Played((), (five, king, nine), (cards[1],))
    # A wild card moved to the lower end lies beyond the four.
    swapped = Swap(cards[2], 0, "low")
    less = one_less(CONTINENTAL, task, Played((), (five, four, king, swapped), ()))
    assert less == Played((), (five, four, swapped), (cards[3],))
    assert one_less(CONTINENTAL, task, Played((), (swapped,), ())) is None


def test_a_hand_that_could_be_laid_whole_keeps_its_cheapest_end() -> None:
    cards = parse_cards("3H 4H 5H 6H 7H 8H 9C TC JC QC KC", CONTINENTAL.pack)
    best = best_laydown(CONTINENTAL, 3, cards, ())
    assert best is not None
    assert best.out
    assert (best.points, [card.rank for card in best.left]) == (3, [3])
