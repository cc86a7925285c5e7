"""Points: what cards left in a hand cost and what going out blind earns (Rule 8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from referee.engine.rummy.cards import Card
from referee.engine.rummy.rules import RuleSet


def points(rules: RuleSet, cards: Iterable[Card]) -> int:
    """The penalty points of the cards."""
    return sum(map(rules.value, cards))


def blind_points(rules: RuleSet, *, joker_used: bool) -> int:
    """What the winner of a hand scores who had nothing down at the start of the turn: at most 0."""
    match rules.blind:
        case "none":
            return 0
        case "joker-value":
            return -rules.joker_points
        case "25-or-50":
            return -25 if joker_used else -50
        case "10":
            return -10
        case _:
            assert_never(rules.blind)
