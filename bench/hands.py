"""Hands to measure the solver with: at random, with the contract planted in them, and adversarial ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.meldruling import judge_reading
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.ruledoc import preset_rules
from referee.engine.rummy.rules import RuleSet


class Dealt(NamedTuple):
    """The cards of a seat in one hand of a game, and what lies on the table."""

    rules: RuleSet
    hand: int
    players: int
    cards: list[Card]
    table: tuple[Meld, ...]


TABLES = (("shanghai-7", 4), ("shanghai-10", 6))
"""Presets and players to measure with: the seven contracts with two decks, the ten with three."""


def contracts(tables: Iterable[tuple[str, int]]) -> Iterator[tuple[RuleSet, int, int]]:
    """Rule set, hand and players for every contract."""
    for key, players in tables:
        rules = preset_rules(key)
        for hand in range(1, rules.hands + 1):
            yield rules, hand, players


def usual(
    count: int, *, seed: int, sizes: tuple[int, int] = (11, 25), tables: Iterable[tuple[str, int]] = TABLES
) -> list[Dealt]:
    """So many hands for every contract: one half at random, the other with most of the contract planted in it."""
    rng = Random(seed)  # noqa: S311  # hands to measure with, no secret
    dealt = []
    for rules, hand, players in contracts(tables):
        for number in range(count):
            deck = [*rules.deck_cards(players).elements()]
            rng.shuffle(deck)
            size = rng.randint(*sizes)
            planted = _planted(rules, hand, rng) if number % 2 else []
            for card in planted:
                if card in deck:
                    deck.remove(card)
            cards = [*planted, *deck][:size]
            rng.shuffle(cards)
            dealt.append(Dealt(rules, hand, players, cards, _table(rules, rng)))
    return dealt


def adversarial(count: int, *, seed: int, tables: Iterable[tuple[str, int]] = TABLES) -> list[Dealt]:
    """Hands of 25 cards with three to six jokers, all others of one suit."""
    rng = Random(seed)  # noqa: S311  # hands to measure with, no secret
    dealt = []
    for rules, hand, players in contracts(tables):
        for _ in range(count):
            suit = rng.choice(rules.pack.suits)
            deck = rules.deck_cards(players)
            jokers = min(rng.randint(3, 6), deck[JOKER])
            pool = [card for card in deck.elements() if card.suit == suit]
            cards = [JOKER] * jokers + rng.sample(pool, min(25 - jokers, len(pool)))
            rng.shuffle(cards)
            dealt.append(Dealt(rules, hand, players, cards, _table(rules, rng)))
    return dealt


def _planted(rules: RuleSet, hand: int, rng: Random) -> list[Card]:
    """Cards that meet the contract, of which now and then a joker takes the place of one."""
    suits = rules.pack.suits
    cards = []
    for slot in rules.contract(hand).slots:
        if slot.kind == "set":
            rank = rng.randint(1, rules.pack.top)
            meld = [Card(rank, suit) for suit in rng.sample(suits, min(slot.size, len(suits)))]
        else:
            low = rng.choice([low for low in rules.places if rules.run_fits(low, slot.size)])
            suit = rng.choice(suits)
            meld = [Card(rules.rank_at(low + step), suit) for step in range(slot.size)]
        if rng.random() < 0.3:
            meld[rng.randrange(len(meld))] = JOKER
        cards += meld
    return cards


def lying(rules: RuleSet, rng: Random, most: int = 4) -> tuple[Meld, ...]:
    """Melds that lie on the table, of any length and with jokers, as the rules allow."""
    found = []
    for _ in range(rng.randint(0, most)):
        if rng.random() < 0.4:
            rank = rng.randint(1, rules.pack.top)
            own = [Card(rank, rng.choice(rules.pack.suits)) for _ in range(rng.randint(2, 4))]
            meld = set_of([*own, *[JOKER] * (3 - min(3, len(own)))], rank)
        else:
            size = rng.randint(4, min(7, rules.longest_run))
            low = rng.choice([low for low in rules.places if rules.run_fits(low, size)])
            suit = rng.choice(rules.pack.suits)
            cards = [Card(rules.rank_at(low + step), suit) for step in range(size)]
            for index in rng.sample(range(size), rng.choice((0, 0, 1, 1, 2))):
                cards[index] = JOKER
            meld = run_of(cards, suit, low)
        if not judge_reading(meld, rules, on_table=True):
            found.append(meld)
    return tuple(found)


def _table(rules: RuleSet, rng: Random) -> tuple[Meld, ...]:
    """Up to four melds that lie on the table: sets and runs without jokers, other presets' as they may come to lie."""
    if rules.base not in dict(TABLES):
        return lying(rules, rng)
    melds: list[Meld] = []
    for _ in range(rng.randint(0, 4)):
        if rng.random() < 0.5:
            rank = rng.randint(1, 13)
            melds.append(set_of([Card(rank, suit) for suit in "SHD"], rank))
        else:
            low, suit = rng.randint(2, 10), rng.choice("SHDC")
            melds.append(run_of([Card(low + step, suit) for step in range(4)], suit, low))
    return tuple(melds)
