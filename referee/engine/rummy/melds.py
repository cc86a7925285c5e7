"""Melds: sets and runs as they lie on the table.

Knows what a meld is and how it is written. Given cards are read in ``readings``, judged in ``meldruling``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from referee.engine.quoting import shown
from referee.engine.rummy.cards import (
    FRENCH,
    JOKER,
    Card,
    NotationError,
    Pack,
    format_card,
    format_rank,
    pack_of,
    pack_of_suit,
    parse_card,
)
from referee.engine.rummy.contracts import Kind


class Placed(NamedTuple):
    """A wild card whose place is known: the card it stands for (in a set a rank without suit)."""

    card: Card
    stands: Card


type Laid = Card | Placed
"""A card as somebody lays it: a wild card may say what it stands for."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or a run in table order; a run lies low to high.

    ``rank`` is a set's rank (0 for a run); ``suit`` and ``low`` are a run's suit and the place of its first card, so
    that what a wild card stands for follows from where it lies and cannot drift when the run grows.
    """

    kind: Kind
    cards: tuple[Card, ...]
    rank: int = 0
    suit: str = ""
    low: int = 0

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def high(self) -> int:
        """The place of a run's last card."""
        return self.low + len(self.cards) - 1

    def stands_for(self, index: int) -> Card:
        """The card that the place asks for; in a set the rank without a suit."""
        if self.kind == "set":
            return Card(self.rank, "")
        top = pack_of_suit(self.suit).top
        return Card((self.low + index - 1) % top + 1, self.suit)

    def is_wild_at(self, index: int) -> bool:
        """Whether the card there stands for another one."""
        card = self.cards[index]
        return card.rank != self.rank if self.kind == "set" else card != self.stands_for(index)

    @property
    def wild_places(self) -> tuple[int, ...]:
        """The indices of the cards that stand for another one."""
        if self.kind == "set":
            return tuple(index for index, card in enumerate(self.cards) if card.rank != self.rank)
        pack, low, suit = pack_of_suit(self.suit), self.low - 1, self.suit
        if self.cards == faces_of_run(pack, suit, self.low, len(self.cards)):
            return ()  # as most runs are, and quickly told
        top = pack.top
        return tuple(
            index for index, card in enumerate(self.cards) if card.suit != suit or card.rank != (low + index) % top + 1
        )


def set_of(cards: Iterable[Card], rank: int) -> Meld:
    """A set of the rank."""
    return Meld("set", tuple(cards), rank=rank)


def run_of(cards: Iterable[Card], suit: str, low: int) -> Meld:
    """A run of the suit whose first card lies at place ``low``."""
    return Meld("run", tuple(cards), suit=suit, low=low)


@lru_cache(maxsize=1 << 10)
def faces_of_run(pack: Pack, suit: str, low: int, size: int) -> tuple[Card, ...]:
    """The natural cards of a run whose first card lies at place ``low``, low to high."""
    return tuple(Card((place - 1) % pack.top + 1, suit) for place in range(low, low + size))


# Text -------------------------------------------------------------------------------------------------------------


def format_laid(laid: Laid, pack: Pack = FRENCH) -> str:
    """``"7H"``, ``"JK"`` or, where its place is known, ``"JK=8H"`` (in a set ``"JK=8"``).

    ``pack`` is for a rank without a suit.
    """
    if isinstance(laid, Placed):
        stands = laid.stands
        text = format_card(stands) if stands.suit else format_rank(stands.rank, pack)
        return f"{format_card(laid.card)}={text}"
    return format_card(laid)


def laid_cards(meld: Meld) -> tuple[Laid, ...]:
    """The meld's cards, each wild card with what it stands for."""
    return tuple(
        Placed(card, meld.stands_for(index)) if meld.is_wild_at(index) else card
        for index, card in enumerate(meld.cards)
    )


def format_meld(meld: Meld) -> str:
    """``"5H 6H JK=7H 8H"``."""
    return " ".join(format_all(laid_cards(meld)))


def format_all(cards: Sequence[Laid]) -> list[str]:
    """The text of each card of a meld; its natural cards tell which pack it is from."""
    faces = [laid.card if isinstance(laid, Placed) else laid for laid in cards]
    pack = next((pack_of(face) for face in faces if face.suit), FRENCH)
    return [format_laid(laid, pack) for laid in cards]


def parse_laid(text: str, pack: Pack, wild_ranks: Sequence[int] = (), *, where: str = "") -> Laid:
    """The card of ``"7H"``, ``"JK"`` or ``"JK=8H"``; only a wild card may stand for another one.

    :raises NotationError: text that is no card, or a card that is not wild with a place.
    """
    word, equals, place = text.partition("=")
    card = parse_card(word, pack, where=where)
    if not equals:
        return card
    if card != JOKER and card.rank not in wild_ranks:
        raise NotationError(f"expected only a wild card to stand for another, got {shown(text)}", where=where)
    ranks = {format_rank(rank, pack): rank for rank in range(1, pack.top + 1)} | {"10": 10}
    stands = place.strip().upper()
    if stands in ranks:
        return Placed(card, Card(ranks[stands], ""))
    meant = parse_card(place, pack, where=where)
    if meant == JOKER:
        raise NotationError(f"expected a joker to stand for a card, got {shown(text)}", where=where)
    return Placed(card, meant)
