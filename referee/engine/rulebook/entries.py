"""What the rule book is made of: rules, the reasons that cite them, and where each rule comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from referee.engine.verdicts import gettext_noop as _

SEVEN: Final = _("seven-hand source")
TEN: Final = _("ten-hand source")
BOTH: Final = _("both sources")
DICE: Final = _("dice source")
RULING: Final = _("ruling")

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        SEVEN: _("The published rules of Shanghai Rummy in seven hands, for three to five players."),
        TEN: _("The published rules of Shanghai Rum in ten hands, for three to eight players."),
        BOTH: _("Both published rules; where they differ, the rule set says which of them holds."),
        DICE: _("The published description of Shanghaien, the dice game for two."),
        RULING: _("Our own decision, where the published rules are silent."),
    }
)
"""What each source is, in the order in which a page explains them."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule, in words that hold under every rule set.

    ``number`` is chapter and rule (``"2.3"``). ``settings`` name the settings of a rule set that govern it. ``facts``
    name the kinds of question whose answer cites the rule although nothing is refused (``"score"``).
    """

    number: str
    title: str
    text: str
    source: str
    settings: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        return self.number.partition(".")[0]

    @property
    def anchor(self) -> str:
        """The fragment by which pages and ``docs/rules.md`` address the rule."""
        return f"rule-{self.number}"


@dataclass(frozen=True, slots=True)
class Reason:
    """A code with which something is refused, the rule it cites, and the sentence that says so.

    ``text`` is a printf pattern with named values; where it has any, ``plain`` says the same without them.
    """

    code: str
    rule: str
    text: str
    plain: str = ""
