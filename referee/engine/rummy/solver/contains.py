"""Can this hand go down, and how?"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.fill import fill
from referee.engine.rummy.solver.hand import read
from referee.engine.rummy.solver.plan import Plan, plan_for
from referee.engine.rummy.solver.search import Layout, Search


def holds_contract(rules: RuleSet, hand: int, cards: Sequence[Card]) -> bool:
    """Whether the cards hold the melds of the hand's contract; in a hand to be laid whole this is not yet enough."""
    plan = plan_for(rules, hand)
    return len(cards) >= plan.cards and _layout(plan, cards) is not None


def contract_melds(rules: RuleSet, hand: int, cards: Sequence[Card]) -> tuple[Meld, ...] | None:
    """Melds of the contract that the cards hold, each wild card in its place; None when they hold none."""
    plan = plan_for(rules, hand)
    layout = _layout(plan, cards) if len(cards) >= plan.cards else None
    return fill(rules, plan, layout, cards) if layout else None


def _layout(plan: Plan, cards: Sequence[Card]) -> Layout | None:
    return Search(plan, read(plan, cards), 1).find()
