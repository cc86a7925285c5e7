"""The rule book as data: every rule with its number, words, source and settings, and every reason that cites one.

Knows the words, in English and marked for translation; who breaks which rule is found elsewhere. The words hold under
every rule set: pages show the values of the settings that a rule names beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from referee.engine.rulebook import claims, contract, game, melds, scoring, table, tavern, turn
from referee.engine.rulebook.entries import SOURCES, Reason, Rule
from referee.engine.verdicts import Breach
from referee.engine.verdicts import gettext_noop as _

if TYPE_CHECKING:
    from referee.engine.rummy.cards import Card

__all__ = [
    "CHAPTERS",
    "DICE_CHAPTER",
    "REASONS",
    "RULEBOOK",
    "SOURCES",
    "Reason",
    "Rule",
    "citation",
    "reasons_of",
    "rule_of",
    "rules_for",
    "sentence",
]

_PARTS = (game, melds, contract, turn, table, claims, scoring, tavern)

DICE_CHAPTER = "9"
"""The chapter on the dice game; the others are on card games."""

CHAPTERS: Mapping[str, str] = MappingProxyType(
    {
        "1": game.TITLE,
        "2": melds.TITLE,
        "3": contract.TITLE,
        "4": turn.TITLE,
        "5": table.LAYING_OFF,
        "6": table.JOKER_SWAP,
        "7": claims.TITLE,
        "8": scoring.TITLE,
        DICE_CHAPTER: tavern.TITLE,
    }
)
"""Titles by the number of the chapter, in order."""

RULEBOOK: Mapping[str, Rule] = MappingProxyType(
    {rule.number: rule for rule in chain.from_iterable(part.RULES for part in _PARTS)}
)
"""Rules by number, in order."""

REASONS: Mapping[str, Reason] = MappingProxyType(
    {reason.code: reason for reason in chain.from_iterable(part.REASONS for part in _PARTS)}
)
"""Reasons by code, in the order of their rules."""


def rule_of(code: str) -> Rule:
    """The rule that a refusal with ``code`` cites.

    :raises KeyError: when the code is none of the rule book's.
    """
    return RULEBOOK[REASONS[code].rule]


def reasons_of(number: str) -> tuple[Reason, ...]:
    """The reasons that cite the rule; none where only answers cite it."""
    return tuple(reason for reason in REASONS.values() if reason.rule == number)


def rules_for(ask: str) -> tuple[Rule, ...]:
    """The rules on which the answer to a question of this kind rests although nothing is refused, in order."""
    return tuple(rule for rule in RULEBOOK.values() if ask in rule.facts)


def sentence(breach: Breach, show: Callable[[Card], str], translate: Callable[[str], str] = str) -> str:
    """The sentence that says what is wrong, with the breach's cards and values in it.

    ``translate`` turns a pattern into the reader's language. Where a value is missing, or a pattern cannot take it, the
    sentence is the plain one without values.

    :raises KeyError: when the code is none of the rule book's.
    """
    reason = REASONS[breach.code]
    values = dict(breach.values)
    if breach.cards:
        values["cards"] = " ".join(show(card) for card in breach.cards)
    try:
        return translate(reason.text) % values
    except (KeyError, TypeError, ValueError):
        return translate(reason.plain or reason.text)


def citation(number: str, translate: Callable[[str], str] = str) -> str:
    """How a ruling names the rule it rests on: ``"Rule 2.4, The ace in a run"``.

    :raises KeyError: when there is no rule of that number.
    """
    rule = RULEBOOK[number]
    return translate(_("Rule %(number)s, %(title)s")) % {"number": rule.number, "title": translate(rule.title)}
