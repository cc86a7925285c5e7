"""Chapter 9, Shanghaien: the dice game for two captains."""

from __future__ import annotations

from typing import Final

from referee.engine.rulebook.entries import DICE, RULING, Reason, Rule
from referee.engine.verdicts import gettext_noop as _

TITLE: Final = _("Shanghaien")

RULES = (
    Rule(
        "9.1",
        _("Sailors and rounds"),
        _(
            "Forty sailors of eight nationalities, each with the values 1, 2, 3, 3 and 4, are shuffled, and every "
            "round six cards enter the tavern in a row. The basic game ends after six rounds with four sailors left "
            "out, face down; the full game shuffles in eight tricks and has eight rounds. Each captain has six dice."
        ),
        DICE,
        facts=("dice.tavern",),
    ),
    Rule(
        "9.2",
        _("Rolling"),
        _("In your turn you roll two dice from your supply, place one at a card, and take the other back."),
        DICE,
    ),
    Rule(
        "9.3",
        _("Placing a die"),
        _("A die lies at the card whose place in the row is the number it shows."),
        DICE,
    ),
    Rule(
        "9.4",
        _("The direction"),
        _(
            "Whoever places the first die of a round chooses from which end the row is counted. That holds for the "
            "whole round."
        ),
        DICE,
    ),
    Rule(
        "9.5",
        _("Calling Shanghai"),
        _(
            "Instead of rolling you may end the round with Shanghai once at least two of your dice lie in the tavern. "
            "With fewer than two dice in your supply you must."
        ),
        DICE,
    ),
    Rule(
        "9.6",
        _("Who wins a card"),
        _(
            "More dice win the card; if both have as many, the higher sum of pips on one's own dice at the cards next "
            "to it. A card without dice, or still tied, leaves the game. All six are judged before any die is lifted."
        ),
        DICE,
        facts=("dice.tavern",),
    ),
    Rule(
        "9.7",
        _("The next round"),
        _("The captain who did not call Shanghai begins the next round."),
        RULING,
        facts=("dice.tavern",),
    ),
    Rule(
        "9.8",
        _("Tricks"),
        _(
            "In the full game tricks are won as sailors are. You may play one in a round, after rolling and not in the "
            "round in which you won it: use one of the two effects it shows, and it is gone. A trick left over at the "
            "end is worth one point."
        ),
        RULING,
        facts=("dice.score",),
    ),
    Rule(
        "9.9",
        _("What a trick does"),
        _(
            "A trick may roll both dice again, change one rolled die by one, place both dice, or count as a sailor of "
            "strength 2 of one nationality. A changed die still shows a number from one to six."
        ),
        RULING,
    ),
    Rule(
        "9.10",
        _("The score of the crews"),
        _(
            "In each nationality the stronger side scores the strength of the weaker one, and a side without an "
            "opponent its own strength. Where both are equally strong, nobody scores."
        ),
        DICE,
        facts=("dice.score",),
    ),
    Rule(
        "9.11",
        _("The winning captain"),
        _("Most points win; equal totals share the win."),
        RULING,
        facts=("dice.score",),
    ),
)

REASONS = (
    Reason("tavern.no-supply", "9.2", _("You roll with two dice, and your supply has fewer.")),
    Reason("tavern.roll-first", "9.2", _("Roll first: a die is placed after the roll.")),
    Reason("tavern.place-first", "9.2", _("You have rolled: place one of the two dice first.")),
    Reason("dealer.dice", "9.2", _("A roll is two dice, each showing a number from one to six.")),
    Reason(
        "tavern.wrong-place",
        "9.3",
        _("A die goes to the card of its own number, and you rolled no %(number)s."),
        _("A die goes to the card of its own number."),
    ),
    Reason(
        "tavern.direction",
        "9.4",
        _("The first die of a round chooses the direction, and no other die does."),
    ),
    Reason(
        "tavern.too-early", "9.5", _("It is too early for Shanghai: two of your dice must lie in the tavern first.")
    ),
    Reason("tavern.must-call", "9.5", _("Fewer than two dice are left in your supply: you must call Shanghai.")),
    Reason(
        "trick.spent",
        "9.8",
        _("This trick cannot do that now: it works once, by an effect that it shows, and you may play one in a round."),
    ),
    Reason("trick.too-new", "9.8", _("This trick is too new: it can be played from the round after you win it.")),
    Reason("trick.not-rolled", "9.8", _("Roll first: a trick is played after the roll.")),
    Reason(
        "trick.out-of-range", "9.9", _("A trick changes a rolled die by one, and no lower than one or higher than six.")
    ),
    Reason("trick.no-nation", "9.9", _("A trick that counts as a sailor needs one of the eight nationalities.")),
)
