"""``manage.py tournament``: how strong are the bots? Paired deals in all seatings, with 95 % intervals."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.engine.bots.arena import ARENAS, Arena, arena_of
from referee.engine.bots.seatings import seatings, usual_seats
from referee.engine.bots.standings import Figure, Game, differences, results, unwon
from referee.management.charts import as_svg, as_text
from referee.management.longruns import ResumeError
from referee.management.tournaments import Deal, Plan, keep, load, milliseconds, play_deals

BAR = 30
PARTS = (0.5, 0.99, 1.0)


class Command(BaseCommand):
    help = (
        "Let bots play each deal in all seatings, and print who is stronger with 95 % intervals over the deals. "
        "The same arguments give the same games."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # the framework's own way to say that nothing is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        keys = [key for arena in ARENAS for key in arena.rules]
        bots = "; ".join(f"{arena.rules[0]} …: {', '.join(arena.bots)}" for arena in ARENAS)
        parser.add_argument("--rules", default=keys[0], help="rule set (default: %(default)s)")
        parser.add_argument("--bots", default="top,plain", help=f"two or more names with commas ({bots})")
        parser.add_argument("--deals", type=int, default=20, help="how many deals (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="decides cards and bots (default: %(default)s)")
        parser.add_argument("--seats", type=int, help="players (default: as many for each bot, near four)")
        parser.add_argument("--processes", type=int, help="how many at a time (default: as many as processors)")
        parser.add_argument(
            "--resume", type=Path, metavar="FILE", help="keep every deal in this file, and go on with it"
        )
        parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the shares into this file")
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        plan = _plan(options["rules"], options["bots"], options["seats"], options["seed"])
        deals, processes = options["deals"], options["processes"] or os.cpu_count() or 1
        if deals < 1:
            raise CommandError(f"expected at least 1 deal, got {deals}")
        if processes < 1:
            raise CommandError(f"expected at least 1 process, got {processes}")
        start = perf_counter()
        try:
            played = _played(plan, deals, processes, options["resume"])
        except (ResumeError, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error
        report = _report(plan, played, perf_counter() - start)
        if options["svg"] is not None:
            _write(options["svg"], report)
        self.stdout.write(json.dumps(_as_json(report)) if options["json"] else _as_table(report))


# What is asked for ------------------------------------------------------------------------------------------------


def _plan(rules: str, names: str, seats: int | None, seed: int) -> Plan:
    arena = _arena(rules)
    bots = tuple(name.strip() for name in names.split(",") if name.strip())
    for name in bots:
        if name not in arena.bots:
            raise CommandError(f"expected bots among {', '.join(arena.bots)} under {rules}, got {name!r}")
    if len(bots) < 2:
        raise CommandError(f"expected at least two bots among {', '.join(arena.bots)}, got {names!r}")
    if len(set(bots)) < len(bots):
        raise CommandError(f"expected each bot once, got {names!r}: the seatings repeat them")
    least, most = arena.players(rules)
    if seats is None:
        seats = usual_seats(len(bots), (least, most))
        if seats is None:
            raise CommandError(f"expected at most {most} bots under {rules}, got {len(bots)}")
    if not least <= seats <= most:
        raise CommandError(f"expected {least} to {most} seats under {rules}, got {seats}")
    if len(bots) > seats:
        raise CommandError(f"expected at most {seats} bots at {seats} seats, got {len(bots)}")
    return Plan(rules, bots, seats, seed)


def _arena(rules: str) -> Arena:
    try:
        return arena_of(rules)
    except KeyError:
        keys = ", ".join(key for arena in ARENAS for key in arena.rules)
        raise CommandError(f"expected a rule set among {keys}, got {rules!r}") from None


# Playing ----------------------------------------------------------------------------------------------------------


def _played(plan: Plan, deals: int, processes: int, file: Path | None) -> list[Deal]:
    """The deals in their order, those that the file has and those that are played now."""
    done = load(file, plan) if file is not None else {}
    wanted = range(1, deals + 1)
    missing = [number for number in wanted if number not in done]
    bar = _Bar(deals, deals - len(missing))
    for deal in play_deals(plan, missing, processes):
        done[deal.number] = deal
        if file is not None:
            keep(file, plan, deal)
        bar.step()
    return [done[number] for number in wanted]


class _Bar:
    """Progress on the error output: every deal on a screen, every tenth part elsewhere."""

    def __init__(self, deals: int, done: int) -> None:
        self.deals, self.done, self.before = deals, done, done
        self.start = perf_counter()

    def step(self) -> None:
        self.done += 1
        is_screen, is_last = sys.stderr.isatty(), self.done == self.deals
        if not is_screen and not is_last and self.done * 10 // self.deals == (self.done - 1) * 10 // self.deals:
            return
        full = BAR * self.done // self.deals
        rest = (perf_counter() - self.start) / (self.done - self.before) * (self.deals - self.done)
        line = f"[{'#' * full}{'.' * (BAR - full)}] {self.done}/{self.deals} deals, {rest:.0f} s to go"
        sys.stderr.write(f"\r{line:<70}" + ("\n" if is_last else "") if is_screen else f"{line}\n")
        sys.stderr.flush()


# Telling ----------------------------------------------------------------------------------------------------------


class _Report:
    """A tournament and what it came to."""

    def __init__(self, plan: Plan, deals: Sequence[Deal], seconds: float) -> None:
        games: list[tuple[Game, ...]] = [deal.games for deal in deals]
        fewest = arena_of(plan.rules).fewest_win
        self.plan, self.deals, self.seconds = plan, len(deals), seconds
        self.seatings = len(seatings(plan.bots, plan.seats))
        self.results = results(plan.bots, games, fewest_win=fewest)
        self.differences = differences([row.bot for row in self.results], games)
        self.unwon, self.hands = unwon(games)
        self.times: dict[str, list[float]] = {}
        for bot in plan.bots:
            counts: Counter[int] = Counter()
            for deal in deals:
                counts.update(deal.times.get(bot, {}))
            self.times[bot] = [milliseconds(counts, part) for part in PARTS]

    @property
    def title(self) -> str:
        plan = self.plan
        return f"{plan.rules}, {plan.seats} seats, {self.deals} deals in {self.seatings} seatings, seed {plan.seed}"


def _report(plan: Plan, deals: Sequence[Deal], seconds: float) -> _Report:
    return _Report(plan, deals, seconds)


def _as_json(report: _Report) -> dict[str, object]:
    plan = report.plan
    return {
        "rules": plan.rules,
        "seats": plan.seats,
        "seed": plan.seed,
        "deals": report.deals,
        "seatings": report.seatings,
        "games": report.deals * report.seatings,
        "hands": report.hands,
        "unwon_hands": report.unwon,
        "seconds": round(report.seconds, 3),
        "results": [
            {
                "bot": row.bot,
                "share": round(row.share.mean, 4),
                "low": round(row.share.low, 4),
                "high": round(row.share.high, 4),
                "points": round(row.points.mean, 2),
                "points_low": round(row.points.low, 2),
                "points_high": round(row.points.high, 2),
                "points_a_hand": round(row.points_a_hand.mean, 3),
                "rating": row.rating,
                "milliseconds": dict(zip(("p50", "p99", "most"), report.times[row.bot], strict=True)),
            }
            for row in report.results
        ],
        "differences": [
            {
                "bot": pair.bot,
                "other": pair.other,
                **_figure(pair.points),
                "by_hand": [_figure(hand) for hand in pair.by_hand],
            }
            for pair in report.differences
        ],
    }


def _figure(found: Figure) -> dict[str, float]:
    return {"points": round(found.mean, 3), "low": round(found.low, 3), "high": round(found.high, 3)}


def _as_table(report: _Report) -> str:
    head = f"{report.title}\n{report.hands} hands ({report.unwon} without a winner), {report.seconds:.0f} seconds\n\n"
    return head + as_text(report.results, report.differences, report.times)


def _write(file: Path, report: _Report) -> None:
    try:
        file.write_text(as_svg(report.title, report.results), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"expected to write {file}: {error}") from error
