"""What the tables reach: a move until it is on every screen, memory and threads of idle streams, moves a second.

The site is the real one on SQLite, in one process; the generator is one process more on the same machine, so that both
share its processor.
"""

import asyncio
import statistics
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bench import boardgame
from bench.figures import Figure, measure
from tests.live import LiveSite, processor_seconds
from tests.referee.tables.guests import Hands, Screen, Sitting, prepare

PLAYERS = 5
RATE = 20
"""Moves a second in the open loop, as in the trial builds."""
MOVES = 100
MOVERS = 16
SUSTAINED = 5.0
SUSTAINED_CLIENTS = 500
CLIENTS = ((50, 25.0), (500, 25.0), (2000, 40.0))
"""Listeners, and the median in milliseconds that is to be kept with them."""
PEER_CLIENTS = 50
AT_ONCE = 50
SCRIPT = 40
"""Moves prepared for each table, enough for 300 a second."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the server's process has used: processor seconds, resident KiB, threads, open database files."""

    seconds: float
    memory: int
    threads: int
    databases: int


def usage(site: LiveSite) -> Usage:
    if site.process is None:
        raise RuntimeError("expected a site that is served")
    proc = Path(f"/proc/{site.process.pid}")
    fields = (proc / "stat").read_text().rpartition(")")[2].split()
    memory = next(line for line in (proc / "status").read_text().splitlines() if line.startswith("VmRSS"))
    links = []
    for link in (proc / "fd").iterdir():
        try:
            links.append(str(link.readlink()))
        except FileNotFoundError:
            continue
    return Usage(
        seconds=processor_seconds(site.process.pid),
        memory=int(memory.split()[1]),
        threads=int(fields[17]),
        databases=sum(link.endswith(".sqlite3") for link in links),
    )


@contextmanager
def served() -> Iterator[LiveSite]:
    """A fresh installation, served until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        site = LiveSite(Path(folder))
        site.start()
        try:
            yield site
        finally:
            site.stop()


async def all_open(screens: list[Screen]) -> None:
    """Open all the streams, some at a time; each has what its table shows."""
    for start in range(0, len(screens), AT_ONCE):
        some = screens[start : start + AT_ONCE]
        await asyncio.gather(*(screen.open() for screen in some))
        await asyncio.gather(*(screen.until(0, seconds=60) for screen in some))


async def warm(site: LiveSite, sittings: list[Sitting]) -> list[list[Screen]]:
    """An open stream for each seat, by table; the generator keeps no page."""
    tables = [[Screen(site.port, sitting, seat) for seat in range(PLAYERS)] for sitting in sittings]
    every = [screen for screens in tables for screen in screens]
    for screen in every:
        screen.keeps = False
    await all_open(every)
    return tables


async def latency(site: LiveSite, sittings: list[Sitting], tables: list[list[Screen]]) -> list[float]:
    """Milliseconds from writing each POST to the page on the last of its table's screens.

    Moves come at a fixed rate; only a move at a table where the last one is not done yet has to wait.
    """
    loop = asyncio.get_running_loop()
    free = [asyncio.Lock() for _ in sittings]
    hands = [Hands(site.port) for _ in range(MOVERS)]
    taken: list[float] = []

    async def one(place: int) -> None:
        async with free[place]:
            mine = hands.pop() if hands else Hands(site.port)
            target = max(screen.revision for screen in tables[place]) + 1
            start = loop.time()
            await mine.play(sittings[place])
            taken.append(1000 * (max([await screen.until(target) for screen in tables[place]]) - start))
            hands.append(mine)

    begin = loop.time()
    async with asyncio.TaskGroup() as running:
        for number in range(MOVES):
            await asyncio.sleep(max(0.0, begin + number / RATE - loop.time()))
            running.create_task(one(number % len(sittings)))
    await asyncio.gather(*(pair.close() for pair in hands))
    return sorted(taken)


async def sustained(site: LiveSite, sittings: list[Sitting], seconds: float) -> int:
    """Moves made in that time by so many movers, each with tables of its own, one after the other."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    made = 0

    async def mover(own: list[Sitting]) -> None:
        nonlocal made
        hands = Hands(site.port)
        while loop.time() < ends:
            sitting = min(own, key=lambda sitting: sitting.made)
            if sitting.made == len(sitting.script):
                raise RuntimeError("the scripts are too short")
            await hands.play(sitting)
            made += 1
        await hands.close()

    await asyncio.gather(*(mover(sittings[place::MOVERS]) for place in range(MOVERS)))
    return made


