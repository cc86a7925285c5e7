"""The bot that weighs all nearest ways to its contract, and what it would pay if the hand ended now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.engine.bots.circling import goes_round
from referee.engine.bots.outlook import Outlook, outs_of, wanted, weigh
from referee.engine.bots.plain import first_laying, first_legal_discard, going_down, shanghai_call, taken_joker
from referee.engine.bots.protocol import Chance
from referee.engine.rummy.actions import Buy, DrawStock, GoDown, Pass, PlayerAction, Take
from referee.engine.rummy.cards import Card
from referee.engine.rummy.layoff import fits_table
from referee.engine.rummy.legal import may_take, melds_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.seatview import SeatView
from referee.engine.rummy.state import Phase
from referee.engine.rummy.swap import may_swap, swap_choices
from referee.engine.verdicts import gettext_noop

TIE = 1.0
"""Less than any difference in points, so that it only decides between cards with the same."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How one weighs, in points: found in games of bots against each other, see docs/bots.md.

    ``turns``: for how many draws a card is waited for, ``whole_turns`` in the hand that is laid whole, which few
    complete. ``unit``: what one unit of an outlook's worth is worth. ``shed``: the part of a card's points that it
    costs to keep it, ``whole_shed`` in the hand that is laid whole; ``hurry``: by how much more for each seat that is
    down. ``fit``: what a card is worth that fits the table; ``gift``: what a wild card is worth to whoever
    picks it up, ``whole_gift`` in that hand.
    ``prices``: what each card of a buy costs, by the most cards of a contract; ``press``: by how much more for each
    seat that is down; ``need``: how much less a buy costs without which the contract could not be held.
    ``take``: how many times as much as a card of the stock the discard has to bring.
    ``release``: what it is worth, late in a hand, to throw a card that no longer goes round.
    """

    turns: float = 4.0
    whole_turns: float = 4.0
    unit: float = 30.0
    shed: float = 0.3
    whole_shed: float = 1.5
    hurry: float = 0.5
    fit: float = 3.0
    gift: float = 25.0
    whole_gift: float = 25.0
    prices: tuple[tuple[int, float], ...] = ((99, 3.0),)
    press: float = 0.5
    need: float = 6.0
    take: float = 1.0
    release: float = 8.0

    def turns_in(self, rules: RuleSet, hand: int) -> float:
        """How many draws are looked ahead in the hand of that number."""
        return self.whole_turns if rules.is_all_cards(hand) else self.turns

    def price(self, cards: int) -> float:
        """What each card of a buy costs on the way to a contract of so many cards."""
        return next((price for most, price in self.prices if cards <= most), self.prices[-1][1])


class Weights(NamedTuple):
    """What counts when a card is thrown, in points.

    ``unit``: one unit of the hand's worth. ``shed``: the part of a card's points that it costs to keep it. ``fit``: a
    card that fits the table. ``gift``: a wild card for whoever picks it up.
    """

    unit: float
    shed: float
    fit: float
    gift: float


@dataclass(frozen=True, slots=True)
class WeighingBot:
    """Takes, buys and throws what is best for the sum of all nearest ways; goes down at once."""

    key: str = "mate"
    name: str = gettext_noop("Mate")
    about: str = gettext_noop("Weighs every near way to its contract, what a buy costs, and how soon the hand may end.")
    taste: Taste = field(default=Taste())

    def act(self, view: SeatView, chance: Chance) -> PlayerAction:
        match view.phase:
            case Phase.CLAIM | Phase.DRAW:
                return self._claim(view)
            case Phase.REPLACE:
                return taken_joker(view)
            case _:
                return next(self._plays(view))

    # The open discard --------------------------------------------------------------------------------------------

    def _claim(self, view: SeatView) -> PlayerAction:
        card = view.pile[-1] if view.pile else None
        if view.is_my_turn:
            if card is not None and may_take(view) and self._takes(view, card):
                return Take()
            return shanghai_call(view) or DrawStock()
        if view.me.down or view.rules.is_all_cards(view.hand):
            # A buyer in the hand that has to be laid whole would only have more to lay.
            return shanghai_call(view) or Pass()
        if view.me.may_buy and card is not None and self.buy_worth(view, card) > 0:
            return Buy()
        return shanghai_call(view) or Pass()

    def _price(self, view: SeatView) -> float:
        """What each further card costs on the way to the contract."""
        down = sum(seen.down for seen in view.seats)
        return self.taste.price(view.contract.cards) * (1 + self.taste.press * down)

    def _takes(self, view: SeatView, card: Card) -> bool:
        if view.me.down:
            return _can_lay(view, card)
        if not _wanted(view, card):
            return False
        outlook = self.outlook(view)
        return outlook.gain(card) > self.taste.take * outlook.draw

    def buy_worth(self, view: SeatView, card: Card) -> float:
        """What buying the card would bring, in points; negative when it costs more."""
        rules = view.rules
        needed = view.me.buys < rules.least_buys(view.hand)
        if not needed and not _wanted(view, card):
            return -1.0
        outlook, taste = self.outlook(view), self.taste
        cost = (rules.price + 1) * self._price(view)
        if needed:
            cost -= taste.need
        return taste.unit * (outlook.gain(card) + rules.price * outlook.draw) - cost

    def outlook(self, view: SeatView) -> Outlook:
        """The seat's hand weighed."""
        return weigh(view.rules, view.hand, view.own, outs_of(view), self.taste.turns_in(view.rules, view.hand))

    # After the draw ----------------------------------------------------------------------------------------------

    def _plays(self, view: SeatView) -> Iterator[PlayerAction]:
        """What can be done after the draw, the best first; each of it is legal."""
        if not view.me.down:
            yield from self.going_down(view)
        yield from first_laying(view)
        yield first_legal_discard(view, self.discards(view))

    def going_down(self, view: SeatView) -> Iterator[GoDown]:
        """The contract laid, where it can be."""
        return going_down(view)

    def discards(self, view: SeatView) -> list[Card]:
        """The cards of the hand, the one to throw first."""
        return [card for _, card in sorted(self.weighed(view))]

    def weighed(self, view: SeatView) -> list[tuple[float, Card]]:
        """What it would cost to throw each card, in points: progress lost less penalty shed."""
        rules = view.rules
        points = rules.value
        cards = list(dict.fromkeys(view.own))
        circling = goes_round(view)
        held_back = () if circling is None else [card for card in cards if not circling.get(card)]
        if view.me.down:
            # Of cards with the same points first the one that the others have not seen for long: it may end the hand.
            return [
                (1000.0 if rules.is_wild(card) else -points(card) - (TIE if card in held_back else 0.0), card)
                for card in cards
            ]
        outlook, table = self.outlook(view), melds_of(view)
        unit, shed, fit, gift = self.weights(view, outlook)
        return [
            (
                unit * outlook.loss(card)
                - shed * points(card)
                + (fit if table and fits_table(rules, table, card) else 0.0)
                + (gift if rules.is_wild(card) else 0.0)
                - (self.taste.release if card in held_back else 0.0),
                card,
            )
            for card in cards
        ]

    def weights(self, view: SeatView, outlook: Outlook) -> Weights:
        """What counts for the seat that is not down; the outlook is its own."""
        taste = self.taste
        whole = view.rules.is_all_cards(view.hand)
        shed, gift = (taste.whole_shed, taste.whole_gift) if whole else (taste.shed, taste.gift)
        return Weights(taste.unit, shed * (1 + taste.hurry * sum(seen.down for seen in view.seats)), taste.fit, gift)


def _wanted(view: SeatView, card: Card) -> bool:
    """Whether the card may be of use; late in a hand ways count that are not the nearest."""
    return goes_round(view) is not None or wanted(view.rules, view.hand, view.own, card)


def _can_lay(view: SeatView, card: Card) -> bool:
    """Whether the card, once taken, can leave the hand of a seat that is down."""
    rules, melds = view.rules, melds_of(view)
    if fits_table(rules, melds, card):
        return True
    return may_swap(rules, down=True, same_turn=False) and any(swap_choices(rules, meld, card) for meld in melds)


MATE = WeighingBot()
