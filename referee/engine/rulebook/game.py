"""Chapter 1, the rule set: players, decks, the deal and the row of hands."""

from __future__ import annotations

from typing import Final

from referee.engine.rulebook.entries import BOTH, RULING, Reason, Rule
from referee.engine.verdicts import gettext_noop as _

TITLE: Final = _("The rule set")

RULES = (
    Rule(
        "1.1",
        _("Players and decks"),
        _(
            "The rule set says how many may play, how many decks are shuffled together for them, and how many jokers "
            "go in. A card exists once in every deck and no more often."
        ),
        BOTH,
        settings=("players", "deck", "decks", "jokers"),
        facts=("deck",),
    ),
    Rule(
        "1.2",
        _("The deal"),
        _(
            "The first dealer is found by chance; after each hand the deal moves one seat on, the way play goes. "
            "Everybody is dealt the number of cards that the rule set says, face down and one at a time. The rest is "
            "the stock, and its top card is turned up to begin the discards."
        ),
        BOTH,
        settings=("dealt",),
        facts=("deck",),
    ),
    Rule(
        "1.3",
        _("The hands"),
        _(
            "A game is a row of hands, and each hand has its own contract of sets and runs. Where a contract needs "
            "more cards than you are dealt and draw, the others have to be bought."
        ),
        BOTH,
        settings=("contracts", "dealt"),
        facts=("hand",),
    ),
    Rule(
        "1.4",
        _("Whose contract it is"),
        _(
            "The rule set says whether all play the contract of the hand, or everybody stays at a contract of their "
            "own until they have gone down with it and is at the next one in the hand after. Then the game ends with "
            "the hand in which somebody meets the last contract, or when the rule set calls it off; of those who have "
            "the most contracts behind them the lowest total wins."
        ),
        RULING,
        settings=("progress", "most_hands"),
        facts=("hand",),
    ),
)

REASONS = (
    Reason(
        "card.too-many",
        "1.1",
        _("Too many of %(cards)s: the decks hold %(copies)s in all."),
        _("That is more of one card than the decks hold."),
    ),
    Reason("dealer.cards", "1.1", _("These are not the cards of this game, each as often as it should be.")),
    Reason("dealer.not-due", "1.2", _("Nothing is to be shuffled, dealt or rolled now.")),
    Reason("dealer.unseen", "1.2", _("A card that comes to the table next is not known yet.")),
)
