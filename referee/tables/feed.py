"""Word between processes that a table has changed: its number and its revision, never anything of the game.

On SQLite there is one process, whose hub is told after the commit. On PostgreSQL the word goes with the transaction by
NOTIFY, so that it can neither be lost nor announce what was rolled back; see ``listener``.
"""

from __future__ import annotations

from django.db import connection, transaction

from referee.tables.hub import HUB

CHANNEL = "shanghai_tables"


def publish(table_id: int, revision: int) -> None:
    """Tell every process that shows the table, with the commit of the transaction that this is called in."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{table_id}:{revision}"])
    else:
        transaction.on_commit(lambda: HUB.publish(table_id, revision))


def read_word(payload: str) -> tuple[int, int]:
    """Table and revision of a word on the channel.

    :raises ValueError: for anything else.
    """
    table_id, _, revision = payload.partition(":")
    return int(table_id), int(revision)
