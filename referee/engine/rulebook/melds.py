"""Chapter 2, melds: sets, runs, the ace and the joker."""

from __future__ import annotations

from typing import Final

from referee.engine.rulebook.entries import BOTH, RULING, Reason, Rule
from referee.engine.verdicts import gettext_noop as _

TITLE: Final = _("Melds")

RULES = (
    Rule(
        "2.1",
        _("Sets and runs"),
        _(
            "A meld is a set or a run. A set has at least three cards and a run at least four, unless the rule set "
            "names other sizes."
        ),
        BOTH,
        settings=("set_min", "run_min"),
        facts=("meld",),
    ),
    Rule(
        "2.2",
        _("The set"),
        _(
            "All cards of a set have the same rank; their suits do not matter. The same card from two decks may lie "
            "in it twice."
        ),
        BOTH,
    ),
    Rule(
        "2.3",
        _("The run"),
        _("A run is an unbroken row of ranks in one suit, each rank once. It lies on the table from low to high."),
        BOTH,
    ),
    Rule(
        "2.4",
        _("The ace in a run"),
        _(
            "The rule set says where the ace stands: above the king, below the two, at either end, or in the middle "
            "as well, round the corner from king to two, and with which rank runs begin. Among Rook cards the 1 is the "
            "ace and the 14 the king."
        ),
        BOTH,
        settings=("aces", "first_rank"),
    ),
    Rule(
        "2.5",
        _("The longest run"),
        _(
            "No run grows longer than the rule set says. Where a run may reach from ace to ace, each end has an ace "
            "of its own."
        ),
        RULING,
        settings=("max_run", "aces"),
    ),
    Rule(
        "2.6",
        _("The joker"),
        _(
            "A joker takes the place of any missing card. In a set it stands for the rank alone; in a run it stands "
            "for one rank and suit, fixed when it is laid, and never drifts. Every meld has at least one natural card."
        ),
        BOTH,
        settings=("wild_ranks",),
    ),
    Rule(
        "2.7",
        _("Where the joker stands"),
        _(
            "In cards laid in order, a joker stands for the place in which it lies. In cards named without an order "
            "it may stand wherever that makes a legal meld, and at the high end if nobody says otherwise. Natural "
            "cards may be named in any order."
        ),
        RULING,
        facts=("meld", "contract"),
    ),
    Rule(
        "2.8",
        _("How many jokers"),
        _(
            "The rule set says how many jokers a meld may hold when it is laid for the contract, and how many it may "
            "hold later on the table. The limit may grow with the size of the meld, and some hands may allow none."
        ),
        BOTH,
        settings=("contract_jokers", "table_jokers", "wilds_at_most_naturals", "jokerless_hands"),
    ),
    Rule(
        "2.9",
        _("Jokers side by side"),
        _("Jokers may lie side by side in a run, unless the rule set keeps them apart."),
        RULING,
        settings=("adjacent_wilds",),
    ),
)

REASONS = (
    Reason(
        "meld.mixed",
        "2.1",
        _("These cards are neither a set nor a run: a set shares one rank, a run climbs in one suit."),
    ),
    Reason(
        "meld.too-short",
        "2.1",
        _("Too few cards for this meld: %(count)s, where it takes at least %(least)s."),
        _("Too few cards for this meld."),
    ),
    Reason(
        "set.rank",
        "2.2",
        _("All cards of a set have the same rank; out of rank: %(cards)s."),
        _("All cards of a set have the same rank, and these do not."),
    ),
    Reason(
        "run.suit",
        "2.3",
        _("A run keeps to one suit; out of suit: %(cards)s."),
        _("A run keeps to one suit, and these cards do not."),
    ),
    Reason("run.gap", "2.3", _("A run skips no rank, and in this one a rank is missing or out of place.")),
    Reason(
        "run.duplicate",
        "2.3",
        _("A run has each rank only once; doubled here: %(cards)s."),
        _("A run has each rank only once, and here one comes twice."),
    ),
    Reason(
        "run.ace",
        "2.4",
        _("This run does not work with the ace: the rule set says where the ace may stand."),
    ),
    Reason(
        "run.too-long",
        "2.5",
        _("This run has %(count)s cards, and the longest run allowed has %(most)s."),
        _("This run is longer than the rule set allows."),
    ),
    Reason("joker.all", "2.6", _("Jokers alone make no meld: at least one natural card belongs in it.")),
    Reason(
        "joker.cap",
        "2.8",
        _("Too many jokers in this meld: %(count)s, where it may hold %(cap)s."),
        _("This meld has more jokers than it may hold."),
    ),
    Reason("joker.adjacent", "2.9", _("Jokers may not lie side by side in a run: put a natural card between them.")),
)
