"""Mishaps with the end of a hand and the score."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from referee.desk.mishaps.entries import Mishap, Remedy

TITLE = _("The score")

MISHAPS = (
    Mishap(
        "false-out",
        _("Somebody called the hand over and still had a card"),
        _("The hand ends when a hand is empty, not when somebody says so."),
        (
            Remedy(
                _("Others have shown their cards"),
                _("Everybody takes the cards back, and the hand goes on. What was seen was seen."),
            ),
            Remedy(_("Cards were mixed"), _("The hand is scored as it lies: the caller's card counts as well.")),
        ),
        ("4.4",),
    ),
    Mishap(
        "wrong-score",
        _("A hand was added up wrongly"),
        _("Each card left in a hand costs its points."),
        (
            Remedy(_("The cards can still be counted"), _("Count again and correct the sheet, whenever it is found.")),
            Remedy(_("The cards are gone"), _("The table agrees on a figure. The sheet keeps who changed what.")),
        ),
        ("8.1", "8.6"),
    ),
    Mishap(
        "left-early",
        _("Somebody has to leave in the middle of the game"),
        _("No rule says what becomes of an empty chair."),
        (
            Remedy(
                _("In the middle of a hand"),
                _("The cards go under the stock. For this hand the player scores what the cards cost."),
            ),
            Remedy(
                _("Between hands"),
                _("The others go on; the totals of the one who left stay on the sheet without a rank."),
            ),
        ),
        ("8.6",),
    ),
)
