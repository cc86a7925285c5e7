"""House rules: a preset with settings changed, as a form shows it and a link carries it.

Knows the fields, the document and the link. Whether settings are allowed and go together the rule set judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.desk.book import SHEET
from referee.desk.housetext import typed, written
from referee.desk.words import say
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import Json, RulesError, changed_settings, dump_rules, load_rules, preset_rules
from referee.engine.rummy.rules import RuleSet

LABELS: Mapping[str, str | Promise] = {
    "players": _("Fewest and most players"),
    "deck": _("Cards"),
    "decks": _("Decks, or a chart such as 4: 2, 6: 3 (up to 4 players 2)"),
    "jokers": _("Jokers in all, or 2 per deck, or a chart by players"),
    "dealt": _("Cards dealt, one number or one a hand"),
    "direction": _("Which way play goes"),
    "contracts": _("Contracts, hand by hand, such as 2S3 S3+R4"),
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
    "swap_when": _("When jokers are swapped"),
    "discard_wild": _("Discarding a wild card"),
    "contract_size": _("Longer melds in the contract"),
    "same_rank_sets": _("Two sets of one rank"),
    "consecutive_runs": _("Ranks missing between two runs of one suit"),
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
    "joker_points": _("Points of a joker"),
}
GROUPS: tuple[tuple[str | Promise, tuple[str, ...]], ...] = (
    (_("Contracts"), ("contracts",)),
    *SHEET,
    (_("Points"), ("points", "joker_points")),
)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "deck": ("french", "rook"),
    "direction": ("left", "right"),
    "aces": ("high", "low", "either", "round"),
    "joker_swap": ("none", "runs", "runs-to-hand", "runs-to-play"),
    "swap_when": ("down", "before", "always"),
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


class Choice(NamedTuple):
    """One value of a list. ``words`` say it in a sentence where the rule book has one."""

    value: str
    words: str
    is_chosen: bool


class Field(NamedTuple):
    """A setting in the form: its text or its choices, what the preset has, and what is wrong with it."""

    name: str
    label: str | Promise
    text: str
    choices: tuple[Choice, ...]
    told: str
    is_changed: bool
    error: str


def sent_document(sent: Mapping[str, str]) -> dict[str, Json]:
    """The document of a sent form: the settings in which it differs from its preset."""
    base = sent.get("base", "")
    if base not in PRESETS:
        base = next(iter(PRESETS))
    usual = _settings(preset_rules(base))
    changes: dict[str, Json] = {}
    for name in LABELS:
        if name in sent and (value := _read(name, sent[name])) != usual[name]:
            changes[name] = value
    document: dict[str, Json] = {"base": base, "set": changes}
    if name := " ".join(sent.get("name", "").split())[:80]:
        document["name"] = name
    return document


def _read(name: str, text: str) -> Json:
    if name in CHOICES:
        return text
    if name in ("consecutive_runs", *SWITCHES) and text in ("yes", "no"):
        return text == "yes"
    return typed(name, text)


def _settings(rules: RuleSet) -> dict[str, Json]:
    found = dump_rules(rules)["set"]
    return found if isinstance(found, dict) else {}


def judged(document: Mapping[str, Json]) -> tuple[RuleSet | None, RulesError | None]:
    """The rule set of the document, or why there is none."""
    try:
        return load_rules(document), None
    except RulesError as error:
        return None, error


def fields(document: Mapping[str, Json], error: RulesError | None) -> list[tuple[str | Promise, list[Field]]]:
    """The form's fields by group."""
    base = preset_rules(str(document["base"]))
    changes = document.get("set")
    changed = changes if isinstance(changes, dict) else {}
    usual = _settings(base)
    return [(title, [_field(name, base, usual, changed, error) for name in names]) for title, names in GROUPS]


def _field(
    name: str, base: RuleSet, usual: Mapping[str, Json], changed: Mapping[str, Json], error: RulesError | None
) -> Field:
    value = changed.get(name, usual[name])
    wrong = str(error).partition(": ")[2] if error and error.setting == name else ""
    text = {True: "yes", False: "no"}.get(value, "") if isinstance(value, bool) else written(value)
    values = CHOICES.get(name) or (("yes", "no") if name in SWITCHES and name != "consecutive_runs" else ())
    choices = tuple(Choice(one, _words(base, name, one), one == text) for one in values)
    return Field(name, LABELS[name], text, choices, say(base, name), name in changed, wrong)


def _words(base: RuleSet, name: str, value: str) -> str:
    """The sentence that the rule book has for the value; the value where it says nothing."""
    rules, _error = judged({"base": base.base, "set": {name: _read(name, value)}})
    return (say(rules, name) if rules else "") or value


def differences(rules: RuleSet) -> frozenset[str]:
    """The sentences of the rule set that its preset does not have."""
    return frozenset(say(rules, name) for name in changed_settings(rules))
