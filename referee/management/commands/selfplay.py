"""``manage.py selfplay``: bots play whole games against each other, with statistics and records."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.engine.bots.arena import ARENAS, Arena, PlayedGame, RummyArena, Watch, arena_of, many_games, unwatched
from referee.engine.bots.protocol import Bot
from referee.management.calls import Calls, forgetful
from referee.management.chances import chance_of

BAR = 30


@dataclass(slots=True)
class Tally:
    """What the games so far come to. A shared win counts as its share."""

    games: int = 0
    hands: int = 0
    unwon: int = 0
    actions: int = 0
    points: dict[str, list[int]] = field(default_factory=dict)
    wins: Counter[str] = field(default_factory=Counter)
    calls: dict[str, Calls] = field(default_factory=dict)

    def add(self, played: PlayedGame) -> None:
        self.games += 1
        self.hands += played.hands
        self.unwon += played.unwon
        self.actions += played.actions
        for seat, key in enumerate(played.bots):
            self.points.setdefault(key, []).append(played.totals[seat])
            # In thousandths, since a counter holds whole numbers.
            self.wins[key] += round(1000 / len(played.winners)) if seat in played.winners else 0

    def bots(self) -> Iterator[dict[str, object]]:
        """A row for each kind of bot: seats taken, games won, points a game and a hand."""
        for key, points in self.points.items():
            yield {
                "bot": key,
                "seats": len(points),
                "won": round(self.wins[key] / 1000, 2),
                "points_a_game": round(mean(points), 2),
                "points_a_hand": round(sum(points) / max(1, self.hands * len(points) // self.games), 2),
                **(asdict(self.calls[key]) if key in self.calls else {}),
            }


class Command(BaseCommand):
    help = "Let bots play whole games against each other. The same arguments give the same games."
    requires_system_checks: list[str] = []  # noqa: RUF012  # the framework's own way to say that nothing is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        keys = [key for arena in ARENAS for key in arena.rules]
        bots = sorted({key for arena in ARENAS for key in arena.bots})
        parser.add_argument("--rules", default=keys[0], choices=keys, help="rule set (default: %(default)s)")
        parser.add_argument("--seats", type=int, help="players (default: the fewest of the rule set)")
        parser.add_argument(
            "--bots", default="plain", help=f"names with commas, dealt round the seats: {', '.join(bots)}"
        )
        parser.add_argument("--games", type=int, default=10, help="how many games (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="decides cards and bots (default: %(default)s)")
        parser.add_argument("--records", type=Path, metavar="DIR", help="write a record of each game into this folder")
        parser.add_argument(
            "--forgetful",
            action="store_true",
            help="nobody declares a discard that fits the table, so that others may call it; count chances and calls",
        )
        parser.add_argument("--json", action="store_true", help="print the statistics as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        rules, games = options["rules"], options["games"]
        if games < 1:
            raise CommandError(f"expected at least one game, got {games}")
        arena = arena_of(rules)
        bots = _seated(arena, rules, options["seats"], options["bots"].split(","))
        folder: Path | None = options["records"]
        if folder is not None:
            _make(folder)
        tally, start = Tally(), perf_counter()
        watch = _watch(arena, tally) if options["forgetful"] else unwatched
        with many_games():
            for number in range(1, games + 1):
                # The bots move round the table, so that no kind always sits behind the same other.
                turned = bots[(number - 1) % len(bots) :] + bots[: (number - 1) % len(bots)]
                name = f"{rules} {options['seed']} {number}"
                played = arena.play(rules, turned, game=name, seed=chance_of, watch=watch)
                tally.add(played)
                if folder is not None:
                    (folder / f"{rules}-{options['seed']}-{number:05}.toml").write_text(
                        played.record(), encoding="utf-8"
                    )
                _show_progress(number, games)
        seconds = perf_counter() - start
        self.stdout.write(_as_json(rules, bots, tally, seconds) if options["json"] else _as_text(tally, seconds))


def _watch(arena: Arena, tally: Tally) -> Watch:
    """Makes bots that forget to declare, and counts what they call."""
    if not isinstance(arena, RummyArena):
        raise CommandError("expected a card game, the dice game has nothing to declare")

    def watch[View, Action](bot: Bot[View, Action]) -> Bot[View, Action]:
        return forgetful(bot, tally.calls)

    return watch


def _make(folder: Path) -> None:
    """Make the folder for the records, if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"expected a folder for the records, got {str(folder)!r}: {error.strerror}") from error


def _seated(arena: Arena, rules: str, seats: int | None, names: list[str]) -> list[str]:
    """The bot of each seat; fewer names than seats go round."""
    least, most = arena.players(rules)
    seats = max(least, len(names)) if seats is None else seats
    if not least <= seats <= most:
        raise CommandError(f"expected {least} to {most} seats under {rules}, got {seats}")
    if len(names) > seats:
        raise CommandError(f"expected at most {seats} bots, got {len(names)}")
    for name in names:
        if name not in arena.bots:
            raise CommandError(f"expected bots among {', '.join(arena.bots)}, got {name!r}")
    return [names[seat % len(names)] for seat in range(seats)]


def _show_progress(number: int, games: int) -> None:
    if sys.stderr.isatty() or number == games:
        done = BAR * number // games
        end = "\n" if number == games else ""
        sys.stderr.write(f"\r[{'#' * done}{'.' * (BAR - done)}] {number}/{games} games{end}")
        sys.stderr.flush()


def _as_json(rules: str, bots: Sequence[str], tally: Tally, seconds: float) -> str:
    return json.dumps(
        {
            "rules": rules,
            "seats": list(bots),
            "games": tally.games,
            "hands": tally.hands,
            "unwon_hands": tally.unwon,
            "actions": tally.actions,
            "seconds": round(seconds, 3),
            "bots": list(tally.bots()),
        }
    )


def _as_text(tally: Tally, seconds: float) -> str:
    rate = tally.hands / seconds if seconds else 0.0
    lines = [
        f"{tally.games} games, {tally.hands} hands ({tally.unwon} without a winner), {tally.actions} actions, "
        f"{rate:.0f} hands a second",
        f"{'bot':<12}{'seats':>8}{'won':>10}{'points a game':>16}{'points a hand':>16}",
    ]
    for row in tally.bots():
        lines.append(
            f"{row['bot']:<12}{row['seats']:>8}{row['won']:>10}{row['points_a_game']:>16}{row['points_a_hand']:>16}"
        )
    for key, calls in tally.calls.items():
        lines.append(
            f"{key}: {calls.calls} Shanghai calls at {calls.chances} chances; {calls.down} when it was down, "
            f"{calls.other} where it rather took or bought the card"
        )
    return "\n".join(lines)
