"""Rule sets in plain words: one sentence a setting, in the language of the page.

Knows how each setting's values are said. What the settings mean for a question is the engine's to know; the pages of
the rule book print these sentences below the rules that the settings govern.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from referee.desk.words import claims, game, melds, scoring, table
from referee.desk.words.contracts import contract_words, slot_words
from referee.engine.rummy.rules import RuleSet

__all__ = ["SENTENCES", "contract_words", "say", "sentences", "slot_words"]

SENTENCES: Mapping[str, Callable[[RuleSet], str]] = MappingProxyType(
    game.SENTENCES | melds.SENTENCES | table.SENTENCES | claims.SENTENCES | scoring.SENTENCES
)
"""What says a setting, by the setting's name."""


def say(rules: RuleSet, setting: str) -> str:
    """The sentence that tells the setting's value; empty where it has nothing to add under this rule set.

    :raises KeyError: when there is no setting of that name.
    """
    return SENTENCES[setting](rules)


def sentences(rules: RuleSet, settings: tuple[str, ...]) -> tuple[str, ...]:
    """What the settings say, in order, the silent ones left out."""
    return tuple(filter(None, (say(rules, setting) for setting in settings)))
