"""The best lay-down against playing every step."""

import random
from collections.abc import Callable

import pytest

from referee.engine.rulings import rule
from referee.engine.rummy.cards import format_card, parse_cards
from referee.engine.rummy.presets import PRESETS as FAMILY_PRESETS
from referee.engine.rummy.ruledoc import dump_rules, load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import best_laydown, best_layoffs, can_go_out, laydown
from referee.engine.rummy.solver.laydown import any_melds, whole_laydown
from tests.engine.solver.hands import HOUSES, PRESETS, SPECIAL, deals, house
from tests.engine.solver.oracle import Patience, TooLong, best_left
from tests.engine.solver.tables import check_laydown, random_table

RULES = [load_rules(key) for key in PRESETS] + [house(settings) for settings in (*HOUSES, *SPECIAL)]
FAMILY = [load_rules(key) for key in FAMILY_PRESETS]
PARTS, LARGE = 10, 100
"""Parts, each of so many large hands for each preset, so that there are some 20,000; parts can be run side by side."""
STEPS = 1500
"""Melds and steps that may be tried for one large hand; most need far fewer."""
ENDINGS = {"optional": {0, 1}, "never": {0}, "required": {1}}


def names(rules: RuleSet) -> str:
    return f"{rules.base}-{RULES.index(rules)}"


def compare_laydown(rules: RuleSet, count: int, seed: int, sizes: tuple[int, int] = (8, 12)) -> None:
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=sizes):
        table = random_table(rules, rng, most=rng.choice((0, 2, 4)))
        expected = best_left(rules, hand, cards, table)
        found = best_laydown(rules, hand, cards, table)
        assert (found is None) == (expected is None), (hand, cards, table)
        if found and expected:
            assert found.points == expected[0], (hand, cards, table, found)
            check_laydown(rules, hand, cards, table, found)
        endings = {0} if rules.is_all_cards(hand) else ENDINGS[rules.discard_to_go_out]
        out = expected is not None and bool(expected[1] & endings)
        assert can_go_out(rules, hand, cards, table) == out, (hand, cards, table)


def compare_large(rules: RuleSet, count: int, seed: int) -> int:
    """Hands of 11 to 20 cards, but for those that play out in too many ways; how many were compared."""
    rng = random.Random(seed)
    compared = 0
    for hand, cards in deals(rules, count, seed=seed, sizes=(11, 20)):
        table = random_table(rules, rng, most=rng.choice((0, 2, 4)))
        try:
            expected = best_left(rules, hand, cards, table, patience=Patience(STEPS))
        except TooLong:
            continue
        compared += 1
        found = best_laydown(rules, hand, cards, table)
        assert (found and found.points) == (expected and expected[0]), (hand, cards, table)
        if found:
            check_laydown(rules, hand, cards, table, found)
        endings = {0} if rules.is_all_cards(hand) else ENDINGS[rules.discard_to_go_out]
        out = expected is not None and bool(expected[1] & endings)
        assert can_go_out(rules, hand, cards, table) == out, (hand, cards, table)
    assert compared > count // 8
    return compared


def compare_layoffs(rules: RuleSet, count: int, seed: int) -> None:
    rng = random.Random(seed)
    for hand, cards in deals(rules, count, seed=seed, sizes=(2, 6)):
        table = random_table(rules, rng)
        expected = best_left(rules, hand, cards, table, down=True)
        found = best_layoffs(rules, cards, table)
        assert expected is not None
        assert found.points == expected[0], (cards, table, found)
        check_laydown(rules, hand, cards, table, found, down=True)
        if not rules.is_all_cards(hand):
            out = bool(expected[1] & ENDINGS[rules.discard_to_go_out])
            assert can_go_out(rules, hand, cards, table, down=True) == out, (cards, table)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_laydown_agrees_with_playing_every_step(rules: RuleSet) -> None:
    compare_laydown(rules, 15, seed=1)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_layoffs_agree_with_playing_every_step(rules: RuleSet) -> None:
    compare_layoffs(rules, 15, seed=2)


@pytest.mark.parametrize("rules", RULES, ids=names)
def test_hands_that_can_be_laid_whole_need_no_more_runs(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    runs_due = laydown._runs_due
    monkeypatch.setattr(laydown, "_runs_due", lambda *_: 0)
    rng = random.Random(8)
    for hand, dealt in deals(rules, 25, seed=8, sizes=(10, 18)):
        own, contract = rules.in_hand(hand), rules.contract(hand)
        melds = any_melds(own, contract, dealt) or ()
        cards = [card for meld in melds for card in meld.cards]
        cards += [card for card in dict.fromkeys(dealt) if any(card.rank == meld.rank for meld in melds)][
            : rng.randint(0, 2)
        ]
        if cards and whole_laydown(own, contract, cards, ()):
            assert runs_due(own, contract, cards) <= len(contract.runs), (hand, cards)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_laydown_agrees_with_playing_every_step_on_many_hands(rules: RuleSet) -> None:
    compare_laydown(rules, 200, seed=3, sizes=(8, 13))


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=names)
def test_layoffs_agree_with_playing_every_step_on_many_hands(rules: RuleSet) -> None:
    compare_layoffs(rules, 300, seed=4)


@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.base)
def test_laydown_of_large_hands_agrees_with_playing_every_step(rules: RuleSet) -> None:
    compare_large(rules, 8, seed=5)


@pytest.mark.long
@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.base)
@pytest.mark.parametrize("part", range(PARTS))
def test_laydown_of_many_large_hands_agrees_with_playing_every_step(
    rules: RuleSet, part: int, record_property: Callable[[str, object], None]
) -> None:
    record_property("compared", compare_large(rules, LARGE, seed=600 + part))


def test_card_is_swapped_into_the_run_just_laid_where_nothing_may_be_laid_off() -> None:
    """TH takes the joker's place in JK JH QH, which moves to an end; laying TH at once would leave the joker."""
    changes = {"contracts": ["S3+R3"], "run_min": 3, "last_hand_all_cards": False, "layoff_same_turn": False}
    rules = house(changes | {"joker_swap": "runs", "swap_when": "always"})
    cards = parse_cards("TH 6H QH 7S JH JK JK 5C 3H 5H")
    found = best_laydown(rules, 1, cards)
    expected = best_left(rules, 1, cards, ())
    assert found
    assert expected
    assert found.points == expected[0] == 15
    check_laydown(rules, 1, cards, (), found)
    answer = rule({"ask": "solve", "rules": dump_rules(rules), "hand": 1, "cards": " ".join(map(format_card, cards))})
    assert answer["melds"] == [["5H", "5C", "JK=5"], ["JK=9H", "TH", "JH", "QH"]]
