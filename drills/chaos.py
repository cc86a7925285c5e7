"""`make chaos`: games go on while processes are killed, the database goes away, the disk is full, clocks jump.

Each fault has its own games, of which every line is known beforehand: what the logs hold afterwards is compared with
it, so that a move lost, doubled or made by nobody is seen. A table that does not come to its end is stuck.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import resource
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from drills import games
from drills.crowd import Phone, TableCrowd, Tally
from drills.idle import idle_ones, slow_ones
from drills.load import lost, table
from drills.places import Place, own_cluster, own_folder, postgresql_place, sqlite_place

PLAYERS = 3
CURRENT_WITHIN = 40.0
"""Seconds after the last fault within which every screen has to show the newest state."""


@dataclass
class Report:
    """What became of one fault's games."""

    fault: str
    times: int = 0
    games: int = 0
    moves: int = 0
    retries: int = 0
    operations: int = 0
    lost: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    behind: int = 0
    note: str = ""

    def add(self, other: Report) -> None:
        """Count what became of more games."""
        self.times += other.times
        self.games += other.games
        self.moves += other.moves
        self.retries += other.retries
        self.operations += other.operations
        self.lost += other.lost
        self.stuck += other.stuck
        self.behind += other.behind
        self.note = other.note

    def row(self) -> tuple[str, ...]:
        numbers = (self.times, self.games, self.moves, self.operations, self.retries, len(self.lost), len(self.stuck))
        return (self.fault, *map(str, numbers), str(self.behind), self.note)


HEAD = (
    "fault",
    "times",
    "games",
    "moves",
    "operations",
    "sent again",
    "lost or doubled",
    "stuck",
    "screens behind",
    "",
)

type Breaker = Callable[[Place, Report, Random], Coroutine[Any, Any, None]]
"""Breaks something again and again until it is cancelled, and leaves everything whole then."""


async def waves(place: Place, fault: str, breaker: Breaker, options: argparse.Namespace) -> Report:
    """Play all the games, some at a time; for the fault of idle streams with these open all the while."""
    report = Report(fault)
    async with AsyncExitStack() as stack:
        if breaker is nothing:
            idle = await stack.enter_async_context(idle_ones(place, options.streams))
            report.times = options.streams
        while report.games < options.games:
            number = min(options.at_once, options.games - report.games)
            seed = f"{fault} {place.name} {options.seed} {report.games}"
            report.add(await trial(place, Report(fault), breaker, options, seed, number))
            if report.games < options.games:
                sys.stdout.write(f"{report.games} of {options.games} games so far: {'  '.join(report.row())}\n")
                sys.stdout.flush()
        if breaker is nothing:
            report.note = await idle.told()
    return report


async def trial(
    place: Place, report: Report, breaker: Breaker, options: argparse.Namespace, seed: str, number: int
) -> Report:
    """Play so many games to their end while the breaker is at work."""
    first = place.sites[0]
    plans = await asyncio.to_thread(
        lambda: games.plans(first, games=number, players=PLAYERS, steps=options.steps, seed=seed)
    )
    tables = await asyncio.to_thread(games.opened, first, plans, PLAYERS)
    sheets = await asyncio.to_thread(games.sheets, first, 4)
    tally = Tally()
    crowds = [
        TableCrowd(plan, table, lambda: place.ports, tally, seed=number)
        for number, (plan, table) in enumerate(zip(plans, tables, strict=True))
    ]
    watching = [asyncio.create_task(crowd.keep_watching(number % PLAYERS)) for number, crowd in enumerate(crowds)]
    phones = [Phone(sheets[number::2], lambda: place.ports, tally, seed=number) for number in range(2)]
    writing = [asyncio.create_task(phone.write(rate=4.0)) for phone in phones]
    work: Coroutine[Any, Any, None] = breaker(place, report, Random(seed))
    breaking = asyncio.create_task(work)
    await asyncio.gather(*(crowd.persist(seconds=options.patience) for crowd in crowds))
    await _ended(breaking, *writing)
    await _all_served(place)
    kept = await asyncio.to_thread(games.kept, first, tables)
    report.behind = await _behind(crowds, [table.revision for table in kept])
    await _ended(*watching)
    for crowd in crowds:
        await crowd.leave()
    for phone in phones:
        await phone.leave()
    report.games, report.moves = len(crowds), sum(crowd.done for crowd in crowds)
    report.retries, report.operations = tally.retries, len(tally.operations)
    report.stuck = tally.errors
    report.lost = await asyncio.to_thread(lost, place, crowds, tables, sheets, tally)
    return report


async def _ended(*tasks: asyncio.Task[None]) -> None:
    """Have the tasks end. :raises Exception: what one of them failed with."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _all_served(place: Place) -> None:
    for site in place.sites:
        if site.process is None or site.process.poll() is not None:
            await asyncio.to_thread(site.start)


async def _behind(crowds: list[TableCrowd], revisions: list[int]) -> int:
    """Screens that do not show their table's newest revision within the time."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + CURRENT_WITHIN
    while loop.time() < ends:
        late = [
            crowd
            for crowd, revision in zip(crowds, revisions, strict=True)
            if max(screen.revision for screen in crowd.screens) < revision
        ]
        if not late:
            return 0
        await asyncio.sleep(0.1)
    return len(late)


