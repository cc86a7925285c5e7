"""From a layout to melds: which card goes to which place.

First as many places as possible get a natural card, then melds with too few of them take some from melds that can spare
one, and the wild cards fill the rest. Both steps rearrange cards along a chain of places where that is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from referee.engine.rummy.cards import JOKER, Card, faces_of_rank
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.melds import Meld, faces_of_run, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.plan import Plan
from referee.engine.rummy.solver.shortage import Layout


def fill(rules: RuleSet, plan: Plan, layout: Layout, cards: Iterable[Card]) -> tuple[Meld, ...]:
    """The melds of a layout that lacks nothing, in the order of the contract."""
    melds = fill_straight(rules, plan, layout, cards)
    if melds is None:
        filling = _Filling(rules, plan, layout, Counter(cards))
        filling.place_naturals()
        filling.meet_needs()
        melds = in_order(plan.contract, filling.melds())
    return melds


def fill_apart(
    rules: RuleSet, plan: Plan, layout: Layout, cards: Iterable[Card], given: Sequence[Sequence[bool]]
) -> tuple[Meld, ...]:
    """The same where it is said which places of the runs get a natural card (see ``share_apart``)."""
    filling = _Filling(rules, plan, layout, Counter(cards))
    filling.place_given(given)
    return in_order(plan.contract, filling.melds())


def in_order(contract: Contract, melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """The melds, given runs first and then sets, largest slot first, in the contract's order."""
    return tuple([melds[number] for number in contract.order])


def fill_straight(rules: RuleSet, plan: Plan, layout: Layout, cards: Iterable[Card]) -> tuple[Meld, ...] | None:
    """The same when each meld, runs first, takes the cards that fit, one after the other; None: then one has too few.

    That lays as many plain cards as possible: those of a run fit nowhere else in it, and those of a rank are alike for
    its sets. Cards of wild ranks lie in places of other cards.
    """
    left: dict[Card, int] = {}
    for card in cards:
        left[card] = left.get(card, 0) + 1
    wild = _wilds(rules, left)
    melds = []
    for _, suit, window, _ in layout.runs:
        letter, laid, natural, side_by_side = plan.suits[suit], [], 0, False
        for face in faces_of_run(rules.pack, letter, window.low, window.size):
            if left.get(face):
                left[face] -= 1
                natural += 1
                laid.append(face)
                side_by_side = False
            elif side_by_side and plan.apart:
                return None
            else:
                laid.append(next(wild, JOKER))
                side_by_side = True
        if natural < window.need:
            return None
        melds.append(run_of(laid, letter, window.low))
    for rank, size, need in zip(layout.ranks, plan.sets, plan.needs, strict=True):
        laid = []
        for face in faces_of_rank(rules.pack, rank):
            copies = min(left.get(face, 0), size - len(laid))
            if copies:
                left[face] -= copies
                laid += [face] * copies
        if len(laid) < need:
            return None
        melds.append(set_of(laid + [next(wild, JOKER) for _ in range(size - len(laid))], rank))
    return in_order(plan.contract, melds)


def _wilds(rules: RuleSet, cards: dict[Card, int]) -> Iterator[Card]:
    """Take the wild cards out of these; one after the other, jokers before cards of wild ranks."""
    if not rules.wild_ranks:
        return iter(())
    wild = sorted([card for card in cards if card.rank in rules.wild])
    return iter([card for card in wild for _ in range(cards.pop(card))])


