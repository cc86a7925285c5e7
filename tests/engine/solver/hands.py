"""Rule sets and random hands to test the solver with: some at random, some that hold most of their contract."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet

PRESETS = ("shanghai-7", "shanghai-7-ten", "shanghai-10", "rook-10")

HOUSES: tuple[dict[str, object], ...] = (
    {"aces": "low"},
    {"aces": "either", "max_run": 14},
    {"aces": "round"},
    {"aces": "round", "consecutive_runs": 2},
    {"consecutive_runs": 2},
    {"contract_jokers": None, "table_jokers": None},
    {"contract_jokers": 2, "same_rank_sets": True},
    {"contract_jokers": 0, "table_jokers": 0},
    {"wild_ranks": ["2"], "contract_jokers": None, "wilds_at_most_naturals": True, "table_jokers": None},
    {"wild_ranks": ["2"], "aces": "either", "contract_jokers": 1, "table_jokers": 2, "same_rank_sets": True},
    {
        "wild_ranks": ["2", "3"],
        "contract_jokers": 1,
        "table_jokers": 1,
        "aces": "low",
        "contracts": ["2S3", "R4", "S3+R4"],
    },
    {"wilds_at_most_naturals": True, "contract_jokers": None, "contract_size": "at-least"},
    {"contract_size": "at-least", "layoff_same_turn": False},
    {"contract_size": "at-least", "consecutive_runs": True, "contract_jokers": {"S3": 1, "R4": 1, "R5": 2, "R7": 3}},
    {"max_run": 6, "run_min": 3, "contracts": ["S3+R3", "2R3", "R3+R4"]},
    {"contracts": ["R13", "S4+R5", "S4+2S3", "S5+S2"], "set_min": 2, "last_hand_all_cards": False, "buys": 4},
    {"same_suit_runs": False},
    {"same_suit_runs": False, "aces": "either", "contract_jokers": 2, "table_jokers": None},
    {"first_rank": 3, "wild_ranks": ["2"], "contract_jokers": None, "wilds_at_most_naturals": True},
    {"jokerless_hands": [1, 2, 5, 7], "contract_jokers": 2, "table_jokers": None},
    {"aces": "either", "max_run": 14, "contracts": ["R14", "R14+S3"], "contract_jokers": 4, "buys": 4},
)
"""Settings that a house may change, against `shanghai-7`."""

SPECIAL: tuple[dict[str, object], ...] = (
    {"adjacent_wilds": False, "contract_jokers": None, "table_jokers": None},
    {"adjacent_wilds": False, "contract_jokers": 2, "table_jokers": 2, "aces": "either", "consecutive_runs": True},
    {"adjacent_wilds": False, "contract_jokers": None, "wild_ranks": ["2"], "aces": "round"},
    {"contract_size": "at-least", "contract_jokers": {"S3": 0, "S4": 2, "R4": 1}},
    {"contract_size": "runs-at-least", "contract_jokers": 2, "table_jokers": None},
    {"contract_size": "runs-at-least", "layoff_same_turn": False, "consecutive_runs": 2},
    {"same_suit_runs": False, "aces": "round", "contract_size": "at-least"},
    {"same_suit_runs": False, "contracts": ["3R3", "R3+R4+S3"], "run_min": 3, "max_run": 6},
    {"contract_jokers": 2, "table_jokers": 0},
    {"contracts": ["S4+S3+R4", "S4+S3", "S5+S3", "S5+S4+S3"], "table_jokers": 1},
)
"""Settings under which more counts than how many natural cards a meld has."""


def house(settings: dict[str, object], base: str = "shanghai-7") -> RuleSet:
    return load_rules({"base": base, "set": settings})


def deal(rules: RuleSet, rng: random.Random, size: int) -> list[Card]:
    """A random hand of one of several kinds: any cards, few suits, few ranks, many jokers."""
    kind = rng.choice(("any", "any", "suits", "ranks", "jokers", "near"))
    faces = list(rules.pack.faces)
    if kind == "suits":
        suits = rng.sample(rules.pack.suits, rng.choice((1, 2)))
        faces = [card for card in faces if card.suit in suits]
    elif kind == "ranks":
        ranks = rng.sample(range(1, rules.pack.top + 1), rng.choice((3, 4, 5)))
        faces = [card for card in faces if card.rank in ranks]
    elif kind == "near":
        start = rng.randint(1, rules.pack.top - 4)
        faces = [card for card in faces if start <= card.rank <= start + 5]
    jokers = {"jokers": rng.randint(2, 4), "any": rng.randint(0, 1)}.get(kind, rng.choice((0, 0, 1, 2, 4)))
    decks = rules.shoe(rules.players[0]).decks
    pool = faces * decks
    hand = [JOKER] * min(jokers, size) + rng.sample(pool, min(size - min(jokers, size), len(pool)))
    rng.shuffle(hand)
    return hand


def deals(
    rules: RuleSet, count: int, *, seed: int, sizes: tuple[int, int] = (8, 14)
) -> Iterator[tuple[int, list[Card]]]:
    """Hands with the number of the hand they are dealt in."""
    rng = random.Random(f"{seed} {rules.base} {rules.hands}")
    for _ in range(count):
        hand = rng.randint(1, rules.hands)
        yield hand, deal(rules, rng, rng.randint(*sizes))


def unseen_cards(rules: RuleSet, cards: list[Card], seen: list[Card] | None = None) -> Counter[Card]:
    """What can still come in a game of the fewest players."""
    return rules.deck_cards(rules.players[0]) - Counter(cards) - Counter(seen or [])
