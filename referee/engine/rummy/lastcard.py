"""The last card in a hand: what the rule on going out by a discard says to laying cards (Rule 4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.rummy.cards import Card
from referee.engine.rummy.holding import without
from referee.engine.rummy.layoff import End, fits_table, lay_off, normal, open_ends
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.swap import freed_jokers, has_place, may_swap, swap, swap_choices
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
    lays = down and (not same_turn or rules.layoff_same_turn)
    if lays and fits_table(rules, table, card):
        return True
    if not may_swap(rules, down=down, same_turn=same_turn):
        return False
    return any(
        # A joker that comes to the hand is the last card in its turn, and has to find a place.
        all(lays and has_place(rules, after_swap(rules, table, index, card, to), joker) for joker in freed)
        for index, meld in enumerate(table)
        for to in swap_choices(rules, meld, card)
        for freed in (freed_jokers(rules, meld, card),)
    )


def after_swap(rules: RuleSet, table: tuple[Meld, ...], index: int, card: Card, to: End | None) -> tuple[Meld, ...]:
    """The table with the card swapped in."""
    return (*table[:index], swap(rules, table[index], card, to), *table[index + 1 :])


def owes_joker(rules: RuleSet, owed: int, held: Sequence[Card], table: tuple[Meld, ...]) -> bool:
    """Whether a wild card that was swapped out this turn still has to be laid: that one or another in its stead.

    Not where it fits nowhere any more, or where laying it would leave a last card that could not go.
    """
    if not owed:
        return False
    return any(
        not any(last_card(rules, left, after_layoff(rules, table, index, wild, end), same_turn=False))
        for wild in dict.fromkeys(filter(rules.is_wild, held))
        for left in (without(tuple(held), wild),)
        for index, meld in enumerate(table)
        for end in open_ends(rules, meld, wild)
    )


def after_layoff(rules: RuleSet, table: tuple[Meld, ...], index: int, card: Card, end: End | None) -> tuple[Meld, ...]:
    """The table with the card laid off on one of its melds."""
    return (*table[:index], normal(rules, lay_off(table[index], card, end)), *table[index + 1 :])
