"""Sentences of the score sheet: contracts, value classes, questions, what an operation did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.engine.rummy.cards import Card, format_card
from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.rules import ValueClass
from scorekeeper.changes import (
    Adjust,
    Buy,
    Change,
    Clear,
    Confirm,
    Deal,
    End,
    Enter,
    Extra,
    Join,
    Leave,
    Redo,
    Rename,
    Reopen,
    Reorder,
    Return,
    Score,
    Settle,
    Undo,
)
from scorekeeper.games import Game
from scorekeeper.questions import NobodyOut, NoSuchTotal, Question, SeveralOut, TooManyCards

MINUS = "\u2212"


def number_text(number: int, *, signed: bool = False, decimals: int = 0) -> str:
    """A number with a true minus sign; ``signed``: with a plus too; ``decimals``: it counts tenths or hundredths."""
    sign = MINUS if number < 0 else "+" if signed else ""
    if not decimals:
        return f"{sign}{abs(number)}"
    whole, part = divmod(abs(number), 10**decimals)
    return f"{sign}{whole}.{part:0{decimals}d}"


def listed(names: list[str]) -> str:
    """Names in a row: "Ana, Ben and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


# The game ---------------------------------------------------------------------------------------------------------


def game_name(game: Game) -> str:
    """What is played, in a word or two."""
    if game.rules:
        return _(game.rules.name)
    return _("Lowest total wins") if game.wins == "lowest" else _("Highest total wins")


def contract_text(contract: Contract) -> str:
    """A contract in words: "2 sets of 3 and 1 run of 4"."""
    counted = Counter(contract.slots)
    return listed([_melds_text(slot, number) for slot, number in counted.items()])


def meld_name(slot: Slot) -> str:
    """A kind of meld: "set of 3"."""
    return (_("set of %(size)s") if slot.kind == "set" else _("run of %(size)s")) % {"size": slot.size}


def _melds_text(slot: Slot, number: int) -> str:
    values = {"number": number, "size": slot.size}
    if slot.kind == "set":
        return ngettext("%(number)s set of %(size)s", "%(number)s sets of %(size)s", number) % values
    return ngettext("%(number)s run of %(size)s", "%(number)s runs of %(size)s", number) % values


def class_name(kind: ValueClass, game: Game) -> str:
    """A value class as its key shows it: "2\u20137", "Ace", "Joker"."""
    is_rook = game.rules is not None and game.rules.deck == "rook"
    if kind.ranks == (0,):
        return _("Rook") if is_rook else _("Joker")
    if kind.label == "A":
        return _("Ace")
    if kind.cards:
        return " ".join(map(_card_name, kind.cards))
    return kind.label.replace("-", "\u2013")


_SIGNS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}


def _card_name(card: Card) -> str:
    """A card as its key shows it: "A\u2665"; a Rook card by its colour's letter."""
    text = format_card(card)
    return text[:-1].replace("T", "10") + _SIGNS.get(text[-1], text[-1])


def score_text(score: Score | None) -> str:
    """A score in a sentence; a cell that was cleared is "blank"."""
    if score is None:
        return _("blank")
    if score.out:
        return _("out, %(points)s") % {"points": number_text(score.points)} if score.points else _("out")
    points = number_text(score.points)
    return _("%(points)s, contract met") % {"points": points} if score.met else points


# Questions --------------------------------------------------------------------------------------------------------


def question_text(question: Question, names: Mapping[str, str], game: Game) -> str:
    """What is asked, as one or two sentences."""
    match question:
        case SeveralOut(hand, players):
            who = listed([names[player] for player in players])
            return _("Hand %(hand)s: %(who)s are all said to have gone out.") % {"hand": hand, "who": who}
        case NobodyOut(hand):
            return _("Hand %(hand)s: nobody went out. Did the stock run out?") % {"hand": hand}
        case NoSuchTotal(hand, player, points, cards, least, most):
            values = {"hand": hand, "who": names[player], "points": number_text(points), "cards": cards}
            if cards is None:
                return _("Hand %(hand)s: no cards make %(points)s for %(who)s.") % values
            values |= {"least": number_text(least), "most": number_text(most)}
            text = ngettext(
                "Hand %(hand)s: %(points)s for %(who)s cannot be %(cards)s card; it makes %(least)s to %(most)s.",
                "Hand %(hand)s: %(points)s for %(who)s cannot be %(cards)s cards; they make %(least)s to %(most)s.",
                cards,
            )
            return text % values
        case TooManyCards(hand, index, counted, held):
            name = class_name(game.classes[index], game)
            values = {"hand": hand, "counted": counted, "name": name, "held": held}
            return _("Hand %(hand)s: %(counted)s × %(name)s are counted, the decks hold %(held)s.") % values
        case _:
            assert_never(question)


# History ----------------------------------------------------------------------------------------------------------


def change_text(change: Change, names: Mapping[str, str], before: Score | None) -> str:
    """What an operation did, as a line of the history. ``before``: what stood in the cell that it wrote."""

    def name(player: str) -> str:
        return names.get(player, _("a player who is not on the sheet"))

    match change:
        case Enter(player, hand, score):
            return _cell_text(name(player), hand, score, before)
        case Settle(player, hand, answer):
            return _cell_text(name(player), hand, answer, before)
        case Clear(player, hand):
            return _cell_text(name(player), hand, None, before)
        case Adjust(player, hand, points, reason):
            values = {"who": name(player), "points": number_text(points, signed=True), "reason": reason, "hand": hand}
            return _("%(who)s: %(points)s for “%(reason)s”, hand %(hand)s") % values
        case Join(player, called, hand):
            if hand == 1:
                return _("%(who)s joined") % {"who": called}
            return _("%(who)s joined in hand %(hand)s") % {"who": called, "hand": hand}
        case Leave(player, hand):
            return _("%(who)s left before hand %(hand)s") % {"who": name(player), "hand": hand}
        case Return(player, hand):
            return _("%(who)s came back in hand %(hand)s") % {"who": name(player), "hand": hand}
        case Rename(player, called):
            return _("%(who)s is now called %(name)s") % {"who": name(player), "name": called}
        case Reorder(order):
            return _("Seats: %(names)s") % {"names": ", ".join(name(player) for player in order)}
        case Extra(hand):
            return _("One more hand: hand %(hand)s") % {"hand": hand}
        case End(hand):
            return _("The game ended with hand %(hand)s") % {"hand": hand}
        case Reopen():
            return _("The game goes on")
        case Deal(hand, player):
            return _("%(who)s deals hand %(hand)s") % {"who": name(player), "hand": hand}
        case Buy(player, hand, by):
            values = {"who": name(player), "hand": hand}
            if by > 0:
                return _("%(who)s bought in hand %(hand)s") % values
            return _("%(who)s bought once less in hand %(hand)s") % values
        case Confirm():
            return _("An unlikely entry was confirmed")
        case Undo():
            return _("Undone")
        case Redo():
            return _("Redone")
        case _:
            assert_never(change)


def _cell_text(who: str, hand: int, score: Score | None, before: Score | None) -> str:
    values = {"who": who, "hand": hand, "score": score_text(score), "before": score_text(before)}
    if before is None or score == before:
        return _("%(who)s, hand %(hand)s: %(score)s") % values
    return _("%(who)s, hand %(hand)s: %(score)s instead of %(before)s") % values
