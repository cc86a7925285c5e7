"""Looking for a layout of the hand's contract in any of the shapes that the rules let it have."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.cards import Card
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.hand import Holding, read
from referee.engine.rummy.solver.lean import Lean, is_lean
from referee.engine.rummy.solver.ownsuits import search_for
from referee.engine.rummy.solver.plan import Plan, plans_for, plans_of
from referee.engine.rummy.solver.shortage import Layout


def find_layout(rules: RuleSet, hand: int, cards: Sequence[Card]) -> tuple[Plan, Layout] | None:
    """A layout that the cards fill, with its plan; None where they do not hold the contract."""
    for plan in plans_for(rules, hand):
        if len(cards) >= plan.cards:
            layout = best_layout(plan, read(plan, cards), 1)
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
    for plan in plans:  # noqa: SIM110  # the generator of an `any` would take as long as a part of the search
        if len(cards) >= plan.contract.cards and lacks_fewer(plan, read(plan, cards), 1):
            return True
    return False


def best_layout(plan: Plan, held: Holding, limit: int) -> Layout | None:
    """The layout that lacks the fewest cards, fewer than the limit; None where there is none."""
    if plan.lean:
        lean = Lean(plan, held, limit)
        if lean.search():
            layout = lean.layout()
            if layout or lean.runs is None:
                return layout
    return search_for(plan, held, limit).find()


def least_lacking(plan: Plan, held: Holding, limit: int, supply: Holding | None = None) -> int:
    """The fewest cards that a layout lacks among those that what can be held at most fills; the limit: none has fewer.

    ``supply`` is what can be held, where that is a restriction.
    """
    if is_lean(plan, supply):
        lean = Lean(plan, held, limit, supply=supply)
        if lean.search():
            return lean.best
    found = search_for(plan, held, limit, supply).find()
    return found.lacking if found else limit


def lacks_fewer(plan: Plan, held: Holding, limit: int, supply: Holding | None = None) -> bool:
    """Whether a layout, one that what can be held at most fills, lacks fewer cards than the limit."""
    if is_lean(plan, supply):
        lean = Lean(plan, held, limit, limit - 1, supply)
        if lean.search():
            return lean.best < limit
    return search_for(plan, held, limit, supply).holds()
