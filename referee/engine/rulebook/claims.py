"""Chapter 7, claims: who gets a discard, buying and Shanghai."""

from __future__ import annotations

from typing import Final

from referee.engine.rulebook.entries import BOTH, RULING, SEVEN, TEN, Reason, Rule
from referee.engine.verdicts import gettext_noop as _

TITLE: Final = _("Claims")

RULES = (
    Rule(
        "7.1",
        _("Who gets the discard"),
        _(
            "A Shanghai comes first, then the player in turn, then a buyer; of several who call the same, the one "
            "whose turn comes soonest, unless the rule set serves the buyer who called first. It also says whether a "
            "player in turn who is down only gets what nobody buys. A call that fails costs nothing and is not counted."
        ),
        BOTH,
        settings=("down_blocks", "shanghai_call", "call_order"),
        facts=("claim",),
    ),
    Rule(
        "7.2",
        _("How long a discard is open"),
        _(
            "A discard can be claimed until somebody has it or the player in turn has drawn; the rule set may let "
            "others buy it even until the next discard. Everybody who could still get it says once what they want. A "
            "call can be taken back until it is settled, unless the rule set makes it binding, and then is a pass."
        ),
        RULING,
        settings=("claims_until", "binding_calls"),
    ),
    Rule(
        "7.3",
        _("The first card turned up"),
        _(
            "The first player may take the card that was turned up at the deal, and the rule set says whether others "
            "may buy it and whether a wild one goes under the stock first. No Shanghai is possible yet, for no meld "
            "lies on the table."
        ),
        RULING,
        settings=("upcard_buyable", "wild_upcard"),
        facts=("claim",),
    ),
    Rule(
        "7.4",
        _("Buying"),
        _(
            "Out of turn you may ask for the top discard with “May I?”. You get it together with its price, which is "
            "cards from the top of the stock, as many as the rule set says. Then play goes on where it stopped."
        ),
        BOTH,
        settings=("buys", "price", "upcard_buyable"),
        facts=("hand", "claim"),
    ),
    Rule(
        "7.5",
        _("How many buys"),
        _("The rule set says how often you may buy in a hand, if there is a limit. Only a buy that succeeds counts."),
        BOTH,
        settings=("buys",),
        facts=("hand",),
    ),
    Rule(
        "7.6",
        _("Who may buy"),
        _(
            "The player in turn draws and does not buy. The rule set says whether a player who is down may buy, or may "
            "take the discard in turn, and whether you may buy back your own discard."
        ),
        BOTH,
        settings=("down_may_buy", "down_may_take", "own_discard_buyable"),
    ),
    Rule(
        "7.7",
        _("A stock too small for the price"),
        _(
            "When the stock is too small for the price, all discards but the claimed one are shuffled to refill it. If "
            "it still cannot pay in full, the buy is refused and not counted."
        ),
        RULING,
        settings=("price", "max_reshuffles"),
    ),
    Rule(
        "7.8",
        _("The dead pile"),
        _(
            "After a buy or a Shanghai call the cards below are dead until the next discard: nobody may take or buy "
            "them, and the player in turn draws from the stock."
        ),
        TEN,
    ),
    Rule(
        "7.9",
        _("Shanghai, declared"),
        _(
            "Where the rule set has the Shanghai call, you may declare it while you discard a card that fits a meld "
            "on the table. The card is then protected, and nobody may take, buy or call it. If the card fits "
            "nowhere, the declaration is refused and the discard not made."
        ),
        SEVEN,
        settings=("shanghai_call",),
    ),
    Rule(
        "7.10",
        _("Shanghai, called"),
        _(
            "When a card that could be laid off right now is discarded undeclared, anyone but the discarder may call "
            "Shanghai, down or not. The caller lays it on a meld that it fits and draws a card, unseen, from the "
            "discarder's hand. That is neither a buy nor a turn, and nobody is down by it; a discarder who loses the "
            "last card that way is out."
        ),
        SEVEN,
        settings=("shanghai_call",),
    ),
    Rule(
        "7.11",
        _("What a Shanghai call costs"),
        _(
            "The rule set may have the call cost the discarder cards instead: the card goes back to the discarder, who "
            "draws two cards of the stock besides, or as many as it has, and the caller gets nothing. The player in "
            "turn then draws from the stock."
        ),
        RULING,
        settings=("shanghai_effect",),
        facts=("claim",),
    ),
)

REASONS = (
    Reason("turn.outranked", "7.1", _("Another player's call comes before yours for this card.")),
    Reason(
        "buy.outranked",
        "7.1",
        _("Another player comes before you for this card; your call costs nothing and is not counted."),
    ),
    Reason("shanghai.outranked", "7.1", _("Another player's Shanghai comes before yours.")),
    Reason("buy.closed", "7.2", _("It is too late to buy this discard.")),
    Reason("shanghai.closed", "7.2", _("It is too late to call Shanghai on this discard.")),
    Reason("buy.binding", "7.2", _("A call is binding in this rule set: it cannot be taken back.")),
    Reason("buy.off", "7.4", _("This card is not for sale: the rule set does not allow buying it.")),
    Reason(
        "buy.limit",
        "7.5",
        _("You have no buy left: the limit in this hand is %(limit)s."),
        _("You have no buy left in this hand."),
    ),
    Reason("buy.in-turn", "7.6", _("It is your turn: you draw, you do not buy.")),
    Reason("buy.down", "7.6", _("You are down, and in this rule set a player who is down does not buy.")),
    Reason(
        "turn.stock-only",
        "7.6",
        _("You are down, and in this rule set a player who is down draws from the stock only."),
    ),
    Reason("buy.own-discard", "7.6", _("This is your own discard, and you may not buy it back.")),
    Reason(
        "buy.stock-short",
        "7.7",
        _("The stock cannot pay for this buy: the price is %(price)s, the stock has %(stock)s."),
        _("The stock has too few cards to pay for this buy."),
    ),
    Reason("turn.pile-dead", "7.8", _("The pile is dead until the next discard: draw from the stock.")),
    Reason("buy.dead", "7.8", _("The pile is dead until the next discard: nothing in it can be bought.")),
    Reason("turn.protected", "7.9", _("Shanghai protects this discard: draw from the stock.")),
    Reason("buy.protected", "7.9", _("Shanghai protects this discard: nobody may buy it.")),
    Reason("shanghai.declared", "7.9", _("The discarder declared Shanghai, so nobody can call it any more.")),
    Reason("shanghai.off", "7.10", _("There is no Shanghai call in this rule set.")),
    Reason(
        "shanghai.no-fit",
        "7.10",
        _("This card does not fit: Shanghai needs one that could be laid off right now."),
    ),
    Reason(
        "shanghai.own-discard",
        "7.10",
        _("This is your own discard: only another player can call it once it lies there."),
    ),
)
