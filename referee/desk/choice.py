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
from referee.engine.rummy.ruledoc import preset_rules
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
    """A rule set by its key, and the hand that is being played."""

    key: str
    hand: int

    @property
    def rules(self) -> RuleSet:
        return preset_rules(self.key)

    @property
    def name(self) -> str:
        return gettext(PRESETS[self.key].name)

    @property
    def contract(self) -> str:
        """The hand's contract in words."""
        return contract_words(self.rules.contract(self.hand))

    @property
    def rule_options(self) -> tuple[Option, ...]:
        return tuple(Option(preset.key, gettext(preset.name), preset.key == self.key) for preset in PRESETS.values())

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
    if key not in PRESETS:
        key = next(iter(PRESETS))
    hand = _number(request.GET.get("hand", kept_hand))
    return Game(key, min(max(hand, 1), preset_rules(key).hands))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 1


def remember_game(response: HttpResponse, request: HttpRequest, game: Game) -> None:
    """Keep the choice for the next visit, where it is not kept already."""
    value = f"{game.key}.{game.hand}"
    if request.COOKIES.get(COOKIE) != value:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, value, max_age=YEAR, secure=secure, httponly=True, samesite="Lax")
