"""How many cards is a hand away from its contract, and which draws bring it nearer?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.engine.rummy.cards import Card
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.hand import Holding, read, read_counts
from referee.engine.rummy.solver.plan import Plan, plan_for
from referee.engine.rummy.solver.search import Search


def distance(
    rules: RuleSet, hand: int, cards: Sequence[Card], players: int | None = None, seen: Iterable[Card] = ()
) -> int | None:
    """The fewest further cards, chosen freely, after which the hand holds its contract's melds; None: it never can.

    What can come is the shoe for so many players (default: the fewest) without the hand and without ``seen``, further
    cards that are known to lie elsewhere.
    """
    plan = plan_for(rules, hand)
    supply, _ = _supply(rules, plan, cards, players, seen)
    return _lacking(plan, read(plan, cards), plan.cards + 1, supply)


def improving(
    rules: RuleSet, hand: int, cards: Sequence[Card], players: int | None = None, seen: Iterable[Card] = ()
) -> tuple[Card, ...]:
    """The faces that can still come and of which one would lower the distance by one, in the deck's order."""
    plan = plan_for(rules, hand)
    supply, unseen = _supply(rules, plan, cards, players, seen)
    lacking = _lacking(plan, read(plan, cards), plan.cards + 1, supply)
    if not lacking:
        return ()
    return tuple(
        card
        for card, copies in unseen.items()
        if copies > 0 and _lacking(plan, read(plan, (*cards, card)), lacking, supply) is not None
    )


def _lacking(plan: Plan, hand: Holding, limit: int, supply: Holding | None) -> int | None:
    layout = Search(plan, hand, limit, supply).find()
    return layout.lacking if layout else None


def _supply(
    rules: RuleSet, plan: Plan, cards: Sequence[Card], players: int | None, seen: Iterable[Card]
) -> tuple[Holding | None, Counter[Card]]:
    """All cards that can be held in the end, None where they cannot run short; and the cards that can still come."""
    players = rules.players[0] if players is None else players
    unseen = rules.deck_cards(players)
    gone = Counter(seen)
    if not gone and _is_plenty(plan, rules.shoe(players).decks):
        unseen.subtract(cards)
        return None, unseen
    unseen.subtract(gone)
    unseen.subtract(cards)
    can_hold = Counter(cards)
    for card, copies in unseen.items():
        if copies > 0:
            can_hold[card] += copies
    return read_counts(plan, can_hold), unseen


def _is_plenty(plan: Plan, decks: int) -> bool:
    """Whether no layout can ask for more natural cards than the decks have."""
    sets = (sum(plan.sets) if plan.same_rank else max(plan.sets)) if plan.sets else 0
    runs = len(plan.runs) + any(group.double for group in plan.runs)
    return runs <= decks and sets + runs <= decks * len(plan.suits)
