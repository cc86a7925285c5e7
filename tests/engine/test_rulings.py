"""The protocol: errors by code and place, limits, and what every answer has."""

import json

import pytest

from referee.engine.rulebook import RULEBOOK
from referee.engine.rulings import ANSWERS, LARGEST_QUESTION, rule, rule_text
from tests.engine.vectors import load

MELD = {"ask": "meld", "rules": "shanghai-7", "cards": "7H 7S 7D"}
CONTRACT = {"ask": "contract", "rules": "shanghai-7", "hand": 1, "melds": ["7S 7D 7C", "9S 9D 9C"]}
LAYOFF = {"ask": "layoff", "rules": "shanghai-7", "meld": "5H 6H 7H 8H", "card": "9H", "end": "high", "down": True}
CLAIM = {
    "ask": "claim",
    "rules": "shanghai-7",
    "players": 4,
    "turn": 1,
    "discarder": 0,
    "card": "7S",
    "hand": 1,
    "down": [],
    "buys": [0, 0, 0, 0],
    "declared": False,
    "table": [],
    "stock": 40,
    "discards": 5,
    "calls": [{"seat": 2, "call": "buy"}],
}
DICE = {"ask": "dice.tavern", "row": 6, "first": [0] * 6, "second": [0] * 6}
CREWS = {"ask": "dice.score", "crews": [{}, {}], "tricks": [0, 0]}
HUGE = "a number of thousands of digits"
NATIONS = {str(number): [1] for number in range(17)}


