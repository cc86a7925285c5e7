"""What a hand is worth on its way to the contract: all nearest ways together, each by the chance to complete it.

The worth is a logarithm: one unit is a factor of *e* in that chance. Cards are counted that can still come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import exp, log

from referee.engine.bots.circling import goes_round
from referee.engine.bots.goals import AGAIN, SET, Goal, Nearest, Way, goal_for, nearest
from referee.engine.rummy.cards import Card
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.seatview import SeatView

SPARE = 0.95
"""What is left of the worth of a way when a wild card that it did not need takes a card's place."""
DEAD = 0.004
"""The chance of a card of which none can come: not quite none, for another way may open."""


@lru_cache
def _deck_counts(rules: RuleSet, players: int) -> Counter[Card]:
    return Counter(new_deck(rules, players))


@dataclass(frozen=True, slots=True)
class Outs:
    """How many cards that can still come fill a place: by place of a run and (``SET`` plus rank) of a set.

    ``wilds`` counts wild cards among them, ``unseen`` all.
    """

    places: Mapping[int, int]
    wilds: int
    unseen: int


def outs_of(view: SeatView) -> Outs:
    """What can still come to the view's seat: all that lies neither in its hand nor open, nor is seen to be held."""
    laid = (laid.meld.cards for laid in view.table)
    return outs_among(view.rules, view.hand, view.players, chain(view.own, view.pile[:-1], *laid), goes_round(view))


