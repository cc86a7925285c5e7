"""Rule sets as documents: they round trip, and what cannot be is refused by name with what is allowed."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import (
    ADDED,
    SETTINGS,
    VERSION,
    RulesError,
    changed_settings,
    dump_rules,
    load_rules,
)
from referee.engine.rummy.rules import MANY_PLAYERS, RuleSet
from tests.engine.rulesets import ROOK, SEVEN, SEVEN_TEN, TEN, variant

changes = st.fixed_dictionaries(
    {"buys": st.sampled_from([4, 20, None])},
    optional={
        "aces": st.sampled_from(["high", "low", "either", "round"]),
        "max_run": st.integers(13, 15),
        "contract_size": st.sampled_from(["exact", "at-least", "runs-at-least"]),
        "contract_jokers": st.sampled_from([0, 1, 4, None, {"S3": 1, "R4": 2}]),
        "table_jokers": st.sampled_from([0, 1, 2, None]),
        "same_rank_sets": st.booleans(),
        "consecutive_runs": st.sampled_from([True, False, 0, 2]),
        "layoff_same_turn": st.booleans(),
        "joker_swap": st.sampled_from(["none", "runs", "runs-to-hand"]),
        "jokers": st.sampled_from([4, {"per_deck": 2}, {"4": 3, "8": 6}]),
        "jokerless_hands": st.sampled_from([[], [1], [2, 3]]),
        "claims_until": st.sampled_from(["draw", "discard"]),
        "call_order": st.sampled_from(["turn", "first"]),
        "wild_upcard": st.sampled_from(["stays", "buried"]),
        "binding_calls": st.booleans(),
        "down_may_take": st.booleans(),
        "discard_wild": st.booleans(),
        "discard_taken": st.booleans(),
        "out_bonus": st.integers(0, 100),
        "direction": st.sampled_from(["left", "right"]),
        "price": st.integers(0, 3),
        "down_may_buy": st.booleans(),
        "shanghai_call": st.booleans(),
        "discard_to_go_out": st.sampled_from(["optional", "never", "required"]),
        "joker_points": st.integers(-100, 200),
        "wild_ranks": st.sampled_from([[], ["2"]]),
        "tie": st.sampled_from(["share", "extra-hand"]),
    },
)
# Of presets whose own settings go with all of these.
presets = st.sampled_from(
    [key for key in PRESETS if load_rules(key).first_rank == 1 and load_rules(key).swap_when != "at-once"]
)


@given(base=presets, changed=changes)
def test_documents_round_trip(base, changed):
    rules = load_rules({"base": base, "set": changed})
    document = dump_rules(rules)
    assert load_rules(document) == rules
    assert dump_rules(load_rules(document)) == document
    assert load_rules({"base": base, "set": changed_settings(rules)}) == rules
    assert set(changed_settings(rules)) <= set(changed)
    assert hash(load_rules(document)) == hash(rules)


@pytest.mark.parametrize("key", PRESETS)
def test_presets_are_whole_documents(key):
    rules = load_rules(key)
    assert load_rules(key) is rules
    assert load_rules({"base": key}) == rules
    assert changed_settings(rules) == {}
    assert rules.base == key


def test_a_document_keeps_its_name():
    rules = load_rules({"version": 1, "base": "shanghai-7", "name": "Ours", "set": {"buys": 3}})
    assert (rules.name, rules.buys) == ("Ours", 3)


@pytest.mark.parametrize(
    ("document", "code", "where"),
    [
        ("bridge", "rules.unknown", ""),
        (7, "rules.unknown", ""),
        (["shanghai-7"], "rules.unknown", ""),
        (None, "rules.unknown", ""),
        ({}, "rules.unknown", "base"),
        ({"base": 7}, "rules.unknown", "base"),
        ({"base": "bridge"}, "rules.unknown", "base"),
        ({"base": "shanghai-7", "sets": {}}, "rules.setting", "sets"),
        ({"base": "shanghai-7", "set": []}, "rules.setting", "set"),
        ({"base": "shanghai-7", "version": 0}, "rules.setting", "version"),
        ({"base": "shanghai-7", "version": 5}, "rules.setting", "version"),
        ({"base": "shanghai-7", "version": True}, "rules.setting", "version"),
        ({"base": "shanghai-7", "version": [1]}, "rules.setting", "version"),
        ({"base": "shanghai-7", "name": ""}, "rules.setting", "name"),
        ({"base": "shanghai-7", "name": "x" * 81}, "rules.setting", "name"),
        ({"base": "shanghai-7", "set": {"bids": 3}}, "rules.setting", "set.bids"),
    ],
)
def test_documents_that_name_nothing(document, code, where):
    with pytest.raises(RulesError, match="expected") as caught:
        load_rules(document)
    assert (caught.value.code, caught.value.where) == (code, where)


@pytest.mark.parametrize(
    ("setting", "value", "allowed"),
    [
        ("players", [1, 5], "two numbers"),
        ("players", [5, 3], "two numbers"),
        ("players", 4, "two numbers"),
        ("players", [True, 4], "two numbers"),
        ("deck", "tarot", '"french" or "rook"'),
        ("decks", 0, "a number of decks"),
        ("decks", {"six": 2}, "a number of decks"),
        ("decks", {"²": 2}, "a number of decks"),
        ("decks", {"6": 3, "4": 2}, "a number of decks"),
        ("jokers", 41, "a number of jokers"),
        ("jokers", {"4": 41}, "a number of jokers"),
        ("jokers", {"8": 4, "4": 2}, "a number of jokers"),
        ("jokerless_hands", [0], "numbers of hands"),
        ("out_bonus", -1, "from 0 to 100"),
        ("swap_when", "never", '"down" or "before" or "always" or "at-once"'),
        ("first_rank", 6, "from 1 to 5"),
        ("jokers", {"per_deck": 9}, "a number of jokers"),
        ("jokers", {"per_deck": 2, "more": 1}, "a number of jokers"),
        ("dealt", 2, "from 3 to 30"),
        ("dealt", [11, None, 11, 11, 11, 11, 11], "from 3 to 30"),
        ("dealt", [], "from 3 to 30"),
        ("contracts", [], "a list of 1 to 20 contracts"),
        ("contracts", ["S3", 4], "a list of 1 to 20 contracts"),
        ("contracts", ["S3", "X4"], "a contract such as"),
        ("aces", "sideways", '"high" or "low" or "either" or "round"'),
        ("max_run", 16, "from 3 to 15"),
        ("max_run", True, "from 3 to 15"),
        ("contract_size", "about", '"exact" or "at-least" or "runs-at-least"'),
        ("contract_jokers", True, "a number of jokers"),
        ("contract_jokers", {"S3": 21}, "a number of jokers"),
        ("contract_jokers", {"": 1}, "a number of jokers"),
        ("table_jokers", -1, "from 0 to 20"),
        ("same_rank_sets", 1, "true or false"),
        ("consecutive_runs", 13, "true, false or the least number"),
        ("layoff_same_turn", None, "true or false"),
        ("joker_swap", True, '"none" or "runs" or "runs-to-hand"'),
        ("buys", -1, "null for no limit"),
        ("buys", "many", "null for no limit"),
        ("price", 6, "from 0 to 5"),
        ("price", 1.5, "from 0 to 5"),
        ("discard_to_go_out", "maybe", '"optional" or "never" or "required"'),
        ("blind", "double", '"none"'),
        ("points", {"2-7": 500}, "a table of values"),
        ("points", [], "a table of values"),
        ("joker_points", 1000, "from -100 to 200"),
        ("max_reshuffles", 21, "from 0 to 20"),
        ("tie", "fight", '"share" or "extra-hand"'),
        ("set_min", 1, "from 2 to 6"),
        ("wild_ranks", ["2", "3", "4", "5", "6"], "at most four ranks"),
        ("wild_ranks", ["joker"], "ranks of the french deck"),
    ],
)
def test_a_setting_is_refused_by_name_with_what_is_allowed(setting, value, allowed):
    with pytest.raises(RulesError, match=allowed) as caught:
        variant(**{setting: value})
    assert (caught.value.setting, caught.value.code) == (setting, "rules.setting")
    assert caught.value.where == f"set.{setting}"
    assert repr(setting) in str(caught.value)


def test_every_setting_refuses_what_is_of_no_kind():
    for setting in SETTINGS:
        with pytest.raises(RulesError) as caught:
            variant(**{setting: {"nonsense": [object]} if setting != "deck" else 3.5})
        assert caught.value.setting == setting


@pytest.mark.parametrize(
    ("changed", "setting", "says"),
    [
        ({"dealt": [11, 11]}, "dealt", "one value a hand"),
        ({"buys": [2, 2]}, "buys", "one value a hand"),
        ({"buys": [2, 2, 2, 2, 2, 2, None], "dealt": 3}, "buys", "at least 3 buys"),
        ({"contracts": ["S2"]}, "contracts", "a set of at least 3"),
        ({"contracts": ["R3"]}, "contracts", "a run of at least 4"),
        ({"contracts": ["R14"]}, "contracts", "a run of at most 13"),
        ({"max_run": 3}, "contracts", "a run of at most 3"),
        ({"contracts": ["3R5"], "buys": 0}, "buys", "at least 1 buys in hand 1"),
        ({"dealt": 30}, "dealt", "at most"),
        ({"first_rank": 2, "aces": "round"}, "first_rank", "round the corner"),
        ({"joker_swap": "runs-to-play", "swap_when": "always"}, "swap_when", "has to be played"),
        ({"jokerless_hands": [8]}, "jokerless_hands", "hands from 1 to 7"),
        ({"out_bonus": [5, 5]}, "out_bonus", "one value a hand"),
        (
            {"same_suit_runs": False, "contracts": ["5R4"], "buys": 4},
            "same_suit_runs",
            "more runs than there are suits",
        ),
        ({"points": {"2-7": 5, "8-K": 10}}, "points", "every rank in exactly one class"),
        ({"points": {"2-7": 5, "7-K": 10, "A": 20}}, "points", "every rank in exactly one class"),
        ({"points": {"2-Z": 5}}, "points", "classes of the french deck"),
        ({"deck": "rook"}, "points", "rook"),
    ],
)
def test_settings_that_contradict_each_other_name_the_one_to_change(changed, setting, says):
    with pytest.raises(RulesError, match=says) as caught:
        variant(**changed)
    assert caught.value.setting == setting


@pytest.mark.parametrize(
    ("rules", "players", "shoe"),
    [
        (SEVEN, 3, (2, 4, 108)),
        (SEVEN, 5, (2, 4, 108)),
        (TEN, 2, (2, 4, 108)),
        (TEN, 5, (3, 6, 162)),
        (TEN, 8, (4, 8, 216)),
        (TEN, 9, (5, 10, 270)),
        (TEN, 11, (6, 12, 324)),
        (ROOK, 4, (2, 2, 114)),
        (ROOK, 8, (4, 4, 228)),
        (variant(decks=3), 4, (3, 4, 160)),
        (variant(jokers={"per_deck": 3}), 4, (2, 6, 110)),
        (variant(jokers={"3": 2, "4": 3}), 3, (2, 2, 106)),
        (variant(jokers={"3": 2, "4": 3}), 5, (2, 3, 107)),
    ],
)
def test_decks_by_players(rules, players, shoe):
    assert rules.shoe(players) == shoe
    assert rules.deck_cards(players).total() == shoe[2]


def test_unknown_players_mean_the_most_decks_of_the_chart():
    assert [rules.largest_shoe.decks for rules in (SEVEN, TEN, ROOK)] == [2, 4, 4]
    assert (SEVEN.most_players, TEN.most_players) == (5, MANY_PLAYERS)


def test_cards_needed_and_least_buys():
    assert [TEN.contract(hand).cards for hand in range(1, 11)] == [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    assert [TEN.least_buys(hand) for hand in range(1, 11)] == [0, 0, 0, 0, 0, 0, 0, 1, 1, 2]
    assert [SEVEN.least_buys(hand) for hand in range(1, 8)] == [0] * 7
    assert [SEVEN_TEN.least_buys(hand) for hand in (8, 9, 10)] == [1, 1, 1]
    assert [SEVEN.held_after_draw(7, buys) for buys in range(3)] == [12, 15, 18]
    assert [TEN.held_after_draw(9, buys) for buys in range(3)] == [12, 14, 16]


def test_hands_after_the_last_repeat_it():
    assert TEN.contract(11) == TEN.contract(10)
    assert (TEN.buys_in(8), TEN.buys_in(9), TEN.buys_in(12)) == (3, 4, 4)
    assert SEVEN.is_all_cards(7)
    assert not SEVEN.is_all_cards(6)
    assert variant(dealt=[11, 11, 11, 11, 11, 11, 12]).dealt_in(8) == 12


def test_joker_caps_by_size():
    assert [TEN.contract_cap("run", size) for size in range(4, 15)] == [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4]
    assert [TEN.contract_cap("set", size) for size in (3, 4, 8)] == [1, 1, 1]
    odd = variant("shanghai-10", contract_jokers={"3": 2, "5": 0})
    assert [odd.contract_cap("run", size) for size in (4, 5, 6)] == [1, 0, 2]
    assert [odd.contract_cap("set", size) for size in (3, 4)] == [2, 1]
    assert SEVEN.contract_cap("run", 9) == 1
    assert variant(contract_jokers=None).wild_cap("run", 6, on_table=False) == 5
    halves = variant(contract_jokers=None, wilds_at_most_naturals=True)
    assert [halves.wild_cap("set", size, on_table=False) for size in (3, 4, 5)] == [1, 2, 2]
    both = variant("shanghai-10", wilds_at_most_naturals=True)
    assert both.wild_cap("run", 10, on_table=False) == 4


@pytest.mark.parametrize(
    ("aces", "fits", "places", "longest"),
    [
        ("high", [(11, 4)], range(2, 15), 13),
        ("low", [(1, 4)], range(1, 14), 13),
        ("either", [(1, 4), (11, 4)], range(1, 15), 14),
        ("round", [(1, 4), (11, 4), (12, 4)], range(1, 14), 13),
    ],
)
def test_where_the_ace_stands(aces, fits, places, longest):
    rules = variant(aces=aces, max_run=14)
    tried = [(1, 4), (11, 4), (12, 4), (14, 2)]
    assert [one for one in tried if rules.run_fits(*one)] == fits
    assert (rules.places, rules.longest_run) == (places, longest)


def test_gap_between_two_runs_of_one_suit():
    assert [variant(consecutive_runs=value).run_gap for value in (True, False, 0, 2)] == [0, 1, 0, 2]


def test_value_classes_come_in_the_order_of_the_table_with_the_joker_last():
    assert [(cls.label, cls.points) for cls in SEVEN.value_classes] == [
        ("2-7", 5),
        ("8-K", 10),
        ("A", 20),
        ("joker", 50),
    ]
    assert SEVEN.value_classes[1].ranks == (8, 9, 10, 11, 12, 13)


def test_a_hand_without_jokers_takes_none_in_its_contract():
    rules = variant(jokerless_hands=[2])
    assert rules.in_hand(1) is rules
    assert rules.in_hand(2).wild_cap("run", 4, on_table=False) == 0
    assert rules.in_hand(2).wild_cap("run", 4, on_table=True) == 1


def test_bonus_for_going_out_by_hand():
    assert [variant(out_bonus=[5, 10, 15, 20, 25, 30, 35]).out_bonus_in(hand) for hand in (1, 7, 8)] == [5, 35, 35]
    assert SEVEN.out_bonus_in(1) == 0


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("base", ["shanghai-7", "kalooki", "frustration"])
def test_an_old_document_has_the_usual_value_of_later_settings(version, base):
    later = {name for added, names in ADDED.items() if added > version for name in names}
    whole = dump_rules(variant(base, buys=3))
    old = {"version": version, "base": base, "name": whole["name"]}
    old["set"] = {name: value for name, value in whole["set"].items() if name not in later}
    usual = {field.name: field.default for field in fields(RuleSet)}
    loaded = load_rules(old)
    for name in SETTINGS:
        value = getattr(loaded, name)
        assert value == (usual[name] if name in later else getattr(variant(base, buys=3), name))
    # What was upgraded is written as a document of this version, and stays what it was.
    assert dump_rules(loaded)["version"] == VERSION
    assert load_rules(dump_rules(loaded)) == loaded


def test_every_setting_with_a_usual_value_came_with_a_version():
    first = SETTINGS[: SETTINGS.index("first_rank")]
    assert (*first, *ADDED[2], *ADDED[3], *ADDED[4]) == SETTINGS


@pytest.mark.parametrize(
    ("base", "changes", "setting", "other"),
    [
        ("shanghai-7", {"buys": 0, "dealt": 10}, "buys", "contracts"),
        ("shanghai-7", {"contracts": ["R14"], "max_run": 13}, "contracts", "max_run"),
        ("shanghai-7", {"contracts": ["R14"], "max_run": 14}, "contracts", "aces"),
        ("shanghai-7", {"contracts": ["2S3", "R3"]}, "contracts", "run_min"),
        ("shanghai-7", {"set_min": 4}, "contracts", "set_min"),
        ("shanghai-7", {"aces": "round", "first_rank": 3}, "first_rank", "aces"),
        ("shanghai-10", {"joker_swap": "runs-to-play", "swap_when": "before"}, "swap_when", "joker_swap"),
        ("shanghai-7", {"dealt": [11]}, "dealt", "contracts"),
        ("shanghai-7", {"players": [3, 10]}, "dealt", "decks"),
        ("shanghai-7", {"jokerless_hands": [8]}, "jokerless_hands", "contracts"),
        ("shanghai-7", {"same_suit_runs": False, "contracts": ["5R3"], "run_min": 3, "buys": 5},
         "same_suit_runs", "contracts"),
        ("shanghai-7", {"progress": "personal"}, "last_hand_all_cards", "progress"),
        ("frustration", {"tie": "extra-hand"}, "tie", "progress"),
        ("frustration", {"most_hands": 13}, "most_hands", "contracts"),
        ("frustration", {"dealt": [13] * 14}, "dealt", "progress"),
        ("shanghai-7", {"deck": "rook"}, "points", "deck"),
    ],
)  # fmt: skip
def test_contradictions_name_both_settings(base, changes, setting, other):
    with pytest.raises(RulesError) as caught:
        variant(base, **changes)
    assert (caught.value.setting, caught.value.other) == (setting, other)
    assert repr(setting) in str(caught.value)
    assert repr(other) in str(caught.value)