@pytest.mark.parametrize(
    ("question", "code", "where"),
    [
        ("7H 7S 7D", "json", ""),
        ([MELD], "json", ""),
        (None, "json", ""),
        (7, "json", ""),
        ({}, "key.missing", "ask"),
        ({"ask": "bid"}, "ask.unknown", "ask"),
        ({"ask": None}, "ask.unknown", "ask"),
        ({"ask": ["meld"]}, "ask.unknown", "ask"),
        ({"ask": "meld", "cards": "7H"}, "key.missing", "rules"),
        ({"ask": "meld", "rules": "shanghai-7"}, "key.missing", "cards"),
        ({**MELD, "colour": "red"}, "key.unknown", "colour"),
        ({**MELD, "hand": 1}, "key.unknown", "hand"),
        ({**DICE, "cards": ""}, "key.unknown", "cards"),
        ({**DICE, "rules": "shanghai-7"}, "rules.unknown", "rules"),
        ({**DICE, "rules": {"base": 7}}, "rules.unknown", "rules.base"),
        ({**DICE, "rules": {"base": "shanghaien", "set": {10**5_000: 1}}}, "rules.setting", f"rules.set.{HUGE}"),
        ({**CREWS, "rules": "bridge"}, "rules.unknown", "rules"),
        ({**CREWS, "rules": {"base": "shanghaien", "set": {"equal": "one"}}}, "rules.setting", "rules.set.equal"),
        ({**MELD, "cards": None}, "value", "cards"),
        ({**MELD, "cards": 7}, "value", "cards"),
        ({**MELD, "cards": ["7H", 7]}, "value", "cards[1]"),
        ({**MELD, "cards": ["7H", "7S", "1H"]}, "card.unknown", "cards[2]"),
        ({**MELD, "cards": "7H 7S 14R"}, "card.unknown", "cards[2]"),
        ({**MELD, "rules": "rook-10"}, "card.unknown", "cards[0]"),
        ({**MELD, "cards": "7H 7S JK=9X"}, "card.unknown", "cards[2]"),
        ({**MELD, "cards": "7H 7S 8H=9H"}, "card.unknown", "cards[2]"),
        ({**MELD, "bag": "yes"}, "value", "bag"),
        ({**MELD, "bag": 1}, "value", "bag"),
        ({**MELD, "size": 0}, "value", "size"),
        ({**MELD, "size": True}, "value", "size"),
        ({**MELD, "on": "floor"}, "value", "on"),
        ({**MELD, "rules": "bridge"}, "rules.unknown", "rules"),
        ({**MELD, "rules": None}, "value", "rules"),
        ({**MELD, "rules": {"base": "bridge"}}, "rules.unknown", "rules.base"),
        ({**MELD, "rules": {"base": "shanghai-7", "set": {"bids": 1}}}, "rules.setting", "rules.set.bids"),
        ({**MELD, "rules": {"base": "shanghai-7", "set": {"buys": -1}}}, "rules.setting", "rules.set.buys"),
        ({**MELD, "rules": {"base": "shanghai-7", "extra": 1}}, "rules.setting", "rules.extra"),
        ({**CONTRACT, "hand": 8}, "hand.range", "hand"),
        ({**CONTRACT, "hand": "1"}, "value", "hand"),
        ({**CONTRACT, "hand": True}, "value", "hand"),
        ({**CONTRACT, "melds": "7S 7D 7C"}, "value", "melds"),
        ({**CONTRACT, "melds": ["7S 7D 7C", None]}, "value", "melds[1]"),
        ({**CONTRACT, "melds": ["7S 7D 7C", "9S 9D XX"]}, "card.unknown", "melds[1][2]"),
        ({**CONTRACT, "held": "7S 7Z"}, "card.unknown", "held[1]"),
        ({**LAYOFF, "card": "9Z"}, "card.unknown", "card"),
        ({**LAYOFF, "card": ["9H"]}, "value", "card"),
        ({**LAYOFF, "card": "JK=9H"}, "card.unknown", "card"),
        ({**LAYOFF, "end": "left"}, "value", "end"),
        ({**LAYOFF, "meld": "5H 9S KD"}, "value", "meld"),
        ({**LAYOFF, "meld": ""}, "value", "meld"),
        ({**CLAIM, "players": 6}, "value", "players"),
        ({**CLAIM, "turn": 4}, "seat.range", "turn"),
        ({**CLAIM, "turn": None}, "value", "turn"),
        ({**CLAIM, "turn": False}, "value", "turn"),
        ({**CLAIM, "discarder": -1}, "seat.range", "discarder"),
        ({**CLAIM, "down": [1, 4]}, "seat.range", "down[1]"),
        ({**CLAIM, "down": 1}, "value", "down"),
        ({**CLAIM, "buys": [0, 0, 0]}, "value", "buys"),
        ({**CLAIM, "buys": [0, 0, 0, "0"]}, "value", "buys[3]"),
        ({**CLAIM, "stock": -1}, "value", "stock"),
        ({**CLAIM, "table": ["7H 7S"] * 31}, "too-large", "table[30]"),
        ({**CLAIM, "table": ["7H 9S KD"]}, "value", "table[0]"),
        ({**CLAIM, "calls": [{"seat": 2, "call": "grab"}]}, "value", "calls[0].call"),
        ({**CLAIM, "calls": [{"seat": 2, "call": ["buy"]}]}, "value", "calls[0].call"),
        ({**CLAIM, "calls": [{"seat": 4, "call": "buy"}]}, "seat.range", "calls[0].seat"),
        ({**CLAIM, "calls": [{"seat": 2}]}, "value", "calls[0]"),
        ({**CLAIM, "calls": [2]}, "value", "calls[0]"),
        ({**CLAIM, "calls": [{"seat": 2, "call": "buy"}] * 61}, "too-large", "calls"),
        ({"ask": "deck", "rules": "shanghai-10", "players": 10**40}, "value", "players"),
        (
            {"ask": "deck", "rules": {"base": "shanghai-10", "set": {"decks": {"8": 1}}}, "players": 5},
            "rules.setting",
            "rules.set.dealt",
        ),
        ({"ask": "score", "rules": "shanghai-7"}, "key.missing", "cards"),
        ({"ask": "score", "rules": "shanghai-7", "cards": "7H", "counts": {}}, "value", "counts"),
        ({"ask": "score", "rules": "shanghai-7", "counts": []}, "value", "counts"),
        ({"ask": "score", "rules": "shanghai-7", "counts": {"9": 1}}, "key.unknown", "counts.9"),
        ({"ask": "score", "rules": "shanghai-7", "counts": {"A": -1}}, "value", "counts.A"),
        ({"ask": "score", "rules": "shanghai-7", "counts": {"A": 61}}, "too-large", "counts"),
        ({**DICE, "row": 7}, "value", "row"),
        ({**DICE, "first": [0, 0]}, "value", "first"),
        ({**DICE, "first": [0, 0, 0, 0, 0, 7]}, "value", "first[5]"),
        ({**DICE, "second": [3, 4, 0, 0, 0, 0]}, "value", "second"),
        ({**CREWS, "crews": [{}]}, "value", "crews"),
        ({**CREWS, "crews": [{}, []]}, "value", "crews[1]"),
        ({**CREWS, "crews": [NATIONS, {}]}, "too-large", "crews[0]"),
        ({**CREWS, "crews": [{"red": 3}, {}]}, "value", "crews[0].red"),
        ({**CREWS, "crews": [{"red": [0]}, {}]}, "value", "crews[0].red[0]"),
        ({**CREWS, "tricks": [0, 9]}, "value", "tricks[1]"),
        ({**CREWS, "tricks": [0]}, "value", "tricks"),
    ],
)
def test_errors_have_their_code_and_place(question, code, where):
    error = rule(question)["error"]
    assert (error["code"], error["where"]) == (code, where)
    assert "expected" in error["text"]
    assert len(error["text"]) < 1500


