"""Reading a question: every value by its key, or an error that names the place and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from referee.engine.quoting import shown
from referee.engine.rummy.cards import TEXTS, Card, NotationError, Pack, parse_card, split_words
from referee.engine.rummy.layoff import End
from referee.engine.rummy.meldruling import read_meld
from referee.engine.rummy.melds import Laid, Meld, parse_laid
from referee.engine.rummy.readings import all_readings
from referee.engine.rummy.ruledoc import RulesError, load_rules
from referee.engine.rummy.rules import RuleSet

MOST_CARDS = 60


class QuestionError(ValueError):
    """A question that cannot be read: the error's code and the place in the question (``melds[1][2]``)."""

    def __init__(self, code: str, where: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.where = where


def value_error(where: str, allowed: str, value: object) -> QuestionError:
    """The error for a value of the wrong kind or size."""
    return QuestionError("value", where, f"{where}: expected {allowed}, got {shown(value)}")


@dataclass
class Question:
    """A question whose keys are known; counts the cards that are read from it."""

    values: Mapping[object, object]
    cards_read: int = field(default=0)

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set that is asked for."""
        try:
            return load_rules(self.values["rules"])
        except RulesError as error:
            where = f"rules.{error.where}" if error.where else "rules"
            raise QuestionError(error.code, where, str(error)) from None

    @cached_property
    def hand(self) -> int:
        """The number of the hand, counted from 1."""
        value = self.values["hand"]
        most = self.rules.hands
        if not isinstance(value, int) or isinstance(value, bool):
            raise value_error("hand", "the number of the hand", value)
        if not 1 <= value <= most:
            raise QuestionError("hand.range", "hand", f"hand: expected a number from 1 to {most}, got {shown(value)}")
        return value

    def has(self, key: str) -> bool:
        """Whether the key is given, with a value."""
        return self.values.get(key) is not None

    def boolean(self, key: str) -> bool:
        """The value of a key that is true or false; false where it is missing or null."""
        value = self.values.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise value_error(key, "true or false", value)

    def integer(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        value = self.values.get(key, default)
        if value is None and default is not None:
            value = default
        return integer(value, least, most, key)

    def choice(self, key: str, *allowed: str, default: str | None = None) -> str | None:
        """One of the words; ``default`` where the key is missing or null."""
        value = self.values.get(key)
        if value is None:
            return default
        if not isinstance(value, str) or value not in allowed:
            raise value_error(key, " or ".join(allowed), value)
        return value

    def end(self, key: str) -> End | None:
        """``low``, ``high`` or null."""
        return cast("End | None", self.choice(key, "low", "high"))

    def items(self, key: str, most: int = MOST_CARDS) -> Sequence[object]:
        """A list; empty where the key is missing or null."""
        value = self.values.get(key)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            raise value_error(key, "a list", value)
        if len(value) > most:
            raise QuestionError("too-large", key, f"{key}: expected at most {most} entries, got {len(value)}")
        return value

    # Cards -----------------------------------------------------------------------------------------------------

    @property
    def pack(self) -> Pack:
        return self.rules.pack

    def card(self, key: str) -> Card:
        """A single card."""
        value = self.values[key]
        if not isinstance(value, str):
            raise value_error(key, "a card as text", value)
        try:
            return parse_card(value, self.pack, where=key)
        except NotationError as error:
            raise QuestionError(error.code, key, f"{key}: {error}") from None

    def cards(self, key: str) -> tuple[Card, ...]:
        """Cards whose places do not matter; empty where the key is missing or null."""
        laid = self.laid(self.values[key], key) if self.has(key) else []
        return tuple(one if isinstance(one, Card) else one.card for one in laid)

    def laid(self, value: object, where: str) -> list[Laid]:
        """Cards as they are laid: a list of texts or one text with spaces; jokers may name their place."""
        if isinstance(value, str):
            words: Sequence[object] = split_words(value)
        elif isinstance(value, list | tuple):
            words = value
        else:
            raise value_error(where, "cards as a list or a text with spaces", value)
        self.cards_read += len(words)
        if self.cards_read > MOST_CARDS:
            raise QuestionError("too-large", where, f"{where}: expected at most {MOST_CARDS} cards in a question")
        usual = TEXTS[self.pack.name]
        return [
            (usual.get(word) if isinstance(word, str) else None) or self._laid_word(word, f"{where}[{index}]")
            for index, word in enumerate(words)
        ]

    def _laid_word(self, word: object, where: str) -> Laid:
        if not isinstance(word, str):
            raise value_error(where, "a card as text", word)
        try:
            return parse_laid(word, self.pack, self.rules.wild_ranks, where=where)
        except NotationError as error:
            raise QuestionError(error.code, where, f"{where}: {error}") from None

    def laid_melds(self, key: str) -> list[list[Laid]]:
        """Melds as they are declared, each in the order laid."""
        return [self.laid(meld, f"{key}[{index}]") for index, meld in enumerate(self.items(key))]

    def table_meld(self, value: object, where: str) -> Meld:
        """A meld that lies on the table; it may hold more jokers than a contract's."""
        laid = self.laid(value, where)
        found = read_meld(laid, self.rules, on_table=True).readings
        # A meld that the rules would not have let down is still a meld to ask about, as long as its shape is one.
        shapes = found or all_readings(laid, self.rules, bag=False)
        if not shapes:
            raise value_error(where, "a meld on the table, each joker with its place", value)
        return shapes[0]

    def table(self, key: str = "table") -> tuple[Meld, ...]:
        """The melds on the table."""
        return tuple(self.table_meld(meld, f"{key}[{index}]") for index, meld in enumerate(self.items(key)))

    # Seats -----------------------------------------------------------------------------------------------------

    def players(self, default: int | None = None) -> int:
        """The number of players; what the rule set's decks can be told for, two at least."""
        least = 2 if not isinstance(self.rules.decks, int) else self.rules.players[0]
        return self.integer("players", least, self.rules.most_players, default)

    def seat(self, value: object, players: int, where: str) -> int:
        """A seat of the table, counted from 0."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise value_error(where, "the number of a seat", value)
        if not 0 <= value < players:
            allowed = f"a seat from 0 to {players - 1}"
            raise QuestionError("seat.range", where, f"{where}: expected {allowed}, got {shown(value)}")
        return value


def integer(value: object, least: int, most: int, where: str) -> int:
    """A whole number within bounds.

    :raises QuestionError: anything else.
    """
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise value_error(where, f"a whole number from {least} to {most}", value)
