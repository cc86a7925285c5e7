"""Look for the hands that take the solver longest: for every preset and question the slowest found, beside its bound.

`python -m bench attack` (options: ``--seed 1 --hands 60 --climb 40 --only lay-down king onze``). Hands of up to sixty
cards are made in shapes that are known to be hard; the slowest are then changed card by card, as long as that makes
them slower. The time is the processor's, the least of several for what is above the bound, and repeats with the seed
but for the machine. A call that takes longer than the limit is broken off and stands in the table with the limit.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from time import process_time
from types import FrameType
from typing import NamedTuple

from bench.hands import Dealt, lying
from bench.solver import Asked, contains, distance, improving, laydown, witness
from referee.engine.rummy import solver
from referee.engine.rummy.cards import format_cards
from referee.engine.rummy.melds import format_all, laid_cards
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import preset_rules
from referee.engine.rummy.rules import RuleSet

MOST = 60
LIMIT = 2.0
"""Seconds after which a call is broken off."""
OWN, FAMILY = ("shanghai-7", "shanghai-10"), 3
"""The presets that keep the bounds, and by how much the others may miss them."""


def out(one: Dealt) -> object:
    return solver.can_go_out(one.rules, one.hand, one.cards, one.table)


def layoffs(one: Dealt) -> object:
    return solver.best_layoffs(one.rules.in_hand(one.hand), one.cards, one.table)


# The bounds in milliseconds.
KINDS: dict[str, tuple[Asked, float]] = {
    "contract": (contains, 5),
    "witness": (witness, 5),
    "lay-down": (laydown, 50),
    "lay-offs": (layoffs, 50),
    "going-out": (out, 50),
    "distance": (distance, 10),
    "improving": (improving, 100),
}


class Found(NamedTuple):
    """Milliseconds at the first time of asking, and what was asked."""

    taken: float
    dealt: Dealt


class _TooLong(Exception):
    pass


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _TooLong


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise ``_TooLong`` after so many seconds of processor time."""
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def timed(ask: Asked, dealt: Dealt) -> float:
    """Milliseconds of the processor."""
    start = process_time()
    try:
        with at_most(LIMIT):
            ask(dealt)
    except _TooLong:
        return LIMIT * 1000
    return (process_time() - start) * 1000


# Hands ---------------------------------------------------------------------------------------------------------------


def crafted(rules: RuleSet, hand: int, rng: Random) -> Dealt:
    """A hand of a shape that is hard: few suits, few ranks, much of a band of ranks, many wild cards."""
    players = rng.choice(rules.players)
    deck = [*rules.deck_cards(players).elements()]
    wild = [card for card in deck if rules.is_wild(card)]
    plain = [card for card in deck if not rules.is_wild(card)]
    suits = rng.sample(rules.pack.suits, rng.choice((1, 1, 1, 2, 2, 3, 4)))
    ranks = range(1, rules.pack.top + 1)
    if rng.random() < 0.3:
        ranks = _band(rules, rng)
    pool = [card for card in plain if card.suit in suits and card.rank in ranks]
    if rng.random() < 0.3:  # no more than so many copies of each card
        most = rng.randint(1, 2)
        pool = [card for card, copies in Counter(pool).items() for _ in range(min(copies, most))]
    size = rng.choice((rng.randint(11, 20), rng.randint(11, 30), rng.randint(20, MOST)))
    jokers = rng.sample(wild, min(len(wild), rng.choice((0, 1, 2, 3, 4, 6, 8))))
    own = rng.sample(pool, min(len(pool), max(0, size - len(jokers))))
    rest = [*(Counter(plain) - Counter(own)).elements()]
    others = rng.sample(rest, min(len(rest), rng.choice((0, 0, 2, 5))))
    cards = [*jokers, *own, *others][:MOST]
    rng.shuffle(cards)
    return Dealt(rules, hand, players, cards, lying(rules, rng))


def _band(rules: RuleSet, rng: Random) -> range:
    low = rng.randint(1, rules.pack.top - 4)
    return range(low, low + rng.randint(3, 9))


def changed(one: Dealt, rng: Random) -> Dealt:
    """The hand with one to three cards exchanged, added or taken away, or with another table."""
    deck = one.rules.deck_cards(one.players)
    cards = list(one.cards)
    for _ in range(rng.randint(1, 3)):
        way = rng.random()
        if way < 0.65 and cards:
            cards.pop(rng.randrange(len(cards)))
        rest = [*(deck - Counter(cards)).elements()]
        near = [card for card in rest if card.suit in {own.suit for own in cards}] or rest
        if way > 0.15 and len(cards) < MOST and near:
            cards.append(rng.choice(near if rng.random() < 0.8 else rest))
    table = lying(one.rules, rng) if rng.random() < 0.1 else one.table
    return one._replace(cards=cards, table=table)


# The search ----------------------------------------------------------------------------------------------------------


def attack(rules: RuleSet, kind: str, rng: Random, *, hands: int, climb: int) -> Found:
    """The slowest hand found."""
    ask, _ = KINDS[kind]
    for hand in range(1, rules.hands + 1):
        timed(ask, crafted(rules, hand, rng))  # tables fill themselves at the first use
    found = []
    for number in range(hands):
        dealt = crafted(rules, number % rules.hands + 1, rng)
        found.append(Found(timed(ask, dealt), dealt))
    found.sort(key=lambda one: -one.taken)
    best = []
    for now in found[:3]:
        for _ in range(climb):
            dealt = changed(now.dealt, rng)
            taken = timed(ask, dealt)
            if taken > now.taken:
                now = Found(taken, dealt)
            if now.taken >= LIMIT * 1000:
                break
        best.append(now)
    return max(best, key=lambda one: one.taken)


def told(one: Dealt) -> str:
    """The question in words that can be typed again."""
    table = ", ".join(" ".join(format_all(laid_cards(meld))) for meld in one.table)
    return f"hand {one.hand}, {one.players} players: {format_cards(one.cards)}" + (
        f" | table: {table}" if table else ""
    )


def main(wanted: Sequence[str]) -> None:
    """Print the slowest hand of every preset and question as it is found, and then all that missed their bounds."""
    parser = argparse.ArgumentParser(prog="python -m bench attack", description="look for the slowest hands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=60, help="hands made for each preset and question")
    parser.add_argument("--climb", type=int, default=40, help="changes tried of each of the three slowest")
    parser.add_argument("--only", action="append", choices=KINDS, help="this question alone; may be repeated")
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="default: all")
    asked = parser.parse_args(wanted)
    missed = []
    for preset in asked.presets or PRESETS:
        rules = preset_rules(preset)
        for kind in asked.only or KINDS:
            rng = Random(f"{asked.seed} {preset} {kind}")  # noqa: S311  # hands to measure with, no secret
            worst = attack(rules, kind, rng, hands=asked.hands, climb=asked.climb)
            again = timed(KINDS[kind][0], worst.dealt)
            bound = KINDS[kind][1] * (1 if preset in OWN else FAMILY)
            line = f"{preset:<24}{kind:<10}{worst.taken:>9.2f} ms, again {again:>8.2f}   bound {bound:>4.0f}"
            sys.stdout.write(f"{line}   {len(worst.dealt.cards)} cards\n")
            sys.stdout.flush()
            if worst.taken > bound:
                missed.append(f"{line}\n    {told(worst.dealt)}\n")
    sys.stdout.write("\nover the bound:\n" + "".join(missed or ["none\n"]))
