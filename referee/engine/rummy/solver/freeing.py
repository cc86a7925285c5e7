"""Joker swaps done before anything is laid: every choice of them, each with the hand and the table it leaves.

They can all be done before anything is laid off: a joker on the table stands for one card from the start, and where it
is gone there is more room, never less. So what is left to solve is laying off without swaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from referee.engine.rummy.cards import Card, faces_of_rank
from referee.engine.rummy.holding import with_card, without
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.steps import Swap
from referee.engine.rummy.swap import freed_jokers, may_swap, swap, swap_choices, swappable, to_hand

MOST = 256
"""So many choices are looked at; there are seldom more than four."""


class Freed(NamedTuple):
    """The swaps done, and the hand and table after them."""

    steps: tuple[Swap, ...]
    cards: tuple[Card, ...]
    table: tuple[Meld, ...]


def frees_jokers(rules: RuleSet) -> bool:
    """Whether a player who is down can bring jokers of the table to the hand."""
    return to_hand(rules) and may_swap(rules, down=True, same_turn=False)


def swaps_before(rules: RuleSet) -> bool:
    """Whether a player who is not down may swap, and so perhaps gets what the contract lacks."""
    return may_swap(rules, down=False, same_turn=False)


@lru_cache(maxsize=256)
def without_swaps(rules: RuleSet) -> RuleSet:
    """The same rules, but for the joker swap."""
    return replace(rules, joker_swap="none")


def freeings(rules: RuleSet, cards: Sequence[Card], table: Sequence[Meld]) -> Iterator[Freed]:
    """Every choice of swaps once, none at all first."""
    todo = [Freed((), tuple(sorted(cards)), tuple(table))]
    seen = {todo[0][1:]}
    for _ in range(MOST):
        if not todo:
            return
        now = todo.pop(0)
        yield now
        for later in _next(rules, now):
            if later[1:] not in seen:
                seen.add(later[1:])
                todo.append(later)


def _next(rules: RuleSet, now: Freed) -> Iterator[Freed]:
    """One swap more."""
    for index, meld in enumerate(now.table):
        wanted = _wanted(rules, meld)
        if not wanted:
            continue
        for card in dict.fromkeys(now.cards):
            if card not in wanted:
                continue
            for to in swap_choices(rules, meld, card):
                hand = without(now.cards, card)
                for joker in freed_jokers(rules, meld, card):
                    hand = with_card(hand, joker)
                table = (*now.table[:index], swap(rules, meld, card, to), *now.table[index + 1 :])
                yield Freed((*now.steps, Swap(card, index, to)), hand, table)


def freest(rules: RuleSet, table: Sequence[Meld]) -> tuple[Meld, ...]:
    """The table with a natural card in the place of every wild one that may be swapped."""
    return tuple([_freest(rules, meld) for meld in table])


@lru_cache(maxsize=256)
def _freest(rules: RuleSet, meld: Meld) -> Meld:
    cards = list(meld.cards)
    for index in swappable(rules, meld):
        cards[index] = faces_of_rank(rules.pack, meld.rank)[0] if meld.kind == "set" else meld.stands_for(index)
    return set_of(cards, meld.rank) if meld.kind == "set" else run_of(cards, meld.suit, meld.low)


@lru_cache(maxsize=256)
def _wanted(rules: RuleSet, meld: Meld) -> frozenset[Card]:
    """The cards for which a wild one of the meld may stand."""
    stand = [meld.stands_for(index) for index in swappable(rules, meld)]
    if meld.kind == "set" and stand:
        return frozenset(faces_of_rank(rules.pack, meld.rank))
    return frozenset(stand)
