"""Mishaps with claims."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from referee.desk.mishaps.entries import NOTICED, NOTICED_LATE, Mishap, Remedy

TITLE = _("Claims")

MISHAPS = (
    Mishap(
        "too-late",
        _("Somebody asked for a discard too late"),
        _("A discard is open until somebody has it or the player in turn has drawn."),
        (
            Remedy(
                _("The player in turn has touched the stock"), _("Too late: a card that has been drawn cannot go back.")
            ),
            Remedy(
                _("The player in turn drew so fast that nobody could speak"),
                _("Agree on a moment of silence before each draw. For this once, the table decides."),
            ),
        ),
        ("7.2",),
        is_custom=False,
    ),
    Mishap(
        "wrong-buyer",
        _("The wrong player got the discard"),
        _("The one whose turn comes soonest has it, whoever spoke first; a call that fails costs nothing."),
        (
            Remedy(
                NOTICED,
                _(
                    "The card goes to the right player, who pays the price. The cards that the other drew go back on"
                    " the stock unseen, and that buy is not counted."
                ),
            ),
            Remedy(NOTICED_LATE, _("It stands, and the buy is counted for the one who has the card.")),
        ),
        ("7.1", "7.4"),
    ),
    Mishap(
        "too-many-buys",
        _("Somebody bought more often than allowed"),
        _("The rule set says how often you may buy in a hand."),
        (
            Remedy(NOTICED, _("The bought cards go back: the discard to the pile, the others to the stock.")),
            Remedy(NOTICED_LATE, _("The player keeps the cards and has no buy in the next hand.")),
        ),
        ("7.5",),
    ),
    Mishap(
        "false-shanghai",
        _("Shanghai was said for a card that does not fit"),
        _(
            "Shanghai needs a card that could be laid off right now. A false declaration is refused, and the discard"
            " is not made; a false call gets nothing."
        ),
        (
            Remedy(_("Said by the discarder"), _("Choose a discard again, with or without Shanghai.")),
            Remedy(_("Said by another player"), _("The card stays for the others, and nothing is counted.")),
        ),
        ("7.9", "7.10"),
        is_custom=False,
    ),
)
