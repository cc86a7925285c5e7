"""The rule book: complete, well numbered, and every sentence fills."""

import re
from dataclasses import fields
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from referee.engine.rulebook import (
    CHAPTERS,
    REASONS,
    RULEBOOK,
    SOURCES,
    citation,
    reasons_of,
    rule_of,
    rules_for,
    sentence,
)
from referee.engine.rummy.cards import format_card, parse_cards
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import breach

_LISTED = """
    meld.too-short meld.mixed set.rank run.suit run.gap run.duplicate run.ace run.too-long
    joker.cap joker.all joker.adjacent card.too-many
    contract.shape contract.size contract.same-rank contract.consecutive-runs contract.same-suit contract.already-down
    contract.all-cards
    card.not-held
    turn.outranked turn.not-yours turn.draw-first turn.already-drew turn.discard-first turn.pile-dead turn.protected
    turn.stock-only
    discard.last-card discard.required discard.not-allowed discard.wild discard.taken
    discard.owed-joker hand.over
    layoff.not-down layoff.same-turn layoff.no-fit
    swap.off swap.at-once swap.not-down swap.same-turn swap.not-run swap.no-joker swap.wrong-card swap.no-room swap.down
    buy.off buy.limit buy.down buy.own-discard buy.in-turn buy.closed buy.dead buy.protected buy.stock-short
    buy.outranked buy.binding
    shanghai.off shanghai.no-fit shanghai.declared shanghai.own-discard shanghai.closed shanghai.outranked
    tavern.no-supply tavern.wrong-place tavern.direction tavern.too-early tavern.must-call tavern.roll-first
    tavern.place-first
    trick.spent trick.too-new trick.not-rolled trick.out-of-range trick.no-nation
    dealer.not-due dealer.cards dealer.dice dealer.unseen
"""
CODES = _LISTED.split()
"""Every code that a refusal can carry: public, so that this list only grows."""

VALUES = {
    "joker.cap": {"count": 2, "cap": 1},
    "run.too-long": {"count": 14, "most": 13},
    "meld.too-short": {"count": 2, "least": 3},
    "contract.size": {"count": 5, "size": 4},
    "contract.shape": {"contract": "2S3+R4"},
    "card.too-many": {"copies": 2},
    "buy.limit": {"limit": 2},
    "buy.stock-short": {"stock": 1, "price": 2},
    "tavern.wrong-place": {"number": 4},
}
"""What a breach of the code carries besides cards."""

ASKS = {"meld", "contract", "solve", "distance", "layoff", "swap", "claim", "discard", "score", "deck", "hand"} | {
    "dice.tavern",
    "dice.score",
}
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def test_codes_are_all_in_the_book_and_no_others():
    assert sorted(REASONS) == sorted(CODES)


def test_reasons_cite_rules_that_exist_in_the_order_of_the_rules():
    numbers = list(RULEBOOK)
    cited = [numbers.index(reason.rule) for reason in REASONS.values()]
    assert cited == sorted(cited)


def test_every_rule_is_cited_by_a_reason_or_an_answer():
    assert [rule.number for rule in RULEBOOK.values() if not reasons_of(rule.number) and not rule.facts] == []


def test_numbers_run_on_within_each_chapter():
    expected = []
    for chapter in CHAPTERS:
        count = sum(rule.chapter == chapter for rule in RULEBOOK.values())
        assert count > 0
        expected += [f"{chapter}.{number}" for number in range(1, count + 1)]
    assert list(RULEBOOK) == expected
    assert list(CHAPTERS) == [str(number) for number in range(1, 10)]
    assert all(rule.number == number for number, rule in RULEBOOK.items())


def test_rules_name_known_sources_settings_and_questions():
    known = {field.name for field in fields(RuleSet)}
    for rule in RULEBOOK.values():
        assert rule.source in SOURCES
        assert set(rule.settings) <= known
        assert set(rule.facts) <= ASKS


def test_every_setting_but_the_name_is_governed_by_some_rule():
    named = {name for rule in RULEBOOK.values() for name in rule.settings}
    assert {field.name for field in fields(RuleSet)} - named == {"base", "name", "jokers_per_deck"}


@pytest.mark.parametrize("rule", RULEBOOK.values(), ids=str)
def test_rule_has_a_short_title_and_up_to_three_plain_sentences(rule):
    assert 0 < len(rule.title) <= 40
    assert not rule.title.endswith(".")
    assert rule.text.endswith(".")
    assert 1 <= len(re.findall(r"[.?!](?= [A-Z“]|$)", rule.text)) <= 3
    assert "%" not in rule.title + rule.text


@pytest.mark.parametrize("code", CODES)
def test_pattern_uses_only_named_values_that_the_code_carries(code):
    reason = REASONS[code]
    names = set(PLACEHOLDER.findall(reason.text))
    assert "%" not in PLACEHOLDER.sub("", reason.text)
    assert names <= {"cards"} | set(VALUES.get(code, ()))
    assert "%" not in reason.plain
    assert bool(reason.plain) == bool(names)


@pytest.mark.parametrize("code", CODES)
def test_sentence_fills_with_cards_and_values(code):
    found = breach(code, cards=parse_cards("7H JK"), values=VALUES.get(code))
    said = sentence(found, format_card)
    assert said.endswith(".")
    assert "%" not in said
    for name in PLACEHOLDER.findall(REASONS[code].text):
        assert ("7H JK" if name == "cards" else str(VALUES[code][name])) in said


@pytest.mark.parametrize("code", CODES)
def test_sentence_without_values_is_the_plain_one(code):
    reason = REASONS[code]
    assert sentence(breach(code), format_card) == (reason.plain or reason.text)


def test_sentence_with_one_of_two_values_is_the_plain_one():
    assert sentence(breach("joker.cap", values={"count": 2}), format_card) == REASONS["joker.cap"].plain


@pytest.mark.parametrize(
    ("translated", "said"),
    [
        ("%(cap)s mag, %(count)s is te veel.", "1 mag, 2 is te veel."),
        ("%(cap)s mag, %(kaarten)s is te veel.", REASONS["joker.cap"].plain),
        ("%(cap mag, %(count)s is te veel.", REASONS["joker.cap"].plain),
        ("%d mag.", REASONS["joker.cap"].plain),
    ],
)
def test_sentence_in_another_language_is_filled_or_plain(translated, said):
    dutch = {REASONS["joker.cap"].text: translated}
    found = breach("joker.cap", values={"count": 2, "cap": 1})
    assert sentence(found, format_card, lambda text: dutch.get(text, text)) == said


def test_rule_of_gives_the_rule_that_a_code_cites():
    assert rule_of("run.ace") is RULEBOOK["2.4"]
    with pytest.raises(KeyError):
        rule_of("run.away")


def test_rules_for_gives_what_an_answer_rests_on():
    assert [rule.number for rule in rules_for("score")] == ["8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7"]
    assert [rule.number for rule in rules_for("swap")] == ["6.5"]
    assert rules_for("nothing") == ()


def test_citation_names_number_and_title():
    assert citation("7.10") == "Rule 7.10, Shanghai, called"
    assert RULEBOOK["7.10"].anchor == "rule-7.10"


def test_rules_page_is_made_from_the_book():
    printed = StringIO()
    call_command("rulebook", stdout=printed)
    kept = Path(settings.BASE_DIR, "docs", "rules.md").read_text(encoding="utf-8")
    assert printed.getvalue() == kept, "docs/rules.md is out of date: python manage.py rulebook > docs/rules.md"
