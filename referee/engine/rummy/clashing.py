"""Melds that stand in each other's way in one contract (Rules 3.4 and 3.5)."""

from __future__ import annotations

from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet


def clash(rules: RuleSet, one: Meld, other: Meld) -> str | None:
    """The code under which the two melds may not stand in one contract, or None."""
    if one.kind != other.kind:
        return None
    if one.kind == "set":
        return "contract.same-rank" if one.rank == other.rank and not rules.same_rank_sets else None
    if one.suit != other.suit:
        return None
    if not rules.same_suit_runs:
        return "contract.same-suit"
    if not rules.run_gap:
        return None
    return "contract.consecutive-runs" if _follows(rules, one, other) or _follows(rules, other, one) else None


def _follows(rules: RuleSet, lower: Meld, upper: Meld) -> bool:
    """Whether the upper run begins above the lower one with fewer ranks between than the rule set asks for."""
    between = upper.low - lower.high - 1
    if rules.aces == "round":
        between %= rules.pack.top
    return 0 <= between < rules.run_gap
