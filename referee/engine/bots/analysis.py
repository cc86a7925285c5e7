"""A whole game looked at again: every seat's hands, and the turning points of all of them tried out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from referee.engine.bots.review import Judged, Review, review
from referee.engine.bots.tryout import Seed, Trial, tried
from referee.engine.rummy.actions import Close, Pick, PlayerAction, Reshuffle, Shuffle
from referee.engine.rummy.record import Record, states
from referee.engine.rummy.seatview import SeatView, view_for

type Decision = tuple[int, SeatView, PlayerAction]
"""The number of a move, what its seat saw before it, and what it did."""

ROUND = 8
"""Worlds that are tried for each turning point before any of them gets more."""


@dataclass(frozen=True, slots=True)
class SeatHand:
    """What one seat did in one hand. ``review`` has its turning points, the worst first."""

    hand: int
    seat: int
    review: Review


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A choice that the coach would have made otherwise, and what came of trying both."""

    hand: int
    seat: int
    judged: Judged
    trial: Trial = field(default_factory=Trial)


def hands_of(record: Record, seats: Collection[int], seed: Seed) -> Iterator[SeatHand]:
    """The finished and unfinished hands of these seats in the order of play.

    :raises RecordError: at the first move that is not legal.
    """
    decisions: dict[int, list[Decision]] = {}
    hand = 1
    for number, (before, after) in enumerate(pairwise(states(record)), 1):
        seat, action = record.entries[number - 1].move
        if isinstance(action, Shuffle):
            yield from _reviewed(hand, decisions, seed)
            decisions, hand = {}, after.hand
        elif seat is not None and seat in seats and not isinstance(action, Reshuffle | Pick | Close):
            decisions.setdefault(seat, []).append((number, view_for(before, seat), action))
    yield from _reviewed(hand, decisions, seed)


def _reviewed(hand: int, decisions: dict[int, list[Decision]], seed: Seed) -> Iterator[SeatHand]:
    for seat, moves in sorted(decisions.items()):
        found = review(moves, seed(f"usual {hand}"))
        if found is not None:
            yield SeatHand(hand, seat, found)


def turning_points(hands: Sequence[SeatHand], most: int) -> list[TurningPoint]:
    """The choices of all the hands that cost most by the coach's estimate, in the order of play."""
    found = [TurningPoint(one.hand, one.seat, point) for one in hands for point in one.review.points]
    worst = sorted(found, key=lambda point: -point.judged.cost)[:most]
    return sorted(worst, key=lambda point: point.judged.number)


def try_all(
    points: Sequence[TurningPoint], *, worlds: int, seed: Seed, goes_on: Callable[[int, int], bool]
) -> list[TurningPoint]:
    """The turning points tried out, all in as many worlds or some in ``ROUND`` more.

    ``goes_on`` is asked before each part with how many parts are done and how many there are; False ends it.
    """
    found = list(points)
    rounds = -(-worlds // ROUND)
    for number in range(rounds):
        for at, point in enumerate(found):
            if not goes_on(number * len(found) + at, rounds * len(found)):
                return found
            more = min(ROUND, worlds - number * ROUND)
            found[at] = replace(point, trial=_more(point, more, seed))
    return found


def _more(point: TurningPoint, worlds: int, seed: Seed) -> Trial:
    one = point.judged
    if one.better is None:
        return point.trial
    name = f"move {one.number}"
    return tried(one.view, one.action, one.better.action, point.trial, worlds=worlds, name=name, seed=seed)
