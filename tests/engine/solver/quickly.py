"""What the quick search through layouts finds, beside what the sweep does, which looks at every way to play."""

from __future__ import annotations

from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.bylayouts import by_layouts, left_worth
from referee.engine.rummy.solver.laydown import LayDown
from referee.engine.rummy.solver.steps import Played
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.task import Task
from tests.engine.solver.tables import check_laydown


def check_against_sweep(rules: RuleSet, hand: int, task: Task) -> None:
    """Assert that what the quick search finds is the best where it is sure, and legal in any case."""
    played, sure = by_layouts(task)
    sweep = Sweep(task)
    outcome = sweep.best()
    loss = sweep.bounds.ideal - outcome.worth if outcome else None
    if loss is not None and task.slack is not None and loss > task.slack:
        loss = None
    told = (hand, task, played)
    if sure:
        assert (left_worth(task, played) if played else None) == loss, told
    elif played:
        assert loss is not None, told
        assert loss <= left_worth(task, played), told
    if played:
        check_told(rules, hand, task, played)


def check_told(rules: RuleSet, hand: int, task: Task, played: Played) -> None:
    """Assert that what is told is legal step by step."""
    points = sum(map(rules.value, played.left))
    found = LayDown(played.melds, played.steps, played.left, points, out=False)
    check_laydown(rules, hand, [*task.cards.elements()], task.table, found, down=not task.contract.slots)
