"""The best for a task by a search through the layouts, told as melds and steps.

A set of a wild rank is taken out of the contract first, in every way; in what remains its cards are wild ones only.
Where it may be longer than asked for it takes in those of its cards that remain, which then cost nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.melds import set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.board import board_for
from referee.engine.rummy.solver.fill import in_order
from referee.engine.rummy.solver.ground import Ground
from referee.engine.rummy.solver.quick import Quick
from referee.engine.rummy.solver.steps import Played
from referee.engine.rummy.solver.task import Task
from referee.engine.rummy.solver.telling import tell


def by_layouts(task: Task) -> tuple[Played | None, bool]:
    """What a search through the layouts finds; whether that is certainly the best, or nothing is to be found."""
    played, sure = _search(task, frozenset())
    return (None, False) if played and len(played.left) in task.keep else (played, sure)


def left_worth(task: Task, played: Played) -> int:
    """What the cards left in the hand are worth in the task."""
    return sum([task.worth[card.rank] for card in played.left])


def idle_jokers(task: Task) -> int:
    """Jokers for which there is certainly no place, where that is easily told and nothing hangs on their number."""
    board = board_for(task)
    return Ground(task, board).idle if board and not task.keep and not task.rules.wild_ranks else 0


def least_loss(task: Task) -> int:
    """What is lost for certain where the contract's cards are all that can be laid; else nothing is told."""
    contract = task.contract
    if task.layoffs or not contract.slots or task.rules.contract_size != "exact" or min(task.worth) < 0:
        return 0
    worth = sorted([task.worth[card.rank] for card in task.cards.elements()], reverse=True)
    return sum(worth[contract.cards :])


def _search(task: Task, done: frozenset[int]) -> tuple[Played | None, bool]:
    """The best, with no further set of the wild ranks that are ``done``."""
    board = board_for(task)
    if board is None:
        return None, False
    quick = Quick(Ground(task, board), slack=task.slack)
    sure = quick.search()
    best = tell(quick.ground, quick.found) if quick.found else None
    if not task.rules.wild_ranks or not task.contract.sets:
        return best, sure
    for kind in _wild_sets(task, done):
        slack = task.slack if best is None else left_worth(task, best) - 1
        found, known = _with_set(task, kind, slack, done)
        sure = sure and known
        if found:
            best = found
    return best, sure


class _WildSet(NamedTuple):
    """A set of a wild rank to make: its rank, the size asked for, its cards."""

    rank: int
    size: int
    cards: tuple[Card, ...]


def _wild_sets(task: Task, done: frozenset[int]) -> Iterator[_WildSet]:
    """Every way to make a set of a wild rank that is not ``done``, with the fewest of its own cards.

    Where it may be longer it takes in all of those that are left in the end.
    """
    rules, contract = task.rules, task.contract
    for rank in rules.wild_ranks:
        own = [card for card in task.pool if card.rank == rank]
        others = [card for card in task.pool if card.rank != rank]
        for size in dict.fromkeys(contract.sets) if own and rank not in done else ():
            for count in range(len(others) + 1):
                need = _least_own(rules, size, count, len(own))
                if need is None:
                    continue
                for ranks in dict.fromkeys(combinations([card.rank for card in others], count)):
                    wilds = [[card for card in others if card.rank == one][: ranks.count(one)] for one in set(ranks)]
                    yield _WildSet(rank, size, (*own[:need], *chain(*wilds)))


def _least_own(rules: RuleSet, size: int, others: int, held: int) -> int | None:
    """The fewest cards of its own rank that a set of the size has beside so many others; None: it cannot have them."""
    longest = size if not rules.may_be_longer("set") else others + held
    for whole in range(max(size, others + 1), longest + 1):
        if others <= rules.wild_cap("set", whole, on_table=False):
            return whole - others if whole - others <= held else None
    return None


def _with_set(task: Task, kind: _WildSet, slack: int | None, done: frozenset[int]) -> tuple[Played | None, bool]:
    """The best way with the set that leaves no more than the slack, and whether that is certain."""
    slots = list(task.contract.slots)
    slots.remove(Slot("set", kind.size))
    used, worth = Counter(kind.cards), task.worth
    if task.rules.may_be_longer("set"):
        worth = (*worth[: kind.rank], 0, *worth[kind.rank + 1 :])
    rest = replace(task, cards=task.cards - used, contract=Contract(tuple(slots)), worth=worth, slack=slack)
    rest = replace(rest, pool=tuple(sorted((Counter(task.pool) - used).elements(), key=rest.lay_first)))
    found, sure = _search(rest, done if task.rules.same_rank_sets else done | {kind.rank})
    if found is None:
        return None, sure
    cards, left = kind.cards, found.left
    if task.rules.may_be_longer("set"):
        cards += tuple(card for card in left if card.rank == kind.rank)
        left = tuple(card for card in left if card.rank != kind.rank)
    melds = [*zip(slots, found.melds, strict=True), (Slot("set", kind.size), set_of(cards, kind.rank))]
    melds.sort(key=lambda one: (one[0].kind != "run", -one[0].size))
    return Played(in_order(task.contract, [meld for _, meld in melds]), found.steps, left), sure
