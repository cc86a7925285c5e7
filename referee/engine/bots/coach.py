"""What the strongest bot would do in a seat, what else there is with what it costs, and why, in one sentence.

The reasons say what can be seen from the seat, so that they hold for whoever played so. Knows nothing of pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from referee.engine.bots.aims import aim_for
from referee.engine.bots.captain import CAPTAIN
from referee.engine.rummy.actions import (
    Buy,
    Discard,
    DrawStock,
    GoDown,
    LayOff,
    Pass,
    PlayerAction,
    Shanghai,
    Swap,
    Take,
    Withdraw,
)
from referee.engine.rummy.cards import Card
from referee.engine.rummy.holding import with_card, without
from referee.engine.rummy.layoff import fits_table
from referee.engine.rummy.legal import legal_in, may_take, melds_of
from referee.engine.rummy.seatview import SeatView
from referee.engine.rummy.state import Phase
from referee.engine.verdicts import gettext_noop

REASONS = {
    "only": gettext_noop("Nothing else is allowed."),
    "take-nearer": gettext_noop("It brings you nearer: you then lack %(then)s instead of %(now)s."),
    "take-lay": gettext_noop("It can be laid off at once, and one more card goes with the discard."),
    "take-other": gettext_noop("It opens more ways to the contract than a card from the stock does on average."),
    "draw-useless": gettext_noop("The discard brings you no nearer to the contract."),
    "draw-no-fit": gettext_noop("The discard fits no meld on the table."),
    "draw-better": gettext_noop("The discard would help, but a card from the stock helps more on average."),
    "draw-only": gettext_noop("Only the stock is open to you."),
    "buy-nearer": gettext_noop("It brings you nearer, and that is worth more than the %(price)s further cards cost."),
    "buy-needed": gettext_noop("Without a buy you cannot hold the cards of this contract."),
    "pass-useless": gettext_noop("It brings you no nearer, and a buy costs %(price)s further cards."),
    "pass-price": gettext_noop("It would help, but not as much as the %(price)s further cards cost."),
    "pass-whole": gettext_noop("In a hand that is laid whole every card more has to be laid too."),
    "pass-down": gettext_noop("Once you are down every card more counts against you."),
    "down": gettext_noop("Go down as soon as you can: waiting costs more than it brings."),
    "lay": gettext_noop("It takes %(points)s points out of your hand."),
    "no-joker": gettext_noop("You hold no card for which a joker laid just now stands."),
    "swap": gettext_noop("Your card finds its place, and the joker serves the run on."),
    "throw-spare": gettext_noop("No near way to the contract uses it, and it is worth %(points)s points."),
    "throw-least": gettext_noop("Of the cards that could still help you, you lose least with it."),
    "throw-dear": gettext_noop("It could still help you, but the contract is far: its %(points)s points count more."),
    "throw-down": gettext_noop("You are down: throw what counts most, it is worth %(points)s points."),
    "throw-declare": gettext_noop("It fits the table: declare Shanghai, so that nobody can call it."),
    "throw-last": gettext_noop("It is your last card: the hand is yours."),
    "call": gettext_noop("It fits the table: the discarder loses a card to you."),
    "withdraw": gettext_noop("Your call is taken back."),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action was chosen: a key of ``REASONS`` and what fills its sentence."""

    code: str
    values: tuple[tuple[str, int], ...] = ()

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return REASONS[self.code] % dict(self.values)


