"""`make load`: whole games through HTTP, on SQLite in one process and on PostgreSQL in one, two and four.

First moves come at a fixed rate, as people make them: how long until all screens show one. Then every table plays as
fast as its screens come: how many moves a second. Phones write on score sheets all the while. The generator shares the
machine's processors with what it measures, so that the figures are on the low side.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from drills import games
from drills.crowd import Phone, TableCrowd, Tally
from drills.places import Place, own_cluster, own_folder, postgresql_place, sqlite_place
from tests import proxies
from tests.postgres import Postgres

PLAYERS = 5
PHONES = 4
PHONE_RATE = 2.0
"""Operations a second and phone."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one place reached. Durations in milliseconds, memory in MiB for each process.

    ``costs`` are the milliseconds of processor for a move or an entry: of the site, the database, the proxy, and the
    crowd itself.
    """

    name: str
    paced: Sequence[float]
    full: Sequence[float]
    rate: float
    costs: Sequence[float]
    operations: Sequence[float]
    memory: Sequence[float]
    errors: Sequence[str]


def middle(values: Sequence[float]) -> float:
    return statistics.median(values) if values else float("nan")


def p99(values: Sequence[float]) -> float:
    return sorted(values)[int(0.99 * len(values))] if values else float("nan")


async def measure(
    place: Place, plans: list[games.Plan], options: argparse.Namespace, *, together: bool = False
) -> Measured:
    """Play the plans at the place; ``together``: a table's people are all led to the same process."""
    tables = await asyncio.to_thread(games.opened, place.sites[0], plans, PLAYERS)
    sheets = await asyncio.to_thread(games.sheets, place.sites[0], 2 * PHONES)
    tally, full = Tally(), Tally()
    async with AsyncExitStack() as stack:
        crowds = []
        for number, (plan, table) in enumerate(zip(plans, tables, strict=True)):
            crowd = TableCrowd(plan, table, partial(ports_of, place, number, together=together), tally, seed=number)
            stack.push_async_callback(crowd.leave)
            await crowd.watch(seats=PLAYERS)
            crowds.append(crowd)
        phones = [Phone(sheets[2 * number :][:2], lambda: place.ports, tally, seed=number) for number in range(PHONES)]
        writing = [asyncio.create_task(phone.write(rate=PHONE_RATE)) for phone in phones]
        for phone in phones:
            stack.push_async_callback(phone.leave)
        await _at_a_rate(crowds, options.rate, options.seconds)
        before, written = used(place), len(tally.operations)
        for crowd in crowds:
            crowd.tally = full
        rate = await _at_full(crowds, options.movers, options.seconds)
        done = len(full.moves) + len(tally.operations) - written
        costs = [1000 * (late - early) / max(1, done) for late, early in zip(used(place), before, strict=True)]
        memory = place.memory()
        for task in writing:
            task.cancel()
        for ended in await asyncio.gather(*writing, return_exceptions=True):
            if isinstance(ended, Exception):
                tally.errors.append(repr(ended))
    in_ms = [[1000 * value for value in values] for values in (tally.moves, full.moves, tally.operations)]
    errors = [*tally.errors, *full.errors, *lost(place, crowds, tables, sheets, tally)]
    if "Traceback" in place.complaints():
        errors.append("a fault in the log")
    behind = f", behind {options.proxy}" if place.proxy else ", by table" if together else ""
    return Measured(place.name + behind, in_ms[0], in_ms[1], rate, costs, in_ms[2], memory, errors)


def ports_of(place: Place, number: int, *, together: bool) -> list[int]:
    """Where the people of the table of that number go."""
    return [place.ports[number % len(place.ports)]] if together else place.ports


def used(place: Place) -> tuple[float, ...]:
    """Processor seconds that the site, the database, the proxy and the crowd have used so far."""
    return place.seconds(), place.database_seconds(), place.proxy_seconds(), time.process_time()


def lost(
    place: Place, crowds: list[TableCrowd], tables: list[games.Opened], sheets: list[games.SheetOpened], tally: Tally
) -> list[str]:
    """What was acknowledged and is not in the logs, and what is there twice or of nobody."""
    return [*moves_lost(place, crowds, tables), *operations_lost(place, sheets, tally)]


def moves_lost(place: Place, crowds: list[TableCrowd], tables: list[games.Opened]) -> list[str]:
    """Where a table's log is not what its plan says up to the last step that was acknowledged."""
    wrong = []
    for crowd, kept in zip(crowds, games.kept(place.sites[0], tables), strict=True):
        expected = crowd.plan.lines[: len(kept.lines)]
        if len(kept.lines) < crowd.log or kept.lines != expected:
            wrong.append(f"a table's log has {len(kept.lines)} lines, acknowledged were {crowd.log}, or others")
        wrong += kept.problems
    return wrong


