"""The sweeps against each other: suit by suit, by least loss, and the plain one; sharing where wild cards lie apart."""

import random

import pytest

from referee.engine.rummy.cards import parse_cards
from referee.engine.rummy.melds import set_of
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import load_rules, preset_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import contains
from referee.engine.rummy.solver.atonce import AtOnce
from referee.engine.rummy.solver.bylayouts import left_worth
from referee.engine.rummy.solver.bysuits import BySuits
from referee.engine.rummy.solver.contains import can_meet, witness
from referee.engine.rummy.solver.ends import unbeaten
from referee.engine.rummy.solver.onebyone import OneByOne, goes_one_by_one
from referee.engine.rummy.solver.steps import play_out
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.task import NOTHING, task_for
from tests.engine.solver.hands import HOUSES, SPECIAL, deals, house
from tests.engine.solver.oracle import check_contract
from tests.engine.solver.quickly import check_told
from tests.engine.solver.tables import random_table, read_meld
from tests.engine.solver.test_solver_quick import BARE

RULES = [load_rules(key) for key in PRESETS] + [house(settings) for settings in (*HOUSES, *SPECIAL, *BARE)]
APART = (
    *(preset_rules(key) for key in ("continental", "kalooki", "shanghai-michigan")),
    house({"adjacent_wilds": False, "contract_jokers": None, "wild_ranks": ["5"], "contract_size": "at-least"}),
    house(
        {
            "adjacent_wilds": False,
            "contract_jokers": None,
            "wild_ranks": ["2"],
            "same_rank_sets": True,
            "contracts": ["2S3+R4", "S3+2R5", "R7+2S4"],
            "last_hand_all_cards": False,
            "buys": 5,
        }
    ),
)


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{(RULES + list(APART)).index(rules)}"


def compare(rules: RuleSet, count: int, seed: int, sizes: tuple[int, int]) -> None:
    """The loss that all find, with and without a contract, by points and by cards; and that it can be played."""
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=sizes):
        table, own, down = random_table(rules, rng), rules.in_hand(hand), rng.random() < 0.25
        contract = NOTHING if down else rules.contract(hand)
        task = task_for(own, cards[:8] if down else cards, contract, table, counting=rng.random() < 0.3)
        sweep = Sweep(task)
        plain, told = sweep.best(), (hand, cards, table)
        others: list[type[BySuits | AtOnce | OneByOne]] = [BySuits]
        if min(task.worth) >= 0:
            others += [AtOnce] * (not sweep.course.circle) + [OneByOne] * goes_one_by_one(sweep)
        for other in others:
            search = other(sweep)
            if not isinstance(search, BySuits):
                search.ways_looked_at = 1 << 30
            outcome = search.best()
            assert (outcome and outcome.worth) == (plain and plain.worth), (other, told)
            if outcome:
                played = play_out(sweep, outcome)
                assert left_worth(task, played) == sweep.bounds.ideal - outcome.worth, (other, told)
                check_told(own, hand, task, played)


def test_joker_used_before_another_is_freed_is_not_lost() -> None:
    """A suit may use more wild cards on the way than it does in the end, and lose no more than that end may."""
    rules = preset_rules("shanghai-10")
    cards = parse_cards("7S 8S 2H 8H JK 7H 3H JH QS 4S 5H 5H QH JS 9H 4H 9S 6S 8H 2S", rules.pack)
    runs = read_meld("8S 9S TS JS JK=QS", rules), read_meld("4H 5H 6H 7H 8H 9H", rules)
    task = task_for(rules.in_hand(9), cards, NOTHING, (set_of(parse_cards("8D 8C 8C 8H", rules.pack), 8), *runs))
    found, plain = BySuits(Sweep(task)).best(), Sweep(task).best()
    assert found is not None
    assert plain is not None
    assert found.worth == plain.worth == 95


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_sweeps_agree_with_the_plain_one(rules: RuleSet) -> None:
    if rules.aces == "round":
        compare(rules, 3, seed=1, sizes=(8, 10))
    else:
        compare(rules, 8, seed=1, sizes=(9, 12))


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_sweeps_agree_with_the_plain_one_on_many_hands(rules: RuleSet) -> None:
    if rules.aces == "round":
        compare(rules, 30, seed=2, sizes=(9, 11))
    else:
        compare(rules, 200, seed=2, sizes=(11, 14))


