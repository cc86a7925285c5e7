"""Mishaps with dealing."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from referee.desk.mishaps.entries import Mishap, Remedy

TITLE = _("The deal")
BEFORE = _("Before the first draw")
AFTER = _("Later")

MISHAPS = (
    Mishap(
        "misdeal",
        _("Somebody was dealt too many or too few cards"),
        _("Everybody is dealt the same number of cards, face down and one at a time."),
        (
            Remedy(
                BEFORE,
                _(
                    "Too few: take what is missing from the top of the stock. Too many: the dealer draws the "
                    "surplus, unseen, from that hand, and puts it at the bottom of the stock."
                ),
            ),
            Remedy(
                AFTER,
                _(
                    "The hand is played with the cards as they are; nobody draws extra or throws away extra. If more"
                    " than one hand is wrong, shuffle and deal again."
                ),
            ),
        ),
        ("1.2",),
    ),
    Mishap(
        "exposed-deal",
        _("A card was turned over while dealing"),
        _("Cards are dealt face down."),
        (
            Remedy(
                _("One card"),
                _(
                    "The player keeps it. If it is a joker or the player asks for it, put it into the middle of the "
                    "stock and deal another."
                ),
            ),
            Remedy(
                _("Several cards, or the turned-up card is missing"),
                _("Shuffle and deal again; the same dealer deals."),
            ),
        ),
        ("1.2",),
    ),
    Mishap(
        "wrong-dealer",
        _("The wrong player dealt, or the wrong hand is being played"),
        _("The deal moves one seat to the left after each hand, and each hand has its own contract."),
        (
            Remedy(_("Before anybody has gone down"), _("Deal again, by the right dealer and for the right contract.")),
            Remedy(
                _("Somebody is down"),
                _("The hand stands as it was played. The next hand is the one that was left out."),
            ),
        ),
        ("1.2", "1.3"),
    ),
    Mishap(
        "deck-short",
        _("Cards are missing, or a foreign card is in the deck"),
        _("A card exists once in every deck and no more often."),
        (
            Remedy(
                _("A foreign or surplus card"),
                _("It leaves the game; whoever held it draws one from the stock in its place."),
            ),
            Remedy(_("A card is missing"), _("Finish the hand without it. Hands that have been scored stand.")),
        ),
        ("1.1",),
    ),
)
