"""Rule sets as documents: presets, settings, round trips, refusals."""

import pytest

from referee.engine.rummy.ruledoc import RulesError
from referee.engine.shanghaien.rules import (
    PRESETS,
    NextStarter,
    changed_settings,
    dump_rules,
    load_rules,
    preset_rules,
)
from referee.engine.shanghaien.scoring import Equal, Tie
from referee.engine.shanghaien.tavern import TieBreak

HOUSE = {
    "base": "shanghaien",
    "name": "At the harbour",
    "set": {
        "trick_cards": "*rc *cb",
        "rounds": 7,
        "tie_break": "dice",
        "next_starter": "caller",
        "equal": "both",
        "tie": "more-sailors",
    },
}


def test_presets_have_the_cards_of_their_game():
    full, basic = preset_rules("shanghaien"), preset_rules("shanghaien-basic")
    assert (len(full.deck), full.rounds, full.left_out) == (48, 8, 0)
    assert (len(basic.deck), basic.rounds, basic.left_out) == (40, 6, 4)
    assert list(PRESETS) == ["shanghaien", "shanghaien-basic"]
    assert all(load_rules({"base": key, "set": preset.settings}) == load_rules(key) for key, preset in PRESETS.items())


def test_load_rules_with_settings():
    rules = load_rules(HOUSE)
    assert (rules.rounds, len(rules.deck), rules.left_out) == (7, 42, 0)
    assert (rules.tie_break, rules.next_starter) == (TieBreak.DICE, NextStarter.CALLER)
    assert (rules.equal, rules.tie) == (Equal.BOTH, Tie.MORE_SAILORS)
    assert changed_settings(rules) == HOUSE["set"]


@pytest.mark.parametrize("document", ["shanghaien", "shanghaien-basic", HOUSE])
def test_rules_round_trip(document):
    rules = load_rules(document)
    assert load_rules(dump_rules(rules)) == rules


@pytest.mark.parametrize(
    ("document", "setting"),
    [
        ("shanghai", ""),
        (7, ""),
        ({"base": "shanghaien", "sets": {}}, "sets"),
        ({"base": "shanghaien", "version": 99}, "version"),
        ({"set": {}}, "base"),
        ({"base": "shanghaien", "set": []}, "set"),
        ({"base": "shanghaien", "name": ""}, "name"),
        ({"base": "shanghaien", "set": {"dice": 5}}, "dice"),
        ({"base": "shanghaien", "set": {"rounds": True}}, "rounds"),
        ({"base": "shanghaien", "set": {"rounds": 9}}, "rounds"),
        ({"base": "shanghaien", "set": {"tricks": False}}, "rounds"),
        ({"base": "shanghaien-basic", "set": {"rounds": 0}}, "rounds"),
        ({"base": "shanghaien", "set": {"trick_cards": "*rc *xx"}}, "trick_cards"),
        ({"base": "shanghaien", "set": {"trick_cards": "*rc " * 9}}, "trick_cards"),
        ({"base": "shanghaien", "set": {"tie_break": "colour"}}, "tie_break"),
    ],
)
def test_load_rules_refuses(document, setting):
    with pytest.raises(RulesError) as caught:
        load_rules(document)
    assert caught.value.setting == setting


def test_load_rules_reads_the_first_version_of_a_document():
    document = {"version": 1, "base": "shanghaien", "set": {"rounds": 7}}
    assert load_rules(document).rounds == 7
