"""How many wild cards a contract's meld may hold that is laid at once and may be longer than asked for."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.plan import LARGEST_SET
from referee.engine.rummy.solver.task import run_caps


@lru_cache(maxsize=64)
def set_caps(rules: RuleSet, contract: Contract) -> tuple[int, ...]:
    """The most wild cards in a set, by the natural ones in it, as far as a larger set may never hold fewer."""
    if not contract.sets:
        return ()
    first, last = min(contract.sets), _steady(rules, contract)
    return tuple(
        max((n - own for n in range(max(first, own), last + 1) if n - own <= _cap(rules, n)), default=0)
        for own in range(last + 1)
    )


def _steady(rules: RuleSet, contract: Contract) -> int:
    """The largest size of a set up to which each further card brings room for none or for one further wild card."""
    first = min(contract.sets)
    caps = [_cap(rules, size) for size in range(first, LARGEST_SET + 1)]
    steps = [after - before in _STEPS for before, after in pairwise(caps)]
    return first + (steps.index(False) if False in steps else len(steps))


def _cap(rules: RuleSet, size: int) -> int:
    return rules.wild_cap("set", size, on_table=False)


def lays_simply(rules: RuleSet, contract: Contract) -> bool:
    """Whether every longer meld is one of the size asked for, legal by itself, with cards added at its ends."""
    if rules.aces == "round" or rules.longest_run < len(rules.places):
        return False
    if rules.may_be_longer("set") and contract.sets and _steady(rules, contract) < max(contract.sets):
        return False
    return not rules.may_be_longer("run") or all(_holds_shorter(rules, size) for size in set(contract.runs))


def _holds_shorter(rules: RuleSet, size: int) -> bool:
    """Whether every longer run has so many cards in a row that are a run, and longer ones never hold fewer wild cards.

    If none of them were, each would hold one wild card too many at least; they are the fewest where the wild cards come
    last in each row of so many.
    """
    caps = run_caps(rules)
    if any(after - before not in _STEPS for before, after in pairwise(caps[size:])):
        return False
    too_many = caps[size] + 1
    if not rules.adjacent_wilds and too_many > (size + 1) // 2:
        return True
    return all(
        caps[length] < too_many * (length // size) + max(0, length % size - (size - too_many))
        for length in range(size + 1, len(caps))
    )


_STEPS = (0, 1)
