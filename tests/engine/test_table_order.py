"""A rule set is the same in whatever order a database gives its tables back."""

import json

import pytest

from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import dump_rules, load_rules, preset_rules


def reordered(value: object) -> object:
    """The document as PostgreSQL's jsonb has it: keys by length, then by letter."""
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in sorted(value, key=lambda key: (len(key), key))}
    return [reordered(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("key", PRESETS)
def test_tables_of_values_keep_the_order_in_which_they_are_written(key: str) -> None:
    written = [*PRESETS[key].settings["points"]]
    assert [label for label, _points in preset_rules(key).points] == written


def test_single_cards_of_one_value_are_in_one_order() -> None:
    cards = {"7B": 3, "7R": 3, "7Y": 3, "7G": 3}
    one, other = (
        load_rules({"base": "rook-10", "set": {"card_points": dict(entries)}})
        for entries in (cards.items(), reversed(cards.items()))
    )
    assert one == other
    assert one.card_points == other.card_points


@pytest.mark.parametrize("key", PRESETS)
def test_rules_are_the_same_with_keys_in_another_order(key: str) -> None:
    rules = preset_rules(key)
    document = json.loads(json.dumps(dump_rules(rules)))
    for other in (reordered(document), json.loads(json.dumps(document, sort_keys=True))):
        assert load_rules(other) == rules
        assert load_rules(other).value_classes == rules.value_classes
