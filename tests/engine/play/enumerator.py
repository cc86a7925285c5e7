"""Every way to lay a contract, found the slow way and without the engine's help: by trying all of them.

Only for small hands. A way is a set of melds, each the text of its cards in table order (a set's sorted), jokers
written with what they stand for.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from referee.engine.rummy.cards import Card, format_card, format_rank
from referee.engine.rummy.rules import RuleSet

type Way = tuple[str, ...]


def all_ways(rules: RuleSet, hand: int, cards: tuple[Card, ...]) -> set[Way]:
    """The ways to lay the contract's melds in exactly their sizes, each as its melds' sorted texts."""
    found: set[Way] = set()
    pools = [list(_melds(rules, slot.kind, slot.size, cards)) for slot in rules.contract(hand).slots]
    held = Counter(cards)
    for chosen in product(*pools):
        used: Counter[Card] = Counter()
        for meld in chosen:
            used.update(meld[1])
        if not used - held and not any(_clash(rules, one, two) for one, two in combinations(chosen, 2)):
            found.add(tuple(sorted(meld[0] for meld in chosen)))
    return found


type Found = tuple[str, tuple[Card, ...], str, str | int, int, int]
"""Text, cards, kind, suit or rank, first place, size."""


def _melds(rules: RuleSet, kind: str, size: int, cards: tuple[Card, ...]) -> Iterator[Found]:
    yield from _sets(rules, size, cards) if kind == "set" else _runs(rules, size, cards)


def _sets(rules: RuleSet, size: int, cards: tuple[Card, ...]) -> Iterator[Found]:
    cap = rules.wild_cap("set", size, on_table=False)
    jokers = sum(card.rank == 0 for card in cards)
    for rank in {card.rank for card in cards if card.rank}:
        own = [card for card in cards if card.rank == rank]
        for wild in range(min(cap, jokers, size - 1) + 1):
            for naturals in set(combinations(sorted(own), size - wild)):
                name = format_rank(rank, rules.pack)
                words = sorted([*map(format_card, naturals), *[f"JK={name}"] * wild])
                yield " ".join(words), (*naturals, *[Card(0, "")] * wild), "set", rank, 0, size


def _runs(rules: RuleSet, size: int, cards: tuple[Card, ...]) -> Iterator[Found]:
    cap = rules.wild_cap("run", size, on_table=False)
    top = rules.pack.top
    lows = {"high": range(2, top + 3 - size), "low": range(1, top + 2 - size), "either": range(1, top + 3 - size)}
    for suit in rules.pack.suits:
        for low in lows[rules.aces]:
            wanted = [Card(1 if place in (1, top + 1) else place, suit) for place in range(low, low + size)]
            for wild in range(min(cap, size - 1) + 1):
                for places in combinations(range(size), wild):
                    used = tuple(Card(0, "") if i in places else card for i, card in enumerate(wanted))
                    if Counter(used) - Counter(cards):
                        continue
                    words = [f"JK={format_card(c)}" if i in places else format_card(c) for i, c in enumerate(wanted)]
                    yield " ".join(words), used, "run", suit, low, size


def _clash(rules: RuleSet, one: Found, two: Found) -> bool:
    if one[2] != two[2] or one[3] != two[3]:
        return False
    if one[2] == "set":
        return not rules.same_rank_sets
    gap = 1 if rules.consecutive_runs is False else 0 if rules.consecutive_runs is True else rules.consecutive_runs
    between = max(one[4], two[4]) - (min(one[4], two[4]) + (one[5] if one[4] < two[4] else two[5]))
    return one[4] != two[4] and 0 <= between < gap
