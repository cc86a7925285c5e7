"""Can this hand go down, and how?"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.fill import fill
from referee.engine.rummy.solver.hand import read
from referee.engine.rummy.solver.laydown import any_melds, whole_laydown
from referee.engine.rummy.solver.plan import plan_for
from referee.engine.rummy.solver.search import Search


def can_meet(rules: RuleSet, hand: int, cards: Sequence[Card]) -> bool:
    """Whether the hand can go down with these cards.

    In a last hand that has to be laid whole every card must find its place, in the contract or laid off on it.
    """
    plan = plan_for(rules, hand)
    if len(cards) < plan.cards:
        return False
    if rules.is_all_cards(hand) or not plan.exact:
        return witness(rules, hand, cards) is not None
    return Search(plan, read(plan, cards), 1).find() is not None


def witness(rules: RuleSet, hand: int, cards: Sequence[Card]) -> tuple[Meld, ...] | None:
    """Melds with which the hand can go down, exactly the contract's, each wild card in its place; None: it cannot."""
    plan = plan_for(rules, hand)
    if len(cards) < plan.cards:
        return None
    if plan.exact:
        layout = Search(plan, read(plan, cards), 1).find()
        if layout is None:
            return None
        if not rules.is_all_cards(hand):
            return fill(rules, plan, layout, cards)
    if not rules.is_all_cards(hand):
        return any_melds(rules, plan.contract, cards)
    found = whole_laydown(rules, plan.contract, cards, ())
    return found.melds if found else None
