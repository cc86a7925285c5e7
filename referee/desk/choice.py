"""The rule set and the hand that the visitor asks about: from the address, else as last chosen, else the first preset.

Knows how the choice is remembered (a cookie), not what the rule set says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from referee.desk.words import contract_words
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import Json, RulesError, changed_settings
from referee.engine.rummy.rulelink import named_document, named_rules
from referee.engine.rummy.rules import RuleSet

COOKIE = "desk"
YEAR = 60 * 60 * 24 * 365


class Option(NamedTuple):
    """An entry of a list to choose from."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Game:
    """A rule set by its name (a preset's key, or house rules as a link has them), and the hand that is being played."""

    key: str
    hand: int

    @property
    def rules(self) -> RuleSet:
        return named_rules(self.key)

    @property
    def document(self) -> str | dict[str, Json]:
        """The rule set as the referee is asked by it."""
        return named_document(self.key)

    def with_settings(self, **changes: Json) -> dict[str, Json]:
        """The same rules with some settings changed, as the referee is asked by them."""
        return {"base": self.rules.base, "set": changed_settings(self.rules) | changes}

    @property
    def name(self) -> str:
        return self.rules.name if self.is_house else gettext(PRESETS[self.key].name)

    @property
    def is_house(self) -> bool:
        return self.key not in PRESETS

    @property
    def contract(self) -> str:
        """The hand's contract in words."""
        return contract_words(self.rules.contract(self.hand))

    @property
    def rule_options(self) -> tuple[Option, ...]:
        own = (Option(self.key, self.name, is_chosen=True),) if self.is_house else ()
        return (
            *own,
            *(Option(preset.key, gettext(preset.name), preset.key == self.key) for preset in PRESETS.values()),
        )

    @property
    def hand_options(self) -> tuple[Option, ...]:
        pattern = gettext("%(hand)s: %(contract)s")
        return tuple(
            Option(str(hand), pattern % {"hand": hand, "contract": contract_words(contract)}, hand == self.hand)
            for hand, contract in enumerate(self.rules.contracts, start=1)
        )


def chosen_game(request: HttpRequest) -> Game:
    """The game that the address names; what it does not name, the cookie."""
    kept_key, _dot, kept_hand = request.COOKIES.get(COOKIE, "").rpartition(".")
    key = request.GET.get("rules", kept_key)
    rules = _found(key)
    if rules is None:
        key = next(iter(PRESETS))
        rules = named_rules(key)
    hand = _number(request.GET.get("hand", kept_hand))
    return Game(key, min(max(hand, 1), rules.hands))


def _found(key: str) -> RuleSet | None:
    """The rules of that name; None where there are none that can be played."""
    try:
        return named_rules(key)
    except RulesError:
        return None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 1


def remember_game(response: HttpResponse, request: HttpRequest, game: Game) -> None:
    """Keep the choice for the next visit, where it is not kept already."""
    value = f"{game.key}.{game.hand}"
    if request.COOKIES.get(COOKIE) != value:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, value, max_age=YEAR, secure=secure, httponly=True, samesite="Lax")
