"""The quick search through layouts against the sweep, which looks at every way to play."""

import random

import pytest

from referee.engine.rummy.cards import parse_cards
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.board import board_for
from referee.engine.rummy.solver.bylayouts import by_layouts
from referee.engine.rummy.solver.ground import Ground
from referee.engine.rummy.solver.quick import Quick
from referee.engine.rummy.solver.task import NOTHING, task_for
from tests.engine.solver.hands import HOUSES, PRESETS, deals, house
from tests.engine.solver.quickly import check_against_sweep
from tests.engine.solver.tables import random_table

FAMILY = (
    "shanghai-ahmed",
    "shanghai-michigan",
    "liverpool",
    "rook-shanghai",
    "king",
    "contract-rummy",
    "carioca-9",
    "onze",
    "frustration",
)
BARE: tuple[dict[str, object], ...] = tuple(
    {"layoff_same_turn": False, **settings}
    for settings in (
        {"contract_jokers": 2, "same_rank_sets": True},
        {"contract_jokers": None, "aces": "low"},
        {"contract_jokers": 3, "joker_points": 5},
        {"contract_size": "at-least", "contract_jokers": 2, "same_rank_sets": True},
        {"contract_size": "at-least", "contract_jokers": None, "consecutive_runs": 2},
        {"contract_size": "runs-at-least", "same_rank_sets": True, "joker_points": 5},
        {"wilds_at_most_naturals": True, "contract_jokers": None},
        {"adjacent_wilds": False, "contract_jokers": 2, "aces": "round"},
        {"contract_size": "at-least", "adjacent_wilds": False, "same_suit_runs": False, "aces": "either"},
        {
            "contract_size": "at-least",
            "contract_jokers": None,
            "wild_ranks": ["2"],
            "wilds_at_most_naturals": True,
            "first_rank": 3,
            "same_rank_sets": True,
        },
        {"contracts": ["S4+R5", "S4+2S3", "S2+2S3"], "set_min": 2, "same_rank_sets": True, "contract_jokers": 2},
        {"contracts": ["S4+S3", "S5+S3", "S4+2S3"], "same_rank_sets": False},
    )
)
RULES = [load_rules(key) for key in (*PRESETS, *FAMILY)] + [house(settings) for settings in (*HOUSES, *BARE)]


def is_quickly_swept(rules: RuleSet) -> bool:
    """Whether the sweep is done soon; it takes its time where melds may be longer or runs go round."""
    return rules.contract_size == "exact" and rules.aces != "round"


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{RULES.index(rules)}"


def compare(rules: RuleSet, count: int, seed: int, sizes: tuple[int, int]) -> None:
    """The loss that both find, whatever a card is worth, with and without a contract."""
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=sizes):
        table = random_table(rules, rng)
        own = rules.in_hand(hand)
        down = rules.aces != "round" and rng.random() < 0.2
        contract = NOTHING if down else rules.contract(hand)
        counting = rng.random() < 0.3
        task = task_for(own, cards[:8] if down else cards, contract, table, counting=counting)
        if board_for(task) is not None:
            check_against_sweep(own, hand, task)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_quick_search_agrees_with_the_sweep(rules: RuleSet) -> None:
    if is_quickly_swept(rules):
        compare(rules, 20, seed=1, sizes=(11, 16))
    else:
        compare(rules, 6, seed=1, sizes=(9, 11))


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_quick_search_agrees_with_the_sweep_on_many_hands(rules: RuleSet) -> None:
    if is_quickly_swept(rules):
        compare(rules, 600, seed=2, sizes=(11, 20))
    else:
        compare(rules, 200, seed=2, sizes=(11, 13))


def test_quick_search_settles_nearly_every_usual_hand() -> None:
    rules = load_rules("shanghai-7")
    sure = 0
    hands = [(hand, cards) for hand, cards in deals(rules, 200, seed=3, sizes=(11, 18)) if hand != 7]
    for hand, cards in hands:
        task = task_for(rules, cards, rules.contract(hand))
        board = board_for(task)
        assert board is not None
        sure += Quick(Ground(task, board)).search()
    assert sure > 0.95 * len(hands)


def test_run_that_goes_all_round_is_told_by_layouts() -> None:
    """Both sides of the run meet: what lies between counts once, and nothing is left in doubt."""
    rules = house({"aces": "round", "contracts": ["R4"], "last_hand_all_cards": False})
    cards = parse_cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC KC 5C KC JK")
    played, sure = by_layouts(task_for(rules.in_hand(1), cards, rules.contract(1)))
    assert played
    assert sure
    assert played.left == tuple(parse_cards("5C KC"))


def test_windows_that_too_few_cards_fill_together_are_not_looked_at() -> None:
    """Two runs from eight to queen of hearts need six natural cards, and there are five."""
    rules = load_rules("shanghai-10")
    cards = parse_cards("8H 9H TH JH QH 3S 4S 5S 6S 7S 3D 4D 5D 6D 7D JK JK JK JK JK JK")
    task = task_for(rules, cards, rules.contract(10))
    board = board_for(task)
    assert board is not None
    quick = Quick(Ground(task, board))
    assert quick.search()
    assert quick.found
    assert {run.suit for run in quick.found.runs} == {0, 1, 2}
    assert quick.ground.looked < 10
