"""Who has which card, kept by hand for a game with real cards, and what the crews come to.

Knows the 40 sailors one by one, the jokers enlisted and the tricks left; writes all of it as one short word that fits
an address. Knows nothing of rounds or dice, and takes people at their word.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from referee.engine.rummy.cards import NotationError
from referee.engine.shanghaien.cards import NATION_KEYS, SAILOR_VALUES, SAILORS, TRICKS, Sailor
from referee.engine.shanghaien.scoring import JOKER_STRENGTH, Score, score_crews

NOBODY, FIRST, SECOND, GONE = range(4)
"""Where a sailor is: not seen yet, with first or second captain, out of the game."""

_PLACES = {str(place): place for place in range(len(SAILORS))}
MOST_JOKERS = 3
MOST_TRICKS = len(TRICKS)
_JOKER_STEPS = [
    (first, second) for both in range(MOST_JOKERS) for first in range(both, -1, -1) for second in (both - first,)
]


@dataclass(frozen=True, slots=True)
class SailorHeld:
    """A sailor with its place in the word and where it is."""

    place: int
    sailor: Sailor
    where: int


@dataclass(frozen=True, slots=True)
class NationHeld:
    """A nationality: its sailors, the jokers of first and second captain among it, strengths and points."""

    nation: str
    sailors: tuple[SailorHeld, ...]
    jokers: tuple[int, int]
    strengths: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """``owners`` has a place for each sailor in the printed order, ``jokers`` a pair for each nationality."""

    owners: tuple[int, ...] = (NOBODY,) * len(SAILORS)
    jokers: tuple[tuple[int, int], ...] = ((0, 0),) * len(NATION_KEYS)
    tricks: tuple[int, int] = (0, 0)

    @property
    def word(self) -> str:
        """All of it as one word; an empty tally is an empty word."""
        if self == Tally():
            return ""
        jokers = "".join(f"{first}{second}" for first, second in self.jokers)
        return "-".join(("".join(map(str, self.owners)), jokers, f"{self.tricks[0]}{self.tricks[1]}"))

    def crews(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """Nationality → strengths, of first and second captain."""
        first: dict[str, list[int]] = {}
        second: dict[str, list[int]] = {}
        for captain, crew in ((FIRST, first), (SECOND, second)):
            for sailor, where in zip(SAILORS, self.owners, strict=True):
                if where == captain:
                    crew.setdefault(sailor.nation, []).append(sailor.value)
            for nation, pair in zip(NATION_KEYS, self.jokers, strict=True):
                if pair[captain - 1]:
                    crew.setdefault(nation, []).extend([JOKER_STRENGTH] * pair[captain - 1])
        return first, second

    def score(self) -> Score:
        """The points as they stand."""
        return score_crews(*self.crews(), self.tricks)

    def nations(self) -> tuple[NationHeld, ...]:
        """Every nationality, in the printed order."""
        scored = {one.nation: one for one in self.score().nations}
        held = iter(SailorHeld(place, SAILORS[place], where) for place, where in enumerate(self.owners))
        rows = []
        for nation, jokers in zip(NATION_KEYS, self.jokers, strict=True):
            found = scored.get(nation)
            rows.append(
                NationHeld(
                    nation,
                    tuple(islice(held, len(SAILOR_VALUES))),
                    jokers,
                    found.strengths if found else (0, 0),
                    found.points if found else (0, 0),
                )
            )
        return tuple(rows)

    @property
    def seen(self) -> int:
        """How many sailors are somewhere."""
        return sum(where != NOBODY for where in self.owners)

    def tapped(self, what: str, pen: int) -> Tally:
        """The tally after a tap: ``card 12``, ``joker red``, ``trick 1`` or ``untrick 1``.

        A card goes to where the ``pen`` says, and back to nobody when it is there; a joker goes round all that can be.

        :raises NotationError: a tap on nothing.
        """
        match what.split():
            case ["card", place] if place in _PLACES:
                return self._card(_PLACES[place], pen)
            case ["joker", nation] if nation in NATION_KEYS:
                return self._joker(NATION_KEYS.index(nation))
            case [("trick" | "untrick") as way, ("1" | "2") as captain]:
                left = list(self.tricks)
                left[int(captain) - 1] = min(
                    max(left[int(captain) - 1] + (1 if way == "trick" else -1), 0), MOST_TRICKS
                )
                return replace(self, tricks=(left[0], left[1]))
            case _:
                raise NotationError(f"expected a tap like 'card 12', got {what!r}", where="do")

    def _card(self, place: int, pen: int) -> Tally:
        owners = list(self.owners)
        owners[place] = NOBODY if owners[place] == pen else pen
        return replace(self, owners=tuple(owners))

    def _joker(self, place: int) -> Tally:
        jokers = list(self.jokers)
        step = _JOKER_STEPS.index(jokers[place]) if jokers[place] in _JOKER_STEPS else -1
        jokers[place] = _JOKER_STEPS[(step + 1) % len(_JOKER_STEPS)]
        return replace(self, jokers=tuple(jokers))


def read_tally(word: str) -> Tally:
    """The tally that `Tally.word` wrote so.

    :raises NotationError: when it is none.
    """
    if not word:
        return Tally()
    parts = word.split("-")
    lengths = [len(SAILORS), 2 * len(NATION_KEYS), 2]
    if [len(part) for part in parts] != lengths or not all(part.isascii() and part.isdigit() for part in parts):
        raise NotationError(f"expected {lengths} digits with hyphens between, got {word[:80]!r}", where="c")
    owners = tuple(map(int, parts[0]))
    jokers = tuple((int(parts[1][at]), int(parts[1][at + 1])) for at in range(0, len(parts[1]), 2))
    tricks = (int(parts[2][0]), int(parts[2][1]))
    if max(owners) > GONE or max(map(sum, jokers)) >= MOST_JOKERS or max(tricks) > MOST_TRICKS:
        raise NotationError(f"expected places of sailors, jokers and tricks of the game, got {word!r}", where="c")
    return Tally(owners, jokers, tricks)