def test_an_unknown_key_is_named_among_those_that_are_known():
    assert (
        rule({**MELD, "colour": "red"})["error"]["text"]
        == "expected the keys rules, cards, bag, size, on, got 'colour'"
    )


def test_sixty_cards_are_answered_and_one_more_is_too_large():
    sixty = {**MELD, "cards": ["7H"] * 60}
    assert "card.too-many" in rule(sixty)["reasons"]
    assert rule({**MELD, "cards": ["7H"] * 61})["error"]["code"] == "too-large"
    assert rule({**CONTRACT, "melds": ["7H " * 30, "7S " * 31]})["error"]["code"] == "too-large"
    assert rule({**CONTRACT, "held": ["7H"] * 55})["error"]["code"] == "too-large"


def test_a_question_of_the_largest_size_is_answered_and_one_byte_more_is_too_large():
    text = json.dumps(MELD)
    full = text + " " * (LARGEST_QUESTION - len(text))
    assert rule_text(full)["legal"]
    assert rule_text(full + " ")["error"]["code"] == "too-large"
    wide = json.dumps({**MELD, "id": "é" * (LARGEST_QUESTION // 2)}, ensure_ascii=False)
    assert len(wide) < LARGEST_QUESTION
    assert rule_text(wide)["error"]["code"] == "too-large"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, "NaN", '{"ask": Infinity}', '{"a": 1}}', "\ud800", "1" * 5000, '{"ask": "meld" "rules"}'],
)
def test_text_that_is_no_json(text):
    error = rule_text(text)["error"]
    assert error["code"] == ("too-large" if len(text) > LARGEST_QUESTION else "json")


def test_the_id_is_given_back_with_answers_and_errors():
    for name in ("7", 7, None, ["a", {"b": 1}]):
        assert rule({**MELD, "id": name})["id"] == name
        assert rule({**MELD, "id": name, "cards": "XX"})["id"] == name
        assert list(rule({"id": name, "ask": "bid"})) == ["id", "error"]
    assert "id" not in rule(MELD)


def test_optional_keys_may_be_null():
    assert rule({**MELD, "bag": None, "size": None, "on": None})["legal"]
    assert rule({**CONTRACT, "held": None, "down": None})["legal"]
    assert rule({**LAYOFF, "same_turn": None, "end": None})["legal"]
    unknown = {**CLAIM, "down": None, "buys": None, "declared": None, "table": None, "stock": None, "discards": None}
    assert rule(unknown)["who"] == 2
    assert rule({**CREWS, "tricks": None})["points"] == [0, 0]


ANSWERED = [vector["question"] for name in ("rulings.jsonl", "ours.jsonl") for vector in load(name)]


def test_every_answer_can_be_written_and_cites_rules_of_the_book():
    for question in ANSWERED:
        answer = rule(question)
        assert json.loads(json.dumps(answer, allow_nan=False)) == answer
        if "error" in answer:
            continue
        assert answer["rules"]
        assert set(answer["rules"]) <= set(RULEBOOK)
        assert answer["text"][0].isupper() or answer["text"][0].isdigit()
        assert answer["text"].endswith(".")
        assert "%" not in answer["text"]


def test_a_ruling_points_beside_every_reason():
    for question in ANSWERED:
        answer = rule(question)
        if "legal" in answer:
            assert len(answer["at"]) == len(answer["reasons"])
            assert answer["legal"] == (not answer["reasons"])


def test_every_kind_of_question_is_among_the_vectors():
    assert {question["ask"] for question in ANSWERED} | {"distance"} == set(ANSWERS)


def test_a_lay_off_without_an_end_is_told_where_it_fits():
    open_both = {**LAYOFF, "card": "JK", "end": None}
    assert rule(open_both)["choices"] == ["low", "high"]
    assert rule(open_both)["meld"] is None
    assert rule({**LAYOFF, "end": None})["meld"] == ["5H", "6H", "7H", "8H", "9H"]
    assert rule({**LAYOFF, "end": None, "card": "JH"})["reasons"] == ["layoff.no-fit"]
    full = {**LAYOFF, "end": None, "meld": "5H 6H 7H JK", "card": "JK"}
    assert rule(full)["reasons"] == ["joker.cap"]
    assert rule({**LAYOFF, "meld": "7H 7S 7D", "card": "7C", "end": "low"})["meld"] == ["7H", "7S", "7D", "7C"]


def test_a_table_may_hold_melds_that_the_rules_would_not_let_down():
    short = {**LAYOFF, "meld": "5H 6H", "card": "7H"}
    assert rule(short)["meld"] == ["5H", "6H", "7H"]
    crowded = {**LAYOFF, "meld": "7H JK=8H JK=9H", "card": "TH"}
    assert rule(crowded)["meld"] == ["7H", "JK=8H", "JK=9H", "TH"]


def test_a_contract_tells_its_split_and_the_nearest_orders():
    longer = rule({**CONTRACT, "hand": 3, "melds": ["3H 4H 5H 6H 7H", "8H 9H TH JH"]})
    layoff = {"card": "7H", "end": "high"}
    assert longer["split"] == [{"meld": 0, "contract": ["3H", "4H", "5H", "6H"], "layoffs": [layoff]}]
    assert "out" not in longer
    wrong = rule({**CONTRACT, "hand": 2, "melds": ["QH KH AH JK", "7S 7D 7C"]})
    assert wrong["nearest"] == [["JK=JH", "QH", "KH", "AH"], None]


def test_nobody_gets_the_card_for_reasons_told_in_one_sentence():
    answer = rule({**CLAIM, "calls": [{"seat": 0, "call": "buy"}, {"seat": 1, "call": "buy"}]})
    assert answer["text"] == (
        "Nobody gets the card; to seat 0: this is your own discard, and you may not buy it back; "
        "to seat 1: it is your turn: you draw, you do not buy."
    )


# Words --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "cards", "named"),
    [
        ("shanghai-7", "TH TS TD", "a set of 10s"),
        ("shanghai-7", "JK AS AD", "a set of aces"),
        ("shanghai-7", "JH QH KH AH", "a run of hearts from the jack to the ace"),
        ("shanghai-7", "9H TH JK QH", "a run of hearts from 9 to the queen"),
        ("rook-10", "JK 11R 11G", "a set of 11s"),
        ("rook-10", "JK 1R 1G", "a set of 1s"),
        ("rook-10", "JK 12R 13R 14R", "a run of red from 11 to 14"),
    ],
)
def test_meld_is_named_as_people_name_it(rules, cards, named):
    assert rule({"ask": "meld", "rules": rules, "cards": cards})["text"] == f"Legal: {named}."


