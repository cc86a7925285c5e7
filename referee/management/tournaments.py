"""Plays the games of a tournament, one process for each part of the machine, and keeps what has been played.

A deal is the unit: its games, one a seating, are played by one process and kept together.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import thread_time
from typing import NamedTuple

from referee.engine.bots.arena import arena_of, many_games
from referee.engine.bots.protocol import Bot, Chance
from referee.engine.bots.seatings import seatings
from referee.engine.bots.standings import Game
from referee.management.chances import chance_of
from referee.management.longruns import ResumeError, keep_line, kept_lines, played

BINS_AN_OCTAVE = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: everything that decides the games but the number of the deal."""

    rules: str
    bots: tuple[str, ...]
    seats: int
    seed: int


class Deal(NamedTuple):
    """The games of one deal, and how long each bot took for its moves (counts by the bin of ``time_bin``)."""

    number: int
    games: tuple[Game, ...]
    times: dict[str, Counter[int]]


def play_deals(plan: Plan, numbers: Sequence[int], processes: int) -> Iterator[Deal]:
    """The deals of these numbers, each as soon as it is played."""
    return played(partial(play_deal, plan), numbers, processes)


def play_deal(plan: Plan, number: int) -> Deal:
    """All seatings of one deal: the cards, the dealer and each seat's chance are the same in all."""
    arena = arena_of(plan.rules)
    times: dict[str, Counter[int]] = {bot: Counter() for bot in plan.bots}

    def watch[View, Action](bot: Bot[View, Action]) -> Bot[View, Action]:
        return _Timed(bot, times[bot.key])

    games = []
    with many_games():
        for bots in seatings(plan.bots, plan.seats):
            name = f"{plan.rules} {plan.seed} {number}"
            played = arena.play(plan.rules, bots, game=name, seed=chance_of, watch=watch)
            games.append(Game(played.bots, played.points, played.winners, played.unwon))
    return Deal(number, tuple(games), times)


# Times ------------------------------------------------------------------------------------------------------------


class _Timed[View, Action]:
    """A bot that plays as another does; the processor's time that each of its moves takes is noted."""

    def __init__(self, bot: Bot[View, Action], times: Counter[int]) -> None:
        self._bot = bot
        self._times = times
        self.key, self.name, self.about = bot.key, bot.name, bot.about

    def act(self, view: View, chance: Chance) -> Action:
        start = thread_time()
        action = self._bot.act(view, chance)
        self._times[time_bin(thread_time() - start)] += 1
        return action


def time_bin(seconds: float) -> int:
    """The number of the bin for so long; eight bins for each doubling."""
    microseconds = max(1, int(seconds * 1_000_000))
    octave = microseconds.bit_length() - 1
    return octave * BINS_AN_OCTAVE + (microseconds * BINS_AN_OCTAVE >> octave) - BINS_AN_OCTAVE


def milliseconds(times: Counter[int], part: float) -> float:
    """The time that this part of the moves did not exceed, to the next bin."""
    rest = part * times.total()
    for number in sorted(times):
        rest -= times[number]
        if rest <= 0:
            octave, eighth = divmod(number, BINS_AN_OCTAVE)
            return round((1 << octave) * (1 + (eighth + 1) / BINS_AN_OCTAVE) / 1000, 3)
    return 0.0


# Keeping and going on ---------------------------------------------------------------------------------------------


def load(file: Path, plan: Plan) -> dict[int, Deal]:
    """The deals kept in the file, by number; none where there is no file.

    :raises ResumeError: it holds another tournament, or something else altogether.
    """

    def check(head: str) -> None:
        try:
            found = json.loads(head)
            kept = Plan(found["rules"], tuple(found["bots"]), found["seats"], found["seed"])
        except (ValueError, KeyError, TypeError) as error:
            raise ResumeError(f"expected a tournament in {file}, got something else") from error
        if kept != plan:
            raise ResumeError(f"expected the tournament {_told(plan)} in {file}, got {_told(kept)}")

    deals = [_read(line, file) for line in kept_lines(file, check)]
    return {deal.number: deal for deal in deals}


def keep(file: Path, plan: Plan, deal: Deal) -> None:
    """Add the deal to the file."""
    keep_line(file, json.dumps(asdict(plan)), _written(deal))


def _told(plan: Plan) -> str:
    return f"of {', '.join(plan.bots)} at {plan.seats} seats under {plan.rules} with seed {plan.seed}"


def _written(deal: Deal) -> str:
    games = [[game.bots, game.points, game.winners, game.unwon] for game in deal.games]
    times = {bot: sorted(counts.items()) for bot, counts in deal.times.items()}
    return json.dumps({"deal": deal.number, "games": games, "times": times})


def _read(line: str, file: Path) -> Deal:
    try:
        found = json.loads(line)
        games = tuple(
            Game(tuple(bots), tuple(map(tuple, points)), tuple(winners), unwon)
            for bots, points, winners, unwon in found["games"]
        )
        return Deal(found["deal"], games, {bot: Counter(dict(bins)) for bot, bins in found["times"].items()})
    except (ValueError, KeyError, TypeError) as error:
        raise ResumeError(f"expected a deal in each line of {file}, got {line[:60]!r}") from error
