"""Mishaps with draws and discards."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from referee.desk.mishaps.entries import ALWAYS, NOTICED, NOTICED_LATE, Mishap, Remedy

TITLE = _("Drawing and discarding")

MISHAPS = (
    Mishap(
        "drew-twice",
        _("Somebody drew two cards"),
        _("A turn has one draw of one card."),
        (
            Remedy(_("The second card was not looked at"), _("It goes back on the stock.")),
            Remedy(
                _("It was looked at"),
                _(
                    "Everybody sees it, it goes back on the stock, and the next player may have it or put it under "
                    "the stock."
                ),
            ),
            Remedy(
                _("It is mixed with the hand"),
                _("The player discards two cards, one after the other. Only the second can be claimed."),
            ),
        ),
        ("4.2",),
    ),
    Mishap(
        "no-draw",
        _("Somebody discarded without drawing"),
        _("A turn begins with a draw."),
        (
            Remedy(NOTICED, _("Take the discard back, draw from the stock, discard again.")),
            Remedy(NOTICED_LATE, _("The turn stands. The player goes on with one card fewer.")),
        ),
        ("4.2", "4.3"),
    ),
    Mishap(
        "no-discard",
        _("Somebody forgot to discard"),
        _("The turn ends with a discard, unless no card is left."),
        (
            Remedy(NOTICED, _("Discard now; the turn was not over.")),
            Remedy(
                NOTICED_LATE,
                _("The player discards two cards at the end of the next turn; only the top one can be claimed."),
            ),
        ),
        ("4.3",),
    ),
    Mishap(
        "wrong-count",
        _("Somebody has the wrong number of cards in the middle of the hand"),
        _("The number in a hand follows from the deal, the draws, the discards and the buys."),
        (
            Remedy(
                _("Too many"),
                _(
                    "Draw no card in the next turns, only discard, until the number is right. The player may not go "
                    "out before."
                ),
            ),
            Remedy(_("Too few"), _("Discard nothing in the next turns until the number is right.")),
        ),
        ("4.2", "4.3", "7.4"),
    ),
    Mishap(
        "out-of-turn",
        _("Somebody played out of turn"),
        _("Out of turn you can do no more than claim a discard."),
        (
            Remedy(
                NOTICED,
                _(
                    "Everything goes back. A card drawn from the stock returns to its top; the player whose turn it "
                    "is goes on."
                ),
            ),
            Remedy(NOTICED_LATE, _("The turn stands, and those who were passed over have lost theirs.")),
        ),
        ("4.1",),
    ),
    Mishap(
        "exposed",
        _("A card of a hand was shown by accident"),
        _("No rule makes a shown card a played one."),
        (
            Remedy(_("A card from a hand"), _("It goes back into the hand. Everybody may remember it.")),
            Remedy(
                _("The top of the stock"),
                _(
                    "Leave it face up; the player in turn may draw it or have it put in the middle of the stock and "
                    "draw the next."
                ),
            ),
        ),
        ("4.2",),
    ),
    Mishap(
        "changed-mind",
        _("Somebody wants a discard back"),
        _("The discard ends the turn."),
        (
            Remedy(
                ALWAYS,
                _("A card that has left the hand and touched the pile is discarded. It can be claimed at once."),
            ),
        ),
        ("4.3",),
    ),
)
