"""What a sheet is kept for: a game of a rule set, or any card game whose totals are typed.

Knows the document that a sheet keeps and what entry, questions and the grid need of it. Knows no scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import Json, RulesError, dump_rules, load_rules
from referee.engine.rummy.rulelink import named_rules
from referee.engine.rummy.rules import RuleSet, ValueClass

type Wins = Literal["lowest", "highest"]

MOST_HANDS = 60
"""Rows that an open-ended sheet may grow to."""


class Bonus(NamedTuple):
    """Points off that somebody has earned, as points to enter."""

    key: str
    points: int


# Not slotted: what follows from the rule set is computed once.
@dataclass(frozen=True)
class Game:
    """One game at the table. Without a rule set there are no cards to count and no end but the players' own."""

    rules: RuleSet | None = None
    wins: Wins = "lowest"

    @property
    def hands(self) -> int | None:
        """How many hands the rule set has; None where the players go on as long as they like.

        Where everybody has a contract of their own nobody knows beforehand how many hands that takes.
        """
        return self.rules.hands if self.rules and not self.rules.is_personal else None

    @property
    def is_personal(self) -> bool:
        """Whether everybody stays at a contract of their own until they have gone down with it."""
        return self.rules is not None and self.rules.is_personal

    @property
    def own_contracts(self) -> tuple[Contract, ...]:
        """The contracts that everybody goes through at a pace of their own; empty where the hand has one for all."""
        return self.rules.contracts if self.rules and self.is_personal else ()

    def contract(self, hand: int) -> Contract | None:
        """The hand's contract; None where there is none, or everybody has one of their own."""
        return self.rules.contract(hand) if self.rules and not self.rules.is_personal else None

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of the rule set that no hand of cards tells: each is written beside the hands."""
        if self.rules is None:
            return ()
        found = (Bonus("first-down", -self.rules.first_down_bonus), Bonus("exact-cut", -self.rules.cut_bonus))
        return tuple(bonus for bonus in found if bonus.points)

    @cached_property
    def classes(self) -> tuple[ValueClass, ...]:
        """The kinds of cards that a hand is counted by, the joker last; empty where totals are typed."""
        if self.rules is None:
            return ()
        jokers = self.rules.largest_shoe.jokers
        return tuple(kind for kind in self.rules.value_classes if kind.ranks != (0,) or jokers)

    def out(self, hand: int) -> int:
        """What going out in the hand scores, as points to enter."""
        return -self.rules.out_bonus_in(hand) if self.rules else 0

    def blind(self, hand: int) -> tuple[int, ...]:
        """What going out blind may score in the hand, as points to enter; empty where it scores like any other."""
        if self.rules is None or self.rules.blind == "none":
            return ()
        earned = {"joker-value": (-self.rules.joker_points,), "10": (-10,), "25-or-50": (-25, -50)}[self.rules.blind]
        return tuple(self.out(hand) + points for points in earned)

    def points(self, counts: tuple[int, ...]) -> int:
        """The total of so many cards of each class."""
        return sum(count * kind.points for count, kind in zip(counts, self.classes, strict=True))

    @cached_property
    def zero_is_out(self) -> bool:
        """Whether nobody who holds a card can score nothing, so that a typed 0 means "went out"."""
        return self.rules is not None and all(kind.points > 0 for kind in self.classes)

    def copies(self, players: int) -> tuple[int, ...]:
        """How many cards of each class the decks hold with so many players."""
        if self.rules is None:
            return ()
        cards = self.rules.deck_cards(max(players, 1))
        held: Counter[ValueClass] = Counter()
        for card, copies in cards.items():
            held[self.rules.value_classes[self.rules.class_of(card)]] += copies
        return tuple(held[kind] for kind in self.classes)


def dump_game(game: Game) -> dict[str, Json]:
    """The document that a sheet keeps: ``load_game(dump_game(game)) == game``."""
    if game.rules is None:
        return {"game": "any", "wins": game.wins}
    return {"game": "rummy", "rules": dump_rules(game.rules)}


def load_game(document: Mapping[str, object]) -> Game:
    """The game of a sheet's document.

    :raises RulesError: a document that names no game, or rules that cannot be loaded.
    """
    match document:
        case {"game": "any", "wins": "lowest" | "highest" as wins}:
            return Game(wins=wins)
        case {"game": "rummy", "rules": rules}:
            return Game(rules=load_rules(rules))
    raise RulesError(f"expected a sheet's game, got {document!r}", code="rules.unknown")


@lru_cache
def named_game(key: str) -> Game:
    """The game by the name that a form offers: a preset's key, ``house:`` and a link's text, ``lowest`` or ``highest``.

    :raises RulesError: a key that names none.
    """
    match key:
        case "lowest" | "highest":
            return Game(wins=key)
        case _:
            return Game(rules=named_rules(key))


@lru_cache
def preset_of(rules: RuleSet) -> str:
    """The key of the preset that these rules are; empty for house rules."""
    return next((key for key in PRESETS if load_rules(key) == rules), "")
