"""What the keys of the card pad are, for a deck."""

from __future__ import annotations

from typing import NamedTuple

from referee.desk.words.contracts import rank_label
from referee.desk.words.laid import suit_words
from referee.engine.rummy.cards import JOKER, Card, Pack, format_rank
from referee.engine.rummy.rules import RuleSet


class RankKey(NamedTuple):
    """A key for a rank: its label, and the text that begins a card of it."""

    label: str
    code: str


class SuitKey(NamedTuple):
    """A key for a suit or a colour: its letter, its name, and a card by whose face it is drawn."""

    code: str
    name: str
    sample: Card


class Pad(NamedTuple):
    """The keys, and every face once, from which a script draws what was tapped."""

    ranks: tuple[RankKey, ...]
    suits: tuple[SuitKey, ...]
    faces: tuple[Card, ...]
    deck: str


def pad_of(rules: RuleSet) -> Pad:
    """The pad of the rule set's deck."""
    pack = rules.pack
    ranks = tuple(RankKey(rank_label(rank, pack), format_rank(rank, pack)) for rank in _ranks(pack))
    suits = tuple(SuitKey(suit, suit_words(suit), Card(1, suit)) for suit in pack.suits)
    return Pad(ranks, suits, (*pack.faces, JOKER), rules.deck)


def _ranks(pack: Pack) -> range:
    return range(1, pack.top + 1)
