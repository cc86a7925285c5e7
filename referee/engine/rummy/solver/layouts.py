"""Looking for a layout of the hand's contract in any of the shapes that the rules let it have."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.cards import Card
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.hand import read
from referee.engine.rummy.solver.plan import Plan, plans_for, plans_of
from referee.engine.rummy.solver.search import Search
from referee.engine.rummy.solver.shortage import Layout


def find_layout(rules: RuleSet, hand: int, cards: Sequence[Card]) -> tuple[Plan, Layout] | None:
    """A layout that the cards fill, with its plan; None where they do not hold the contract."""
    for plan in plans_for(rules, hand):
        if len(cards) >= plan.cards:
            layout = Search(plan, read(plan, cards), 1).find()
            if layout:
                return plan, layout
    return None


def holds_contract(rules: RuleSet, hand: int, cards: Sequence[Card]) -> bool:
    """Whether the cards hold the contract's melds, whatever is left."""
    return _any_holds(plans_for(rules, hand), cards)


def holds(rules: RuleSet, contract: Contract, cards: Sequence[Card]) -> bool:
    """The same for any contract, under the rules of its hand."""
    return _any_holds(plans_of(rules, contract), cards)


def _any_holds(plans: Sequence[Plan], cards: Sequence[Card]) -> bool:
    return any(len(cards) >= plan.cards and Search(plan, read(plan, cards), 1).holds() for plan in plans)
