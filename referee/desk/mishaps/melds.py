"""Mishaps with melds on the table."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from referee.desk.mishaps.entries import ALWAYS, NOTICED, Mishap, Remedy

TITLE = _("Melds")

MISHAPS = (
    Mishap(
        "illegal-contract",
        _("A contract on the table turns out to be wrong"),
        _("Going down is all of the contract at once or nothing: melds that are not the contract are not down."),
        (
            Remedy(
                _("Before the player's discard"),
                _("The cards go back into the hand, and the turn goes on; a right contract may be laid instead."),
            ),
            Remedy(
                _("Before the player's next turn"),
                _(
                    "The cards go back into the hand. What others laid off on them goes back to the others. The "
                    "player is not down."
                ),
            ),
            Remedy(
                _("Later"),
                _("The melds stay where they lie, except cards that fit nowhere: those go back into the hand."),
            ),
        ),
        ("3.1", "3.3"),
    ),
    Mishap(
        "illegal-layoff",
        _("A card was laid off where it does not fit"),
        _("A set takes its own rank, a run the next card at either end."),
        (
            Remedy(NOTICED, _("The card goes back into the hand.")),
            Remedy(
                _("Noticed after other cards were laid on it"),
                _("The card and those beyond it go back to the hands they came from."),
            ),
            Remedy(_("It was the last card, and the hand was called over"), _("The hand goes on: nobody is out.")),
        ),
        ("5.1", "5.3"),
    ),
    Mishap(
        "not-down",
        _("Somebody laid off or swapped a joker without being down"),
        _("Only a player who is down may do so, and the rule set says from which turn on."),
        (
            Remedy(
                ALWAYS, _("The cards go back, the joker to its old place. What the joker stood for has not changed.")
            ),
        ),
        ("5.1", "5.2", "6.2"),
    ),
    Mishap(
        "joker-drifts",
        _("Nobody remembers what the joker stands for"),
        _("In a run the joker stands for one card, fixed when it was laid; its place in the row says which."),
        (
            Remedy(
                ALWAYS,
                _(
                    "Lay the run from low to high and count: the joker is the card of its place. It never moves by "
                    "itself."
                ),
            ),
        ),
        ("2.6", "2.7"),
        is_custom=False,
    ),
)
