"""What a hand can do without on its way to the contract, from the cards alone: for a question at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.bots.outlook import outs_among, weigh
from referee.engine.bots.weighing import MATE
from referee.engine.rummy.cards import Card
from referee.engine.rummy.rules import RuleSet


class Thrown(NamedTuple):
    """Cards to throw, the best first: all that no nearest way uses, or (not ``is_spare``) the one least lost with."""

    cards: tuple[Card, ...]
    is_spare: bool


def to_throw(rules: RuleSet, hand: int, players: int, cards: Sequence[Card], gone: Sequence[Card]) -> Thrown:
    """What to discard of these cards in the hand of that number; wild cards only where there is nothing else.

    ``gone``: further cards that cannot come. Says nothing of what the others could use.

    :raises ValueError: for no cards.
    """
    if not cards:
        raise ValueError("expected cards to throw one of, got none")
    outs = outs_among(rules, hand, players, (*cards, *gone))
    outlook = weigh(rules, hand, tuple(sorted(cards)), outs, MATE.taste.turns_in(rules, hand))
    natural = [card for card in cards if not rules.is_wild(card)] or list(cards)
    spare = [card for card in natural if not outlook.loss(card)]
    if spare:
        return Thrown(tuple(sorted(spare, key=lambda card: (-rules.value(card), card))), is_spare=True)
    return Thrown((min(natural, key=lambda card: (outlook.loss(card), -rules.value(card), card)),), is_spare=False)
