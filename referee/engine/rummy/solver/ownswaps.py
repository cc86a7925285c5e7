"""Going down where jokers may be swapped out of the runs just laid, although nothing may be laid off in that turn.

Where cards may be laid off they come to lie there anyhow. Elsewhere every way to go down is looked at with every choice
of swaps on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.holding import without_all
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import afterswaps
from referee.engine.rummy.solver.fill import in_order
from referee.engine.rummy.solver.freeing import Freed, freeings, swaps_before
from referee.engine.rummy.solver.laydown import LayDown, may_be_left, never_left
from referee.engine.rummy.swap import may_swap
from referee.engine.rummy.ways import ways

MOST_WAYS = 2_000
"""So many ways to go down are looked at; beyond them the best without such swaps may be all that is found."""


def best_laydown(rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld] = ()) -> LayDown | None:
    """The best way to go down with these cards beside the table's melds; None where the hand cannot go down.

    In a last hand that has to be laid whole only a way that leaves nothing counts.
    """
    best = afterswaps.best_laydown(rules, hand, cards, table)
    if _swaps_own(rules, hand, cards):
        for found in _with_swaps(rules, hand, cards, table):
            if best is None or found.points < best.points:
                best = found
    return best


def can_go_out(
    rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld] = (), *, down: bool = False
) -> bool:
    """Whether the hand can be emptied in this turn, by laying all or by discarding the last card where that is allowed.

    ``down``: the player went down in an earlier turn.
    """
    if afterswaps.can_go_out(rules, hand, cards, table, down=down):
        return True
    return not down and _swaps_own(rules, hand, cards) and any(f.out for f in _with_swaps(rules, hand, cards, table))


def _swaps_own(rules: RuleSet, hand: int, cards: Sequence[Card]) -> bool:
    """Whether the runs just laid may take in cards by a swap, and by nothing else."""
    contract, own = rules.contract(hand), rules.in_hand(hand)
    if own.layoff_same_turn or own.joker_swap != "runs" or not may_swap(own, down=True, same_turn=True):
        return False
    return bool(contract.runs) and len(cards) > contract.cards and JOKER in cards and not own.is_all_cards(hand)


def _with_swaps(rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld]) -> Iterator[LayDown]:
    """The ways to go down with what is swapped into the runs, as far as the rules let what is left be left."""
    contract, own = rules.contract(hand), rules.in_hand(hand)
    never, ends = never_left(own), may_be_left(own)
    before = freeings(own, cards, table) if table and swaps_before(own) else [Freed((), tuple(cards), tuple(table))]
    for freed in before:
        for way in islice(ways(rules, hand, freed.cards), MOST_WAYS):
            melds = in_order(contract, way)
            left = without_all(freed.cards, [card for meld in melds for card in meld.cards])
            for after in freeings(own, left, melds):
                if after.steps and len(after.cards) not in never:
                    points = sum(map(rules.value, after.cards))
                    out = len(after.cards) in ends
                    yield LayDown(melds, after.steps, after.cards, points, out, freed.steps)
