"""Contracts: which melds a hand asks for."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from referee.engine.quoting import shown
from referee.engine.rummy.cards import NotationError

type Kind = Literal["set", "run"]


class Slot(NamedTuple):
    """One meld that a contract asks for: a set or a run of ``size`` cards."""

    kind: Kind
    size: int

    def __str__(self) -> str:
        return f"{'S' if self.kind == 'set' else 'R'}{self.size}"


@dataclass(frozen=True)
class Contract:
    """The melds of one hand, in the order in which the rule set names them.

    Not slotted: what is derived is kept after the first look, since the solver and the pages ask for it all the time.
    """

    slots: tuple[Slot, ...]

    def __str__(self) -> str:
        counted = Counter(self.slots)
        return "+".join(f"{'' if n == 1 else n}{slot}" for slot, n in counted.items())

    @cached_property
    def cards(self) -> int:
        """How many cards the melds take."""
        return sum(slot.size for slot in self.slots)

    def sizes(self, kind: Kind) -> tuple[int, ...]:
        """The sizes of the slots of one kind, largest first."""
        return tuple(sorted((slot.size for slot in self.slots if slot.kind == kind), reverse=True))

    @cached_property
    def sets(self) -> tuple[int, ...]:
        return self.sizes("set")

    @cached_property
    def runs(self) -> tuple[int, ...]:
        return self.sizes("run")

    @cached_property
    def order(self) -> tuple[int, ...]:
        """For each slot the number of its meld, where the runs are counted first, then the sets, largest first."""
        melds: list[Slot | None] = [Slot("run", size) for size in self.runs]
        melds += [Slot("set", size) for size in self.sets]
        order = []
        for slot in self.slots:
            order.append(melds.index(slot))
            melds[order[-1]] = None
        return tuple(order)


_TERM = re.compile(r"([1-9][0-9]?)?([SR])([1-9][0-9]?)")
MOST_MELDS = 8


def parse_contract(text: str) -> Contract:
    """The contract that ``"2S3+R4"`` names.

    :raises NotationError: text that is no contract, or one of more than eight melds.
    """
    slots: list[Slot] = []
    for term in text.upper().replace(" ", "").split("+"):
        found = _TERM.fullmatch(term)
        if not found:
            raise NotationError(f"expected a contract such as 2S3+R4, got {shown(text)}", code="value")
        kind: Kind = "set" if found[2] == "S" else "run"
        slots += [Slot(kind, int(found[3]))] * int(found[1] or 1)
    if len(slots) > MOST_MELDS:
        raise NotationError(f"expected at most {MOST_MELDS} melds in a contract, got {shown(text)}", code="value")
    return Contract(tuple(slots))
