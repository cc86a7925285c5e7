"""The ear on PostgreSQL: hears from other processes, by LISTEN, that a table has changed.

One connection of its own, on the event loop. When it is lost, it is made again within half a second, and every table
that is watched here is looked up once, so that nothing said meanwhile is missed.
"""

from __future__ import annotations

import asyncio
import logging

import psycopg
from django.db import connection

from referee.models import Table
from referee.tables.ear import hear
from referee.tables.feed import CHANNEL
from referee.tables.hub import Hub
from referee.tables.shows import Pool

AGAIN = 0.5
log = logging.getLogger(__name__)


async def listen(hub: Hub, pool: Pool) -> None:
    """Pass on what is heard, until cancelled."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(_conninfo(), autocommit=True) as ear:
                await ear.execute(f"LISTEN {CHANNEL}")
                await catch_up(hub, pool)  # the first time too: a stream may have come before the ear
                await hear(ear, hub.offer)
        except (psycopg.Error, OSError, ValueError) as error:
            log.warning("lost the database's ear: %s", type(error).__name__)
        await asyncio.sleep(AGAIN)


async def catch_up(hub: Hub, pool: Pool) -> None:
    """Offer the present revision of every watched table."""
    for table_id, revision in await pool.run(_revisions, hub.watched()):
        hub.publish(table_id, revision)


def _revisions(table_ids: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(Table.objects.filter(pk__in=table_ids).values_list("pk", "revision"))


def _conninfo() -> str:
    """How Django reaches the database, as psycopg reads it."""
    given = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port", "sslmode", "service")
    return psycopg.conninfo.make_conninfo(**{name: str(given[name]) for name in names if given.get(name)})
