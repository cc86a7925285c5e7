"""What a captain can do now, each choice with all that it would bring, before it is taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from django.utils.translation import gettext

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
from referee.engine.shanghaien.cards import PEOPLE, Trick, card_words
from referee.engine.shanghaien.notation import format_action
from referee.engine.shanghaien.preview import card_at, fates_after, score_after
from referee.engine.shanghaien.seatview import SeatView
from referee.tables.tavern import CaptainShown, Tavern, Verdict, verdict_of
from referee.tables.words import number_text

type End = str
"""``left``, ``right``, or empty where the direction is settled."""


class Choice(NamedTuple):
    """An action with what it would bring.

    ``dice`` are placed at the cards ``at``, whose ``verdicts`` stand first of all that change. ``mine`` and ``theirs``
    are the points if the round ended then; ``gain`` is what the lead grows by, with its sign.
    """

    action: str
    dice: tuple[int, ...]
    end: End
    at: tuple[Verdict, ...]
    others: tuple[Verdict, ...]
    mine: int
    theirs: int
    gain: str
    turned: tuple[int, int] | None = None
    nation: str = ""

    @property
    def label(self) -> str:
        """The choice in one sentence, for those who hear it."""
        words = [self.what, *(f"{card_words(one.card, gettext)}: {fate_words(one)}." for one in self.at + self.others)]
        score = gettext("If the round ended then: %(mine)s to %(theirs)s.") % {
            "mine": self.mine,
            "theirs": self.theirs,
        }
        return " ".join([*words, score])

    @property
    def what(self) -> str:
        """What is done."""
        if self.nation:
            return gettext("A joker of strength 2 joins the %(nation)s.") % {"nation": gettext(PEOPLE[self.nation])}
        if self.turned:
            return gettext("Turn the %(first)s to a %(last)s.") % {"first": self.turned[0], "last": self.turned[1]}
        if not self.dice:
            return gettext("Roll both dice again.")
        values = {"dice": " + ".join(map(str, self.dice))}
        if self.end == Direction.LEFT:
            return gettext("Place %(dice)s, counted from the left.") % values
        if self.end == Direction.RIGHT:
            return gettext("Place %(dice)s, counted from the right.") % values
        return gettext("Place %(dice)s.") % values


class TrickChoices(NamedTuple):
    """A trick in the captain's hand: what it can do now, or in words why not."""

    trick: Trick
    choices: tuple[Choice, ...]
    why_not: str


class Choices(NamedTuple):
    """All that the viewer can do."""

    places: tuple[Choice, ...]
    tricks: tuple[TrickChoices, ...]
    may_roll: bool
    call: Choice | None
    placed: int
    """Own dice in the tavern."""


def choices_of(board: Tavern) -> Choices | None:
    """What the viewer can do, or None for somebody without a seat in a game that goes on."""
    view, me = board.view, board.me
    if me is None or board.is_over:
        return None
    legal = view.legal
    return Choices(
        places=tuple(_choice(board, me, action) for action in legal if isinstance(action, Place)),
        tricks=tuple(_tricks(board, me)),
        may_roll=RollDice() in legal,
        call=_choice(board, me, CallShanghai()) if CallShanghai() in legal else None,
        placed=sum(view.dice[me.seat]),
    )


def _tricks(board: Tavern, me: CaptainShown) -> Iterable[TrickChoices]:
    view = board.view
    for held in sorted(me.crew.tricks, key=lambda held: held.won):
        usable = [action for action in view.legal if _trick_of(action) == held.trick]
        yield TrickChoices(
            held.trick,
            tuple(_choice(board, me, action) for action in usable) if held.won < view.round else (),
            _why_not(view, me, held.won),
        )


def _why_not(view: SeatView, me: CaptainShown, won: int) -> str:
    if won >= view.round:
        return gettext("won in this round, for the next")
    if me.has_tricked:
        return gettext("one trick a round")
    if view.rolled is None or view.turn != me.seat:
        return gettext("after rolling")
    return ""


def _trick_of(action: CaptainAction) -> Trick | None:
    match action:
        case Reroll(trick) | Change(trick) | PlaceBoth(trick) | Enlist(trick):
            return trick
        case RollDice() | Place() | CallShanghai():
            return None
        case _:
            assert_never(action)


def _choice(board: Tavern, me: CaptainShown, action: CaptainAction) -> Choice:
    view = board.view
    numbers, direction = _placing(view, action)
    before, fates = fates_after(view), fates_after(view, _reached(action))
    points = _points(view, action)
    mine, theirs = points[me.seat], points[1 - me.seat]
    lead = mine - theirs - (board.then.points[me.seat] - board.then.points[1 - me.seat])
    at: list[Verdict] = []
    others: list[Verdict] = []
    if direction is not None:
        for old, fate in zip(before, fates, strict=True):
            verdict = verdict_of(fate, card_at(view, fate.position, direction), board.seats)
            if fate.position in numbers:
                at.append(verdict)
            elif isinstance(action, CallShanghai) or fate.owner != old.owner:
                others.append(verdict)
    named = action.direction if isinstance(action, Place | PlaceBoth) else None
    return Choice(
        action=format_action(action),
        dice=() if isinstance(action, Change) else numbers,
        end=str(named) if named else "",
        at=tuple(at),
        others=tuple(others),
        mine=mine,
        theirs=theirs,
        gain=f"+{lead}" if lead > 0 else number_text(lead),
        turned=(action.die, action.to) if isinstance(action, Change) else None,
        nation=action.nation if isinstance(action, Enlist) else "",
    )


def _placing(view: SeatView, action: CaptainAction) -> tuple[tuple[int, ...], Direction | None]:
    """The numbers at whose cards dice come to lie, and the round's direction then."""
    match action:
        case Place(number, direction):
            return (number,), view.direction or direction
        case PlaceBoth(_, direction):
            return tuple(sorted(view.rolled or ())), view.direction or direction
        case Change(_, _, to):
            return (to,), view.direction
        case Reroll() | Enlist() | RollDice() | CallShanghai():
            return (), view.direction
        case _:
            assert_never(action)


def _reached(action: CaptainAction) -> CaptainAction:
    """The action whose dice are looked at: a turned die is thought to be placed."""
    return Place(action.to) if isinstance(action, Change) else action


def _points(view: SeatView, action: CaptainAction) -> tuple[int, int]:
    """The points if the round ended then; a turned die is thought to be placed, once the direction is known."""
    spent = score_after(view, action).points
    if view.direction is None or not isinstance(action, Change):
        return spent
    kept = score_after(view).points
    placed = score_after(view, Place(action.to)).points
    first, second = (placed[seat] + spent[seat] - kept[seat] for seat in (0, 1))
    return first, second


def fate_words(verdict: Verdict) -> str:
    """Who would get a card and why: "Ana: more dice, 2 to 1"."""
    who = verdict.owner.name if verdict.owner else gettext("nobody")
    return gettext("%(who)s, %(why)s") % {"who": who, "why": verdict.why}
