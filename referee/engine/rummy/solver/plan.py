"""What a hand's contract asks for, worked out once: the windows of its runs and the natural cards every meld needs.

A *window* is the places of one run as bits, bit ``r`` for rank ``r``. The ace has one bit whether it is low or high,
since it is one card; the run that has an ace at both ends (A to A) holds it twice and so has a second mask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.rules import RuleSet

LARGEST_SET = 60
ACE = 1 << 1


class Window(NamedTuple):
    """Where a run can lie: its low place, its size, the natural cards it needs at least, its masks."""

    low: int
    size: int
    need: int
    masks: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """All windows for a run of one slot; compared by identity, since there is one of the same windows.

    ``double``: one of them has a card twice. ``least``: the size of the shortest. ``most``: the most wild cards in one.
    ``uneven``: some may have fewer of them. ``apart``: some may have two, but none side by side. ``top``: the highest
    rank.
    """

    windows: tuple[Window, ...]
    double: bool
    least: int
    most: int
    uneven: bool
    apart: bool
    top: int


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    """A contract under a rule set; compared by identity.

    ``runs`` has the group of windows for each run asked for, largest first; runs of one size share one group.
    ``sets`` and ``needs`` are the sizes of the sets and their least numbers of natural cards, largest first.
    ``rank_bits``: the highest bit of each rank's field of a packed count. ``simple_sets``: the ranks that leave the
    fewest places of the sets empty are also those that lack the fewest natural cards; ``steady_sets``: they are, where
    every set has a rank of its own.
    ``apart``: no two wild cards may lie side by side, and a run may have two. ``naturals``: the fewest natural cards
    of all melds together. ``most_wilds``: the most wild cards. ``sorted_needs``: the needs, largest first.
    ``set_steps``: for one card, two and so on how many sets ask for as many, and how many need as many natural ones.
    ``set_turns``: by set its size and need, how many from it on are as large, how many are smaller.
    ``wild_bits`` and ``wild_fields``: the wild ranks as bits, and as full fields of a packed count.
    ``in_runs``: the ranks that have a place in a run, as bits; ``wild_in_runs``: those that are wild.
    ``plain_runs``: no run has a place for a wild rank, or a card twice.
    ``lean``: the short search knows it (see ``lean``).
    """

    contract: Contract
    runs: tuple[Group, ...]
    sets: tuple[int, ...]
    needs: tuple[int, ...]
    gap: int
    one_a_suit: bool
    depth: int
    same_rank: bool
    suits: str
    top: int
    rank_bits: int
    wild_ranks: tuple[int, ...]
    simple_sets: bool
    steady_sets: bool
    circle: int
    apart: bool
    naturals: int
    most_wilds: int
    sorted_needs: tuple[int, ...]
    set_steps: tuple[tuple[int, int], ...]
    set_turns: tuple[tuple[int, int, int, int], ...]
    wild_bits: int
    wild_fields: int
    in_runs: int
    wild_in_runs: int
    plain_runs: bool
    lean: bool

    @property
    def cards(self) -> int:
        return self.contract.cards

    def follows(self, one: Window, other: Window) -> bool:
        """Whether the two runs, in one suit, lie so close behind each other that a contract may not have both."""
        return self.one_a_suit or self._behind(one, other) or self._behind(other, one)

    def _behind(self, lower: Window, upper: Window) -> bool:
        between = upper.low - lower.low - lower.size
        if self.circle:
            between %= self.circle
        return 0 <= between < self.gap


@lru_cache(maxsize=512)
def plan_for(rules: RuleSet, hand: int) -> Plan:
    """The plan of the hand's contract."""
    return plan_contract(rules.in_hand(hand), rules.contract(hand))


@lru_cache(maxsize=512)
def plans_for(rules: RuleSet, hand: int) -> tuple[Plan, ...]:
    """The plans of the hand's contract."""
    return plans_of(rules.in_hand(hand), rules.contract(hand))


@lru_cache(maxsize=512)
def plans_of(rules: RuleSet, contract: Contract) -> tuple[Plan, ...]:
    """The plan of a contract, and those of larger ones that may be laid for it and that it does not cover.

    There are such only where larger sets are allowed and can hold more wild cards than they have further cards.
    """
    if not rules.may_be_longer("set"):
        return (plan_contract(rules, contract),)
    options = [_set_sizes(rules, slot.size) if slot.kind == "set" else (slot.size,) for slot in contract.slots]
    found: dict[tuple[Slot, ...], Contract] = {}
    for sizes in product(*options):
        slots = tuple(Slot(slot.kind, size) for slot, size in zip(contract.slots, sizes, strict=True))
        found.setdefault(tuple(sorted(slots)), Contract(slots))
    return tuple(plan_contract(rules, larger) for larger in found.values())


def _set_sizes(rules: RuleSet, size: int) -> tuple[int, ...]:
    """The sizes of a set that hold more wild cards than a smaller set could give up."""
    found = [size]
    for larger in range(size + 1, LARGEST_SET + 1):
        more = rules.wild_cap("set", larger, on_table=False) - rules.wild_cap("set", found[-1], on_table=False)
        if more > larger - found[-1]:
            found.append(larger)
    return tuple(found)


