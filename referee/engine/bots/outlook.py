"""What a hand is worth on its way to the contract: all nearest ways together, each by the chance to complete it.

The worth is a logarithm: one unit is a factor of *e* in that chance. Cards are counted that can still come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

from referee.engine.bots.goals import AGAIN, SET, Goal, Nearest, goal_for, nearest
from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.seatview import SeatView

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
    """What can still come to the view's seat: all that lies neither in its hand nor open."""
    rules = view.rules
    counts = _deck_counts(rules, view.players).copy()
    for card in view.own:
        counts[card] -= 1
    for card in view.pile[:-1]:
        counts[card] -= 1
    for laid in view.table:
        for card in laid.meld.cards:
            counts[card] -= 1
    suits = goal_for(rules, view.hand).suits
    places: dict[int, int] = {}
    wilds = unseen = 0
    for card, copies in counts.items():
        if copies <= 0:
            continue
        unseen += copies
        if card == JOKER or card.rank in rules.wild_ranks:
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
        if card == JOKER or card.rank in self.goal.wild_ranks:
            return -log(max(1e-9, 1 - self.wild_dropped / self.total))
        lost = self.dropped.get((self.goal.suits[card.suit] << 4) + card.rank, 0.0)
        return -log(max(1e-9, 1 - lost / self.total))

    def gain(self, card: Card) -> float:
        """How much worth the card would bring, 0 or more."""
        if card == JOKER or card.rank in self.goal.wild_ranks:
            return log(1 + self.wild / self.total)
        more = self.added.get((self.goal.suits[card.suit] << 4) + card.rank, 0.0) + self.added.get(SET + card.rank, 0.0)
        return log(1 + more / self.total)


def wanted(rules: RuleSet, hand: int, cards: tuple[Card, ...], card: Card) -> bool:
    """Whether the card would bring some nearest way nearer."""
    if card == JOKER or card.rank in rules.wild_ranks:
        return True
    one, other = (goal_for(rules, hand).suits[card.suit] << 4) + card.rank, SET + card.rank
    return bool(_places_lacked(rules, hand, cards) & {one, other})


@lru_cache(maxsize=1 << 14)
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
        open_places = [(chance(place), place, meld) for place, meld in way.lacks]
        best_filled = 1.0
        if found.wilds and open_places:
            # Wild cards go where a natural one is least likely to come.
            open_places.sort()
            room, left, rest = list(way.caps), found.wilds, []
            for item in open_places:
                if left and room[item[2]]:
                    left -= 1
                    room[item[2]] -= 1
                    best_filled = item[0]
                else:
                    rest.append(item)
            open_places = rest
        weight = 1.0
        for hope, _, _ in open_places:
            weight *= hope
        total += weight
        wild_dropped += weight * (1 - best_filled)
        for face, place in way.uses:
            dropped[face] = dropped.get(face, 0.0) + weight * (1 - chance(place))
        least = 1.0
        last: dict[int, int] = {}
        for hope, place, _ in open_places:
            # Whichever of a set's missing cards comes, it is the last one that is then no longer missed.
            face = place % AGAIN
            if place > last.get(face, -1):
                last[face] = place
            if hope < least:
                least = hope
        for face, place in last.items():
            added[face] = added.get(face, 0.0) + weight * (1 / chances[place] - 1)
        wild += weight * (1 / least - 1)
    total = max(total, 1e-12)
    draw = sum([places.get(face, 0) * log(1 + rise / total) for face, rise in added.items()])
    draw += more * log(1 + wild / total)
    return Outlook(found.lacking, total, dropped, added, wild, wild_dropped, draw / max(outs.unseen, 1), goal)
