"""What a tournament's games come to: shares, points, differences and ratings, each with its interval.

The deal is the unit: all seatings of one deal are averaged first, since they share their cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log10, sqrt
from statistics import fmean, stdev

Z = 1.959964
"""The normal distribution's 97.5 % point."""
_SMALL = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447}
MEAN_RATING = 1500


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over. ``bots`` by seat, ``points`` of each hand by seat; ``winners`` are seats."""

    bots: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    unwon: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Result:
    """How a bot did: the share of all games that it won, with a shared win as its part, and points a game and a hand.

    ``rating``: Bradley and Terry's by who ended before whom, on Elo's scale, the mean of the bots at 1500.
    """

    bot: str
    share: Figure
    points: Figure
    points_a_hand: Figure
    rating: int


@dataclass(frozen=True, slots=True)
class Difference:
    """By how many points a hand ``bot`` did better (below 0) or worse than ``other``, overall and by hand."""

    bot: str
    other: str
    points: Figure
    by_hand: tuple[Figure, ...]


def results(bots: Sequence[str], deals: Sequence[Sequence[Game]], *, fewest_win: bool) -> list[Result]:
    """The bots' results, the best first; ``deals`` has the games of each deal, one a seating."""
    rated = _ratings(bots, deals, fewest_win=fewest_win)
    found = [
        Result(
            bot,
            share(list(_shares(bot, deals))),
            figure([fmean(_totals(bot, games)) for games in deals]),
            figure([fmean(_a_hand(bot, games)) for games in deals]),
            rated[bot],
        )
        for bot in bots
    ]
    sign = 1 if fewest_win else -1
    return sorted(found, key=lambda result: (-result.share.mean, sign * result.points.mean, result.bot))


def differences(ranked: Sequence[str], deals: Sequence[Sequence[Game]]) -> list[Difference]:
    """For each pair of bots the difference in points, the better-ranked one first."""
    return [
        Difference(
            bot,
            other,
            figure([fmean(_a_hand(bot, games)) - fmean(_a_hand(other, games)) for games in deals]),
            tuple(_by_hand(bot, other, deals)),
        )
        for bot, other in combinations(ranked, 2)
    ]


def unwon(deals: Sequence[Sequence[Game]]) -> tuple[int, int]:
    """How many hands nobody won, and how many there were."""
    games = [game for games in deals for game in games]
    return sum(game.unwon for game in games), sum(len(game.points) for game in games)


# Figures ----------------------------------------------------------------------------------------------------------


def figure(values: Sequence[float]) -> Figure:
    """The mean of one value a deal; with a single deal the interval is empty of meaning and has no width."""
    mean = fmean(values)
    half = _t(len(values) - 1) * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Figure(mean, mean - half, mean + half)


def share(values: Sequence[float]) -> Figure:
    """The mean of one share a deal, its interval within 0 and 1.

    Deals that are all alike say nothing of how far others may differ: then the interval is Wilson's for so many deals.
    """
    found = figure(values)
    if len(values) > 1 and found.high > found.low:
        return Figure(found.mean, max(0.0, found.low), min(1.0, found.high))
    count, mean = len(values), found.mean
    middle = (mean + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * sqrt(mean * (1 - mean) / count + Z * Z / (4 * count * count))
    return Figure(mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)))


def _t(degrees: int) -> float:
    """Student's 97.5 % point for so many degrees of freedom."""
    if degrees in _SMALL:
        return _SMALL[degrees]
    return Z + (Z**3 + Z) / (4 * degrees) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * degrees**2)


# Games ------------------------------------------------------------------------------------------------------------


def _shares(bot: str, deals: Sequence[Sequence[Game]]) -> Iterator[float]:
    for games in deals:
        yield fmean(sum(game.bots[seat] == bot for seat in game.winners) / len(game.winners) for game in games)


def _seats(bot: str, games: Sequence[Game]) -> Iterator[tuple[Game, int]]:
    return ((game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot)


def _totals(bot: str, games: Sequence[Game]) -> list[float]:
    return [sum(hand[seat] for hand in game.points) for game, seat in _seats(bot, games)]


def _a_hand(bot: str, games: Sequence[Game]) -> list[float]:
    return [sum(hand[seat] for hand in game.points) / len(game.points) for game, seat in _seats(bot, games)]


def _by_hand(bot: str, other: str, deals: Sequence[Sequence[Game]]) -> Iterator[Figure]:
    for number in range(min(len(game.points) for games in deals for game in games)):
        yield figure([_in_hand(bot, games, number) - _in_hand(other, games, number) for games in deals])


def _in_hand(bot: str, games: Sequence[Game], number: int) -> float:
    return fmean(game.points[number][seat] for game, seat in _seats(bot, games))


# Ratings ----------------------------------------------------------------------------------------------------------


def _ratings(bots: Sequence[str], deals: Sequence[Sequence[Game]], *, fewest_win: bool) -> Mapping[str, int]:
    ahead = {(one, other): 0.5 for one in bots for other in bots if one != other}  # half a game keeps it finite
    for games in deals:
        for game in games:
            totals = [sum(hand[seat] for hand in game.points) for seat in range(len(game.bots))]
            for one, other in combinations(range(len(totals)), 2):
                _count(ahead, game.bots[one], game.bots[other], totals[one] - totals[other], fewest_win=fewest_win)
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(200):
        strength = {
            bot: sum(ahead[bot, other] for other in bots if other != bot)
            / sum(
                (ahead[bot, other] + ahead[other, bot]) / (strength[bot] + strength[other])
                for other in bots
                if other != bot
            )
            for bot in bots
        }
    logs = {bot: 400 * log10(value) for bot, value in strength.items()}
    return {bot: round(MEAN_RATING + value - fmean(logs.values())) for bot, value in logs.items()}


def _count(ahead: dict[tuple[str, str], float], one: str, other: str, lead: int, *, fewest_win: bool) -> None:
    if one == other:
        return
    if not lead:
        ahead[one, other] += 0.5
        ahead[other, one] += 0.5
    else:
        ahead[(one, other) if (lead < 0) == fewest_win else (other, one)] += 1
