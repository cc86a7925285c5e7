"""Which entries a careful scorer would ask about: unlikely ones, never forbidden ones.

A question names what it asks about, values included, so that the answer "it is right" holds until one of them changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from scorekeeper.changes import Score
from scorekeeper.games import Game
from scorekeeper.standings import Standings


@dataclass(frozen=True, slots=True)
class SeveralOut:
    """More than one player is said to have gone out in the hand."""

    hand: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NobodyOut:
    """The hand is closed and nobody went out: did the stock run out?"""

    hand: int


@dataclass(frozen=True, slots=True)
class NoSuchTotal:
    """No cards make this total; with ``cards``: not that many cards, whose least and most points are given."""

    hand: int
    player: str
    points: int
    cards: int | None = None
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class TooManyCards:
    """More cards of one class are counted in the hand than the decks hold. ``index``: of the class in the table."""

    hand: int
    index: int
    counted: int
    held: int


type Question = SeveralOut | NobodyOut | NoSuchTotal | TooManyCards


def question_key(question: Question) -> str:
    """The question as a word under which its answer is kept."""
    match question:
        case SeveralOut(hand, players):
            return f"several-out:{hand}:{','.join(players)}"
        case NobodyOut(hand):
            return f"nobody-out:{hand}"
        case NoSuchTotal(hand, player, points, cards):
            return f"no-such-total:{hand}:{player}:{points}:{'' if cards is None else cards}"
        case TooManyCards(hand, index, counted):
            return f"too-many-cards:{hand}:{index}:{counted}"
        case _:
            assert_never(question)


@lru_cache(maxsize=256)
def totals(values: tuple[int, ...], copies: tuple[int, ...]) -> frozenset[int]:
    """Every total that cards of these values can make, at most so many copies of each."""
    low = sum(-value * held for value, held in zip(values, copies, strict=True) if value < 0)
    bits = 1 << low  # bit ``low + total`` is set when the total can be made
    for value, held in zip(values, copies, strict=True):
        for _ in range(held):
            bits |= bits << value if value >= 0 else bits >> -value
    return _totals_in(bits, low)


@lru_cache(maxsize=256)
def totals_of(values: tuple[int, ...], copies: tuple[int, ...], cards: int) -> frozenset[int]:
    """Every total that exactly so many cards can make."""
    shift = min(0, *values)  # counted from the lowest value, no card is below zero
    reach = [1] + [0] * cards  # reach[n]: the totals of n cards as bits
    for value, held in zip(values, copies, strict=True):
        before = list(reach)
        for number in range(1, cards + 1):
            for used in range(1, min(held, number) + 1):
                reach[number] |= before[number - used] << (value - shift) * used
    return _totals_in(reach[cards], -shift * cards)


def _totals_in(bits: int, low: int) -> frozenset[int]:
    return frozenset(place - low for place in range(bits.bit_length()) if bits >> place & 1)


def _about_total(game: Game, players: int, hand: int, player: str, score: Score) -> NoSuchTotal | None:
    """The question about a typed total, if it is one that no cards make."""
    if score.counts or (score.out and score.points in (game.out(hand), *game.blind(hand))):
        return None
    values = tuple(kind.points for kind in game.classes)
    copies = game.copies(players)
    if score.points not in totals(values, copies):
        return NoSuchTotal(hand, player, score.points)
    if score.cards is not None:
        possible = totals_of(values, copies, score.cards)
        if score.points not in possible:
            return NoSuchTotal(
                hand, player, score.points, score.cards, min(possible, default=0), max(possible, default=0)
            )
    return None


def _about_hand(standings: Standings, hand: int) -> list[Question]:
    ledger, game = standings.ledger, standings.game
    playing = standings.playing(hand)
    scores = {player.id: score for player in playing if (score := ledger.score(player.id, hand)) is not None}
    found: list[Question] = []
    out = tuple(player for player, score in scores.items() if score.out)
    if len(out) > 1:
        found.append(SeveralOut(hand, out))
    if not out and standings.is_closed(hand):
        found.append(NobodyOut(hand))
    for player, score in scores.items():
        question = _about_total(game, len(playing), hand, player, score)
        if question:
            found.append(question)
    for index, held in enumerate(game.copies(len(playing))):
        counted = sum(score.counts[index] for score in scores.values() if index < len(score.counts))
        if counted > held:
            found.append(TooManyCards(hand, index, counted, held))
    return found


def open_questions(standings: Standings) -> tuple[Question, ...]:
    """What is unlikely on the sheet and was not confirmed yet, hand by hand. Typed games have no questions."""
    if standings.game.rules is None:
        return ()
    return tuple(
        question
        for hand in range(1, standings.hands + 1)
        for question in _about_hand(standings, hand)
        if question_key(question) not in standings.ledger.confirmed
    )