@pytest.mark.parametrize(
    ("changed", "rules"),
    [
        ({}, ["7.1", "7.4"]),
        ({"calls": []}, ["7.1"]),
        ({"calls": [{"seat": 1, "call": "take"}, {"seat": 2, "call": "buy"}]}, ["7.1"]),
        ({"calls": [{"seat": 2, "call": "shanghai"}], "table": ["7H 7D 7C"]}, ["7.1", "7.10"]),
        ({"calls": [{"seat": 2, "call": "shanghai"}]}, ["7.1", "7.10"]),
        ({"declared": True}, ["7.1", "7.9"]),
        ({"discarder": None}, ["7.1", "7.3", "7.4"]),
    ],
)
def test_claim_cites_the_rules_of_its_outcome(changed, rules):
    assert rule(CLAIM | changed)["rules"] == rules


@pytest.mark.parametrize(
    ("rules", "hand", "cards", "told"),
    [
        ("shanghai-7", 7, "3S 4S 5S 6S 8H 9H TH JH 2C 3C 4C 5C 9D", "go down whole"),
        ({"base": "shanghai-7", "set": {"discard_to_go_out": "never"}}, 1, "7H 7S 7D 8C 8H 8D KS", "last card"),
        ({"base": "shanghai-7", "set": {"discard_to_go_out": "required"}}, 1, "7H 7S 7D 8C 8H 8D", "last card"),
        ("shanghai-7", 1, "7H 7S 7D 8C 8H 9D KS", "not in this hand"),
    ],
)
def test_solve_tells_why_a_hand_cannot_go_down(rules, hand, cards, told):
    answer = rule({"ask": "solve", "rules": rules, "hand": hand, "cards": cards})
    assert answer["meets"] is False
    assert told in answer["text"]