@lru_cache(maxsize=512)
def plan_contract(rules: RuleSet, contract: Contract) -> Plan:
    """The plan of any contract under the rule set."""
    groups = {size: _windows(rules, sizes) for size, sizes in _run_sizes(rules, contract).items()}
    double = any(group.double for group in groups.values())
    needs = tuple(size - rules.wild_cap("set", size, on_table=False) for size in contract.sets)
    apart = any(group.apart for group in groups.values())
    in_runs = reduce(or_, [mask for group in groups.values() for window in group.windows for mask in window.masks], 0)
    wild_bits = sum(1 << rank for rank in rules.wild_ranks)
    return Plan(
        contract=contract,
        runs=tuple(groups[size] for size in contract.runs),
        sets=contract.sets,
        needs=needs,
        gap=rules.run_gap,
        one_a_suit=not rules.same_suit_runs,
        depth=max(1, len(contract.runs) + double),
        same_rank=rules.same_rank_sets,
        suits=rules.pack.suits,
        top=rules.pack.top,
        rank_bits=sum(1 << 8 * rank + 7 for rank in range(1, rules.pack.top + 1)),
        wild_ranks=rules.wild_ranks,
        simple_sets=_are_simple(rules, contract),
        steady_sets=needs == tuple(sorted(needs, reverse=True)),
        circle=rules.pack.top if rules.aces == "round" else 0,
        apart=apart,
        naturals=sum(min(window.need for window in groups[size].windows) for size in contract.runs) + sum(needs),
        most_wilds=sum(groups[size].most for size in contract.runs) + sum(contract.sets) - sum(needs),
        sorted_needs=tuple(sorted(needs, reverse=True)),
        set_steps=tuple(
            (sum(size >= least for size in contract.sets), sum(need >= least for need in needs))
            for least in range(1, max(contract.sets, default=0) + 1)
        ),
        set_turns=tuple(
            (size, need, contract.sets[number:].count(size), sum(other < size for other in contract.sets))
            for number, (size, need) in enumerate(zip(contract.sets, needs, strict=True))
        ),
        wild_bits=wild_bits,
        wild_fields=sum(255 << 8 * rank for rank in rules.wild_ranks),
        in_runs=in_runs,
        wild_in_runs=in_runs & wild_bits,
        plain_runs=not double and not in_runs & wild_bits,
        lean=not (double and in_runs & wild_bits & ACE),
    )


def _run_sizes(rules: RuleSet, contract: Contract) -> dict[int, tuple[int, ...]]:
    """For each size of run asked for, the sizes worth looking at.

    Where longer runs may be laid, one is worth a look only when it can hold what no shorter one can: more wild cards,
    or an end that lies farther from the next run.
    """
    # So many ends of a longer run at most lie too close to other runs' beginnings.
    barred = rules.run_gap * (len(contract.runs) - 1) if rules.same_suit_runs else 0
    found: dict[int, tuple[int, ...]] = {}
    for size in set(contract.runs):
        sizes = [size]
        if rules.may_be_longer("run"):
            caps = {n: rules.wild_cap("run", n, on_table=False) for n in range(size, rules.longest_run + 1)}
            bare = min(n - cap for n, cap in caps.items())
            for longer in range(size + 1, rules.longest_run + 1):
                if not barred:
                    needed = _holds_more((), longer, sizes, caps, apart=not rules.adjacent_wilds)
                elif len(set(caps.values())) == 1:
                    needed = longer <= size + barred
                elif bare < 2 and barred < size and len({n - cap for n, cap in caps.items()}) == 1:
                    # One natural card is enough: what is cut off at one end of the two leaves it.
                    needed = longer <= size + barred
                else:
                    needed = True
                if needed:
                    sizes.append(longer)
        found[size] = tuple(sizes)
    return found


def _holds_more(
    wilds: tuple[bool, ...], size: int, smaller: Sequence[int], caps: Mapping[int, int], *, apart: bool
) -> bool:
    """Whether a run of the size may hold wild cards so that no smaller one cut out of it may hold its own.

    ``wilds``: which of its first cards are wild. ``caps``: the most of them by size. ``apart``: no two may lie side by
    side.
    """
    if any(len(wilds) >= part and sum(wilds[-part:]) <= caps[part] for part in smaller):
        return False
    if len(wilds) == size:
        return True
    more = sum(wilds) < caps[size] and not (apart and wilds and wilds[-1])
    return (more and _holds_more((*wilds, True), size, smaller, caps, apart=apart)) or _holds_more(
        (*wilds, False), size, smaller, caps, apart=apart
    )


def _windows(rules: RuleSet, sizes: tuple[int, ...]) -> Group:
    found = []
    for size in sizes:
        need = size - rules.wild_cap("run", size, on_table=False)
        for low in rules.places:
            if rules.run_fits(low, size):
                ranks = [rules.rank_at(place) for place in range(low, low + size)]
                mask = sum(1 << rank for rank in set(ranks))
                masks = (mask,) if len(set(ranks)) == size else (mask, ACE)
                found.append(Window(low, size, need, masks))
    return _group(tuple(found), rules.pack.top, apart=not rules.adjacent_wilds)


@lru_cache(maxsize=512)
def _group(windows: tuple[Window, ...], top: int, *, apart: bool) -> Group:
    """The one group of these windows: contracts that ask for the same runs share what is known of them."""
    wilds = [window.size - window.need for window in windows]
    return Group(
        windows=windows,
        double=any(len(window.masks) > 1 for window in windows),
        least=min(window.size for window in windows),
        most=max(wilds),
        uneven=len(set(wilds)) > 1,
        apart=apart and max(wilds) > 1,
        top=top,
    )


def _are_simple(rules: RuleSet, contract: Contract) -> bool:
    sizes = contract.sets
    caps = [rules.wild_cap("set", size, on_table=False) for size in sizes]
    needs = [size - cap for size, cap in zip(sizes, caps, strict=True)]
    if rules.wild_ranks or needs != sorted(needs, reverse=True):
        return False
    if not rules.same_rank_sets or len(sizes) < 2:
        return True
    # A set made of the cards that others of its rank leave over may lack fewer natural cards with more places empty;
    # not so where all sets together may have one wild card more than the first of them.
    return len(set(sizes)) == 1 and (len(sizes) - 1) * caps[0] <= 1
