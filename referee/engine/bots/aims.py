"""What a hand is after: the nearest way to its contract, the cards that would help, the cards that do not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.hand import read
from referee.engine.rummy.solver.plan import Plan, plan_for
from referee.engine.rummy.solver.search import Layout, Search


@dataclass(frozen=True, slots=True)
class Aim:
    """One nearest way to the contract.

    ``lacking`` cards are missing, any of ``wanted`` is one of them, ``spare`` are the cards that it does not use.
    There may be other ways just as near.
    """

    lacking: int
    wanted: frozenset[Card]
    spare: tuple[Card, ...]


@lru_cache(maxsize=1 << 14)
def aim_for(rules: RuleSet, hand: int, cards: tuple[Card, ...]) -> Aim:
    """What the cards are after in the hand of that number."""
    plan = plan_for(rules, hand)
    layout = Search(plan, read(plan, cards), plan.cards + 1).find()
    if layout is None:
        return Aim(plan.cards, frozenset(), cards)
    rest = Counter(cards)
    wanted = _use(rules, plan, layout, rest)
    spare = tuple(card for card in rest.elements() if not rules.is_wild(card))
    if not layout.lacking:
        return Aim(0, frozenset(), spare)
    return Aim(layout.lacking, frozenset({*wanted, JOKER}), spare)


def _use(rules: RuleSet, plan: Plan, layout: Layout, rest: Counter[Card]) -> set[Card]:
    """Take the cards that the layout uses out of ``rest``; the faces of its empty places."""
    wanted = set()
    for run in layout.runs:
        for place in range(run.window.low, run.window.low + run.window.size):
            card = Card(rules.rank_at(place), plan.suits[run.suit])
            if rest[card]:
                rest[card] -= 1
            else:
                wanted.add(card)
    for rank, size in zip(layout.ranks, plan.sets, strict=True):
        faces = [Card(rank, suit) for suit in plan.suits]
        for card in faces:
            used = min(size, rest[card])
            rest[card] -= used
            size -= used
        if size:
            wanted.update(faces)
    return wanted
