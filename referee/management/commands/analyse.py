"""``manage.py analyse RECORD``: a game's turning points, what would have been better, and the luck of the deal."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.engine.bots.analysis import SeatHand, TurningPoint, hands_of, try_all, turning_points
from referee.engine.bots.arena import many_games
from referee.engine.rummy.notation import format_action
from referee.engine.rummy.record import Record, RecordError
from referee.engine.rummy.recordtext import loads
from referee.management.chances import chance_of

BAR = 30
SECONDS, WORLDS, POINTS = 15.0, 32, 12


class Command(BaseCommand):
    help = (
        "Look at a game of cards again: each seat's hands, the choices that the coach would have made otherwise, and "
        "what those come to when both are played on in imagined worlds. Ends within the seconds given."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # the framework's own way to say that nothing is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", type=Path, help="a .toml record")
        parser.add_argument("--seat", type=int, help="the seat to look at, from 1 (default: all)")
        parser.add_argument("--points", type=int, default=POINTS, help="turning points tried (default: %(default)s)")
        parser.add_argument("--worlds", type=int, default=WORLDS, help="worlds for each (default: %(default)s)")
        parser.add_argument("--seconds", type=float, default=SECONDS, help="time for trying (default: %(default)s)")
        parser.add_argument("--json", action="store_true", help="print the analysis as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("points", "worlds"):
            if options[name] < 0:
                raise CommandError(f"expected {name} from 0, got {options[name]}")
        record = _read(options["record"])
        seats = _seats(record, options["seat"])
        try:
            hands = list(hands_of(record, seats, chance_of))
        except RecordError as error:
            raise CommandError(str(error)) from error
        bar = _Bar(options["seconds"])
        points = turning_points(hands, options["points"])
        with many_games():
            points = try_all(points, worlds=options["worlds"], seed=chance_of, goes_on=bar.step)
        bar.end()
        told = _as_json(record, hands, points) if options["json"] else _as_text(record, hands, points)
        self.stdout.write(told)


def _read(file: Path) -> Record:
    try:
        return loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"expected a record at {file}: {error}") from error
    except RecordError as error:
        raise CommandError(f"expected a record of a game of cards: {error}") from error
    except RecursionError as error:
        raise CommandError("expected a record, got lists within lists without end") from error


def _seats(record: Record, seat: int | None) -> frozenset[int]:
    players = len(record.players)
    if seat is None:
        return frozenset(range(players))
    if not 1 <= seat <= players:
        raise CommandError(f"expected a seat from 1 to {players}, got {seat}")
    return frozenset({seat - 1})


class _Bar:
    """Progress on the error output, and whether there is time to go on."""

    def __init__(self, seconds: float) -> None:
        self.until = perf_counter() + seconds
        self.shown = -1

    def step(self, done: int, parts: int) -> bool:
        full = BAR * done // max(1, parts)
        is_screen = sys.stderr.isatty()
        if full != self.shown and (is_screen or full * 10 // BAR != self.shown * 10 // BAR):
            self.shown = full
            line = f"[{'#' * full}{'.' * (BAR - full)}] {done}/{parts}"
            sys.stderr.write(f"\r{line:<60}" if is_screen else f"{line}\n")
            sys.stderr.flush()
        return perf_counter() < self.until

    def end(self) -> None:
        sys.stderr.write("\n" if sys.stderr.isatty() else "")


# Telling ----------------------------------------------------------------------------------------------------------


def _as_text(record: Record, hands: Sequence[SeatHand], points: Sequence[TurningPoint]) -> str:
    lines = [f"{'hand':<6}{'player':<16}{'dealt lacking':>14}{'usual':>8}{'decisions':>11}{'left on the table':>19}"]
    for one in hands:
        found = one.review
        lines.append(
            f"{one.hand:<6}{_who(record, one.seat):<16}{found.dealt:>14}{found.usual:>8.1f}{found.decisions:>11}"
            f"{found.cost:>19.0f}"
        )
    lines.append("")
    if not points:
        return "\n".join([*lines, "no choice was clearly worse than another"])
    lines.append("turning points, with the gain of the other choice a hand, ± its standard error")
    lines += [_line(record, point) for point in points]
    return "\n".join(lines)


def _who(record: Record, seat: int) -> str:
    return f"{seat + 1} {record.players[seat]}"[:15]


def _line(record: Record, point: TurningPoint) -> str:
    one, trial = point.judged, point.trial
    better = one.better
    if better is None:
        raise AssertionError("expected a choice that the coach would have made otherwise")
    head = f"hand {point.hand}, move {one.number}, {_who(record, point.seat)}: {format_action(one.action)}"
    tail = f"rather {format_action(better.action)}: {better.reason.sentence}"
    return f"{head}\n    {tail}\n    {_verdict(point)} ({trial.gain:+.1f} ± {trial.error:.1f}, {trial.worlds} worlds)"


def _verdict(point: TurningPoint) -> str:
    trial = point.trial
    if not trial.worlds:
        return "not tried"
    if not trial.is_plain:
        return "too close to call"
    return "plainly better" if trial.gain > 0 else "plainly worse: what was done was right"


def _as_json(record: Record, hands: Sequence[SeatHand], points: Sequence[TurningPoint]) -> str:
    return json.dumps(
        {
            "players": list(record.players),
            "hands": [
                {
                    "hand": one.hand,
                    "seat": one.seat + 1,
                    "dealt_lacking": one.review.dealt,
                    "usual_lacking": round(one.review.usual, 2),
                    "decisions": one.review.decisions,
                    "estimated_cost": round(one.review.cost, 1),
                }
                for one in hands
            ],
            "turning_points": [
                {
                    "hand": point.hand,
                    "seat": point.seat + 1,
                    "move": point.judged.number,
                    "chosen": format_action(point.judged.action),
                    "rather": format_action(point.judged.better.action) if point.judged.better else "",
                    "estimate": round(point.judged.cost, 1),
                    "gain": round(point.trial.gain, 2),
                    "error": round(point.trial.error, 2),
                    "worlds": point.trial.worlds,
                    "is_plain": point.trial.is_plain,
                }
                for point in points
            ],
        }
    )
