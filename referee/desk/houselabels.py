"""What the editor of house rules calls the settings, how it groups them, and which have a list of values.

Knows the words beside a field. What a value means in a sentence is in ``words``; what is allowed the rule set says.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.desk.book import CLAIMS, JOKERS, MELDS
from referee.engine.rulebook import RULEBOOK, Rule
from referee.engine.rummy.ruledoc import preset_rules

LABELS: Mapping[str, str | Promise] = {
    "players": _("Fewest and most players"),
    "deck": _("Cards"),
    "decks": _("Decks, or a chart such as 4: 2, 6: 3 (up to 4 players 2)"),
    "jokers": _("Jokers in all, or 2 per deck, or a chart by players"),
    "dealt": _("Cards dealt, one number or one a hand"),
    "direction": _("Which way play goes"),
    "contracts": _("The contracts, hand by hand, such as 2S3 S3+R4"),
    "progress": _("Whose contract it is"),
    "most_hands": _("Most hands, where everybody has a contract of their own"),
    "set_min": _("Fewest cards of a set"),
    "run_min": _("Fewest cards of a run"),
    "aces": _("The ace in a run"),
    "first_rank": _("Lowest rank with which a run begins"),
    "max_run": _("Most cards of a run"),
    "wild_ranks": _("Ranks that are wild besides jokers"),
    "contract_jokers": _("Most jokers in a meld of the contract, or a chart such as S3: 1, R5: 2"),
    "table_jokers": _("Most jokers in a meld on the table"),
    "wilds_at_most_naturals": _("Wild cards against natural ones"),
    "adjacent_wilds": _("Jokers side by side"),
    "jokerless_hands": _("Hands whose contract takes no joker"),
    "joker_swap": _("The joker swap"),
    "set_swap": _("Swapping jokers of sets"),
    "swap_all_wilds": _("Swapping other wild cards"),
    "swap_when": _("When jokers are swapped"),
    "discard_wild": _("Discarding a wild card"),
    "contract_size": _("Longer melds in the contract"),
    "same_rank_sets": _("Two sets of one rank"),
    "consecutive_runs": _("Two runs of one suit that follow each other"),
    "same_suit_runs": _("Suits of the runs"),
    "layoff_same_turn": _("Laying off in the turn of going down"),
    "discard_to_go_out": _("The last card"),
    "discard_taken": _("Discarding the card just taken"),
    "last_hand_all_cards": _("The last hand"),
    "out_bonus": _("Points off for going out, one number or one a hand"),
    "blind": _("Going out blind"),
    "max_reshuffles": _("How often the discards become stock"),
    "tie": _("A tie"),
    "buys": _("Buys a hand, one number or one a hand, or any number"),
    "price": _("Cards of the stock that a buy costs"),
    "down_may_buy": _("Buying when down"),
    "down_may_take": _("Taking the discard when down"),
    "down_blocks": _("A player in turn who is down"),
    "call_order": _("Which of several buyers is served"),
    "claims_until": _("How long a discard can be bought"),
    "binding_calls": _("Taking a call back"),
    "own_discard_buyable": _("Buying one's own discard"),
    "upcard_buyable": _("Buying the first card turned up"),
    "wild_upcard": _("A wild card turned up at the deal"),
    "shanghai_call": _("The Shanghai call"),
    "shanghai_effect": _("What a Shanghai call brings"),
    "first_down_bonus": _("Points off for going down first"),
    "cut_bonus": _("Points off for an exact cut"),
    "points": _("Points by rank, such as 2-7: 5, 8-K: 10, A: 20"),
    "card_points": _("Points of single cards, such as AH: 1, AD: 1"),
    "joker_points": _("Points of a joker"),
}
GROUPS: tuple[tuple[str | Promise, tuple[str, ...]], ...] = (
    (_("Cards and deal"), ("players", "deck", "decks", "jokers", "dealt", "direction")),
    (
        _("Contracts"),
        ("contracts", "progress", "contract_size", "same_rank_sets", "consecutive_runs", "same_suit_runs"),
    ),
    (_("Sets and runs"), MELDS),
    (_("Jokers"), JOKERS),
    (_("Claims"), CLAIMS),
    (
        _("Laying off and going out"),
        ("layoff_same_turn", "discard_to_go_out", "discard_taken", "last_hand_all_cards"),
    ),
    (_("Points"), ("points", "card_points", "joker_points", "out_bonus", "blind", "first_down_bonus", "cut_bonus")),
    (_("Ending"), ("max_reshuffles", "most_hands", "tie")),
)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "deck": ("french", "rook"),
    "direction": ("left", "right"),
    "aces": ("high", "low", "either", "round"),
    "joker_swap": ("none", "runs", "runs-to-hand", "runs-to-play"),
    "swap_when": ("down", "before", "always", "at-once"),
    "contract_size": ("exact", "at-least", "runs-at-least"),
    "discard_to_go_out": ("optional", "never", "required"),
    "blind": ("none", "joker-value", "25-or-50", "10"),
    "tie": ("share", "extra-hand"),
    "call_order": ("turn", "first"),
    "claims_until": ("draw", "discard"),
    "wild_upcard": ("stays", "buried"),
    "progress": ("together", "personal"),
    "shanghai_effect": ("card", "penalty"),
}
SWITCHES = tuple(name for name in LABELS if isinstance(getattr(preset_rules("shanghai-7"), name), bool))


VALUES: Mapping[str, tuple[str, ...]] = {
    "consecutive_runs": ("yes", "no", "2", "3"),
    **{name: ("yes", "no") for name in SWITCHES if name != "consecutive_runs"},
    **CHOICES,
}
"""The values of the settings that are chosen from a list, as they are sent."""

SILENT: Mapping[tuple[str, str], str | Promise] = {
    ("same_suit_runs", "yes"): _("The runs of your contract may be of one suit."),
    ("wilds_at_most_naturals", "no"): _("Wild cards are not counted against natural ones."),
    ("discard_wild", "yes"): _("A wild card may be discarded like any other."),
    ("wild_upcard", "stays"): _("A wild card that is turned up at the deal stays where it is."),
}
"""Values for which the rule book has no sentence, since there is nothing to tell."""

_EXPLAINED = {
    "price": "7.4",
    "max_reshuffles": "4.6",
    "shanghai_call": "7.10",
    "table_jokers": "2.8",
    "joker_points": "8.1",
}


def rule_of_setting(name: str) -> Rule:
    """The rule that explains the setting: of all that it decides, the one that fewest settings decide."""
    if name in _EXPLAINED:
        return RULEBOOK[_EXPLAINED[name]]
    return min((rule for rule in RULEBOOK.values() if name in rule.settings), key=lambda rule: len(rule.settings))
