"""The sentences on buying and on Shanghai."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from referee.desk.words.contracts import listed
from referee.desk.words.game import by_value
from referee.engine.rummy.rules import RuleSet


def _buys(rules: RuleSet) -> str:
    if not isinstance(rules.buys, tuple):
        return _limit(rules.buys)
    pattern = gettext("%(times)s in %(hands)s")
    parts = [pattern % {"times": buys_words(count), "hands": hands} for count, hands in by_value(rules.buys)]
    return gettext("You may buy %(parts)s.") % {"parts": listed(parts)}


def _limit(count: int | None) -> str:
    if count == 0:
        return gettext("Nobody buys.")
    return gettext("You may buy %(times)s a hand.") % {"times": buys_words(count)}


def buys_words(count: int | None) -> str:
    """``"twice"``, ``"3 times"``, ``"as often as you like"``."""
    match count:
        case None:
            return gettext("as often as you like")
        case 1:
            return gettext("once")
        case 2:
            return gettext("twice")
        case _:
            return gettext("%(count)s times") % {"count": count}


def _price(rules: RuleSet) -> str:
    if not rules.price:
        return gettext("A buy costs nothing: you get the discard alone.")
    return ngettext(
        "A buy brings you the discard and, as its price, the top card of the stock.",
        "A buy brings you the discard and, as its price, the top %(count)s cards of the stock.",
        rules.price,
    ) % {"count": rules.price}


def _down_may_buy(rules: RuleSet) -> str:
    if rules.down_may_buy:
        return gettext("A player who is down may still buy.")
    return gettext("A player who is down does not buy any more.")


def _down_blocks(rules: RuleSet) -> str:
    if rules.down_blocks:
        return gettext("The player in turn comes before any buyer, down or not.")
    return gettext("A player in turn who is down gets the discard only if nobody buys it.")


def _own_discard_buyable(rules: RuleSet) -> str:
    if rules.own_discard_buyable:
        return gettext("You may buy back your own discard.")
    return gettext("You may not buy back your own discard.")


def _upcard_buyable(rules: RuleSet) -> str:
    if rules.upcard_buyable:
        return gettext("The first card turned up may be bought too.")
    return gettext("The first card turned up cannot be bought.")


def _shanghai_call(rules: RuleSet) -> str:
    if rules.shanghai_call:
        return gettext("There is the Shanghai call, for a discard that fits a meld on the table.")
    return gettext("There is no Shanghai call.")


def _shanghai_effect(rules: RuleSet) -> str:
    if not rules.shanghai_call:
        return ""
    if rules.shanghai_effect == "penalty":
        return gettext("Whoever is called takes the card back and draws two cards of the stock.")
    return gettext("The caller lays the card and draws a card from the hand of the one who discarded it.")


def _down_may_take(rules: RuleSet) -> str:
    if rules.down_may_take:
        return gettext("A player who is down may take the discard in turn.")
    return gettext("A player who is down draws from the stock only.")


def _claims_until(rules: RuleSet) -> str:
    if rules.claims_until == "draw":
        return gettext("A discard can be bought until the player in turn has drawn.")
    return gettext("A discard that the player in turn leaves can be bought until the next discard.")


def _call_order(rules: RuleSet) -> str:
    if rules.call_order == "turn":
        return gettext("Of several buyers the one whose turn comes soonest gets the card.")
    return gettext("Of several buyers the one who called first gets the card.")


def _binding_calls(rules: RuleSet) -> str:
    if rules.binding_calls:
        return gettext("A call is binding: it cannot be taken back.")
    return gettext("A call can be taken back until it is settled.")


def _wild_upcard(rules: RuleSet) -> str:
    if rules.wild_upcard == "stays":
        return ""
    return gettext("A wild card that is turned up at the deal goes under the stock, and the next one is turned up.")


SENTENCES = {
    "down_may_take": _down_may_take,
    "claims_until": _claims_until,
    "call_order": _call_order,
    "binding_calls": _binding_calls,
    "wild_upcard": _wild_upcard,
    "buys": _buys,
    "price": _price,
    "down_may_buy": _down_may_buy,
    "down_blocks": _down_blocks,
    "own_discard_buyable": _own_discard_buyable,
    "upcard_buyable": _upcard_buyable,
    "shanghai_call": _shanghai_call,
    "shanghai_effect": _shanghai_effect,
}
