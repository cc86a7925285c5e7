"""What an outcome of a round of Shanghaien is worth to one captain, in points of the final score.

Two valuations: the score as it would stand, and the score to expect when the cards still face down come out.
Knows crews, cards and rounds to come; nothing of dice.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.engine.shanghaien.actions import Direction
from referee.engine.shanghaien.cards import NATION_KEYS, Card, Sailor
from referee.engine.shanghaien.scoring import JOKER_STRENGTH, TRICK_POINTS, Equal, nation_points
from referee.engine.shanghaien.seatview import SeatView
from referee.engine.shanghaien.state import column
from referee.engine.shanghaien.tavern import ROW

# Of a card still to come each captain gets this share; the rest leaves the game. Measured in self-play.
SHARE = 0.42
# What a trick is worth that can still be used, against the point for one that is left.
TRICK_WORTH = 1.6


@dataclass(frozen=True, slots=True)
class Prospect:
    """The crews of me and the other, the tavern's cards and what may come.

    `unseen` are the strengths of each nationality that lie face down and `chance` how likely each of them still
    comes; with chance 0 only the cards that are known count. `rounds` come after this one.
    """

    mine: Mapping[str, int]
    theirs: Mapping[str, int]
    tricks: tuple[int, int]
    row: tuple[Card, ...]
    unseen: Mapping[str, tuple[int, ...]]
    chance: float
    rounds: int
    equal: Equal

    def worths(self, direction: Direction) -> tuple[float, ...]:
        """My expected lead by outcome code, the cards counted in this direction."""
        cards = [self.row[column(number, direction)] for number in range(1, ROW + 1)]
        places: dict[str | None, list[int]] = {}
        for place, card in enumerate(cards):
            places.setdefault(card.nation if isinstance(card, Sailor) else None, []).append(place)
        fixed = sum(self.nation(nation) for nation in NATION_KEYS if nation not in places)
        if None not in places:
            fixed += self._trick_lead(0, 0)
        totals = {0: fixed}
        for nation, where in places.items():
            table = self._table(nation, cards, where)
            totals = {code + more: lead + gain for code, lead in totals.items() for more, gain in table}
        return tuple(lead for _, lead in sorted(totals.items()))

    def nation(self, nation: str, mine: int = 0, theirs: int = 0) -> float:
        """My expected lead in one nationality when `mine` and `theirs` are added to its strengths."""
        unseen = self.unseen.get(nation, ()) if self.chance else ()
        return _expected_lead(
            self.mine.get(nation, 0) + mine, self.theirs.get(nation, 0) + theirs, unseen, self.chance, self.equal
        )

    def joker_gain(self, nation: str, mine: int = 0, theirs: int = 0) -> float:
        """By how much my expected lead grows when a joker joins this nationality."""
        return self.nation(nation, mine + JOKER_STRENGTH, theirs) - self.nation(nation, mine, theirs)

    def trick_cost(self) -> float:
        """What I give up by using one of the tricks I hold."""
        return self._stock(self.tricks[0]) - self._stock(self.tricks[0] - 1)

    def _table(self, nation: str | None, cards: list[Card], where: list[int]) -> list[tuple[int, float]]:
        """Who gets its cards in the tavern, as a part of the outcome code, with my lead in the nationality then.

        None stands for the tricks.
        """
        table: list[tuple[int, float]] = []
        for takers in itertools.product(range(3), repeat=len(where)):
            gains = [0, 0, 0]
            for place, taker in zip(where, takers, strict=True):
                card = cards[place]
                gains[taker] += card.value if isinstance(card, Sailor) else 1
            code = sum(3**place * taker for place, taker in zip(where, takers, strict=True))
            _, mine, theirs = gains
            lead = self._trick_lead(mine, theirs) if nation is None else self.nation(nation, mine, theirs)
            table.append((code, lead))
        return table

    def _trick_lead(self, mine: int, theirs: int) -> float:
        return self._stock(self.tricks[0] + mine) - self._stock(self.tricks[1] + theirs)

    def _stock(self, tricks: int) -> float:
        """The worth of some tricks: one a round can be used, every other one is a point."""
        usable = min(tricks, self.rounds)
        return usable * TRICK_WORTH + (tricks - usable) * TRICK_POINTS


def prospect(view: SeatView, *, foresee: bool) -> Prospect:
    """The prospect of the seat that the view belongs to; without foresight only known cards count."""
    seat = view.turn if view.seat is None else view.seat
    rounds = view.rules.rounds - view.round
    unseen: dict[str, tuple[int, ...]] = {}
    for card in view.unseen:
        if isinstance(card, Sailor):
            unseen[card.nation] = (*unseen.get(card.nation, ()), card.value)
    chance = rounds * ROW / len(view.unseen) if foresee and view.unseen else 0.0
    return Prospect(
        mine=_strengths(view, seat),
        theirs=_strengths(view, 1 - seat),
        tricks=(len(view.crews[seat].tricks), len(view.crews[1 - seat].tricks)),
        row=view.row,
        unseen=unseen,
        chance=chance,
        rounds=rounds,
        equal=view.rules.equal,
    )


def _strengths(view: SeatView, seat: int) -> dict[str, int]:
    return {nation: sum(values) for nation, values in view.crews[seat].strengths().items()}


@lru_cache(maxsize=20_000)
def _expected_lead(mine: int, theirs: int, unseen: tuple[int, ...], chance: float, equal: Equal) -> float:
    """My lead in one nationality, averaged over who gets each unseen sailor of it."""
    if not unseen:
        points = nation_points(mine, theirs, equal)
        return float(points[0] - points[1])
    value, rest = unseen[0], unseen[1:]
    share = SHARE * chance
    return (
        share * _expected_lead(mine + value, theirs, rest, chance, equal)
        + share * _expected_lead(mine, theirs + value, rest, chance, equal)
        + (1 - 2 * share) * _expected_lead(mine, theirs, rest, chance, equal)
    )
