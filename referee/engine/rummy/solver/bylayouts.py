"""The best for a task by a search through the layouts, told as melds and steps.

A set of a wild rank is taken out of the contract first, in every way; in what remains its cards are wild ones only.
Where it may be longer than asked for it takes in wild cards that remain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from referee.engine.rummy.cards import Card
from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.melds import Meld, set_of
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
    for made, size, rest in _wild_sets(task, done):
        slack = rest.slack if best is None else left_worth(task, best) - 1
        found, known = _search(replace(rest, slack=slack), done if task.rules.same_rank_sets else done | {made.rank})
        sure = sure and known
        if found:
            found, whole = _with_set(task, rest, Slot("set", size), made, found)
            sure = sure and whole
            if slack is None or left_worth(task, found) <= slack:
                best = found
    return best, sure


def _wild_sets(task: Task, done: frozenset[int]) -> Iterator[tuple[Meld, int, Task]]:
    """Every way to make a set of a wild rank: the set, the size asked for, and the task that remains.

    Where the set may be longer wild cards cost nothing in the task that remains, since it may take them in.
    """
    rules, contract = task.rules, task.contract
    worth = task.worth
    if rules.may_be_longer("set"):
        worth = tuple(0 if rank in rules.wild else points for rank, points in enumerate(worth))
    for rank in rules.wild_ranks:
        if rank in done:
            continue
        own = [card for card in task.pool if card.rank == rank]
        others = [card for card in task.pool if card.rank != rank]
        for size in dict.fromkeys(contract.sets):
            need = size - rules.wild_cap("set", size, on_table=False)
            for naturals in range(need, min(size, len(own)) + 1):
                if size - naturals > len(others):
                    continue
                cards = [*own[:naturals], *others[: size - naturals]]
                used = Counter(cards)
                slots = list(contract.slots)
                slots.remove(Slot("set", size))
                rest = replace(
                    task,
                    cards=task.cards - used,
                    contract=Contract(tuple(slots)),
                    pool=tuple(sorted((Counter(task.pool) - used).elements(), key=task.lay_first)),
                    worth=worth,
                )
                yield set_of(cards, rank), size, rest


def _with_set(task: Task, rest: Task, slot: Slot, made: Meld, found: Played) -> tuple[Played, bool]:
    """What is found, with the set, as long as it gets; whether that is the best with it if ``found`` is of the rest.

    Where wild cards were taken to cost nothing, it is if they are all laid.
    """
    left, whole = found.left, True
    if task.rules.may_be_longer(slot.kind):
        made, left = _lengthened(task, made, left)
        whole = not any(task.rules.is_wild(card) for card in left)
    melds = sorted(
        [(slot, made), *zip(rest.contract.slots, found.melds, strict=True)],
        key=lambda one: (one[0].kind != "run", -one[0].size),
    )
    return Played(in_order(task.contract, [meld for _, meld in melds]), found.steps, left), whole


def _lengthened(task: Task, made: Meld, left: tuple[Card, ...]) -> tuple[Meld, tuple[Card, ...]]:
    """The set with all cards of its rank that are left, and other wild ones for which there is room then; the rest."""
    rules = task.rules
    cards, rest = [*made.cards], [*left]
    own = [card for card in left if card.rank == made.rank]
    others = sorted((card for card in left if rules.is_wild(card) and card.rank != made.rank), key=task.lay_first)
    for card in (*own, *others):
        wilds = sum(card.rank != made.rank for card in (*cards, card))
        if wilds <= rules.wild_cap("set", len(cards) + 1, on_table=False):
            cards.append(card)
            rest.remove(card)
    return set_of(cards, made.rank), tuple(rest)