def outs_among(
    rules: RuleSet, hand: int, players: int, gone: Iterable[Card], most: Mapping[Card, int] | None = None
) -> Outs:
    """What can still come in the hand of that number when these cards cannot; ``most``: of each at most so many."""
    counts = _deck_counts(rules, players).copy()
    for card in gone:
        counts[card] -= 1
    if most is not None:
        counts &= Counter(most)
    suits = goal_for(rules, hand).suits
    places: dict[int, int] = {}
    wilds = unseen = 0
    for card, copies in counts.items():
        if copies <= 0:
            continue
        unseen += copies
        if rules.is_wild(card):
            wilds += copies
        else:
            places[(suits[card.suit] << 4) + card.rank] = copies
            places[SET + card.rank] = places.get(SET + card.rank, 0) + copies
    return Outs(places, wilds, unseen)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A hand weighed. ``lacking`` as the solver counts it; ``worth`` is the logarithm of the summed chances.

    ``total`` is the sum; ``dropped`` and ``added``: by how much it falls without a card, rises with it, by place;
    ``wild`` and ``wild_dropped``: with a wild card more, less. ``draw``: the average rise of the worth by an unseen
    card.
    """

    lacking: int
    total: float
    dropped: Mapping[int, float]
    added: Mapping[int, float]
    wild: float
    wild_dropped: float
    draw: float
    goal: Goal

    @property
    def worth(self) -> float:
        return log(self.total)

    def loss(self, card: Card) -> float:
        """How much worth the hand loses with the card, 0 or more."""
        if card.rank in self.goal.wild:
            return -log(max(1e-9, 1 - self.wild_dropped / self.total))
        lost = self.dropped.get((self.goal.suits[card.suit] << 4) + card.rank, 0.0)
        return -log(max(1e-9, 1 - lost / self.total))

    def gain(self, card: Card) -> float:
        """How much worth the card would bring, 0 or more."""
        if card.rank in self.goal.wild:
            return log(1 + self.wild / self.total)
        more = self.added.get((self.goal.suits[card.suit] << 4) + card.rank, 0.0) + self.added.get(SET + card.rank, 0.0)
        return log(1 + more / self.total)


def wanted(rules: RuleSet, hand: int, cards: tuple[Card, ...], card: Card) -> bool:
    """Whether the card would bring some nearest way nearer."""
    if rules.is_wild(card):
        return True
    one, other = (goal_for(rules, hand).suits[card.suit] << 4) + card.rank, SET + card.rank
    return bool(_places_lacked(rules, hand, cards) & {one, other})


@lru_cache(maxsize=1 << 12)
def _places_lacked(rules: RuleSet, hand: int, cards: tuple[Card, ...]) -> frozenset[int]:
    return frozenset(place for way in nearest(rules, hand, cards).ways for place, _ in way.lacks)


def weigh(rules: RuleSet, hand: int, cards: tuple[Card, ...], outs: Outs, turns: float) -> Outlook:
    """The hand weighed; ``turns``: for how many draws a card is waited for."""
    goal = goal_for(rules, hand)
    dead = frozenset(goal.places.difference(outs.places))
    return _weigh(nearest(rules, hand, cards, dead), goal, outs, turns)


def _weigh(found: Nearest, goal: Goal, outs: Outs, turns: float) -> Outlook:
    rate = turns / max(outs.unseen, 1)
    chances: dict[int, float] = {}
    places, more = outs.places, outs.wilds

    def chance(place: int) -> float:
        """That a card for the place comes; for the second card of a set given that the first has come."""
        known = chances.get(place)
        if known is None:
            nth, face = divmod(place, AGAIN)
            mean = rate * (places.get(face, 0) + more)
            if nth == 0:
                known = 1 - exp(-mean)
            elif mean:
                term = total = exp(-mean)
                before = 1 - total
                for k in range(1, nth + 1):
                    term *= mean / k
                    before, total = 1 - total, total + term
                known = (1 - total) / before if before > 1e-12 else 0.0
            else:
                known = 0.0
            known = known if known > DEAD else DEAD
            chances[place] = known
        return known

    total = wild = wild_dropped = 0.0
    dropped: dict[int, float] = {}
    added: dict[int, float] = {}
    for way in found.ways:
        hopes = [(chance(place), place) for place, _ in way.lacks]
        filled = _filled(way, found.wilds) if found.wilds and hopes else 0
        asked = len(hopes) - filled
        sums = _sums([hope for hope, _ in hopes], asked + 1)
        weight, more_lacking = sums[asked], sums[asked + 1]
        total += weight
        wild_dropped += weight - more_lacking if filled else 0.0
        for face, place in way.uses:
            left = weight * SPARE if found.wilds > len(hopes) else more_lacking + chance(place) * weight
            if left < weight:
                dropped[face] = dropped.get(face, 0.0) + weight - left
        if not asked:
            continue
        wild += max(0.0, sums[asked - 1] - weight)
        last: dict[int, int] = {}
        for _, place in hopes:
            # Whichever of a set's missing cards comes, it is the last one that is then no longer missed.
            face = place % AGAIN
            if place > last.get(face, -1):
                last[face] = place
        for face, place in last.items():
            rise = _without(sums, chances[place], asked - 1) - weight
            if rise > 0:
                added[face] = added.get(face, 0.0) + rise
    total = max(total, 1e-12)
    draw = sum([places.get(face, 0) * log(1 + rise / total) for face, rise in added.items()])
    draw += more * log(1 + wild / total)
    return Outlook(found.lacking, total, dropped, added, wild, wild_dropped, draw / max(outs.unseen, 1), goal)


def _filled(way: Way, wilds: int) -> int:
    """How many empty places of the way wild cards take."""
    room = list(way.caps)
    for _, meld in way.lacks:
        if wilds and room[meld]:
            room[meld] -= 1
            wilds -= 1
    return sum(way.caps) - sum(room)


def _sums(chances: list[float], most: int) -> list[float]:
    """The sums of the products of none, one, two … of the chances, up to ``most`` of them.

    Wild cards leave it open which places natural cards have to fill: any so many will do.
    """
    sums = [1.0] + [0.0] * most
    for at, chance in enumerate(chances, 1):
        for k in range(min(at, most), 0, -1):
            sums[k] += chance * sums[k - 1]
    return sums


def _without(sums: list[float], chance: float, k: int) -> float:
    """The sum of the products of ``k`` chances, one of them left out."""
    rest = 1.0
    for n in range(1, k + 1):
        rest = sums[n] - chance * rest
    return max(0.0, rest)
