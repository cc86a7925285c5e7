"""Plays the games of a tournament, one process for each part of the machine, and keeps what has been played.

A deal is the unit: its games, one a seating, are played by one process and kept together.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import thread_time
from typing import NamedTuple

from referee.engine.bots.arena import arena_of, many_games
from referee.engine.bots.protocol import Bot, Chance
from referee.engine.bots.seatings import seatings
from referee.engine.bots.standings import Game
from referee.management.chances import chance_of

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


class ResumeError(ValueError):
    """What was kept cannot be gone on with."""


def play_deals(plan: Plan, numbers: Sequence[int], processes: int) -> Iterator[Deal]:
    """The deals of these numbers, each as soon as it is played."""
    if processes == 1 or len(numbers) == 1:
        yield from (play_deal(plan, number) for number in numbers)
        return
    with ProcessPoolExecutor(min(processes, len(numbers)), mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(play_deal, plan, number) for number in numbers]
        try:
            for job in as_completed(jobs):
                yield job.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


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
    """The deals kept in the file, by number; none where there is no file. A line cut short at its end is taken out.

    :raises ResumeError: it holds another tournament, or something else altogether.
    """
    if not file.exists():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    if not lines:
        return {}
    try:
        head = json.loads(lines[0])
        kept = Plan(head["rules"], tuple(head["bots"]), head["seats"], head["seed"])
    except (ValueError, KeyError, TypeError) as error:
        raise ResumeError(f"expected a tournament in {file}, got something else") from error
    if kept != plan:
        raise ResumeError(f"expected the tournament {_told(plan)} in {file}, got {_told(kept)}")
    if not lines[-1].endswith("\n"):
        file.write_text("".join(lines[:-1]), encoding="utf-8")
    deals = [_read(line, file) for line in lines[1:] if line.endswith("\n")]
    return {deal.number: deal for deal in deals}


def keep(file: Path, plan: Plan, deal: Deal) -> None:
    """Add the deal to the file."""
    begun = file.exists() and file.stat().st_size > 0
    with file.open("a", encoding="utf-8") as out:
        if not begun:
            out.write(json.dumps({"rules": plan.rules, "bots": plan.bots, "seats": plan.seats, "seed": plan.seed}))
            out.write("\n")
        out.write(_written(deal) + "\n")


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
