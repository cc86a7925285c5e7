"""A hint of the card games as the table shows it: what to do, why, and what the other choices would cost."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from django.utils.translation import get_language, gettext

from referee.engine.bots.coach import REASONS, Advice, Option, Reason, advise
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
from referee.engine.rummy.seatview import SeatView
from referee.tables.selectors import TableSnapshot
from referee.tables.told import card_name

MOST_SHOWN = 6


class AdvisedChoice(NamedTuple):
    """Another choice in words, and by how many points it is worse; 0 stands for hardly any."""

    words: str
    cost: int


class AdviceShown(NamedTuple):
    """What to do in words, why, and the other choices, the best first."""

    words: str
    reason: str
    others: tuple[AdvisedChoice, ...]


def may_ask(snap: TableSnapshot) -> bool:
    """Whether the viewer may ask the coach: the table lets everybody, or nobody else at it is a person."""
    if snap.seat is None:
        return False
    alone = not any(chair.is_person for chair in snap.chairs if chair.seat != snap.seat)
    return snap.options.coach or (snap.options.hints and alone)


def advice_for(view: SeatView) -> AdviceShown | None:
    """The advice for the view's seat; None when it has nothing to decide."""
    advice = advise(view)
    return None if advice is None else _shown(view, advice)


def _shown(view: SeatView, advice: Advice) -> AdviceShown:
    others = tuple(_choice(view, option) for option in advice.options[1:MOST_SHOWN])
    return AdviceShown(deed_words(view, advice.action), reason_words(advice.reason), others)


def _choice(view: SeatView, option: Option) -> AdvisedChoice:
    return AdvisedChoice(deed_words(view, option.action), round(option.cost))


def reason_words(reason: Reason) -> str:
    """The reason in one sentence, in the language of the page."""
    return gettext(REASONS[reason.code]) % dict(reason.values)


def deed_words(view: SeatView, action: PlayerAction) -> str:
    """What the action does, in a few words."""
    language = get_language()
    match action:
        case DrawStock():
            return gettext("Draw from the stock")
        case Take():
            return gettext("Take the %(card)s") % {"card": card_name(view.pile[-1], language)}
        case Buy():
            return gettext("Buy the %(card)s") % {"card": card_name(view.pile[-1], language)}
        case Pass():
            return gettext("Pass")
        case GoDown():
            return gettext("Go down")
        case LayOff(card):
            return gettext("Lay off the %(card)s") % {"card": card_name(card, language)}
        case Swap(card):
            return gettext("Swap the %(card)s for the joker") % {"card": card_name(card, language)}
        case Discard(card):
            return gettext("Discard the %(card)s") % {"card": card_name(card, language)}
        case Shanghai():
            return gettext("Call Shanghai")
        case Withdraw():
            return gettext("Withdraw the call")
        case _:
            assert_never(action)
