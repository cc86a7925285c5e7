"""The bot that plays straight on: it collects its contract, goes down as soon as it can, and sheds points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from referee.engine.bots.aims import aim_for, melds_to_lay
from referee.engine.bots.protocol import Chance
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
)
from referee.engine.rummy.cards import Card
from referee.engine.rummy.discarding import judge_discard
from referee.engine.rummy.holding import with_card, without_all
from referee.engine.rummy.layoff import fits_table, open_ends
from referee.engine.rummy.legal import laying, may_leave, may_take, melds_of, taking_joker
from referee.engine.rummy.melds import Meld, laid_cards
from referee.engine.rummy.seatview import SeatView
from referee.engine.rummy.state import Phase
from referee.engine.verdicts import gettext_noop


@dataclass(frozen=True, slots=True)
class PlainBot:
    """Takes and buys what brings the contract nearer, goes down at once, lays off all it can, sheds dear cards."""

    key: str = "plain"
    name: str = gettext_noop("Bosun")
    about: str = gettext_noop("Buys what brings the contract nearer, goes down at once and sheds its dearest cards.")

    def act(self, view: SeatView, chance: Chance) -> PlayerAction:
        match view.phase:
            case Phase.CLAIM | Phase.DRAW:
                return _claim(view)
            case Phase.REPLACE:
                return taken_joker(view)
            case _:
                return next(_plays(view))


def taken_joker(view: SeatView) -> PlayerAction:
    """A joker that somebody has laid just now, taken where the hand has its card: a joker serves everywhere."""
    return next(taking_joker(view), Pass())


def _claim(view: SeatView) -> PlayerAction:
    if view.is_my_turn:
        if may_take(view) and _helps(view, view.pile[-1]):
            return Take()
        return shanghai_call(view) or DrawStock()
    me = view.me
    # A buyer in the hand that has to be laid whole would only have more to lay.
    may_buy = not me.down and me.may_buy and not view.rules.is_all_cards(view.hand)
    if may_buy and view.pile[-1] in _wanted(view):
        return Buy()
    return shanghai_call(view) or Pass()


def shanghai_call(view: SeatView) -> Shanghai | None:
    """The Shanghai call on the open discard, where it is allowed and brings something.

    The caller gets a card of the discarder's: that helps on the way to the contract, and is one more to get rid of
    afterwards. Whoever takes a discarder's last card makes a gift of the hand. A call that only fines the discarder
    costs nothing.
    """
    rules, me = view.rules, view.me
    if view.phase is not Phase.CLAIM or me.word is not None or not me.may_call("shanghai"):
        return None
    ends_hand = view.discarder is not None and view.seats[view.discarder].cards == 1
    if rules.shanghai_effect == "card" and (me.down or ends_hand):
        return None
    card = view.pile[-1]
    ends = ((index, open_ends(rules, meld, card)) for index, meld in enumerate(melds_of(view)))
    return next((Shanghai(index, found[0]) for index, found in ends if found), None)


def _helps(view: SeatView, card: Card) -> bool:
    """Whether the card brings the contract nearer or, once down, can be laid off."""
    if view.me.down:
        return fits_table(view.rules, melds_of(view), card)
    return card in _wanted(view)


def _wanted(view: SeatView) -> frozenset[Card]:
    """The cards that the hand is after.

    They are the same as before the last discard, if that was not needed: there the answer lies ready.
    """
    discards = view.me.discards
    if discards:
        thrown = discards[-1]
        before = aim_for(view.rules, view.hand, with_card(view.own, thrown))
        if thrown in before.spare:
            return before.wanted
    return aim_for(view.rules, view.hand, view.own).wanted


def _plays(view: SeatView) -> Iterator[PlayerAction]:
    """What can be done after the draw, the best first; each of it is legal."""
    if not view.me.down:
        yield from going_down(view)
    yield from first_laying(view)
    yield first_legal_discard(view, _dearest(view))


def going_down(view: SeatView) -> Iterator[GoDown]:
    """The contract laid, where the hand has it and laying it is allowed."""
    if aim_for(view.rules, view.hand, view.own).lacking:
        return
    melds = melds_to_lay(view.rules, view.hand, view.own)
    if melds is not None:
        yield from laid(view, melds)


def laid(view: SeatView, melds: tuple[Meld, ...]) -> Iterator[GoDown]:
    """The contract laid with these melds, where the rule on the last card lets them leave what they leave."""
    left = without_all(view.own, (card for meld in melds for card in meld.cards))
    if view.rules.is_all_cards(view.hand) or may_leave(view, left, (*melds_of(view), *melds), same_turn=True):
        yield GoDown(tuple(laid_cards(meld) for meld in melds))


def first_laying(view: SeatView) -> Iterator[LayOff | Swap]:
    """The lay-off or swap that takes most points out of the hand, if there is any."""
    layings = list(laying(view))
    if layings:
        yield max(layings, key=lambda action: _laying_worth(view, action))


def _laying_worth(view: SeatView, action: LayOff | Swap) -> tuple[int, bool]:
    """Points that leave the hand, and whether a run grows; a joker last, since it fits wherever something else does.

    A run that has grown takes a further card. Sets use up what runs need, and then a hand may end with nothing that
    fits anywhere.
    """
    points = -1 if view.rules.is_wild(action.card) else view.rules.value(action.card)
    return points, view.table[action.meld].meld.kind == "run"


def first_legal_discard(view: SeatView, cards: Iterable[Card]) -> Discard:
    """The first of the cards that may be thrown, declared where it fits; some card of the hand may be.

    :raises ValueError: when none of the hand may be thrown, which the rules rule out.
    """
    rules = view.rules
    for card in chain(cards, view.own):
        if judge_discard(rules, view.hand, card, held=view.own, declared=False, table=(), taken=view.taken).legal:
            return Discard(card, declare=rules.shanghai_call and fits_table(rules, melds_of(view), card))
    raise ValueError(f"expected a card that may be thrown in {view.own!r}")


def _dearest(view: SeatView) -> list[Card]:
    """The cards that are not needed, the dearest first."""
    rules = view.rules
    spare = () if view.me.down else aim_for(rules, view.hand, view.own).spare
    cards = spare or [card for card in view.own if not rules.is_wild(card)] or view.own
    priced = sorted([(rules.value(card), card) for card in cards], reverse=True)
    return [card for _, card in priced]
