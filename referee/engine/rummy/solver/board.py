"""What the quick search for the best lay-down needs to know of the rules, worked out once for each contract.

A card of a run is a bit, bit ``r`` for rank ``r``. On a run's *places* the ace has a bit of its own above the highest
rank as well, wherever the rules let it lie there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.plan import ACE, Plan, plan_contract
from referee.engine.rummy.solver.task import Task, most_wilds, run_caps
from referee.engine.rummy.solver.wholecaps import lays_simply, set_caps

NO_LIMIT = 99


class MaskWorth(dict[int, int]):
    """By mask of ranks or places: what one card of each is worth. Keeps so many masks, then begins anew."""

    MOST = 1 << 13

    def __init__(self, worth: Sequence[int]) -> None:
        super().__init__()
        self.worth = worth

    def __missing__(self, mask: int) -> int:
        if len(self) >= self.MOST:
            self.clear()
        value = sum(worth for bit, worth in enumerate(self.worth) if mask >> bit & 1)
        self[mask] = value
        return value


@dataclass(frozen=True, eq=False, slots=True)
class Board:
    """A contract under a rule set, and the worth of cards; compared by identity.

    ``grows``: melds take in further cards, by laying off or because a contract's may be ``longer`` than asked for;
    ``sets_grow``: sets too; ``whole``: by the latter alone, so that a meld is laid at once, as long as it gets.
    ``first`` and ``last``: the lowest and the highest place of a run, ``longest``: its most cards; ``circle``: the
    number of places where runs go round. ``apart``: jokers may not lie side by side. ``sinks``: by how many places runs
    have to grow below their windows, since a lower window is taken instead if it is not too near to another run.
    ``worth`` is by place, the joker at 0; ``of`` sums it up by mask. ``cap``: the most jokers in a meld that grows.
    ``jokers``: the most of them that the contract's melds can hold in the end. ``by_worth``: the ranks, the cheapest
    first. Of melds laid whole, ``run_caps`` has the most jokers in a run by its cards, ``set_caps`` those in a set by
    its natural ones.
    """

    plan: Plan
    grows: bool
    longer: bool
    sets_grow: bool
    whole: bool
    first: int
    last: int
    longest: int
    circle: int
    apart: bool
    sinks: int
    ace_high: bool
    worth: tuple[int, ...]
    of: MaskWorth
    cap: int
    jokers: int
    by_worth: tuple[int, ...]
    run_caps: tuple[int, ...]
    set_caps: tuple[int, ...]

    def bit(self, place: int) -> int:
        """The bit of a place."""
        return (place - 1) % self.circle + 1 if self.circle else place

    def above(self, low: int, high: int) -> range:
        """The places above a run, from low to high."""
        return range(high + 1, low + self.longest) if self.circle else range(high + 1, self.last + 1)

    def below(self, low: int, high: int) -> range:
        """The places below a run, from high to low."""
        return range(low - 1, high - self.longest, -1) if self.circle else range(low - 1, self.first - 1, -1)

    def places(self, ranks: int) -> int:
        """The places at which cards of the mask can lie."""
        return ranks | (ranks & ACE) << self.plan.top if self.ace_high else ranks

    def ranks(self, places: int) -> int:
        """The ranks of the places, the ace once."""
        top = self.plan.top
        return (places | places >> top & ACE) & (2 << top) - 1

    def both_aces(self, places: int) -> bool:
        """Whether the ace lies at both ends."""
        return bool(places & ACE and places >> self.plan.top & ACE)


def board_for(task: Task) -> Board | None:
    """The board of a task; None where more counts than the quick search looks at."""
    if task.swaps:
        return None
    return _board(task.rules, task.contract, task.worth, layoffs=task.layoffs)


@lru_cache(maxsize=512)
def _board(rules: RuleSet, contract: Contract, worth: tuple[int, ...], *, layoffs: bool) -> Board | None:
    longer = any(rules.may_be_longer(slot.kind) for slot in contract.slots)
    grows, whole = layoffs or longer, longer and not layoffs
    plan = plan_contract(replace(rules, contract_size="exact") if longer else rules, contract)
    if min(worth) < 0 or any(group.double for group in plan.runs):
        return None
    if rules.wild_ranks and layoffs and contract.slots:
        return None
    if any(rules.rank_at(place) in rules.wild_ranks for place in rules.places):
        return None
    if whole and not lays_simply(rules, contract):
        return None
    if layoffs and not _grows_simply(rules, longer=longer):
        return None
    by_place = (*worth, worth[1])
    limit = rules.table_jokers if layoffs else rules.contract_jokers
    by_size = run_caps(rules) if whole else ()
    return Board(
        plan=plan,
        grows=grows,
        longer=longer,
        sets_grow=layoffs or rules.may_be_longer("set"),
        whole=whole,
        first=rules.places[0],
        last=rules.places[-1],
        longest=rules.longest_run,
        circle=plan.circle,
        apart=not rules.adjacent_wilds,
        sinks=NO_LIMIT if whole else _most_below(plan),
        ace_high=rules.places[-1] > plan.top,
        worth=by_place,
        of=mask_worth(by_place),
        cap=max(by_size) if whole else limit if isinstance(limit, int) else NO_LIMIT,
        jokers=most_wilds(rules, contract, layoffs=layoffs),
        by_worth=tuple(sorted(range(1, plan.top + 1), key=worth.__getitem__)),
        run_caps=by_size,
        set_caps=set_caps(rules, contract) if whole else (),
    )


def _most_below(plan: Plan) -> int:
    """How many windows in a row next below a run's may be too near to other runs of the contract.

    Each of the others bars some that end right below it and some that begin right above it, with more between these
    than all others bar.
    """
    others = len(plan.runs) - 1
    if others < 1 or not plan.gap or plan.one_a_suit:
        return 0
    shortest = min(group.windows[0].size for group in plan.runs)
    if plan.circle or 2 * plan.gap * (others - 1) >= 2 * shortest - 1:
        return NO_LIMIT
    return plan.gap * others


@lru_cache(maxsize=64)
def mask_worth(worth: tuple[int, ...]) -> MaskWorth:
    """What masks of cards with these values are worth."""
    return MaskWorth(worth)


def _grows_simply(rules: RuleSet, *, longer: bool) -> bool:
    """Whether a meld that is laid off on is a meld of the size asked for, with cards added one by one under one cap."""
    if rules.longest_run < len(rules.places):
        return False
    if not longer:
        return True
    if rules.aces == "round" or not rules.adjacent_wilds:
        return False
    return rules.contract_jokers is None and rules.table_jokers is None and not rules.wilds_at_most_naturals
