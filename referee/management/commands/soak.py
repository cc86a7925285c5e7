"""``manage.py soak``: bots of all kinds play whole games under all rule sets, and nothing may go wrong."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.management.longruns import ResumeError
from referee.management.mixedgames import MixedGame, keep_game, load_games, play_all

TELL_EVERY = 100


class Command(BaseCommand):
    help = (
        "Let bots drawn by lot play whole games under rule sets drawn by lot, with every number of seats. Every move "
        "is judged; now and then so are all actions that are offered. Fails when a game did not end as it has to."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # the framework's own way to say that nothing is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=100, help="how many games (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="decides the games (default: %(default)s)")
        parser.add_argument("--processes", type=int, default=1, help="how many at a time (default: %(default)s)")
        parser.add_argument(
            "--resume", type=Path, metavar="FILE", help="keep every game in this file, and go on with it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        games, seed, file = options["games"], options["seed"], options["resume"]
        for name in ("games", "processes"):
            if options[name] < 1:
                raise CommandError(f"expected at least 1 of {name}, got {options[name]}")
        try:
            done = load_games(file, seed) if file is not None else {}
            missing = [number for number in range(1, games + 1) if number not in done]
            for game in play_all(seed, missing, options["processes"]):
                done[game.number] = game
                if file is not None:
                    keep_game(file, seed, game)
                _tell(len(done), games, game)
        except (ResumeError, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error
        played = [done[number] for number in range(1, games + 1)]
        self.stdout.write("\n".join(_told(played)))
        wrong = [game for game in played if game.error]
        if wrong:
            raise CommandError(f"expected all games to end as they have to, {len(wrong)} did not")


def _tell(done: int, games: int, game: MixedGame) -> None:
    """Progress on the error output: now and then, and whatever goes wrong at once."""
    if game.error:
        sys.stderr.write(f"game {game.number} ({game.rules}, {', '.join(game.bots)}): {game.error}\n")
    if done % TELL_EVERY == 0 or done == games:
        sys.stderr.write(f"{done}/{games} games\n")
    sys.stderr.flush()


def _told(games: Sequence[MixedGame]) -> Iterator[str]:
    """A row for each rule set and one for all."""
    yield f"{'rules':<20}{'games':>8}{'hands':>9}{'unwon':>8}{'moves':>12}{'offered':>12}{'wrong':>8}"
    keys = dict.fromkeys(game.rules for game in sorted(games, key=lambda game: game.rules))
    for key in keys:
        yield _row(key, [game for game in games if game.rules == key])
    yield _row("all", games)


def _row(name: str, games: Sequence[MixedGame]) -> str:
    hands, unwon, moves, offered = (
        sum(counts) for counts in zip(*((g.hands, g.unwon, g.moves, g.offered) for g in games), strict=True)
    )
    wrong = sum(bool(game.error) for game in games)
    return f"{name:<20}{len(games):>8}{hands:>9}{unwon:>8}{moves:>12}{offered:>12}{wrong:>8}"
