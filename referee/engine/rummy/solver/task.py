"""What a sweep has to solve: cards, melds still to be made, melds on the table, and what laying a card is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.swap import swappable

NOTHING = Contract(())


@dataclass(frozen=True, eq=False, slots=True)
class Task:
    """Lay as much worth as possible.

    ``contract``: the melds to make, all of them; empty for a player who is down. ``layoffs``: whether cards may be laid
    off, on own and table melds; ``swaps``: whether jokers can be swapped to an end of their run. ``worth`` by rank, the
    joker at 0. ``slack``: only ways that leave natural cards worth no more than this are of interest; ``enough``: one
    that leaves no more than this is as good as the best. ``keep``: the numbers of cards that may not be left in the
    hand. ``pool``: the wild cards of the hand, the one to lay first in front.
    """

    rules: RuleSet
    cards: Counter[Card]
    contract: Contract
    table: tuple[Meld, ...]
    layoffs: bool
    swaps: bool
    worth: tuple[int, ...]
    slack: int | None = None
    keep: frozenset[int] = frozenset()
    pool: tuple[Card, ...] = ()
    enough: int = -1

    def without(self, card: Card) -> Task:
        """The task without a card."""
        pool = list(self.pool)
        if card in pool:
            pool.remove(card)
        return replace(self, cards=self.cards - Counter([card]), pool=tuple(pool))

    def lay_first(self, card: Card) -> tuple[int, Card]:
        """The order in which wild cards are laid: the dearest first."""
        return (-self.worth[card.rank], card)


def task_for(
    rules: RuleSet,
    cards: Iterable[Card],
    contract: Contract = NOTHING,
    table: Sequence[Meld] = (),
    *,
    counting: bool = False,
    only_contract: bool = False,
    slack: int | None = None,
    keep: frozenset[int] = frozenset(),
    worth: tuple[int, ...] = (),
    enough: int = -1,
) -> Task:
    """The task of a player with these cards.

    ``counting``: every card is worth one instead of its points. ``only_contract``: all that counts is to make it.
    ``worth``: what cards are worth by rank, if not that of the dearest of the rank.
    """
    held = Counter(cards)
    worth = worth or _worth(rules, counting=counting, only_contract=only_contract)
    if rules.wild_ranks:
        wild = [card for card in held if not card.rank or card.rank in rules.wild_ranks]
        wild.sort(key=lambda card: (-worth[card.rank], card))
    else:
        wild = [JOKER]
    return Task(
        rules=rules,
        cards=held,
        contract=contract,
        table=tuple(table),
        layoffs=not only_contract and (rules.layoff_same_turn or not contract.slots),
        # Swaps that bring the joker to the hand are done before, in ``freeing``.
        swaps=rules.joker_swap == "runs"
        and not contract.slots
        and rules.swap_when in ("down", "always")
        and _may_swap(rules, held, table),
        worth=worth,
        pool=tuple(card for card in wild for _ in range(held[card])),
        slack=slack,
        keep=keep,
        enough=enough,
    )


def _may_swap(rules: RuleSet, held: Mapping[Card, int], table: Sequence[Meld]) -> bool:
    """Whether the hand has a card for which a joker stands that may be swapped out of a run."""
    return any(to_swap(rules, held, meld) for meld in table if meld.kind == "run")


def to_swap(rules: RuleSet, held: Mapping[Card, int], run: Meld) -> list[int]:
    """The indices of the jokers in a run that may be swapped out, for which the hand has the card they stand for."""
    return [index for index in swappable(rules, run) if held.get(run.stands_for(index))]


@lru_cache(maxsize=512)
def _worth(rules: RuleSet, *, counting: bool, only_contract: bool) -> tuple[int, ...]:
    """What laying a card of each rank is worth, the joker at 0."""
    points = dict.fromkeys(rules.rank_points, 1) if counting else rules.dearest_points
    return tuple(0 if only_contract else points[rank] for rank in range(rules.pack.top + 1))


def plainly(task: Task) -> Task:
    """The task with contract melds of the sizes asked for alone, where laying off makes the same of them."""
    rules = task.rules
    if not task.layoffs or rules.contract_size == "exact" or rules.aces == "round":
        return task
    if rules.contract_jokers is not None or rules.table_jokers is not None or rules.wilds_at_most_naturals:
        return task
    if rules.run_gap and (rules.run_gap > 1 or len(task.contract.runs) > 2) and rules.same_suit_runs:
        return task
    return replace(task, rules=_exact(rules))


@lru_cache(maxsize=64)
def _exact(rules: RuleSet) -> RuleSet:
    return replace(rules, contract_size="exact")


@lru_cache(maxsize=4096)
def first_size(rules: RuleSet, size: int, naturals: int, wilds: int, *, layoffs: bool) -> tuple[int, int]:
    """With how many cards the set is made first, and how many of them natural; (0, 0) where it cannot come about."""
    whole = naturals + wilds
    longest = whole if rules.may_be_longer("set") else min(size, whole)
    may_grow = layoffs and wilds <= rules.wild_cap("set", whole, on_table=True)
    for made in range(size, longest + 1):
        for own in range(1, min(made, naturals) + 1):
            first = made - own
            if first <= min(wilds, rules.wild_cap("set", made, on_table=False)) and (
                may_grow or (first == wilds and (layoffs or made == whole))
            ):
                return made, own
    return 0, 0


def room_on_sets(task: Task) -> int:
    """How many wild cards the sets on the table can take, at most as many as are held."""
    held = len(task.pool)
    room = 0
    if task.layoffs:
        for meld in task.table:
            if meld.kind == "set":
                laid = len(meld.wild_places)
                cap = task.rules.table_jokers
                room += held if cap is None else max(0, cap - laid)
    return min(room, held)


@lru_cache(maxsize=512)
def run_caps(rules: RuleSet) -> tuple[int, ...]:
    """The most wild cards in a run of a contract, by its size."""
    return (0, *(rules.wild_cap("run", size, on_table=False) for size in range(1, rules.longest_run + 1)))


@lru_cache(maxsize=512)
def most_wilds(rules: RuleSet, contract: Contract, *, layoffs: bool) -> int:
    """The most wild cards that the melds of a contract can hold in the end."""
    most = 0
    for slot in contract.slots:
        sizes = range(slot.size, 61) if rules.may_be_longer(slot.kind) else (slot.size,)
        own = max(rules.wild_cap(slot.kind, size, on_table=False) for size in sizes)
        table = 99 if rules.table_jokers is None else rules.table_jokers
        most += max(own, table) if layoffs else own
    return most


@lru_cache(maxsize=512)
def least_naturals(rules: RuleSet, contract: Contract) -> int:
    """The fewest natural cards with which a set of the contract can be made."""
    if rules.may_be_longer("set"):
        return 1
    return min((size - rules.wild_cap("set", size, on_table=False) for size in contract.sets), default=1)
