"""Chapter 3, the contract: what a player lays to go down."""

from __future__ import annotations

from typing import Final

from referee.engine.rulebook.entries import BOTH, SEVEN, TEN, Reason, Rule
from referee.engine.verdicts import gettext_noop as _

TITLE: Final = _("The contract")

RULES = (
    Rule(
        "3.1",
        _("Going down"),
        _(
            "You go down in your own turn, after drawing, by laying the whole contract of the hand at once: exactly "
            "the sets and runs that it asks for, in any order. You may do so from your first turn on."
        ),
        BOTH,
        settings=("contracts",),
        facts=("contract", "solve", "distance"),
    ),
    Rule(
        "3.2",
        _("Once in a hand"),
        _("You go down once in a hand. From then on your cards can only join melds that lie on the table."),
        BOTH,
    ),
    Rule(
        "3.3",
        _("The size of a contract meld"),
        _(
            "The rule set says whether a meld of the contract has exactly the size asked for, or at least that size. "
            "Where you may lay off in the same turn, a longer meld stands for the exact one and the cards laid off "
            "on it, and is legal if they could be played one by one."
        ),
        BOTH,
        settings=("contract_size", "layoff_same_turn"),
    ),
    Rule(
        "3.4",
        _("Two sets of one rank"),
        _(
            "The rule set says whether your contract may hold two sets of the same rank. Where it may not, six "
            "eights are one set. What others have laid does not matter."
        ),
        SEVEN,
        settings=("same_rank_sets",),
    ),
    Rule(
        "3.5",
        _("Runs that follow each other"),
        _(
            "The rule set says whether your contract may hold two runs of one suit that follow each other, such as "
            "6-7-8-9 and 10-J-Q-K, how far apart they must be if not, or that they need different suits. A joker "
            "counts as the card for which it stands. Cards laid off later may close the distance."
        ),
        SEVEN,
        settings=("consecutive_runs", "same_suit_runs"),
    ),
    Rule(
        "3.6",
        _("Your own cards"),
        _("You can play only what is in your hand, and one card serves in one meld."),
        TEN,
    ),
    Rule(
        "3.7",
        _("The last hand"),
        _(
            "Where the rule set says so, you go out in the last hand by laying all your cards in a single turn: the "
            "contract and what is laid off on it leave nothing over, and nothing is discarded. Every turn before "
            "that ends with a discard as always."
        ),
        SEVEN,
        settings=("last_hand_all_cards",),
        facts=("hand",),
    ),
)

REASONS = (
    Reason(
        "contract.shape",
        "3.1",
        _("These melds are not the contract: this hand asks for %(contract)s."),
        _("These melds are not the sets and runs that this hand asks for."),
    ),
    Reason("contract.already-down", "3.2", _("You are already down, and you go down only once in a hand.")),
    Reason(
        "contract.size",
        "3.3",
        _("The contract asks for a meld of %(size)s cards here, and this one has %(count)s."),
        _("This meld does not have the size that the contract asks for."),
    ),
    Reason(
        "contract.same-rank",
        "3.4",
        _("Two sets of one rank are one set: the sets of your contract need different ranks."),
    ),
    Reason(
        "contract.consecutive-runs",
        "3.5",
        _("These two runs of one suit lie too close to each other to serve in one contract."),
    ),
    Reason("contract.same-suit", "3.5", _("Each run of your contract needs a suit of its own.")),
    Reason(
        "card.not-held",
        "3.6",
        _("Not in your hand: %(cards)s; every card must be held, and serves only once."),
        _("Not all of these cards are in your hand: every card must be held, and serves only once."),
    ),
    Reason(
        "contract.all-cards",
        "3.7",
        _("All your cards have to go down at once in this hand; left over: %(cards)s."),
        _("All your cards have to go down at once in this hand, with nothing left over."),
    ),
    Reason("discard.not-allowed", "3.7", _("You go out without a discard in this hand: lay all your cards at once.")),
)
