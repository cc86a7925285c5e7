"""How many cards is a hand away from its contract, and which draws bring it nearer?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from referee.engine.rummy.cards import Card
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.hand import Holding, plus, plus_rank, read, read_counts
from referee.engine.rummy.solver.layouts import lacks_fewer, least_lacking
from referee.engine.rummy.solver.lean import is_lean
from referee.engine.rummy.solver.ownsuits import search_for
from referee.engine.rummy.solver.plan import Plan, plans_for
from referee.engine.rummy.solver.wanting import Wanting


def distance(
    rules: RuleSet, hand: int, cards: Sequence[Card], players: int | None = None, seen: Iterable[Card] = ()
) -> int | None:
    """The fewest further cards, chosen freely, after which the hand holds its contract's melds; None: it never can.

    What can come is the shoe for so many players (default: the fewest) without the hand and without ``seen``, further
    cards that are known to lie elsewhere.
    """
    return _Reach(rules, hand, cards, players, seen).distance()


def improving(
    rules: RuleSet, hand: int, cards: Sequence[Card], players: int | None = None, seen: Iterable[Card] = ()
) -> tuple[Card, ...]:
    """The faces that can still come and of which one would lower the distance by one, in the deck's order."""
    return _Reach(rules, hand, cards, players, seen).improving()


class _Reach:
    """A hand, the plans of its contract, and what can still come."""

    def __init__(
        self, rules: RuleSet, hand: int, cards: Sequence[Card], players: int | None, seen: Iterable[Card]
    ) -> None:
        self.rules = rules
        self.cards = cards
        self.players = rules.players[0] if players is None else players
        self.gone = Counter(seen)
        self.plans = [(plan, self._supply(plan)) for plan in plans_for(rules, hand)]

    def _supply(self, plan: Plan) -> Holding | None:
        """What can be held at most; None: enough for every layout."""
        if not self.gone:
            whole = _whole_shoe(self.rules, plan, self.players)
            if whole is None or self._is_dealt:
                return whole
        return read_counts(plan, Counter(self.cards) + self.unseen)

    @cached_property
    def _is_dealt(self) -> bool:
        """Whether the shoe has all the hand's cards."""
        most = self.rules.shoe(self.players)
        return all(n <= (most.decks if card.rank else most.jokers) for card, n in Counter(self.cards).items())

    @cached_property
    def unseen(self) -> Counter[Card]:
        """The cards that can still come, in the deck's order."""
        cards = self.rules.deck_cards(self.players)
        cards.subtract(self.gone)
        cards.subtract(self.cards)
        return +cards

    def distance(self) -> int | None:
        best: int | None = None
        for plan, supply in self.plans:
            limit = plan.cards + 1 if best is None else best
            lacking = least_lacking(plan, read(plan, self.cards), limit, supply)
            best = lacking if lacking < limit else best
        return best

    def improving(self) -> tuple[Card, ...]:
        lacking = self.distance()
        if not lacking:
            return ()
        draws = [_Draws(plan, read(plan, self.cards), lacking, supply) for plan, supply in self.plans]
        return tuple(card for card in self.unseen if any(draw.helps(card) for draw in draws))


class _Draws:
    """Which draws lower the distance by one, under one plan.

    A card helps in a layout that uses it: in a run over it, or in a set of its rank, where its suit does not matter.
    """

    def __init__(self, plan: Plan, held: Holding, lacking: int, supply: Holding | None) -> None:
        self.plan = plan
        self.held = held
        self.lacking = lacking
        self.supply = supply
        self.in_sets: dict[int, bool] = {}
        self.wanting = Wanting(plan, held, lacking, supply) if plan.runs and is_lean(plan, supply) else None

    def helps(self, card: Card) -> bool:
        plan = self.plan
        if not card.rank:
            return self._holds(self.held._replace(wilds=self.held.wilds + 1))
        if card.rank in plan.wild_ranks:
            return self._holds(plus(plan, self.held, card))
        return self._helps_set(card.rank) or self._helps_run(card)

    def _helps_set(self, rank: int) -> bool:
        if not self.plan.sets:
            return False
        if rank not in self.in_sets:
            self.in_sets[rank] = self._holds(plus_rank(self.held, rank))
        return self.in_sets[rank]

    def _helps_run(self, card: Card) -> bool:
        if not self.plan.runs:
            return False
        suit = self.plan.suits.index(card.suit)
        if self.wanting:
            if self.wanting.wanted[suit] >> card.rank & 1:
                return True
            return bool(self.wanting.unsure[suit] >> card.rank & 1) and self._holds(plus(self.plan, self.held, card))
        search = search_for(self.plan, plus(self.plan, self.held, card), self.lacking, self.supply)
        return search.holds_through(suit, card.rank)

    def _holds(self, held: Holding) -> bool:
        return lacks_fewer(self.plan, held, self.lacking, self.supply)


@lru_cache(maxsize=512)
def _whole_shoe(rules: RuleSet, plan: Plan, players: int) -> Holding | None:
    """The shoe for so many players as one holding; None where it has enough for every layout of the plan."""
    supply = read_counts(plan, rules.deck_cards(players))
    return None if _is_plenty(plan, rules.shoe(players).decks, supply.wilds) else supply


def _is_plenty(plan: Plan, decks: int, wilds: int) -> bool:
    """Whether every layout can be made of so many decks and wild cards."""
    copies = decks * len(plan.suits)
    twice = any(group.double for group in plan.runs)
    in_suit = (min(1, len(plan.runs)) if plan.one_a_suit else len(plan.runs)) + twice
    in_runs = len(plan.runs) + twice
    if in_suit > decks or not plan.sets:
        return in_suit <= decks and _wild_places(plan) <= wilds
    if not plan.same_rank:
        return max(plan.sets) + in_runs <= copies and _wild_places(plan) <= wilds
    # Sets that are all of one rank may ask for more cards than there are of it, up to what their joker caps allow.
    empty = max(0, sum(plan.sets) + in_runs - copies)
    return sum(plan.needs) + in_runs <= copies and max(empty, _wild_places(plan)) <= wilds


def _wild_places(plan: Plan) -> int:
    """The places of wild ranks that a layout may have, for which no plain cards are to be had."""
    if not plan.wild_ranks:
        return 0
    return sum(plan.sets) + len(plan.runs) * plan.wild_in_runs.bit_count()
