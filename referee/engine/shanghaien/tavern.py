"""Who gets which card of the tavern when the round ends.

Knows the dice at the six cards and nothing else: not what the cards show, not how the dice came there.
Positions are counted from 1 in the round's direction. A die lies at the card of its own number, so its
pips are its position.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, assert_never

from referee.engine.verdicts import gettext_noop

ROW = 6
DICE = 6

type Counts = tuple[int, ...]
"""A player's dice by card, six numbers, card 1 first."""

type Owner = Literal[1, 2] | None

NO_DICE: Counts = (0,) * ROW


class TieBreak(StrEnum):
    """What is compared at the neighbouring cards when both have equally many dice at a card."""

    PIPS = "pips"
    DICE = "dice"


class Why(StrEnum):
    """Why a card went where it went."""

    NO_DICE = "no-dice"
    UNOPPOSED = "unopposed"
    MORE_DICE = "more-dice"
    NEIGHBOURS = "neighbours"
    STILL_EQUAL = "still-equal"


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of the card at `position`; `owner` is None when it leaves the game.

    `dice` are the dice at the card and `neighbours` the sums compared in a tie, each of first and second player.
    """

    position: int
    owner: Owner
    why: Why
    dice: tuple[int, int]
    neighbours: tuple[int, int]


def distribute(
    row: int, first: Sequence[int], second: Sequence[int], *, tie_break: TieBreak = TieBreak.PIPS
) -> tuple[Fate, ...]:
    """The fate of every card, position 1 first, all judged on the dice as they lie before any is taken.

    :raises ValueError: when the row has not six cards or the dice cannot lie like this.
    """
    if row != ROW:
        raise ValueError(f"expected a row of {ROW} cards, got {row!r}")
    dice = (_checked(first, "first"), _checked(second, "second"))
    return tuple(_fate(position, dice, tie_break) for position in range(1, ROW + 1))


def owners(fates: Sequence[Fate]) -> tuple[Owner, ...]:
    """Who gets each card, position 1 first."""
    return tuple(fate.owner for fate in fates)


def neighbour_sum(dice: Sequence[int], position: int, tie_break: TieBreak = TieBreak.PIPS) -> int:
    """The sum of one player's pips (or dice) at the cards beside `position`; the row is no ring."""
    beside = [near for near in (position - 1, position + 1) if 1 <= near <= ROW]
    match tie_break:
        case TieBreak.PIPS:
            return sum(near * dice[near - 1] for near in beside)
        case TieBreak.DICE:
            return sum(dice[near - 1] for near in beside)
        case _:
            assert_never(tie_break)


WORDS = {
    Why.NO_DICE: gettext_noop("no dice"),
    Why.UNOPPOSED: gettext_noop("unopposed"),
    Why.MORE_DICE: gettext_noop("more dice, %(more)s to %(fewer)s"),
    Why.NEIGHBOURS: gettext_noop("equal dice, higher neighbours %(high)s to %(low)s"),
    Why.STILL_EQUAL: gettext_noop("still equal, dice %(more)s each and neighbours %(high)s each"),
}


def explain(fate: Fate, translate: Callable[[str], str] = str) -> str:
    """One plain phrase, in the language of ``translate``: why the card goes to its owner, or to nobody."""
    fewer, more = sorted(fate.dice)
    low, high = sorted(fate.neighbours)
    values = {"more": more, "fewer": fewer, "high": high, "low": low}
    return translate(WORDS[fate.why]) % values


def _fate(position: int, dice: tuple[Counts, Counts], tie_break: TieBreak) -> Fate:
    here = (dice[0][position - 1], dice[1][position - 1])
    beside = (neighbour_sum(dice[0], position, tie_break), neighbour_sum(dice[1], position, tie_break))
    owner, why = _owner(here, beside)
    return Fate(position, owner, why, here, beside)


def _owner(here: tuple[int, int], beside: tuple[int, int]) -> tuple[Owner, Why]:
    if here == (0, 0):
        return None, Why.NO_DICE
    if here[0] != here[1]:
        return _larger(here), Why.UNOPPOSED if 0 in here else Why.MORE_DICE
    if beside[0] != beside[1]:
        return _larger(beside), Why.NEIGHBOURS
    return None, Why.STILL_EQUAL


def _larger(pair: tuple[int, int]) -> Literal[1, 2]:
    return 1 if pair[0] > pair[1] else 2


def _checked(dice: Sequence[int], name: str) -> Counts:
    counts = tuple(dice)
    if len(counts) != ROW or any(count < 0 for count in counts):
        raise ValueError(f"expected {ROW} counts of dice for {name}, got {counts!r}")
    if sum(counts) > DICE:
        raise ValueError(f"expected at most {DICE} dice for {name}, got {sum(counts)} in {counts!r}")
    return counts