def test_slack_leaves_out_what_loses_more() -> None:
    rules = preset_rules("shanghai-7")
    for hand, cards in deals(rules, 40, seed=3, sizes=(11, 14)):
        task = task_for(rules, cards, rules.contract(hand))
        found = BySuits(Sweep(task)).best()
        if found:
            loss = BySuits(Sweep(task)).bounds.ideal - found.worth
            enough, less = (task_for(rules, cards, rules.contract(hand), slack=slack) for slack in (loss, loss - 1))
            best = BySuits(Sweep(enough)).best()
            assert best is not None
            assert best.worth == found.worth
            assert loss == 0 or BySuits(Sweep(less)).best() is None


def test_card_may_be_left_to_a_set_of_the_table_for_a_joker_that_only_a_contract_takes() -> None:
    rules = house({"contract_jokers": 2, "same_rank_sets": True})
    cards = parse_cards("TD TD TS JK JK JK JK JC QC KC KS", rules.pack)
    table = (set_of(parse_cards("KC KH KC JK", rules.pack), 13),)
    task = task_for(rules, cards, rules.contract(2), table, counting=True)
    sweep = Sweep(task)
    found = [kind(sweep).best() for kind in (BySuits, AtOnce)]
    assert [one and one.worth for one in found] == [11, 11]


def test_run_with_more_jokers_than_may_be_laid_off_has_no_less_room_than_another() -> None:
    rules = house({"contract_jokers": 2})
    cards = parse_cards("6D 6C 7C 5H JK 3D JK 8S 8H 5C 3C 8D JK JK", rules.pack)
    sweep = Sweep(task_for(rules, cards, rules.contract(3), counting=True))
    found = [sweep.best(), *(kind(sweep).best() for kind in (BySuits, AtOnce, OneByOne))]
    assert [one and one.worth for one in found] == [10, 10, 10, 10]


def test_ways_that_another_one_beats_are_left_out() -> None:
    ways = [(5, 1, 2), (5, 1, 3), (5, 2, 3), (4, 3, 3), (6, 0, 2), (6, 2, 2), (7, 0, 4)]
    assert unbeaten(ways) == [(4, 3, 3), (5, 1, 3), (6, 0, 2), (7, 0, 4)]


@pytest.mark.parametrize("rules", APART, ids=names)
def test_wild_cards_apart_are_placed_without_a_sweep(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    swept = []
    monkeypatch.setattr(contains, "any_melds", lambda *asked: swept.append(asked))
    for hand, cards in deals(rules, 60, seed=4, sizes=(8, 30)):
        if not rules.is_all_cards(hand):
            melds = witness(rules, hand, cards)
            assert (melds is not None) == can_meet(rules, hand, cards), (hand, cards)
            if melds:
                check_contract(rules.in_hand(hand), rules.contract(hand), cards, melds)
    assert not swept


def test_run_on_a_circle_may_begin_below_the_cut_with_what_is_laid_off() -> None:
    """K A 2 before the contract's 3 4 5: the run begins at a place behind all at which one can be made."""
    rules = house({"contracts": ["S3+R3"], "aces": "round", "max_run": 6, "run_min": 3, "table_jokers": None})
    cards = parse_cards("5C 6S 6C AH JK JK 5D 4C TS 7S JK 4C KC JK TC")
    sweep = Sweep(task_for(rules.in_hand(1), cards, rules.contract(1)))
    for search in (sweep, BySuits(sweep), AtOnce(sweep)):
        outcome = search.best()
        assert outcome
        assert sweep.bounds.ideal - outcome.worth == 45
