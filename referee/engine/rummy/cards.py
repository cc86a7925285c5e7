"""Cards, packs and their text.

A card is a value without identity: two sevens of hearts from two decks are equal, and a hand is a multiset.
Knows how cards are written and read; nothing about what may be done with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from referee.engine.quoting import shown


class NotationError(ValueError):
    """Text that cannot be read. ``where`` says which part of the input is meant (``cards[3]``)."""

    def __init__(self, message: str, *, where: str = "", code: str = "card.unknown") -> None:
        super().__init__(message)
        self.code = code
        self.where = where


class Card(NamedTuple):
    """A card: rank 1 (ace, Rook 1) upward and the suit's letter. The joker has rank 0 and no suit."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return format_card(self)


JOKER = Card(0, "")


@dataclass(frozen=True, slots=True)
class Pack:
    """A kind of deck: its suits in order, its highest rank, and how its ranks are written."""

    name: str
    suits: str
    top: int
    letters: dict[int, str]

    @property
    def faces(self) -> tuple[Card, ...]:
        """Every natural card once, suit by suit, low to high."""
        return _faces(self.suits, self.top)

    def has(self, card: Card) -> bool:
        """Whether it is a card of the pack or the joker."""
        return card == JOKER or (1 <= card.rank <= self.top and len(card.suit) == 1 and card.suit in self.suits)

    def __hash__(self) -> int:
        return hash(self.name)


@lru_cache
def _faces(suits: str, top: int) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in suits for rank in range(1, top + 1))


@lru_cache
def faces_of_rank(pack: Pack, rank: int) -> tuple[Card, ...]:
    """The natural cards of a rank, one of each suit."""
    return tuple(Card(rank, suit) for suit in pack.suits)


FRENCH = Pack("french", "SHDC", 13, {1: "A", 10: "T", 11: "J", 12: "Q", 13: "K"})
ROOK = Pack("rook", "RGYB", 14, {})
PACKS = {pack.name: pack for pack in (FRENCH, ROOK)}

_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")
_JOKERS = frozenset({"JK", "*", "JOKER", "ROOK", "🃏"})
_CARD = re.compile(r"([0-9]{1,2}|[ATJQK])([SHDCRGYB])")
_FRENCH_RANKS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}


def format_rank(rank: int, pack: Pack) -> str:
    """``"A"``, ``"T"`` or ``"14"``."""
    return pack.letters.get(rank, str(rank))


def pack_of_suit(suit: str) -> Pack:
    """The pack that the suit belongs to; none counts as French."""
    return ROOK if suit and suit in ROOK.suits else FRENCH


def pack_of(card: Card) -> Pack:
    """The pack that a natural card's suit belongs to; the joker counts as French."""
    return pack_of_suit(card.suit)


def format_card(card: Card) -> str:
    """``"TH"``, ``"14R"`` or ``"JK"``."""
    return _FORMATTED.get(card) or f"{card.rank}{card.suit}"


_FORMATTED = {JOKER: "JK"} | {
    face: format_rank(face.rank, pack) + face.suit for pack in PACKS.values() for face in pack.faces
}
TEXTS = {
    pack.name: {text: card for card, text in _FORMATTED.items() if card == JOKER or card.suit in pack.suits}
    for pack in PACKS.values()
}
"""By the pack's name its cards by their usual texts, the joker's among them."""


def format_cards(cards: Iterable[Card]) -> str:
    """The cards' texts with spaces between."""
    return " ".join(map(format_card, cards))


def parse_card(text: str, pack: Pack = FRENCH, *, where: str = "") -> Card:
    """The card that ``text`` names: ``TH``, ``10♥``, ``th``, ``JK``, ``*``, ``joker``, Rook ``14R``.

    :raises NotationError: text that is no card of the pack.
    """
    known = TEXTS[pack.name].get(text)
    if known is not None:
        return known
    word = text.strip().translate(_SYMBOLS).upper()
    if word in _JOKERS:
        return JOKER
    found = _CARD.fullmatch(word)
    if found and found[2] in pack.suits:
        rank = _rank(found[1], pack)
        if rank:
            return Card(rank, found[2])
    raise NotationError(f"expected {_example(pack)}, got {shown(text)}", where=where)


def parse_cards(text: str, pack: Pack = FRENCH, *, where: str = "cards") -> tuple[Card, ...]:
    """The cards of a text in which spaces or commas stand between them, in order.

    :raises NotationError: with the place of the first text that is no card, ``cards[2]``.
    """
    return tuple(parse_card(word, pack, where=f"{where}[{i}]") for i, word in enumerate(split_words(text)))


def split_words(text: str) -> list[str]:
    """The words of a list of cards: parted by white space, commas or semicolons."""
    return re.split(r"[\s,;]+", text.strip(" \t\r\n,;")) if text.strip(" \t\r\n,;") else []


def _rank(text: str, pack: Pack) -> int:
    """The rank that the text names in the pack, or 0."""
    if text.isdigit():
        rank = int(text)
        # "1H" and "11H" are no French cards (A and J are); "0" and leading zeros are nobody's.
        plain = 2 <= rank <= 10 if pack is FRENCH else 1 <= rank <= pack.top
        return rank if plain and text == str(rank) else 0
    return _FRENCH_RANKS[text] if pack is FRENCH else 0


def _example(pack: Pack) -> str:
    if pack is FRENCH:
        return "a card such as 7H, TS, AD or JK"
    return "a Rook card such as 7R, 14G, 1Y or JK"
