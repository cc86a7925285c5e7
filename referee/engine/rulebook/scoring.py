"""Chapter 8, scoring: what cards cost, who wins. No code refuses a score; questions about figures cite these."""

from __future__ import annotations

from typing import Final

from referee.engine.rulebook.entries import BOTH, RULING, TEN, Reason, Rule
from referee.engine.verdicts import gettext_noop as _

TITLE: Final = _("Scoring")

RULES = (
    Rule(
        "8.1",
        _("What cards cost"),
        _(
            "Each card left in your hand costs the points that the rule set gives its rank, or the joker; some rule "
            "sets give single cards a value of their own, whatever their rank has."
        ),
        BOTH,
        settings=("points", "card_points", "joker_points"),
        facts=("score",),
    ),
    Rule(
        "8.2",
        _("The score of a hand"),
        _(
            "Whoever goes out scores 0, or less where the rule set has a bonus, and everybody else the cards they "
            "still hold. If nobody goes out, everybody scores theirs."
        ),
        BOTH,
        settings=("out_bonus",),
        facts=("score",),
    ),
    Rule(
        "8.3",
        _("Going out blind"),
        _(
            "You go out blind if you begin a turn with nothing on the table and end it with nothing in your hand. The "
            "rule set says whether you then score less than 0: minus the value of a joker, minus 10, or minus 25, "
            "and minus 50 if no joker helped."
        ),
        TEN,
        settings=("blind", "joker_points"),
        facts=("score",),
    ),
    Rule(
        "8.4",
        _("The winner"),
        _("Points add up from hand to hand, and after the last hand the lowest total wins."),
        BOTH,
        settings=("contracts",),
        facts=("score",),
    ),
    Rule(
        "8.5",
        _("A tie"),
        _(
            "When the lowest total is shared, the rule set says whether the win is shared too or one more hand "
            "decides, with the last contract; a tie after that is shared."
        ),
        RULING,
        settings=("tie",),
        facts=("score",),
    ),
    Rule(
        "8.6",
        _("What the table agrees on"),
        _("A table may agree on further bonuses and penalties. Each stands on the sheet as a figure with its reason."),
        RULING,
        facts=("score",),
    ),
    Rule(
        "8.7",
        _("The first to go down, and the exact cut"),
        _(
            "The rule set may take points off for whoever goes down first in a hand, and for a dealer who cuts exactly "
            "the cards that the deal needs. Where a computer shuffles nobody cuts: the cut is entered on a score sheet."
        ),
        RULING,
        settings=("first_down_bonus", "cut_bonus"),
        facts=("score",),
    ),
)

REASONS: tuple[Reason, ...] = ()
