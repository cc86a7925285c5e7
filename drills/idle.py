"""Connections that do next to nothing, by the hundred and by the thousand."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Protocol

from drills import games
from drills.crowd import TableCrowd, Tally
from drills.places import Place
from tests.referee.tables.guests import Screen, Sitting

TABLES = 4
PLAYERS = 3
MOVES = 3
AT_ONCE = 50
OF_A_PERSON = 4
"""Streams that the site lets one person have."""


class Counts(Protocol):
    """What counts how often something was done."""

    times: int


async def slow_ones(place: Place, report: Counts, random: Random) -> None:
    """Hundreds of connections that say half of something, and streams that nobody reads; until cancelled."""
    async with AsyncExitStack() as stack:
        halves = (
            b"GET / HTTP/1.1\r\nHost: 127.",
            b"POST /t/open/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\nname=half",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2,  # and reads none of the answers
        )
        while True:
            for half in halves:
                _reader, writer = await asyncio.open_connection("127.0.0.1", random.choice(place.ports), limit=1024)
                stack.callback(writer.close)
                writer.write(half)
                report.times += 1
            await asyncio.sleep(0.2)


@dataclass
class Idle:
    """Onlookers' streams at a few tables where nothing happens; what they cost, in KiB each and seconds for all."""

    crowds: list[TableCrowd]
    each: float
    opened: float

    async def told(self) -> str:
        """What they cost and what became of them, and how long a move takes to all onlookers of a table."""
        screens = [screen for crowd in self.crowds for screen in crowd.screens]
        ended = sum(screen.ended for screen in screens)
        for crowd in self.crowds:
            while await crowd.step():
                pass
        tally = self.crowds[0].tally
        if tally.errors:
            raise RuntimeError(f"expected moves that reach all onlookers, got {tally.errors[0]!r}")
        reached = f"{statistics.median(tally.moves):.2f} s to {len(screens) // TABLES:,} onlookers of one table"
        return f"opened in {self.opened:.0f} s, {self.each:.0f} KiB each, {ended} ended, a move took {reached}"


@asynccontextmanager
async def idle_ones(place: Place, streams: int) -> AsyncIterator[Idle]:
    """So many streams, spread over the processes."""
    first = place.sites[0]
    plans = await asyncio.to_thread(lambda: games.plans(first, games=TABLES, players=PLAYERS, steps=MOVES, seed="idle"))
    tables = await asyncio.to_thread(games.opened, first, plans, PLAYERS)
    cookies = await asyncio.to_thread(games.onlookers, first, -(-streams // OF_A_PERSON))
    tally, loop = Tally(), asyncio.get_running_loop()
    crowds = [
        TableCrowd(plan, table, lambda: place.ports, tally, seed=number)
        for number, (plan, table) in enumerate(zip(plans, tables, strict=True))
    ]
    before, begin = sum(place.memory()), loop.time()
    try:
        for start in range(0, streams, AT_ONCE):
            more = [
                _onlooker(place, crowds[number % TABLES], cookies[number // OF_A_PERSON], number)
                for number in range(start, min(start + AT_ONCE, streams))
            ]
            await asyncio.gather(*(screen.open() for screen in more))
            await asyncio.gather(*(screen.until(0, seconds=60) for screen in more))
        yield Idle(crowds, 1024 * (sum(place.memory()) - before) / streams, loop.time() - begin)
    finally:
        for crowd in crowds:
            await crowd.leave()


def _onlooker(place: Place, crowd: TableCrowd, cookie: str, number: int) -> Screen:
    screen = Screen(place.ports[number // TABLES % len(place.ports)], Sitting(crowd.table.code, [cookie], [], []), 0)
    screen.keeps = False
    crowd.screens.append(screen)
    return screen
