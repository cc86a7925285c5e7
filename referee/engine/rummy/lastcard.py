"""The last card in a hand: what the rule on going out by a discard says to laying cards (Rule 4.5)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.rummy.cards import Card
from referee.engine.rummy.layoff import fits_table
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.swap import swap_choices
from referee.engine.verdicts import Breach, breach


def last_card(rules: RuleSet, left: tuple[Card, ...], table: tuple[Meld, ...], *, same_turn: bool) -> Iterator[Breach]:
    """What stands against laying cards that leave ``left`` in the hand and ``table`` on the table."""
    match rules.discard_to_go_out:
        case "required" if not left:
            yield breach("discard.required")
        case "never" if len(left) == 1 and not _can_be_laid(rules, left[0], table, same_turn=same_turn):
            # It could be neither laid nor discarded, and the turn could not end.
            yield breach("discard.last-card", cards=left)


def _can_be_laid(rules: RuleSet, card: Card, table: tuple[Meld, ...], *, same_turn: bool) -> bool:
    if (not same_turn or rules.layoff_same_turn) and fits_table(rules, table, card):
        return True
    swaps = not same_turn and rules.joker_swap != "none"
    return swaps and any(swap_choices(rules, meld, card) for meld in table)