class _Filling:
    """Places by number; which cards fit a place, which card lies there, and to which meld it belongs."""

    def __init__(self, rules: RuleSet, plan: Plan, layout: Layout, supply: Counter[Card]) -> None:
        self.rules = rules
        self.plan = plan
        self.layout = layout
        self.supply = supply
        self.fits: list[tuple[Card, ...]] = []
        self.meld_of: list[int] = []
        self.places: list[range] = []
        self.needs = [run.window.need for run in layout.runs] + list(plan.needs)
        for run in layout.runs:
            low, suit = run.window.low, plan.suits[run.suit]
            self._add_meld([(Card(rules.rank_at(low + step), suit),) for step in range(run.window.size)])
        for rank, size in zip(layout.ranks, plan.sets, strict=True):
            faces = tuple(face for face in (Card(rank, suit) for suit in plan.suits) if supply[face])
            self._add_meld([faces] * size)
        self.lying: list[Card | None] = [None] * len(self.fits)
        self.used: dict[Card, list[int]] = {card: [] for fits in self.fits for card in fits}

    def _add_meld(self, fits: Sequence[tuple[Card, ...]]) -> None:
        start = len(self.fits)
        self.meld_of += [len(self.places)] * len(fits)
        self.places.append(range(start, start + len(fits)))
        self.fits += fits

    def _lay(self, card: Card, place: int) -> None:
        self.lying[place] = card
        self.used[card].append(place)

    def _take_up(self, place: int) -> Card:
        card = self.lying[place]
        if card is None:
            raise AssertionError(f"expected a card at place {place}")
        self.lying[place] = None
        self.used[card].remove(place)
        return card

    # As many natural cards as possible ---------------------------------------------------------------------------

    def place_naturals(self) -> None:
        """Lay as many cards that are not of a wild rank as can lie in places of their own."""
        for place in range(len(self.fits)):
            self._find_card(place, set())

    def _find_card(self, place: int, tried: set[Card]) -> bool:
        for card in self.fits[place]:
            if card in tried or self.rules.is_wild(card):
                continue
            tried.add(card)
            if len(self.used[card]) < self.supply[card]:
                self._lay(card, place)
                return True
            for holder in tuple(self.used[card]):
                if self._find_other(holder, tried):
                    self._lay(card, place)
                    return True
        return False

    def _find_other(self, holder: int, tried: set[Card]) -> bool:
        """Free the card that lies at the place by laying another one there."""
        card = self._take_up(holder)
        if self._find_card(holder, tried):
            return True
        self._lay(card, holder)
        return False

    def place_given(self, given: Sequence[Sequence[bool]]) -> None:
        """Lay the runs' cards as they are given; of the rest sets first get what they need, then all they can."""
        for places, filled in zip(self.places, given, strict=False):
            for place, full in zip(places, filled, strict=True):
                if full:
                    self._lay(self.fits[place][0], place)
        sets = range(len(given), len(self.places))
        for most in (True, False):
            for meld in sets:
                own = self.places[meld][: self.needs[meld]] if most else self.places[meld]
                for place in own:
                    card = next((card for card in self.fits[place] if len(self.used[card]) < self.supply[card]), None)
                    if card and self.lying[place] is None:
                        self._lay(card, place)

    # Enough natural cards in every meld --------------------------------------------------------------------------

    def meet_needs(self) -> None:
        """Bring every meld up to the natural cards that it needs, without bringing another below."""
        for meld in range(len(self.places)):
            while self._naturals(meld) < self.needs[meld] and self._gain(meld, set()):
                pass

    def _naturals(self, meld: int) -> int:
        return sum(self.lying[place] is not None for place in self.places[meld])

    def _gain(self, meld: int, tried: set[Card]) -> bool:
        """Get the meld one more natural card, from the hand or along a chain of melds."""
        for place in self.places[meld]:
            if self.lying[place] is not None:
                continue
            for card in self.fits[place]:
                if card in tried:
                    continue
                tried.add(card)
                if len(self.used[card]) < self.supply[card]:
                    self._lay(card, place)
                    return True
                for holder in tuple(self.used[card]):
                    if self.meld_of[holder] != meld and self._give(holder, tried):
                        self._lay(card, place)
                        return True
        return False

    def _give(self, holder: int, tried: set[Card]) -> bool:
        """Take the card at the place away from its meld, which must not end below its need."""
        meld = self.meld_of[holder]
        spare = self._naturals(meld) > self.needs[meld]
        card = self._take_up(holder)
        if spare or self._gain(meld, tried):
            return True
        self._lay(card, holder)
        return False

    # Melds -------------------------------------------------------------------------------------------------------

    def melds(self) -> list[Meld]:
        """The melds, runs first, with wild cards in the places still empty: jokers before cards of wild ranks."""
        wild = [JOKER] * self.supply[JOKER]
        for card, copies in sorted(self.supply.items()):
            if card != JOKER and self.rules.is_wild(card):
                wild += [card] * (copies - len(self.used.get(card, ())))
        wild.reverse()
        found = []
        for meld, places in enumerate(self.places):
            cards = [self.lying[place] or wild.pop() for place in places]
            if meld < len(self.layout.runs):
                run = self.layout.runs[meld]
                found.append(run_of(cards, self.plan.suits[run.suit], run.window.low))
            else:
                rank = self.layout.ranks[meld - len(self.layout.runs)]
                found.append(set_of(sorted(cards, key=lambda card: card.rank != rank), rank))
        return found
