"""A round of the dice game with real cards, on its captains' sheet: the six cards, the direction, the dice at them.

Like the sheet it is its address. Who gets which card is for the engine; when the cards are given away the sheet goes on
with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext

from referee.engine.shanghaien.actions import Direction
from referee.engine.shanghaien.cards import SAILORS, Sailor
from referee.engine.shanghaien.state import column
from referee.engine.shanghaien.tally import GONE, MOST_TRICKS, NOBODY
from referee.engine.shanghaien.tavern import DICE, NO_DICE, ROW, Counts, distribute, explain
from scorekeeper.captains import CrewSheet

TRICK = "t"
"""How a row names a trick; any other card is the place of its sailor in the tally."""


class Berth(NamedTuple):
    """A card of the row, from left to right; ``sailor`` is None for a trick, ``owner`` 0 for nobody."""

    place: int
    sailor: Sailor | None
    number: int
    dice: tuple[int, int]
    owner: int
    why: str


@dataclass(frozen=True, slots=True)
class Round:
    """What lies in the tavern. ``row`` has up to six cards, ``first`` and ``second`` are the dice by number."""

    sheet: CrewSheet
    row: tuple[str, ...] = ()
    direction: Direction = Direction.LEFT
    first: Counts = NO_DICE
    second: Counts = NO_DICE

    @property
    def is_full(self) -> bool:
        return len(self.row) == ROW

    @property
    def fields(self) -> dict[str, str]:
        """The round as a form or an address says it, beside the sheet's own fields."""
        dice = {"a": "".join(map(str, self.first)), "b": "".join(map(str, self.second))}
        return {"row": ".".join(self.row), "way": str(self.direction)} | dice

    def berths(self) -> tuple[Berth, ...]:
        """The row of six with what becomes of each card."""
        fates = {column(fate.position, self.direction): fate for fate in distribute(ROW, self.first, self.second)}
        return tuple(
            Berth(
                place,
                None if card == TRICK else SAILORS[int(card)],
                fates[place].position,
                fates[place].dice,
                fates[place].owner or 0,
                explain(fates[place], gettext),
            )
            for place, card in enumerate(self.row)
        )

    def left(self) -> tuple[int, ...]:
        """The sailors that nobody has seen, by their places."""
        return tuple(
            place
            for place, where in enumerate(self.sheet.tally.owners)
            if where == NOBODY and str(place) not in self.row
        )

    def tapped(self, tap: str) -> Round:
        """The round after a tap: ``card 12``, ``card t``, ``back``, ``way left``, ``a + 3`` or ``b - 3``.

        After a tap on nothing it is as it was.
        """
        match tap.split():
            case ["card", card] if not self.is_full and (card == TRICK or card in map(str, self.left())):
                return replace(self, row=(*self.row, card))
            case ["back"]:
                return replace(self, row=self.row[:-1], first=NO_DICE, second=NO_DICE)
            case ["way", ("left" | "right") as way]:
                return replace(self, direction=Direction(way))
            case ["a", ("+" | "-") as sign, number]:
                return replace(self, first=_counted(self.first, sign, number))
            case ["b", ("+" | "-") as sign, number]:
                return replace(self, second=_counted(self.second, sign, number))
            case _:
                return self

    def given(self) -> CrewSheet:
        """The sheet after the cards have gone to their captains; what nobody wins is out of the game."""
        if not self.is_full:
            return self.sheet
        tally = self.sheet.tally
        owners, tricks = list(tally.owners), [*tally.tricks]
        for card, berth in zip(self.row, self.berths(), strict=True):
            if card != TRICK:
                owners[int(card)] = berth.owner or GONE
            elif berth.owner:
                tricks[berth.owner - 1] = min(tricks[berth.owner - 1] + 1, MOST_TRICKS)
        after = replace(tally, owners=tuple(owners), tricks=(tricks[0], tricks[1]))
        return replace(self.sheet, tally=after, before=tally.word)


def read_round(sheet: CrewSheet, given: Mapping[str, str]) -> Round:
    """The round of an address; whatever cannot be read is empty."""
    lies = Round(sheet)
    for card in given.get("row", "").split(".")[:ROW]:
        lies = lies.tapped(f"card {card}")
    way = given.get("way", "")
    direction = Direction(way) if way in set(Direction) else Direction.LEFT
    return replace(lies, direction=direction, first=_read(given.get("a", "")), second=_read(given.get("b", "")))


def _read(text: str) -> Counts:
    if len(text) != ROW or not text.isascii() or not text.isdigit() or sum(map(int, text)) > DICE:
        return NO_DICE
    return tuple(map(int, text))


def _counted(counts: Counts, sign: str, number: str) -> Counts:
    """One die more or fewer at the card of that number; as they are where none can be."""
    if number not in {str(one) for one in range(1, ROW + 1)}:
        return counts
    changed = list(counts)
    changed[int(number) - 1] += 1 if sign == "+" else -1
    return tuple(changed) if min(changed) >= 0 and sum(changed) <= DICE else counts
