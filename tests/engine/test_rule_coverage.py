"""Every rule of the book is cited by a code or a fact, and exercised: by questions with checked answers, or in play."""

from pathlib import Path

import pytest

from referee.engine.rulebook import REASONS, RULEBOOK, reasons_of
from referee.engine.rulings import rule
from tests.engine.vectors import load

TESTS = Path(__file__).parent
TAVERN = "shanghaien/test_shanghaien_judge.py"
PLAYED = {
    "dealer.cards": "play/test_rules_turn.py",
    "dealer.not-due": "play/test_rules_turn.py",
    "dealer.unseen": TAVERN,
    "dealer.dice": TAVERN,
    "turn.draw-first": "play/test_rules_turn.py",
    "turn.already-drew": "play/test_rules_turn.py",
    "turn.discard-first": "play/test_rules_turn.py",
    "turn.pile-dead": "play/test_rules_claims.py",
    "hand.over": "play/test_rules_turn.py",
    "buy.closed": "play/test_rules_claims.py",
    "buy.binding": "play/test_rules_family.py",
    "discard.taken": "play/test_rules_family.py",
    "swap.at-once": "play/test_joker_at_once.py",
    "discard.owed-joker": "play/test_rules_family.py",
    "buy.dead": "play/test_rules_claims.py",
    "shanghai.closed": "play/test_rules_claims.py",
    "tavern.no-supply": TAVERN,
    "tavern.roll-first": TAVERN,
    "tavern.place-first": TAVERN,
    "tavern.wrong-place": TAVERN,
    "tavern.direction": TAVERN,
    "tavern.too-early": TAVERN,
    "tavern.must-call": TAVERN,
    "trick.spent": TAVERN,
    "trick.too-new": TAVERN,
    "trick.not-rolled": TAVERN,
    "trick.out-of-range": TAVERN,
    "trick.no-nation": TAVERN,
}
"""Codes that no question can bring out, since only an action in a game breaks the rule; each with its tests."""

OURS = [(vector, rule(vector["question"])) for vector in load("ours.jsonl")]
ANSWERS = [answer for _, answer in OURS] + [rule(vector["question"]) for vector in load("rulings.jsonl")]


def refusals(answer):
    """Every code in the answer: reasons, and those of calls that got nothing."""
    return {*answer.get("reasons", ()), *answer.get("refused", {}).values()}


def is_accepting(answer):
    return "error" not in answer and answer.get("legal", True) and not refusals(answer)


def test_every_code_comes_out_of_a_question_or_of_play():
    asked = set().union(*map(refusals, ANSWERS))
    assert sorted(asked | set(PLAYED)) == sorted(REASONS)
    assert not asked & set(PLAYED)


@pytest.mark.parametrize(("code", "module"), list(PLAYED.items()))
def test_codes_of_play_are_tested_where_it_is_said(code, module):
    assert f'"{code}"' in (TESTS / module).read_text(encoding="utf-8")


def ruled(number):
    """Whether questions can exercise the rule: by a code of theirs, or because an answer rests on it."""
    codes = {reason.code for reason in reasons_of(number)}
    return bool(codes - set(PLAYED)) or bool(RULEBOOK[number].facts)


@pytest.mark.parametrize("number", [number for number in RULEBOOK if ruled(number)])
def test_a_rule_has_a_question_that_keeps_it_and_one_that_breaks_it(number):
    answers = [answer for vector, answer in OURS if vector["rule"] == number]
    assert any(map(is_accepting, answers))
    if {reason.code for reason in reasons_of(number)} - set(PLAYED):
        assert any(number in answer.get("rules", ()) for answer in answers if not is_accepting(answer))
    if RULEBOOK[number].facts:
        assert any(number in answer["rules"] for answer in ANSWERS if is_accepting(answer))


def test_every_other_rule_is_only_broken_in_play():
    others = [number for number in RULEBOOK if not ruled(number)]
    assert all(reason.code in PLAYED for number in others for reason in reasons_of(number))
    assert all(reasons_of(number) for number in others)


def test_vectors_name_rules_of_the_book_and_have_names_of_their_own():
    names = [vector["id"] for vector, _ in OURS]
    assert len(names) == len(set(names))
    assert {vector["rule"] for vector, _ in OURS} <= set(RULEBOOK)
