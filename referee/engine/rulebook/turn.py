"""Chapter 4, a turn: drawing, discarding, going out and an empty stock."""

from __future__ import annotations

from typing import Final

from referee.engine.rulebook.entries import BOTH, RULING, Reason, Rule
from referee.engine.verdicts import gettext_noop as _

TITLE: Final = _("A turn")

RULES = (
    Rule(
        "4.1",
        _("Whose turn it is"),
        _(
            "The player next to the dealer begins, and play goes round from there, to the left unless the rule set "
            "says otherwise. Out of turn you can do no more than claim a discard."
        ),
        BOTH,
        settings=("direction",),
    ),
    Rule(
        "4.2",
        _("Drawing"),
        _(
            "A turn begins with a draw: one card, from the top of the stock or from the discards if their top card "
            "is free. Nothing is played before it."
        ),
        BOTH,
    ),
    Rule(
        "4.3",
        _("Discarding"),
        _(
            "After the draw you may go down, lay off and swap jokers as the rule set allows. The turn ends with one "
            "card discarded face up, unless none is left. The rule set says whether a wild card or the card just taken "
            "may go; where no other could, any may."
        ),
        BOTH,
        settings=("discard_wild", "discard_taken"),
        facts=("discard",),
    ),
    Rule(
        "4.4",
        _("The end of the hand"),
        _(
            "The hand ends at once when a player has no card left, whether the last one was laid down, laid off, "
            "swapped or discarded. It also ends, without a winner, when the stock can no longer be renewed, and when "
            "as many turns in a row as there are cards have brought no card out of the stock and none to the table."
        ),
        BOTH,
        settings=("max_reshuffles",),
    ),
    Rule(
        "4.5",
        _("The last card"),
        _("The rule set says whether the last card in your hand may be discarded, must be, or must not be."),
        RULING,
        settings=("discard_to_go_out",),
    ),
    Rule(
        "4.6",
        _("When the stock runs out"),
        _(
            "When a card is due and the stock is empty, all discards but the top one are shuffled to make a new "
            "stock, as often as the rule set allows. If that gives no card and the player in turn does not take the "
            "top discard, nobody wins the hand, and everybody scores the cards they hold."
        ),
        RULING,
        settings=("max_reshuffles",),
        facts=("deck",),
    ),
)

REASONS = (
    Reason("turn.not-yours", "4.1", _("It is another player's turn.")),
    Reason("turn.draw-first", "4.2", _("Draw a card first: every turn begins with it.")),
    Reason("turn.already-drew", "4.2", _("You have drawn already, and a turn has only one draw.")),
    Reason("turn.discard-first", "4.3", _("A discard comes first: it ends the turn.")),
    Reason("discard.wild", "4.3", _("A wild card may not be discarded in this rule set.")),
    Reason("discard.taken", "4.3", _("The card that you have just taken may not be discarded in the same turn.")),
    Reason("hand.over", "4.4", _("The hand is over, and nothing more can be played in it.")),
    Reason("discard.required", "4.5", _("You go out by a discard in this rule set: keep one card for it.")),
    Reason("discard.last-card", "4.5", _("Your last card may not be discarded: it has to find a place on a meld.")),
)
