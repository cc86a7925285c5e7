"""Chapters 5 and 6, melds on the table: laying off and swapping jokers."""

from __future__ import annotations

from typing import Final

from referee.engine.rulebook.entries import BOTH, TEN, Reason, Rule
from referee.engine.verdicts import gettext_noop as _

LAYING_OFF: Final = _("Laying off")
JOKER_SWAP: Final = _("The joker swap")

RULES = (
    Rule(
        "5.1",
        _("Who may lay off"),
        _(
            "Once you are down, you may add cards in your turn, after drawing, to any meld on the table, your own or "
            "another player's."
        ),
        BOTH,
    ),
    Rule(
        "5.2",
        _("In the turn of going down"),
        _(
            "The rule set says whether you may lay off in the very turn in which you go down, or only from your next "
            "turn on."
        ),
        BOTH,
        settings=("layoff_same_turn",),
    ),
    Rule(
        "5.3",
        _("What fits"),
        _(
            "A set takes its own rank; a run takes the next card at either end, as far as the ace and the longest run "
            "allow. A joker may join within the limit for melds on the table, and in a run it stands for that next "
            "card. Melds are never joined, split or rearranged."
        ),
        BOTH,
        settings=("aces", "max_run", "table_jokers"),
        facts=("layoff",),
    ),
    Rule(
        "6.1",
        _("Whether jokers are swapped"),
        _(
            "The rule set says whether a natural card may take the place of a joker on the table. Several jokers are "
            "swapped one after the other."
        ),
        TEN,
        settings=("joker_swap",),
    ),
    Rule(
        "6.2",
        _("Who may swap, and when"),
        _(
            "You may swap in your own turn, between the draw and the discard. The rule set says whether only players "
            "who went down in an earlier turn may, only those who are not down yet, or all; or it lets the others take "
            "a joker out of turn, at the moment when it is laid and in the order of play, and at no other."
        ),
        TEN,
        settings=("joker_swap", "swap_when"),
    ),
    Rule(
        "6.3",
        _("Which joker"),
        _(
            "The rule set says from which melds a joker may be swapped, and whether other wild cards are swapped as "
            "well; whose meld it is does not matter. On a set there is seldom a need: the card can simply be laid off."
        ),
        TEN,
        settings=("joker_swap", "set_swap", "swap_all_wilds"),
    ),
    Rule(
        "6.4",
        _("The card that goes in"),
        _(
            "Only the natural card for which the joker stands can take its place; another joker cannot. In a set that "
            "is any card of its rank, and jokers go out before other wild cards."
        ),
        TEN,
        settings=("joker_swap",),
    ),
    Rule(
        "6.5",
        _("Where the joker goes"),
        _(
            "Unless the rule set sends it to your hand, the joker moves to the low or the high end of the same run, as "
            "you choose, and stands for the card of its new place; if both ends are closed there is no swap. Where it "
            "comes to your hand the rule set may ask you to lay it in the same turn."
        ),
        TEN,
        settings=("joker_swap", "aces", "max_run"),
        facts=("swap",),
    ),
)

REASONS = (
    Reason("layoff.not-down", "5.1", _("Go down first: only then may you add cards to melds on the table.")),
    Reason("layoff.same-turn", "5.2", _("You went down in this turn: you may lay off from your next turn on.")),
    Reason(
        "layoff.no-fit",
        "5.3",
        _("No place on this meld for %(cards)s: a set takes its own rank, a run the next card at an end."),
        _("This meld has no place for that card: a set takes its own rank, a run the next card at an end."),
    ),
    Reason("swap.off", "6.1", _("There is no joker swap in this rule set: a joker stays where it lies.")),
    Reason("swap.not-down", "6.2", _("Go down first: only then may you swap a joker.")),
    Reason("swap.same-turn", "6.2", _("You went down in this turn: you may swap jokers from your next turn on.")),
    Reason("swap.down", "6.2", _("You are down: in this rule set jokers are swapped before going down only.")),
    Reason("swap.at-once", "6.2", _("A joker is taken by the others at the moment when it is laid, and at no other.")),
    Reason("swap.not-run", "6.3", _("Jokers are swapped in runs only; on a set, simply lay the card off.")),
    Reason("swap.no-joker", "6.3", _("This meld has no joker to swap.")),
    Reason("swap.wrong-card", "6.4", _("Only the very card for which the joker stands can take its place.")),
    Reason("swap.no-room", "6.5", _("The joker cannot move there: the run has no free place for it.")),
    Reason(
        "discard.owed-joker", "6.5", _("Lay the joker that you have swapped out first: it may not stay in your hand.")
    ),
)