async def nothing(place: Place, report: Report, random: Random) -> None:
    """No fault: it is enough that others are there."""


# What is broken -------------------------------------------------------------------------------------------------------


async def kill_processes(place: Place, report: Report, random: Random) -> None:
    """kill -9 of a process at any moment; it is started again at once, as systemd does."""
    while True:
        await asyncio.sleep(random.uniform(0.5, 3.0))
        site = random.choice(place.sites)
        if site.process is not None and site.process.poll() is None:
            report.times += 1
            await asyncio.to_thread(site.stop, at_once=True)
            await asyncio.shield(asyncio.to_thread(site.start))


async def restart_processes(place: Place, report: Report, random: Random) -> None:
    """One process after the other restarts, as for an update."""
    while True:
        for site in place.sites:
            await asyncio.sleep(random.uniform(0.5, 1.0))
            report.times += 1
            await asyncio.to_thread(site.stop)
            await asyncio.shield(asyncio.to_thread(site.start))


async def restart_database(place: Place, report: Report, random: Random) -> None:
    """PostgreSQL dies in the middle of everything, and comes back."""
    assert place.cluster is not None
    cluster = place.cluster
    while True:
        await asyncio.sleep(random.uniform(1.5, 3.0))
        report.times += 1
        await asyncio.shield(asyncio.to_thread(cluster.restart))


async def cut_feed(place: Place, report: Report, random: Random) -> None:
    """The connections by which processes hear each other are cut."""
    assert place.cluster is not None
    while True:
        await asyncio.sleep(random.uniform(0.2, 0.6))
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        await asyncio.to_thread(place.cluster.sql, "postgres", cut)
        report.times += 1


async def fill_disk(place: Place, report: Report, random: Random) -> None:
    """No file can grow any more, for a while: what a full disk, or a quota, is to SQLite."""
    try:
        while True:
            await asyncio.sleep(random.uniform(0.3, 0.8))
            _bound_files(place, 4096)
            report.times += 1
            await asyncio.sleep(random.uniform(0.3, 0.8))
            _bound_files(place, resource.RLIM_INFINITY)
    finally:
        _bound_files(place, resource.RLIM_INFINITY)


def _bound_files(place: Place, size: int) -> None:
    for site in place.sites:
        if site.process is not None:
            resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def jump_clocks(place: Place, report: Report, random: Random) -> None:
    """The clock of each process jumps by up to two hours, forth and back, each for itself."""
    while True:
        await asyncio.sleep(random.uniform(0.1, 0.3))
        for site in place.sites:
            skew = Path(site.environment["DRILL_SKEW"])
            draft = skew.with_suffix(".draft")
            draft.write_text(str(random.uniform(-7200, 7200)))
            draft.replace(skew)
            report.times += 1


# The faults in turn ---------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--games", type=int, default=12, help="for each fault")
    parser.add_argument("--at-once", type=int, default=25, help="of these games; the others come after them")
    parser.add_argument("--seed", default="", help="another word makes other games and other faults")
    parser.add_argument("--steps", type=int, default=120, help="of each game, at most")
    parser.add_argument("--streams", type=int, default=1000, help="idle ones")
    parser.add_argument("--patience", type=float, default=90.0, help="seconds after which a game is stuck")
    parser.add_argument("--tell", action="store_true", help="print the site's log where it holds a fault")
    parser.add_argument("--only", nargs="*", default=[], help="words of the faults to try")
    options = parser.parse_args(arguments)
    reports: list[Report] = []

    def tried(place: Place, fault: str, breaker: Breaker) -> None:
        if options.only and not any(word in fault for word in options.only):
            return
        before = len(place.complaints())
        report = asyncio.run(waves(place, fault, breaker, options))
        told = place.complaints()[before:]
        faults = told.count("Traceback")
        if faults and options.tell:
            sys.stdout.write(told)
        report.note = ", ".join(filter(None, (report.note, f"{faults} faults logged" if faults else "")))
        reports.append(report)
        sys.stdout.write("  ".join(report.row()) + "\n")
        sys.stdout.flush()

    with own_folder() as folder, ExitStack() as stack:
        with sqlite_place(folder) as place:
            tried(place, "kill -9, SQLite", kill_processes)
            tried(place, "disk full, SQLite", fill_disk)
        cluster = stack.enter_context(own_cluster(fsync=True))
        if cluster is None:
            sys.stdout.write("NO POSTGRESQL FOUND: only SQLite is tried\n")
        else:
            with postgresql_place(folder, cluster, 2, skewed=True) as place:
                tried(place, "kill -9, PostgreSQL", kill_processes)
                tried(place, "restart in turn", restart_processes)
                tried(place, "database killed", restart_database)
                tried(place, "feed cut", cut_feed)
                tried(place, "clocks jump", jump_clocks)
                tried(place, "slow and half-open", slow_ones)
                tried(place, "idle streams", nothing)
    sys.stdout.write("\n" + table([HEAD, *(report.row() for report in reports)]) + "\n")
    for report in reports:
        for text in (*report.lost[:3], *report.stuck[:3]):
            sys.stdout.write(f"{report.fault}: {text}\n")
    return 1 if any(report.lost or report.stuck or report.behind for report in reports) else 0
