"""The quick search under rule sets drawn at random, and on hands on which it would be easy to go wrong."""

import random

import pytest

from referee.engine.rummy.cards import parse_cards
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.settings import RulesError
from referee.engine.rummy.solver.board import board_for
from referee.engine.rummy.solver.bylayouts import by_layouts, left_worth
from referee.engine.rummy.solver.task import NOTHING, task_for
from tests.engine.solver.hands import deal, house
from tests.engine.solver.quickly import check_against_sweep
from tests.engine.solver.tables import random_table

CONTRACTS = ("2S3", "S3+R4", "2R4", "S4+R5", "R5", "3S3", "2S3+R4", "3R4", "S3+2R4", "S4+S3", "4R3")


def caps(rng: random.Random) -> object:
    """A joker cap for contracts; of the charts some never have a larger meld hold fewer jokers."""
    kind = rng.choice(("number", "number", "any", "steady"))
    if kind == "number":
        return rng.choice((0, 1, 2, None))
    chart: dict[str, int] = {}
    for letter in "SR":
        cap = rng.randint(0, 2)
        for size in range(3, 15):
            cap = min(size - 1, rng.randint(0, 4) if kind == "any" else cap + rng.choice((0, 0, 1)))
            chart[f"{letter}{size}"] = cap
    return chart


def drawn(rng: random.Random, sizes: tuple[str, ...]) -> RuleSet | None:
    """A rule set of one hand; None where the settings do not go together. ``sizes``: of a contract's melds."""
    wild: list[str] = rng.choice(([], [], ["2"], ["2", "3"]))
    settings = {
        "contracts": [rng.choice(CONTRACTS)],
        "aces": rng.choice(("high", "low", "either")),
        "max_run": rng.choice((13, 14)),
        "run_min": 3,
        "contract_size": rng.choice(sizes),
        "first_rank": 3 if wild else rng.choice((1, 3)),
        "same_suit_runs": rng.random() < 0.7,
        "contract_jokers": caps(rng),
        "table_jokers": rng.choice((0, 1, 2, None)),
        "same_rank_sets": rng.random() < 0.5,
        "consecutive_runs": rng.choice((True, False, 2)),
        "layoff_same_turn": "exact" in sizes and rng.random() < 0.7,
        "joker_points": rng.choice((50, 15, 5)),
        "wild_ranks": wild,
        "wilds_at_most_naturals": rng.random() < 0.3,
        "adjacent_wilds": rng.random() < 0.5,
    }
    try:
        return house(settings)
    except RulesError:
        return None


def compare(count: int, seed: int, sizes: tuple[str, ...]) -> int:
    """Some hands under so many rule sets; how many could be compared."""
    rng = random.Random(seed)
    compared = 0
    for _ in range(count):
        rules = drawn(rng, sizes)
        for _ in range(3 if rules else 0):
            assert rules is not None
            cards, table = deal(rules, rng, rng.randint(8, 15)), random_table(rules, rng)
            down = rng.random() < 0.15
            contract, slack = NOTHING if down else rules.contract(1), rng.choice((None, None, 10, 40))
            task = task_for(rules.in_hand(1), cards[:8] if down else cards, contract, table, slack=slack)
            if board_for(task) is not None:
                check_against_sweep(rules.in_hand(1), 1, task)
                compared += 1
    return compared


SIZES = (("exact",), ("at-least", "runs-at-least"))


@pytest.mark.parametrize("sizes", SIZES, ids=lambda sizes: sizes[0])
def test_quick_search_agrees_with_the_sweep_under_any_rules(sizes: tuple[str, ...]) -> None:
    assert compare(120, seed=1, sizes=sizes) > 60


@pytest.mark.long
@pytest.mark.parametrize("sizes", SIZES, ids=lambda sizes: sizes[0])
@pytest.mark.parametrize("seed", range(2, 12))
def test_quick_search_agrees_with_the_sweep_under_many_rules(sizes: tuple[str, ...], seed: int) -> None:
    assert compare(600, seed=seed, sizes=sizes) > 300


SIX = set_of(parse_cards("6H 6H JK"), 6)
ACES = set_of(parse_cards("AS AH JK"), 1)
SEVENS = set_of(parse_cards("7D 7D 7S 7C"), 7)
TO_KING = run_of(parse_cards("7H 8H 9H 10H JH QH KH"), "H", 7)


@pytest.mark.parametrize(
    ("settings", "text", "table", "loss"),
    [
        pytest.param(
            {"contracts": ["S4+S3"]},
            "AC AC AH JC JS JS JC 4C 4S 4D 4C 3S 3D",
            (),
            30,
            id="the larger set is of the rank that saves less",
        ),
        pytest.param(
            {
                "contracts": ["2S3"],
                "contract_jokers": 2,
                "table_jokers": 1,
                "aces": "either",
                "max_run": 14,
                "joker_points": 5,
            },
            "AH 3S JK 9H JK JK 9S 3H 10S JK AS",
            (TO_KING, SIX),
            20,
            id="a set with two jokers gives up a card to a run of the table",
        ),
        pytest.param(
            {"contracts": ["S3+R4"], "contract_jokers": None, "aces": "low", "joker_points": 15},
            "9H JK JK 4D 4S 6D JK JK 8D 4H 4H",
            (SIX,),
            10,
            id="a run with as many jokers as the table lets it have has no room for another",
        ),
        pytest.param(
            {"contracts": ["S3+R3"], "contract_jokers": 2, "joker_points": 5, "first_rank": 3},
            "10C JC JK 8D 8H JK 8S JK 7C JS JK JH",
            (SEVENS, ACES),
            20,
            id="jokers that lie apart go where sets are made with two",
        ),
        pytest.param(
            {
                "contracts": ["2R4+S3"],
                "contract_jokers": None,
                "aces": "either",
                "max_run": 14,
                "joker_points": 5,
                "layoff_same_turn": False,
            },
            "5H JH 5H 8H AH JK JK 10H 9H KH 6H 4H 7H 2H 8H QH",
            (),
            30,
            id="two runs of a suit that nothing can be laid off on lie apart",
        ),
        pytest.param(
            {
                "contracts": ["S3+R4"],
                "contract_size": "at-least",
                "contract_jokers": None,
                "wilds_at_most_naturals": True,
                "layoff_same_turn": False,
                "adjacent_wilds": True,
                "joker_points": 15,
                "same_suit_runs": False,
            },
            "7S 10S QD JK 7D 10C 7H 8D 8S QH JS 8H",
            (),
            50,
            id="of the windows of a long run one leaves a card to the set that another takes",
        ),
    ],
)
def test_quick_search_is_not_misled(settings: dict[str, object], text: str, table: tuple[Meld, ...], loss: int) -> None:
    rules = house({"adjacent_wilds": False, "run_min": 3, **settings}).in_hand(1)
    task = task_for(rules, parse_cards(text), rules.contract(1), table, slack=60)
    check_against_sweep(rules, 1, task)
    played, sure = by_layouts(task)
    assert not sure or (played is not None and left_worth(task, played) == loss)
