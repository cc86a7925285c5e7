"""The sentences on what happens on the table: laying off, the joker swap, going out, the stock."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.swap import to_hand


def _layoff_same_turn(rules: RuleSet) -> str:
    if rules.layoff_same_turn:
        return gettext("You may lay off in the very turn in which you go down.")
    return gettext("You may lay off from the turn after the one in which you went down.")


_SWAPS: Mapping[str, str | Promise] = {
    "none": gettext_lazy("There is no joker swap: a joker stays where it was laid."),
    "runs": gettext_lazy(
        "In a run you may put in the card for which a joker stands; the joker moves to an end of the same run."
    ),
    "runs-to-hand": gettext_lazy(
        "In a run you may put in the card for which a joker stands; the joker comes into your hand."
    ),
    "runs-to-play": gettext_lazy(
        "In a run you may put in the card for which a joker stands; the joker comes into your hand, and you lay it in "
        "the same turn."
    ),
}
_WHEN: Mapping[str, str | Promise] = {
    "down": gettext_lazy("You may swap from the turn after the one in which you went down."),
    "before": gettext_lazy("You may swap only before you go down."),
    "always": gettext_lazy("You may swap in any of your turns, down or not."),
    "at-once": gettext_lazy(
        "The moment somebody lays a joker the others, in the order of play and down or not, may put in its card and "
        "take it; later nobody may."
    ),
}


def _swap_when(rules: RuleSet) -> str:
    return "" if rules.joker_swap == "none" else str(_WHEN[rules.swap_when])


def _set_swap(rules: RuleSet) -> str:
    if not to_hand(rules):
        return ""
    if rules.set_swap:
        return gettext("In a set any card of its rank may take a joker's place in the same way.")
    return gettext("A joker in a set stays where it was laid.")


def _swap_all_wilds(rules: RuleSet) -> str:
    if rules.joker_swap == "none" or not rules.wild_ranks:
        return ""
    if rules.swap_all_wilds:
        return gettext("Other wild cards are swapped as jokers are.")
    return gettext("Only jokers are swapped; other wild cards stay where they were laid.")


def _discard_wild(rules: RuleSet) -> str:
    if rules.discard_wild:
        return ""
    if rules.jokerless_hands:
        return gettext("A wild card is not discarded while you hold another, but where the contract takes none.")
    return gettext("A wild card is not discarded while you hold another.")


def _discard_taken(rules: RuleSet) -> str:
    if rules.discard_taken:
        return gettext("The card that you have just taken may be discarded again.")
    return gettext("The card that you have just taken is not discarded in the same turn.")


def _joker_swap(rules: RuleSet) -> str:
    return str(_SWAPS[rules.joker_swap])


_GOING_OUT: Mapping[str, str | Promise] = {
    "optional": gettext_lazy("You may go out with a discard or without one."),
    "never": gettext_lazy("You go out without a discard: the last card has to find a place on the table."),
    "required": gettext_lazy("You go out with a discard: keep one card for it."),
}


def _discard_to_go_out(rules: RuleSet) -> str:
    return str(_GOING_OUT[rules.discard_to_go_out])


def _last_hand_all_cards(rules: RuleSet) -> str:
    if not rules.last_hand_all_cards:
        return gettext("The last hand is played like the others.")
    return gettext(
        "In hand %(hand)s you go down with all your cards in one turn, the contract and what you lay off on it, and "
        "discard nothing."
    ) % {"hand": rules.hands}


def _max_reshuffles(rules: RuleSet) -> str:
    if not rules.max_reshuffles:
        return gettext("When the stock is empty, the hand ends and everybody scores.")
    return ngettext(
        "When the stock is empty the discards are shuffled once; the next time the hand ends and everybody scores.",
        "When the stock is empty the discards are shuffled, up to %(count)s times in a hand; after that the hand ends "
        "and everybody scores.",
        rules.max_reshuffles,
    ) % {"count": rules.max_reshuffles}


SENTENCES = {
    "swap_when": _swap_when,
    "set_swap": _set_swap,
    "swap_all_wilds": _swap_all_wilds,
    "discard_wild": _discard_wild,
    "discard_taken": _discard_taken,
    "layoff_same_turn": _layoff_same_turn,
    "joker_swap": _joker_swap,
    "discard_to_go_out": _discard_to_go_out,
    "last_hand_all_cards": _last_hand_all_cards,
    "max_reshuffles": _max_reshuffles,
}
