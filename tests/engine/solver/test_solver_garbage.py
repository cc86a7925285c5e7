"""What a question leaves behind is freed at once, so that answers do not wait for old ones to be collected."""

import gc
from collections.abc import Iterator
from random import Random

import pytest

from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import load_rules, preset_rules
from referee.engine.rummy.solver import (
    best_laydown,
    best_layoffs,
    can_go_out,
    can_meet,
    distance,
    improving,
    witness,
)
from tests.engine.solver.hands import HOUSES, SPECIAL, deal
from tests.engine.solver.tables import random_table

ALL_RULES = {
    **{name: preset_rules(name) for name in PRESETS},
    **{f"house {n}": load_rules({"base": "shanghai-7", "set": own}) for n, own in enumerate(HOUSES + SPECIAL)},
}


@pytest.fixture(scope="module", autouse=True)
def _collected_by_hand() -> Iterator[None]:
    gc.collect()
    gc.freeze()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()
    gc.unfreeze()


def ours_to_collect() -> list[str]:
    """The functions and objects of the engine that were waiting to be collected; others' do not matter here."""
    gc.collect()
    modules = [getattr(one, "__module__", None) or type(one).__module__ for one in gc.garbage]
    found = [repr(one) for one, module in zip(gc.garbage, modules, strict=True) if module.startswith("referee.")]
    gc.garbage.clear()
    return found


@pytest.mark.parametrize("name", ALL_RULES)
def test_answers_leave_nothing_to_collect(name: str) -> None:
    rules, rng = ALL_RULES[name], Random(name)
    ours_to_collect()
    for hand in rng.sample(range(1, rules.hands + 1), min(3, rules.hands)):
        cards, table = deal(rules, rng, rng.randint(12, 20)), random_table(rules, rng)
        can_meet(rules, hand, cards)
        witness(rules, hand, cards)
        distance(rules, hand, cards)
        improving(rules, hand, cards[:13])
        best_laydown(rules, hand, cards, table)
        best_layoffs(rules.in_hand(hand), cards, table)
        can_go_out(rules, hand, cards, table)
    assert not ours_to_collect()