def test_dice_are_judged_by_the_rules_that_are_named():
    dice = DICE | {"first": [0, 2, 1, 0, 0, 0], "second": [0, 0, 1, 1, 0, 0]}
    by_number = {"base": "shanghaien-basic", "set": {"tie_break": "dice"}}
    assert rule(dice)["won"] == rule(dice | {"rules": "shanghaien"})["won"] == [None, 1, None, 2, None, None]
    assert rule(dice | {"rules": by_number})["won"] == [None, 1, 1, 2, None, None]
    crews = CREWS | {"crews": [{"red": [2], "blue": [1, 1]}, {"red": [2], "blue": [2], "green": []}]}
    both = {"base": "shanghaien", "set": {"equal": "both", "tie": "more-sailors"}}
    assert (rule(crews)["points"], rule(crews)["winner"]) == ([0, 0], None)
    counted = rule(crews | {"rules": both})
    assert (counted["points"], counted["winner"], counted["text"]) == ([4, 4], 1, "Player 1 wins, 4 to 4.")


def test_solve_lists_ways_to_go_down_on_demand():
    asked = {"ask": "solve", "rules": "shanghai-7", "hand": 1, "cards": "7H 7S 7D 7C 9H 9S 9D KD"}
    assert "ways" not in rule(asked)
    answer = rule(asked | {"ways": 3})
    assert answer["ways_found"] == 4
    assert answer["ways_whole"] is True
    assert len(answer["ways"]) == 3
    assert all(
        rule({"ask": "contract", "rules": "shanghai-7", "hand": 1, "melds": way})["legal"] for way in answer["ways"]
    )
    assert rule(asked | {"ways": None}) == rule(asked)


@pytest.mark.parametrize("ways", [0, 51, -1, "3", True, [3]])
def test_number_of_ways_is_bounded(ways):
    asked = {"ask": "solve", "rules": "shanghai-7", "hand": 1, "cards": "7H 7S 7D 9H 9S 9D", "ways": ways}
    error = rule(asked)["error"]
    assert (error["code"], error["where"]) == ("value", "ways")