def operations_lost(place: Place, sheets: list[games.SheetOpened], tally: Tally) -> list[str]:
    wrong = []
    for sheet, kept in zip(sheets, games.operations(place.sites[0], sheets), strict=True):
        missing = set(tally.sent.get(sheet.key, ())) - set(kept)
        if missing or len(kept) != len(set(kept)):
            wrong.append(f"a sheet lacks {len(missing)} operations, or has one twice")
    return wrong


async def _at_a_rate(crowds: list[TableCrowd], rate: float, seconds: float) -> None:
    """So many moves a second, each at the next table that is free."""
    loop = asyncio.get_running_loop()
    free = list(crowds)
    begin = loop.time()

    async def one(crowd: TableCrowd) -> None:
        if await crowd.step():
            free.append(crowd)

    async with asyncio.TaskGroup() as running:
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, begin + number / rate - loop.time()))
            if free:
                running.create_task(one(free.pop(0)))


async def _at_full(crowds: list[TableCrowd], movers: int, seconds: float) -> float:
    """Moves a second of so many tables at once, each as fast as its screens come."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    made = 0

    async def mover(own: list[TableCrowd]) -> None:
        nonlocal made
        turn = 0
        while own and loop.time() < begin + seconds:
            crowd = own[turn % len(own)]
            turn += 1
            if await crowd.step():
                made += 1
            else:
                own.remove(crowd)

    await asyncio.gather(*(mover(crowds[place::movers]) for place in range(movers)))
    return made / (loop.time() - begin)


HEAD = (
    "place",
    "moves/s",
    "p50",
    "p99",
    "at full p50",
    "p99",
    "CPU each",
    "database",
    "proxy",
    "crowd",
    "ops p50",
    "p99",
    "MiB",
    "errors",
)


def row(found: Measured) -> tuple[str, ...]:
    return (
        found.name,
        f"{found.rate:.0f}",
        *(f"{value:.0f} ms" for value in (middle(found.paced), p99(found.paced), middle(found.full), p99(found.full))),
        *(f"{value:.1f} ms" if value else "–" for value in found.costs),
        *(f"{value:.0f} ms" for value in (middle(found.operations), p99(found.operations))),
        "+".join(f"{value:.0f}" for value in found.memory),
        str(len(found.errors)),
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """The rows in columns, as Markdown."""
    widths = [max(len(line[column]) for line in rows) for column in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)) + " |" for line in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def places(
    options: argparse.Namespace, folder: Path, cluster: Postgres | None
) -> Iterator[AbstractContextManager[Place]]:
    """Each wanted place, to be entered."""
    if not options.no_sqlite:
        yield sqlite_place(folder)
    if cluster is None and options.processes:
        sys.stdout.write("NO POSTGRESQL FOUND: only SQLite is measured\n")
    elif cluster is not None:
        for number in options.processes:
            yield postgresql_place(folder, cluster, number)


def ways(place: Place, plans: list[games.Plan], options: argparse.Namespace, folder: Path) -> Iterator[Measured]:
    """The place measured as people come to it: anywhere, each table's to one process, and through a proxy."""
    yield asyncio.run(measure(place, plans, options))
    if len(place.sites) > 1:
        yield asyncio.run(measure(place, plans, options, together=True))
        program = proxies.program(options.proxy) if options.proxy else None
        if program is not None:
            with proxies.before(program, options.proxy, folder, place.ports) as proxy:
                place.proxy = proxy
                yield asyncio.run(measure(place, plans, options))
            place.proxy = None


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="load", description=__doc__)
    parser.add_argument("--tables", type=int, default=24, help="with five players and as many streams each")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each of the two measurements")
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second in the first one")
    parser.add_argument("--movers", type=int, default=16, help="tables that play at once in the second one")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4], help="on PostgreSQL")
    parser.add_argument("--proxy", choices=("caddy", "nginx"), help="that leads people by table, where it is installed")
    parser.add_argument("--no-sqlite", action="store_true")
    options = parser.parse_args(arguments)
    found: list[Measured] = []
    with own_folder() as folder, own_cluster() as cluster:
        plans: list[games.Plan] = []
        for entered in places(options, folder, cluster):
            with entered as place:
                steps = int((options.rate * options.seconds + 250 * options.seconds) / options.tables) + 20
                plans = plans or games.plans(place.sites[0], games=options.tables, players=PLAYERS, steps=steps)
                for measured in ways(place, plans, options, folder):
                    found.append(measured)
                    sys.stdout.write("  ".join(row(measured)) + "\n")
                    sys.stdout.flush()
    cores = len(os.sched_getaffinity(0))
    sys.stdout.write(
        f"\n{options.tables} tables, {options.tables * PLAYERS} streams, {cores} cores shared with the crowd\n"
    )
    sys.stdout.write(table([HEAD, *map(row, found)]) + "\n")
    for measured in found:
        for error in measured.errors[:5]:
            sys.stdout.write(f"{measured.name}: {error}\n")
    return 1 if any(measured.errors for measured in found) else 0
