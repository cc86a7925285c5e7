"""How long the solver takes over one hand, beside its bounds and beside programs that solve hands of other games.

Single shots in processor time: every call meets a hand that it has not seen, with the tables of windows filled by other
hands. Peers that are not installed are left out, and that is said; OpenSpiel and RLCard come with the extra `peers`.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from random import Random
from statistics import median
from time import thread_time_ns
from types import ModuleType
from typing import NamedTuple

from bench.figures import Figure, measure
from bench.hands import Dealt, adversarial, usual
from referee.engine.rulings import rule_text
from referee.engine.rummy import solver
from referee.engine.rummy.melds import format_all, laid_cards

type Asked = Callable[[Dealt], object]

USUAL = 30
HARD = 4
WARM = 1200
"""Hands for each of the seventeen contracts; the last to fill the tables of windows."""


def contains(one: Dealt) -> object:
    return solver.can_meet(one.rules, one.hand, one.cards)


def witness(one: Dealt) -> object:
    return solver.witness(one.rules, one.hand, one.cards)


def laydown(one: Dealt) -> object:
    return solver.best_laydown(one.rules, one.hand, one.cards, one.table)


def distance(one: Dealt) -> object:
    return solver.distance(one.rules, one.hand, one.cards, one.players)


def improving(one: Dealt) -> object:
    return solver.improving(one.rules, one.hand, one.cards, one.players)


# The bounds in microseconds: median, the slowest of a hundred, the slowest adversarial hand.
QUESTIONS: tuple[tuple[str, Asked, tuple[float, float, float]], ...] = (
    ("contract in the hand?", contains, (15, 200, 5_000)),
    ("witness as cards", witness, (40, 400, 5_000)),
    ("best lay-down, table of 0-4 melds", laydown, (100, 2_000, 50_000)),
    ("distance", distance, (40, 1_200, 10_000)),
    ("all improving draws", improving, (700, 3_000, 100_000)),
)


def shots[T](ask: Callable[[T], object], hands: Sequence[T], others: Sequence[T] = ()) -> list[float]:
    """The processor time of each call in microseconds, in ascending order, that of reading the clock taken off.

    The ``others`` are asked first, since tables of windows fill themselves at the first use.
    """
    clock = min(-thread_time_ns() + thread_time_ns() for _ in range(1000))
    for one in others or hands[:: max(1, len(hands) // 40)]:
        ask(one)
    times = []
    gc.collect()  # what other hands left behind is not theirs to pay for
    for one in hands:
        start = thread_time_ns()
        ask(one)
        times.append((thread_time_ns() - start - clock) / 1000)
    return sorted(times)


class Hands(NamedTuple):
    """Hands to measure, others that fill the tables of windows first, and adversarial ones."""

    usual: Sequence[Dealt]
    others: Sequence[Dealt]
    hard: Sequence[Dealt]


def figures(hands: Hands, *, share: int = 1, of: str = "") -> Iterator[list[Figure]]:
    """For each question its figures beside so many times their bounds; ``of``: what stands before their names."""
    for name, ask, bounds in QUESTIONS:
        times = shots(ask, hands.usual, hands.others)
        values = (median(times), times[len(times) * 99 // 100], shots(ask, hands.hard)[-1])
        yield [
            Figure(name=f"{of}{name}, {what}", value=value, unit="µs", against=share * bound)
            for what, value, bound in zip(("median", "p99", "worst adversarial"), values, bounds, strict=True)
        ]


@measure
def questions() -> Iterable[Figure]:
    hands = Hands(usual(USUAL, seed=1), usual(WARM, seed=6), adversarial(HARD, seed=2))
    return chain.from_iterable(figures(hands))


# Through the protocol -----------------------------------------------------------------------------------------------


def question(ask: str, one: Dealt) -> str:
    """The question as text."""
    asked: dict[str, object] = {"ask": ask, "rules": one.rules.base, "hand": one.hand, "players": one.players}
    asked["cards"] = " ".join(map(str, one.cards))
    if ask == "solve":
        asked["table"] = [" ".join(format_all(laid_cards(meld))) for meld in one.table]
    return json.dumps(asked)


def answered(text: str) -> object:
    return json.dumps(rule_text(text))


@measure
def protocol() -> Iterable[Figure]:
    for ask, bound in (("solve", 300), ("distance", 3_000)):
        times = shots(answered, [question(ask, one) for one in usual(USUAL, seed=3)])
        yield Figure(name=f"{ask} through the protocol, median", value=median(times), unit="µs", against=bound)


# Peers --------------------------------------------------------------------------------------------------------------


def counted(one: Dealt) -> object:
    """Count the cards, which is the least that any program of this language does with a hand."""
    counts: dict[tuple[int, str], int] = {}
    for card in one.cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def installed(name: str, package: str) -> ModuleType | None:
    """The peer's module; None, and a line that says so, where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        sys.stderr.write(f"LEFT OUT: {package} is not installed (uv pip install {package})\n")
        return None


def shanten() -> Callable[[Sequence[int]], object] | None:
    """How far a hand of mahjong is from ready, counting included."""
    found = installed("mahjong.shanten", "mahjong")
    if found is None:
        return None
    calculate = found.Shanten.calculate_shanten

    def ask(cards: Sequence[int]) -> object:
        counts = Counter(card % 34 for card in cards)
        return calculate([counts[tile] for tile in range(34)])

    return ask


def open_spiel() -> Callable[[Sequence[int]], object] | None:
    """The least deadwood of a hand of gin rummy, in C++."""
    found = installed("pyspiel", "open-spiel")
    return found.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood if found else None


def rlcard() -> Callable[[Sequence[int]], object] | None:
    """The best melds of a hand of gin rummy."""
    melding = installed("rlcard.games.gin_rummy.utils.melding", "rlcard")
    if melding is None:
        return None
    utils = importlib.import_module("rlcard.games.gin_rummy.utils.utils")

    def ask(cards: Sequence[int]) -> object:
        return melding.get_best_meld_clusters([utils.card_from_card_id(card) for card in cards])

    return ask


def peer_hands(kinds: int, size: int, copies: int) -> list[list[int]]:
    """Hands of the other games, at random."""
    rng = Random(4)  # noqa: S311  # hands to measure with, no secret
    return [rng.sample([*range(kinds)] * copies, size) for _ in range(500)]


@measure
def peers() -> Iterable[Figure]:
    hands = usual(USUAL, seed=5, sizes=(12, 12))
    own = median(shots(contains, hands))
    beside = [("a loop that counts the cards", median(shots(counted, hands)))]
    for name, peer, dealt in (
        ("mahjong's shanten, another game", shanten(), peer_hands(34, 13, 4)),
        ("OpenSpiel's gin rummy, C++, another game", open_spiel(), peer_hands(52, 10, 1)),
        ("RLCard's gin rummy, another game", rlcard(), peer_hands(52, 10, 1)),
    ):
        if peer is not None:
            beside.append((name, median(shots(peer, dealt))))
    for name, value in beside:
        yield Figure(name="contract in a hand of 12, median", value=own, unit="µs", against=value, peer=name)