@dataclass(frozen=True, slots=True)
class Option:
    """An action and by how many points it is worse than the best one, as far as the bot can tell."""

    action: PlayerAction
    cost: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do and why; ``options`` has every choice that was weighed, the best first."""

    reason: Reason
    options: tuple[Option, ...]

    @property
    def action(self) -> PlayerAction:
        return self.options[0].action


class NoChance:
    """The source of chance of a bot that uses none."""

    def choice[T](self, seq: Sequence[T], /) -> T:
        raise AssertionError("expected a bot that leaves nothing to chance")


def advise(view: SeatView) -> Advice | None:
    """What the strongest bot would do with this view; None when its seat has nothing to decide."""
    if not any(True for _ in legal_in(view, most_ways=1)):
        return None
    action = CAPTAIN.act(view, NoChance())
    others = [option for option in _options(view) if option.action != action]
    least = min((option.cost for option in others), default=0.0)
    found = sorted((Option(option.action, option.cost - min(least, 0.0)) for option in others), key=_cost)
    return Advice(reason_for(view, action), (Option(action, 0.0), *found))


def _cost(option: Option) -> float:
    return option.cost


def _options(view: SeatView) -> Iterator[Option]:
    """The choices beside each other, as the bot weighs them, with the cost against its own choice."""
    match view.phase:
        case Phase.PLAY if view.is_my_turn:
            weighed = sorted(CAPTAIN.weighed(view))
            best = weighed[0][0]
            yield from (Option(Discard(card), cost - best) for cost, card in weighed)
        case Phase.CLAIM if not view.is_my_turn and view.me.may_buy:
            worth = 0.0 if view.me.down else CAPTAIN.buy_worth(view, view.pile[-1])
            yield Option(Buy(), max(0.0, -worth))
            yield Option(Pass(), max(0.0, worth))
        case _:
            return


# Reasons ----------------------------------------------------------------------------------------------------------


def reason_for(view: SeatView, action: PlayerAction) -> Reason:
    """Why somebody who sees no more than the view may have done so."""
    match action:
        case Take():
            return _take(view, view.pile[-1])
        case DrawStock():
            return _draw(view)
        case Buy():
            return _buy(view, view.pile[-1])
        case Pass() if view.phase is Phase.REPLACE:
            return Reason("no-joker")
        case Pass():
            return _pass(view)
        case GoDown():
            return Reason("down")
        case LayOff(card):
            return Reason("lay", (("points", view.rules.value(card)),))
        case Swap():
            return Reason("swap")
        case Discard(card, declare):
            return _throw(view, card, declare=declare)
        case Shanghai():
            return Reason("call")
        case Withdraw():
            return Reason("withdraw")
        case _:
            assert_never(action)


def lacking(view: SeatView, cards: tuple[Card, ...]) -> int:
    """How many cards these lack for the seat's contract."""
    return aim_for(view.rules, view.hand, cards).lacking


def _helps(view: SeatView, card: Card) -> tuple[int, int]:
    """Cards lacking now, and with the card."""
    return lacking(view, view.own), lacking(view, with_card(view.own, card))


def _take(view: SeatView, card: Card) -> Reason:
    if view.me.down:
        return Reason("take-lay")
    now, then = _helps(view, card)
    return Reason("take-nearer", (("then", then), ("now", now))) if then < now else Reason("take-other")


def _buy(view: SeatView, card: Card) -> Reason:
    if view.me.buys < view.rules.least_buys(view.hand):
        return Reason("buy-needed")
    now, then = _helps(view, card)
    return Reason("buy-nearer", (("price", view.rules.price),)) if then < now else Reason("take-other")


def _draw(view: SeatView) -> Reason:
    if not may_take(view):
        return Reason("draw-only")
    card = view.pile[-1]
    if view.me.down:
        return Reason("draw-better" if fits_table(view.rules, melds_of(view), card) else "draw-no-fit")
    now, then = _helps(view, card)
    return Reason("draw-better" if then < now else "draw-useless")


def _pass(view: SeatView) -> Reason:
    price = (("price", view.rules.price),)
    if view.me.down:
        return Reason("pass-down")
    if view.rules.is_all_cards(view.hand):
        return Reason("pass-whole")
    now, then = _helps(view, view.pile[-1])
    return Reason("pass-price" if then < now else "pass-useless", price)


def _throw(view: SeatView, card: Card, *, declare: bool) -> Reason:
    points = (("points", view.rules.value(card)),)
    if len(view.own) == 1:
        return Reason("throw-last")
    if declare:
        return Reason("throw-declare")
    if view.me.down:
        return Reason("throw-down", points)
    left = without(view.own, card)
    if lacking(view, left) == lacking(view, view.own):
        return Reason("throw-spare", points)
    return Reason("throw-dear", points) if _is_dear(view, card) else Reason("throw-least")


def _is_dear(view: SeatView, card: Card) -> bool:
    """Whether another card would have been a smaller loss, but is worth fewer points."""
    outlook, points = CAPTAIN.outlook(view), view.rules.value
    loss, worth = outlook.loss(card), points(card)
    return any(points(other) < worth and outlook.loss(other) < loss for other in set(view.own))
