"""The last card in a hand: what the rule on going out by a discard says to laying cards (Rule 4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.layoff import fits_table
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.swap import has_place, may_swap, swap_choices
from referee.engine.verdicts import Breach, breach


def last_card(
    rules: RuleSet, left: tuple[Card, ...], table: tuple[Meld, ...], *, same_turn: bool, down: bool = True
) -> Iterator[Breach]:
    """What stands against laying cards that leave ``left`` in the hand and ``table`` on the table."""
    match rules.discard_to_go_out:
        case "required" if not left:
            yield breach("discard.required")
        case "never" if len(left) == 1 and not _can_be_laid(rules, left[0], table, same_turn=same_turn, down=down):
            # It could be neither laid nor discarded, and the turn could not end.
            yield breach("discard.last-card", cards=left)


def _can_be_laid(rules: RuleSet, card: Card, table: tuple[Meld, ...], *, same_turn: bool, down: bool) -> bool:
    if down and (not same_turn or rules.layoff_same_turn) and fits_table(rules, table, card):
        return True
    swaps = may_swap(rules, down=down, same_turn=same_turn)
    return swaps and any(swap_choices(rules, meld, card) for meld in table)


def owes_joker(rules: RuleSet, owed: int, held: Sequence[Card], table: tuple[Meld, ...]) -> bool:
    """Whether a joker that was swapped out this turn still has to be laid; not where it fits nowhere any more."""
    return owed > 0 and JOKER in held and has_place(rules, table, JOKER)
