"""Random melds on the table, and steps carried out on them by the rules' own verdicts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.layoff import judge_layoff, lay_off, normal
from referee.engine.rummy.meldruling import judge_reading
from referee.engine.rummy.melds import Meld, Placed, parse_laid, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.laydown import LayDown
from referee.engine.rummy.solver.steps import LayOff
from referee.engine.rummy.swap import freed_jokers, judge_swap, swap, to_hand
from tests.engine.solver.oracle import check_contract


def random_table(rules: RuleSet, rng: random.Random, most: int = 4) -> tuple[Meld, ...]:
    """Up to so many legal melds, some long, some with jokers."""
    found: list[Meld] = []
    for _ in range(rng.randint(0, most)):
        meld = _random_set(rules, rng) if rng.random() < 0.4 else _random_run(rules, rng)
        if not judge_reading(meld, rules, on_table=True):
            found.append(meld)
    return tuple(found)


def _random_set(rules: RuleSet, rng: random.Random) -> Meld:
    rank = rng.randint(1, rules.pack.top)
    cards = [Card(rank, rng.choice(rules.pack.suits)) for _ in range(rng.randint(2, 4))]
    return set_of([*cards, *[JOKER] * rng.randint(3 - min(3, len(cards)), 1)], rank)


def _random_run(rules: RuleSet, rng: random.Random) -> Meld:
    size = rng.randint(4, min(7, rules.longest_run))
    lows = [low for low in rules.places if rules.run_fits(low, size)]
    low, suit = rng.choice(lows), rng.choice(rules.pack.suits)
    cards = [Card(rules.rank_at(low + step), suit) for step in range(size)]
    for index in rng.sample(range(size), rng.choice((0, 0, 1, 1, 2))):
        cards[index] = JOKER
    return run_of(cards, suit, low)


def read_meld(text: str, rules: RuleSet) -> Meld:
    """A meld of the table as it is written, of whatever length."""
    laid = [parse_laid(word, rules.pack) for word in text.split()]
    stands = [one.stands if isinstance(one, Placed) else one for one in laid]
    cards = [one.card if isinstance(one, Placed) else one for one in laid]
    if len({card.rank for card in stands}) == 1:
        return set_of(cards, stands[0].rank)
    return run_of(cards, stands[0].suit, stands[0].rank)


def check_laydown(
    rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld], found: LayDown, *, down: bool = False
) -> None:
    """Assert that every part of the answer is legal, step by step, and that the figures are right."""
    held, table = Counter(cards), list(table)
    for step in found.swaps:
        meld = table[step.meld]
        assert held[step.card] > 0, (step, found)
        assert judge_swap(rules, meld, step.card, step.to, down=False, same_turn=False).legal, (step, found)
        held = held - Counter([step.card]) + Counter(freed_jokers(rules, meld, step.card))
        table[step.meld] = swap(rules, meld, step.card, step.to)
    if not down:
        check_contract(rules, rules.contract(hand), sorted(held.elements()), found.melds)
    held -= Counter(card for meld in found.melds for card in meld.cards)
    lying = [*found.melds, *table]
    for step in found.steps:
        meld = lying[step.meld]
        assert held[step.card] > 0, (step, found)
        held[step.card] -= 1
        if isinstance(step, LayOff):
            assert judge_layoff(rules, meld, step.card, step.end, down=True, same_turn=not down).legal, (step, found)
            lying[step.meld] = normal(rules, lay_off(meld, step.card, step.end))
        else:
            assert judge_swap(rules, meld, step.card, step.to, down=True, same_turn=not down).legal, (step, found)
            assert (step.to is None) == to_hand(rules)
            held += Counter(freed_jokers(rules, meld, step.card))
            lying[step.meld] = swap(rules, meld, step.card, step.to)
    assert sorted(held.elements()) == sorted(found.left)
    assert found.points == sum(rules.value(card) for card in found.left)
