"""Going down, laying off and going out where jokers may be swapped to the hand before anything is laid.

Every choice of swaps leaves another hand. Where nothing can be laid off in the turn of going down, most of them are
left unlooked at: a swapped card leaves the hand in any case, so that a hand with all its cards and the jokers besides
tells what every choice of swaps for such jokers leaves at least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.freeing import Freed, freeings, frees_jokers, swaps_before, without_swaps
from referee.engine.rummy.solver.laydown import (
    LayDown,
    goes_out,
    lay_down,
    lay_off,
    least_left,
    may_be_left,
    nothing_laid,
    to_beat,
)


def best_laydown(rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld] = ()) -> LayDown | None:
    """The best way to go down with these cards beside the table's melds; None where the hand cannot go down.

    In a last hand that has to be laid whole only a way that leaves nothing counts.
    """
    best = lay_down(rules, hand, cards, table)
    if not table or not swaps_before(rules):
        return best

    def most() -> int | None:
        return to_beat(rules, best)

    for freed in _promising(rules, hand, cards, table, most):
        found = lay_down(rules, hand, freed.cards, freed.table, most())
        if found is not None and (best is None or found.points < best.points):
            best = replace(found, swaps=freed.steps)
    return best


def best_layoffs(rules: RuleSet, cards: Sequence[Card], table: Sequence[Meld]) -> LayDown:
    """The best that a player who went down in an earlier turn can lay off and swap."""
    if frees_jokers(rules):
        return _after_freeing(rules, cards, table)
    found = lay_off(rules, cards, table)
    if found is None:  # where the rules let no lay-off leave what is left: nothing is laid
        return nothing_laid(rules, cards)
    return found


def _after_freeing(rules: RuleSet, cards: Sequence[Card], table: Sequence[Meld]) -> LayDown:
    """The best of the best after each choice of jokers brought to the hand."""
    wild, plain = sum(map(rules.is_wild, cards)), without_swaps(rules)
    best: LayDown | None = None
    for freed in freeings(rules, cards, table):
        found = lay_off(plain, freed.cards, freed.table, to_beat(rules, best))
        if found is None and best is None:
            found = nothing_laid(plain, freed.cards)
        # A joker that has to be played in this turn does not stay in the hand.
        if (
            found is not None
            and (best is None or found.points < best.points)
            and (rules.joker_swap == "runs-to-hand" or sum(map(rules.is_wild, found.left)) <= wild)
        ):
            best = replace(found, steps=(*freed.steps, *found.steps))
    return nothing_laid(rules, cards) if best is None else best


def can_go_out(
    rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld] = (), *, down: bool = False
) -> bool:
    """Whether the hand can be emptied in this turn, by laying all or by discarding the last card where that is allowed.

    ``down``: the player went down in an earlier turn.
    """
    if down and frees_jokers(rules):
        plain = without_swaps(rules)
        return any(
            can_go_out(plain, hand, freed.cards, freed.table, down=True) for freed in freeings(rules, cards, table)
        )
    if goes_out(rules, hand, cards, table, down=down):
        return True
    if down or not table or not swaps_before(rules):
        return False
    left = 0 if rules.is_all_cards(hand) else max(may_be_left(rules))
    freed = _promising(rules, hand, cards, table, lambda: left, counting=True)
    return any(goes_out(rules, hand, one.cards, one.table, down=False) for one in freed)


class _Swapped(NamedTuple):
    """What the cards are worth that swaps take from the hand, and what there is after them."""

    worth: int
    freed: Freed


def _promising(
    rules: RuleSet,
    hand: int,
    cards: Sequence[Card],
    table: Sequence[Meld],
    most: Callable[[], int | None],
    *,
    counting: bool = False,
) -> Iterator[Freed]:
    """The choices of swaps after which there may be no more left than the ``most``; None: anything.

    ``counting``: in cards instead of points.
    """
    contract, own = rules.contract(hand), rules.in_hand(hand)
    if len(cards) < contract.cards:
        return
    choices = freeings(rules, cards, table)
    next(choices)  # no swap at all
    if own.layoff_same_turn or own.card_points or own.least_points < 0:
        yield from choices
        return
    bounded = not own.is_all_cards(hand)  # where all has to be laid it is soon told that it cannot be
    for came, ways in _by_jokers(own, cards, choices, counting=counting).items():
        allowed, least = most(), None
        if bounded and len(ways) > 1:
            slack = None if allowed is None else allowed + ways[0].worth
            least = least_left(own, contract, (*cards, *came), slack=slack, counting=counting)
            if least is None:
                continue
        for worth, freed in ways:
            allowed = most()
            if allowed is None or (allowed >= 0 and (least is None or least - worth <= allowed)):
                yield freed


def _by_jokers(
    rules: RuleSet, cards: Sequence[Card], choices: Iterator[Freed], *, counting: bool
) -> dict[tuple[Card, ...], list[_Swapped]]:
    """The choices that leave different hands, by the jokers that they bring, the dearest cards first."""
    found: dict[tuple[Card, ...], list[_Swapped]] = {}
    held: Counter[Card] | None = None
    seen: set[tuple[Card, ...]] = set()
    for freed in choices:
        if freed.cards in seen:
            continue
        seen.add(freed.cards)
        held = held or Counter(cards)
        after = Counter(freed.cards)
        gone = held - after
        worth = gone.total() if counting else sum([rules.value(card) * copies for card, copies in gone.items()])
        found.setdefault(tuple((after - held).elements()), []).append(_Swapped(worth, freed))
    for ways in found.values():
        ways.sort(key=lambda one: -one.worth)
    return found
