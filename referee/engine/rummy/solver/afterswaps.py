"""Going down, laying off and going out where jokers may be swapped to the hand before anything is laid.

Every choice of swaps leaves another hand and another table. Most of them are left unlooked at: a swapped card leaves
the hand in any case, so that a hand with all its cards and the jokers besides, and a table on which no joker is left
that could be swapped, tells what every choice of swaps for such jokers leaves at least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.freeing import Freed, freeings, frees_jokers, freest, swaps_before, without_swaps
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
from referee.engine.rummy.solver.task import NOTHING


def best_laydown(rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld] = ()) -> LayDown | None:
    """The best way to go down with these cards beside the table's melds; None where the hand cannot go down.

    In a last hand that has to be laid whole only a way that leaves nothing counts.
    """
    best = lay_down(rules, hand, cards, table)
    if not table or not swaps_before(rules):
        return best

    def most() -> int | None:
        return to_beat(rules, best)

    for freed in _before_going_down(rules, hand, cards, table, most):
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
    best = lay_off(plain, cards, table) or nothing_laid(plain, cards)

    def most() -> int | None:
        return to_beat(rules, best)

    choices = freeings(rules, cards, table)
    next(choices)  # no swap at all
    for freed in _promising(_Turn(plain, NOTHING, cards, freest(rules, table)), choices, most):
        found = lay_off(plain, freed.cards, freed.table, most())
        # A joker that has to be played in this turn does not stay in the hand.
        if (
            found is not None
            and found.points < best.points
            and (rules.joker_swap == "runs-to-hand" or sum(map(rules.is_wild, found.left)) <= wild)
        ):
            best = replace(found, steps=(*freed.steps, *found.steps))
    return best


def can_go_out(
    rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld] = (), *, down: bool = False
) -> bool:
    """Whether the hand can be emptied in this turn, by laying all or by discarding the last card where that is allowed.

    ``down``: the player went down in an earlier turn.
    """
    if down and frees_jokers(rules):
        plain = without_swaps(rules)
        if goes_out(plain, hand, cards, table, down=True):
            return True
        choices = freeings(rules, cards, table)
        next(choices)  # no swap at all
        turn = _Turn(plain.in_hand(hand), NOTHING, cards, freest(rules, table))
        freed = _promising(turn, choices, lambda: max(may_be_left(rules)), counting=True)
        return any(goes_out(plain, hand, one.cards, one.table, down=True) for one in freed)
    if goes_out(rules, hand, cards, table, down=down):
        return True
    if down or not table or not swaps_before(rules):
        return False
    left = 0 if rules.is_all_cards(hand) else max(may_be_left(rules))
    freed = _before_going_down(rules, hand, cards, table, lambda: left, counting=True)
    return any(goes_out(rules, hand, one.cards, one.table, down=False) for one in freed)


class _Turn(NamedTuple):
    """What is to be laid, in a turn after the swaps: the contract, if any, and the table with all jokers swapped."""

    rules: RuleSet
    contract: Contract
    cards: Sequence[Card]
    table: tuple[Meld, ...]


class _Swapped(NamedTuple):
    """What the cards are worth that swaps take from the hand, and what there is after them."""

    worth: int
    freed: Freed


def _before_going_down(
    rules: RuleSet,
    hand: int,
    cards: Sequence[Card],
    table: Sequence[Meld],
    most: Callable[[], int | None],
    *,
    counting: bool = False,
) -> Iterator[Freed]:
    """The choices of swaps after which going down may leave no more than the ``most``; None: anything.

    ``counting``: in cards instead of points.
    """
    contract, own = rules.contract(hand), rules.in_hand(hand)
    if len(cards) < contract.cards:
        return
    choices = freeings(rules, cards, table)
    next(choices)  # no swap at all
    if own.is_all_cards(hand):  # it is soon told that not all can be laid
        for freed in choices:
            allowed = most()
            if allowed is not None and allowed < 0:
                return
            yield freed
    else:
        yield from _promising(_Turn(own, contract, cards, freest(rules, table)), choices, most, counting=counting)


def _promising(
    turn: _Turn, choices: Iterator[Freed], most: Callable[[], int | None], *, counting: bool = False
) -> Iterator[Freed]:
    """Those of the choices after which there may be no more left than the ``most``."""
    rules = turn.rules
    if rules.card_points or rules.least_points < 0:
        yield from choices
        return
    for came, ways in _by_jokers(turn, choices, counting=counting):
        allowed, least = most(), None
        if len(ways) > 1:
            slack = None if allowed is None else allowed + ways[0].worth
            cards = (*turn.cards, *came)
            least = least_left(rules, turn.contract, cards, turn.table, slack=slack, counting=counting)
            if least is None:
                continue
        for worth, freed in ways:
            allowed = most()
            if allowed is None or (allowed >= 0 and (least is None or least - worth <= allowed)):
                yield freed


def _by_jokers(
    turn: _Turn, choices: Iterator[Freed], *, counting: bool
) -> Sequence[tuple[tuple[Card, ...], list[_Swapped]]]:
    """The choices by the jokers that they bring, the dearest cards first, as far as the rest of the turn differs.

    Where cards are laid off, the more jokers the better, as a rule.
    """
    found: dict[tuple[Card, ...], list[_Swapped]] = {}
    held: Counter[Card] | None = None
    seen: set[tuple[Card, ...]] = set()
    rules = turn.rules
    lays_off = rules.layoff_same_turn or not turn.contract.slots
    for freed in choices:
        if freed.cards in seen and not lays_off:
            continue
        seen.add(freed.cards)
        held = held or Counter(turn.cards)
        after = Counter(freed.cards)
        gone = held - after
        worth = gone.total() if counting else sum([rules.value(card) * copies for card, copies in gone.items()])
        found.setdefault(tuple((after - held).elements()), []).append(_Swapped(worth, freed))
    for ways in found.values():
        ways.sort(key=lambda one: -one.worth)
    return [*found.items()][:: -1 if lays_off else 1]