async def closed(tables: list[list[Screen]]) -> None:
    await asyncio.gather(*(screen.close() for screens in tables for screen in screens))


@measure
def tables() -> Iterable[Figure]:
    """One site, to which more and more clients come."""
    return asyncio.run(_tables())


async def _tables() -> list[Figure]:
    figures: list[Figure] = []
    with served() as site:
        most = CLIENTS[-1][0]
        sittings = await asyncio.to_thread(lambda: prepare(site, tables=most // PLAYERS, moves=SCRIPT, hides=False))
        screens: list[list[Screen]] = []
        before = usage(site)
        for clients, bound in CLIENTS:
            come = sittings[len(screens) : clients // PLAYERS]
            before, already = usage(site), PLAYERS * len(screens)
            screens += await warm(site, come)
            after = usage(site)
            own = await moves_to_screens(site, sittings[: len(screens)], screens, clients, bound)
            figures += own
            if clients == PEER_CLIENTS:
                figures += await asyncio.to_thread(beside_peer, own, clients)
            if clients == SUSTAINED_CLIENTS:
                figures += await moves_a_second(site, sittings[: len(screens)], clients)
        each = (after.memory - before.memory) / (most - already)
        figures += [
            Figure(name="idle stream, memory", value=each, unit="KiB", against=50.0),
            Figure(name=f"threads at {most:,} streams", value=after.threads, unit="", against=25.0),
            Figure(name=f"database files open at {most:,} streams", value=after.databases, unit="", against=25.0),
        ]
        await closed(screens)
    return figures


def beside_peer(own: list[Figure], clients: int) -> list[Figure]:
    """The same number of clients, tables and moves on boardgame.io's server, which keeps its matches in memory."""
    found = boardgame.reached(tables=clients // PLAYERS, moves=MOVES, rate=RATE)
    if found is None:
        return []
    median, _p99, cost = own
    peers = {median: statistics.median(found.taken), cost: found.cost}
    return [replace(one, name=f"{one.name}, beside", against=peer, peer="boardgame.io") for one, peer in peers.items()]


async def moves_to_screens(
    site: LiveSite, sittings: list[Sitting], screens: list[list[Screen]], clients: int, bound: float
) -> list[Figure]:
    before = usage(site)
    taken = await latency(site, sittings, screens)
    after = usage(site)
    median, p99 = statistics.median(taken), taken[int(0.99 * len(taken))]
    cost = 1000 * (after.seconds - before.seconds) / MOVES
    name = f"move to {PLAYERS} screens, {clients:,} clients"
    return [
        Figure(name=f"{name}, median", value=median, unit="ms", against=bound),
        Figure(name=f"{name}, p99", value=p99, unit="ms", against=4 * median, peer="four medians"),
        Figure(name=f"{name}, processor", value=cost, unit="ms", against=15.0),
    ]


async def moves_a_second(site: LiveSite, sittings: list[Sitting], clients: int) -> list[Figure]:
    before = usage(site)
    made = await sustained(site, sittings, SUSTAINED)
    after = usage(site)
    return [
        Figure(
            name=f"moves a second with {clients} listeners",
            value=made / SUSTAINED,
            unit="/s",
            against=60.0,
            higher_is_better=True,
        ),
        Figure(
            name="processor for each of them",
            value=1000 * (after.seconds - before.seconds) / made,
            unit="ms",
            against=15.0,
        ),
    ]
