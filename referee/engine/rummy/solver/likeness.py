"""Which numbers of cards and wild cards in a contract's run are as good as each other for all that can follow.

What a run may still become hangs on how many cards it has and how many of them are wild only as far as the joker caps
ask. Where any number of jokers is allowed, for example, nothing matters but whether there is a natural card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.course import TableRun

type Counts = tuple[int, int]
"""Cards in a run, and the wild ones among them."""


@lru_cache(maxsize=64)
def alike_counts(rules: RuleSet, size: int, wilds: int) -> Mapping[Counts, Counts]:
    """For a run of so many cards asked for and so many wild cards at hand: the first of all counts like these.

    Counts that are left out can never become a run. How long runs can be at most is no concern of this.
    """
    longest = rules.longest_run if rules.may_be_longer("run") else size
    last = 2 * longest + wilds if rules.may_be_longer("run") else size
    caps = [rules.wild_cap("run", cards, on_table=False) for cards in range(last + 1)]
    # By number of wild cards the numbers of cards, as bits, with which the run may end.
    enough = [
        sum(1 << cards for cards in range(size, last + 1) if wild <= caps[cards]) for wild in range(2 * wilds + 1)
    ]
    ahead = (1 << longest + 1) - 1
    found: dict[tuple[int, ...], Counts] = {}
    alike: dict[Counts, Counts] = {}
    for cards in range(1, longest + 1):
        for wild in range(min(cards, wilds) + 1):
            future = tuple([enough[wild + more] >> cards + more & ahead for more in range(wilds + 1)])
            if any(future):
                alike[cards, wild] = found.setdefault(future, (cards, wild))
    return alike


def likeness(run: TableRun) -> tuple[int, int, int, tuple[bool, ...]]:
    """What two runs on the table have in common when a card may as well go to the one as to the other."""
    return (run.suit, run.first, run.last, run.wild)


def lonely(runs: Sequence[TableRun]) -> frozenset[int]:
    """The indices of the runs on the table that no other is like."""
    counts = Counter([likeness(run) for run in runs])
    return frozenset(run.index for run in runs if counts[likeness(run)] == 1)
