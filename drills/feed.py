"""`python -m drills feed`: how many moves a second one PostgreSQL takes, and what it costs a process to hear one.

A move is three writes and a word on the channel in one transaction, as the site makes it; the disk is waited for. With
this and the processor that a move costs (`make load`) the size of an installation can be reckoned.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
import time
from collections.abc import Sequence

import psycopg

from drills.load import table
from drills.places import own_cluster
from referee.tables.ear import hear
from tests.postgres import USER, Postgres

CHANNEL = "drill"
TABLES = 1000
ONE_BY_ONE = f"""DO $$ BEGIN FOR n IN 1..{{words}} LOOP
PERFORM pg_notify('{CHANNEL}', n || ':7'); COMMIT; PERFORM pg_sleep(0.002);
END LOOP; END $$"""
"""Words with a pause after each, as they come from people: in a heap they would cost less."""


def moves(cluster: Postgres, database: str, connections: int, seconds: float, *, word: bool) -> float:
    """Moves a second over so many connections, each at tables of its own."""
    ends = time.perf_counter() + seconds
    made = [0] * connections

    def mover(number: int) -> None:
        with psycopg.connect(dbname=database, user=USER, host=str(cluster.folder), autocommit=True) as own:
            own.execute("SET synchronous_commit = on")
            turn = number
            while time.perf_counter() < ends:
                turn = (turn + connections) % TABLES
                with own.transaction():
                    own.execute("SELECT revision FROM games WHERE id = %s FOR UPDATE", [turn])
                    own.execute("UPDATE games SET revision = revision + 1 WHERE id = %s", [turn])
                    own.execute("INSERT INTO lines (game, line) VALUES (%s, 'p1 discard 7H')", [turn])
                    if word:
                        own.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{turn}:1"])
                made[number] += 1

    movers = [threading.Thread(target=mover, args=[number]) for number in range(connections)]
    for one in movers:
        one.start()
    for one in movers:
        one.join()
    return sum(made) / seconds


async def hearing(cluster: Postgres, database: str, words: int) -> float:
    """Microseconds of processor that a process spends on a word of a table that it does not show."""
    heard = 0
    all_heard = asyncio.Event()

    def tell(_table: int, _revision: int) -> None:
        nonlocal heard
        heard += 1
        if heard == words:
            all_heard.set()

    host = str(cluster.folder)
    async with await psycopg.AsyncConnection.connect(dbname=database, user=USER, host=host, autocommit=True) as ear:
        await ear.execute(f"LISTEN {CHANNEL}")
        begin = time.process_time()
        hearing = asyncio.create_task(hear(ear, tell))
        saying = asyncio.create_task(asyncio.to_thread(cluster.sql, database, ONE_BY_ONE.format(words=words)))
        await all_heard.wait()
        used = time.process_time() - begin
        await saying
        hearing.cancel()
    return 1e6 * used / words


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="feed", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    options = parser.parse_args(arguments)
    with own_cluster(fsync=True) as cluster:
        if cluster is None:
            sys.stdout.write("NO POSTGRESQL FOUND\n")
            return 1
        cluster.database("feed")
        cluster.sql("feed", "CREATE TABLE games (id int PRIMARY KEY, revision int)")
        cluster.sql("feed", "CREATE TABLE lines (id bigserial PRIMARY KEY, game int, line text)")
        cluster.sql("feed", "INSERT INTO games SELECT n, 0 FROM generate_series(0, 999) n")
        rows: list[Sequence[str]] = [("connections", "moves/s with a word", "without")]
        for connections in (1, 4, 16):
            found = [moves(cluster, "feed", connections, options.seconds, word=word) for word in (True, False)]
            rows.append((str(connections), *(f"{rate:,.0f}" for rate in found)))
        sys.stdout.write(
            table(rows) + f"\nhearing a word: {asyncio.run(hearing(cluster, 'feed', 1000)):.0f} µs of processor\n"
        )
    return 0
