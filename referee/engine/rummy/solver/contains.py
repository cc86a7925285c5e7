"""Can this hand go down, and how?"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.apart import share_apart
from referee.engine.rummy.solver.fill import fill, fill_apart, fill_straight
from referee.engine.rummy.solver.hand import read
from referee.engine.rummy.solver.laydown import any_melds, whole_laydown
from referee.engine.rummy.solver.layouts import find_layout, holds_contract


def can_meet(rules: RuleSet, hand: int, cards: Sequence[Card]) -> bool:
    """Whether the hand can go down with these cards.

    In a last hand that has to be laid whole every card must find its place, in the contract or laid off on it.
    """
    if rules.is_all_cards(hand):
        return witness(rules, hand, cards) is not None
    return holds_contract(rules, hand, cards)


def witness(rules: RuleSet, hand: int, cards: Sequence[Card]) -> tuple[Meld, ...] | None:
    """Melds with which the hand can go down, exactly the contract's, each wild card in its place; None: it cannot."""
    contract = rules.contract(hand)
    if len(cards) < contract.cards:
        return None
    if rules.is_all_cards(hand):
        whole = whole_laydown(rules.in_hand(hand), contract, cards, ())
        return whole.melds if whole else None
    found, rules = find_layout(rules, hand, cards), rules.in_hand(hand)
    if found is None:
        return None
    plan, layout = found
    if not plan.apart:
        return fill(rules, plan, layout, cards)
    straight = fill_straight(rules, plan, layout, cards)
    if straight:
        return straight
    given = share_apart(plan, [(run.suit, run.window) for run in layout.runs], layout.ranks, read(plan, cards))
    return fill_apart(rules, plan, layout, cards, given) if given else any_melds(rules, contract, cards)
