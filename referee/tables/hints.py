"""A hint of the dice game as its page shows it: every choice with its worth, and why the first is the best."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, assert_never

from django.utils.translation import gettext

from referee.engine.bots.shanghaien_hint import REASONS, Hint, advise, format_worth
from referee.engine.shanghaien.actions import (
    CallShanghai,
    CaptainAction,
    Change,
    Direction,
    Enlist,
    Place,
    PlaceBoth,
    Reroll,
    RollDice,
)
from referee.engine.shanghaien.cards import PEOPLE, card_words
from referee.engine.shanghaien.notation import format_action
from referee.engine.shanghaien.preview import card_at
from referee.engine.shanghaien.seatview import SeatView


class HintedOption(NamedTuple):
    """A choice: its action, what it is in words, and the lead that it brings on average."""

    action: str
    words: str
    worth: str


class HintShown(NamedTuple):
    """Every choice, best first, and the reason for the first."""

    options: tuple[HintedOption, ...]
    reason: str


@lru_cache(maxsize=64)
def _advice(view: SeatView) -> Hint | None:
    return advise(view)


def hint_for(view: SeatView) -> HintShown | None:
    """The hint for the view's seat; None when it has nothing to decide."""
    hint = _advice(view)
    if hint is None:
        return None
    return HintShown(
        tuple(
            HintedOption(format_action(one.action), action_words(view, one.action), format_worth(one.worth))
            for one in hint.options
        ),
        gettext(REASONS[hint.reason]) % dict(hint.values),
    )


def action_words(view: SeatView, action: CaptainAction) -> str:
    """What the action does, in a few words."""
    match action:
        case RollDice():
            return gettext("Roll")
        case CallShanghai():
            return gettext("Call Shanghai")
        case Place(number, direction):
            return _placed(view, (number,), direction)
        case PlaceBoth(_, direction):
            return gettext("Trick, both dice. %(what)s") % {"what": _placed(view, view.rolled or (), direction)}
        case Reroll():
            return gettext("Trick: roll both dice again")
        case Change(_, die, to):
            return gettext("Trick: turn the %(first)s to a %(last)s") % {"first": die, "last": to}
        case Enlist(_, nation):
            return gettext("Trick: a joker for the %(nation)s") % {"nation": gettext(PEOPLE[nation])}
        case _:
            assert_never(action)


def _placed(view: SeatView, numbers: tuple[int, ...], direction: Direction | None) -> str:
    way = view.direction or direction
    if way is None:
        raise AssertionError("expected a direction with the first die")
    cards = ", ".join(card_words(card_at(view, number, way), gettext) for number in numbers)
    values = {"dice": " + ".join(map(str, numbers)), "cards": cards}
    if direction is Direction.LEFT:
        return gettext("Place %(dice)s from the left: %(cards)s") % values
    if direction is Direction.RIGHT:
        return gettext("Place %(dice)s from the right: %(cards)s") % values
    return gettext("Place %(dice)s: %(cards)s") % values
