"""How likely the next stock card is one of those that help, as far as one can see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.rules import RuleSet


class Outlook(NamedTuple):
    """``helpful`` of the ``unseen`` cards would help; each of them is as likely to lie on top of the stock."""

    helpful: int
    unseen: int

    @property
    def percent(self) -> int:
        """The chance in whole percent."""
        return round(100 * self.helpful / self.unseen) if self.unseen else 0


def outlook(rules: RuleSet, players: int, helps: Iterable[Card], known: Iterable[Card]) -> Outlook:
    """The chance of a helpful card when all ``known`` cards (hand, table, discards seen) are out of the stock."""
    unseen = rules.deck_cards(players)
    unseen.subtract(known)
    left = {card: count for card, count in unseen.items() if count > 0}
    return Outlook(sum(left.get(card, 0) for card in set(helps)), sum(left.values()))
