"""The rule book's pages and the words in which settings are told."""

import re
from html import unescape

import pytest
from django.test import Client

from referee.desk.book import IN_TABLES, QUESTIONS, SHEET
from referee.desk.examples import drawn, examples
from referee.desk.words import SENTENCES, contract_words, say
from referee.engine.rulebook import REASONS, RULEBOOK
from referee.engine.rummy.contracts import parse_contract
from referee.engine.rummy.going_down import judge_contract
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import SETTINGS, load_rules, preset_rules

KEYS = tuple(PRESETS)


def test_shelf_leads_to_every_book(client: Client) -> None:
    page = client.get("/rules/").text
    for key in KEYS:
        assert f'href="/rules/{key}/"' in page
        assert client.get(f"/rules/{key}/").status_code == 200


@pytest.mark.parametrize("key", KEYS)
def test_book_has_every_rule_of_the_card_game_once(client: Client, key: str) -> None:
    page = client.get(f"/rules/{key}/").text
    ids = re.findall(r'id="(rule-[0-9.]+)"', page)
    assert ids == [rule.anchor for rule in RULEBOOK.values() if rule.chapter != "9"]
    assert page.count("<h1") == 1


@pytest.mark.parametrize("key", KEYS)
def test_book_shows_what_each_hand_asks_for(client: Client, key: str) -> None:
    page = unescape(client.get(f"/rules/{key}/").text)
    for contract in preset_rules(key).contracts:
        words = contract_words(contract)
        assert words[0].upper() + words[1:] in page


def test_book_of_unknown_preset_is_missing(client: Client) -> None:
    assert client.get("/rules/canasta/").status_code == 404


def test_dice_rules_have_chapter_nine(client: Client) -> None:
    page = client.get("/rules/shanghaien/").text
    assert 'id="rule-9.1"' in page
    assert 'id="rule-1.1"' not in page


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_code_is_explained_where_its_rule_is(client: Client, language: str) -> None:
    headers = {"accept-language": language}
    book = (
        client.get("/rules/shanghai-10/", headers=headers).text + client.get("/rules/shanghaien/", headers=headers).text
    )
    articles = re.findall(r'<article class="rule" id="(rule-[0-9.]+)".*?</article>', book, re.DOTALL)
    told = dict(zip(articles, re.split(r'<article class="rule"', book)[1:], strict=True))
    for code, reason in REASONS.items():
        article = told[RULEBOOK[reason.rule].anchor]
        said = re.search(rf'<div id="{re.escape(code)}"><dt><code>{re.escape(code)}</code></dt><dd>(.+?)</dd>', article)
        assert said, code
        assert "%" not in said[1]


def test_every_setting_is_told() -> None:
    assert set(SENTENCES) == set(SETTINGS)


def test_sheet_has_every_setting_once() -> None:
    listed = [setting for _title, settings in SHEET for setting in settings]
    assert sorted([*listed, *IN_TABLES]) == sorted(SETTINGS)


def test_questions_cite_rules_that_their_settings_govern() -> None:
    for question in QUESTIONS:
        assert question.rule in RULEBOOK
        assert all(setting in SENTENCES for setting in question.settings)


@pytest.mark.parametrize(
    ("setting", "values"),
    [
        ("aces", ["high", "low", "either", "round"]),
        ("contract_size", ["exact", "at-least", "runs-at-least"]),
        ("contract_jokers", [0, 1, 2, None, {"S3": 1, "R4": 2}]),
        ("table_jokers", [0, 1, 2, None]),
        ("consecutive_runs", [False, True, 2]),
        ("layoff_same_turn", [False, True]),
        ("joker_swap", ["none", "runs", "runs-to-hand", "runs-to-play"]),
        ("first_rank", [1, 2, 3]),
        ("jokerless_hands", [[], [1], [2, 3]]),
        ("same_suit_runs", [True, False]),
        ("down_may_take", [True, False]),
        ("claims_until", ["draw", "discard"]),
        ("call_order", ["turn", "first"]),
        ("binding_calls", [True, False]),
        ("wild_upcard", ["stays", "buried"]),
        ("discard_wild", [True, False]),
        ("discard_taken", [True, False]),
        ("out_bonus", [0, 5, [5, 5, 5, 5, 5, 5, 10]]),
        ("direction", ["left", "right"]),
        ("buys", [0, 1, 2, 5, None, [1, 1, 1, 2, 2, 2, 2]]),
        ("price", [0, 1, 3]),
        ("discard_to_go_out", ["optional", "never", "required"]),
        ("blind", ["none", "joker-value", "25-or-50", "10"]),
        ("max_reshuffles", [0, 1, 4]),
        ("tie", ["share", "extra-hand"]),
        ("wild_ranks", [[], ["2"], ["2", "3"]]),
        ("dealt", [11, 13, [11, 11, 11, 11, 11, 12, 12]]),
        ("decks", [2, 3, {"4": 2, "6": 3}]),
        ("jokers", [0, 1, 6, {"per_deck": 1}, {"per_deck": 2}, {"3": 2, "4": 3}]),
        ("players", [[3, 3], [3, 4]]),
    ],
)
def test_settings_are_told_apart(setting: str, values: list[object]) -> None:
    base = {"last_hand_all_cards": False, "players": [3, 3]}
    told = [say(load_rules({"base": "shanghai-7", "set": base | {setting: value}}), setting) for value in values]
    assert len(set(told)) == len(values)
    assert all("%" not in sentence for sentence in told)


@pytest.mark.parametrize(
    ("contract", "words"),
    [
        ("2S3", "2 sets of 3"),
        ("S3+R4", "a set of 3 and a run of 4"),
        ("2S3+2R5", "2 sets of 3 and 2 runs of 5"),
        ("S3+S4+R5", "a set of 3, a set of 4 and a run of 5"),
    ],
)
def test_contract_in_words(contract: str, words: str) -> None:
    assert contract_words(parse_contract(contract)) == words


@pytest.mark.parametrize("key", KEYS)
def test_drawn_contracts_are_legal(key: str) -> None:
    rules = preset_rules(key)
    for hand, contract in enumerate(rules.contracts, start=1):
        melds = [list(meld.cards) for meld in drawn(contract, rules)]
        verdict = judge_contract(rules, hand, melds, held=None).verdict
        assert verdict.legal, (key, hand, verdict.codes)


def test_examples_follow_the_rule_set() -> None:
    low_ace = {key: examples(preset_rules(key))["2.4"][1].verdict.legal for key in ("shanghai-7", "shanghai-10")}
    assert low_ace == {"shanghai-7": False, "shanghai-10": True}
    same_rank = {key: examples(preset_rules(key))["3.4"][0].verdict.codes for key in ("shanghai-7", "shanghai-10")}
    assert same_rank == {"shanghai-7": ("contract.same-rank",), "shanghai-10": ()}


def test_examples_of_rook_show_rook_cards() -> None:
    shown = examples(preset_rules("rook-10"))["2.4"][0].laid[0]
    assert [card.rank for card in shown] == [12, 13, 14, 1]
    assert {card.suit for card in shown} == {"R"}


def test_neighbouring_sizes_that_hold_as_many_jokers_are_told_together() -> None:
    told = say(preset_rules("kalooki"), "contract_jokers")
    assert "3 in a set of 5, 4 in a set of 6–12, 2 in a run of 4, 3 in a run of 5–6 and 4 in a run of 7–14" in told
    apart = load_rules({"base": "shanghai-7", "set": {"contract_jokers": {"S3": 1, "R4": 1, "R5": 2, "R8": 2}}})
    assert "2 in a run of 5 and 2 in a run of 8" in say(apart, "contract_jokers")
