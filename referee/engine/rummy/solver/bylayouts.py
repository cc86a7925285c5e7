"""The best for a task by a search through the layouts, told as melds and steps.

A set of a wild rank is taken out of the contract first, in every way; in what remains its cards are wild ones only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.melds import Meld, set_of
from referee.engine.rummy.solver.board import board_for
from referee.engine.rummy.solver.fill import in_order
from referee.engine.rummy.solver.ground import Ground
from referee.engine.rummy.solver.quick import Quick
from referee.engine.rummy.solver.steps import Played
from referee.engine.rummy.solver.sweep import Sweep
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
    if task.layoffs or not task.contract.slots or task.rules.contract_size != "exact" or min(task.worth) < 0:
        return 0
    return Sweep(task).bounds.least()


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
    for rank, made, rest in _wild_sets(task, done):
        slack = rest.slack if best is None else left_worth(task, best) - 1
        found, known = _search(replace(rest, slack=slack), done if task.rules.same_rank_sets else done | {rank})
        sure = sure and known
        if found:
            best = Played(_with_set(task.contract, made, found.melds), found.steps, found.left)
    return best, sure


def _wild_sets(task: Task, done: frozenset[int]) -> Iterator[tuple[int, Meld, Task]]:
    """Every way to make a set of a wild rank: the rank, the set, and the task that remains."""
    rules, contract = task.rules, task.contract
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
                used = Counter([*own[:naturals], *others[: size - naturals]])
                slots = list(contract.slots)
                slots.remove(Slot("set", size))
                pool = tuple((Counter(task.pool) - used).elements())
                rest = replace(
                    task,
                    cards=task.cards - used,
                    contract=Contract(tuple(slots)),
                    pool=tuple(sorted(pool, key=task.lay_first)),
                )
                yield rank, set_of([*own[:naturals], *others[: size - naturals]], rank), rest


def _with_set(contract: Contract, made: Meld, others: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """The melds of the contract, in its order."""
    return in_order(contract, sorted((made, *others), key=lambda meld: (meld.kind != "run", -len(meld))))
