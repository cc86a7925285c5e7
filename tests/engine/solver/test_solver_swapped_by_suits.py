"""Jokers swapped to the ends of their runs, suit by suit: no less is laid than by the plain pass over all ranks."""

import pytest

from referee.engine.rummy.cards import parse_cards
from referee.engine.rummy.ruledoc import preset_rules
from referee.engine.rummy.solver.bysuits import BySuits
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.task import task_for
from tests.engine.solver.tables import read_meld

CROWDED = [
    (
        "shanghai-10",
        "AH KD TH 2H 9H 5H AH 2H",
        "JK=9H JK=TH JK=JH QH, 7H 8H 9H TH JH, 7H 8H JK=9H TH JH QH KH AH, JK=TH JK=JH QH",
        25,
    ),
    (
        "shanghai-10",
        "6D QD JK QC KD 6D 2C 9C 9C 8C 4C 3C 2C AC",
        "JK=3C 4C JK=5C 6C 7C, JK=2C JK=3C 4C JK=5C 6C, JK=6C JK=7C 8C JK=9C, JK=2C 3C 4C 5C JK=6C 7C",
        30,
    ),
    (
        "shanghai-10",
        "9S 7D KD 2S JK KS 3S AD 4S 9D JS 8S 2S AS KS",
        "JK=6S 7S JK=8S JK=9S, 2S JK=3S JK=4S, JK=8S 9S TS JK=JS",
        50,
    ),
    (
        "kalooki",
        "6S JK TD JK JS TS 3S 6S 2S AS KS",
        "QS KS AS, JK=7S 8S JK=9S TS, 5S 6S 7S, AS JK=2S 3S 4S 5S 6S 7S 8S",
        16,
    ),
    (
        "kalooki",
        "9S JS AS 3S 5S 7S 7S TS QS 8S AS AS 2S",
        "5S 6S JK=7S 8S JK=9S TS JK=JS QS, AS 2S 3S JK=4S 5S JK=6S 7S, 2S JK=3S 4S 5S 6S",
        7,
    ),
    (
        "kalooki",
        "8S KS JS TS 8S JK JK 4S TS AS AS",
        "JK=TS JS QS JK=KS AS, 5S 6S 7S 8S 9S JK=TS, JK=9S TS JK=JS QS, JK=8S 9S TS JK=JS QS",
        0,
    ),
]


@pytest.mark.parametrize(("preset", "cards", "table", "left"), CROWDED)
def test_layoffs_by_suits_leave_what_the_plain_pass_leaves(preset: str, cards: str, table: str, left: int) -> None:
    rules = preset_rules(preset)
    melds = tuple(read_meld(text.strip(), rules) for text in table.split(","))
    task = task_for(rules, parse_cards(cards, rules.pack), table=melds)
    by_suits, plain = Sweep(task, loose=True), Sweep(task)
    found, best = BySuits(by_suits).best(), plain.best()
    assert found is not None
    assert best is not None
    assert plain.bounds.ideal - best.worth == left
    assert by_suits.bounds.ideal - found.worth == left
