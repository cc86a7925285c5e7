"""Hearing words on a channel of PostgreSQL as they come, on the event loop and at little cost.

Knows nothing of tables' streams, nor how a connection is made again; see ``listener``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import psycopg

from referee.tables.feed import read_word


async def hear(connection: psycopg.AsyncConnection, tell: Callable[[int, int], None]) -> None:
    """Tell table and revision of every word, until the connection is lost.

    Reads when there is something to read, and nothing beside: the connection's own ``notifies`` makes several objects
    and tasks for each word.

    :raises psycopg.Error: the connection is lost.
    :raises ValueError: a word that is none of ours.
    """
    loop = asyncio.get_running_loop()
    lost: asyncio.Future[None] = loop.create_future()

    def heard() -> None:
        try:
            connection.pgconn.consume_input()
            while (word := connection.pgconn.notifies()) is not None:
                tell(*read_word(word.extra.decode()))
        except (psycopg.Error, ValueError) as error:
            if not lost.done():
                lost.set_exception(error)

    socket = connection.pgconn.socket
    loop.add_reader(socket, heard)
    try:
        heard()  # what has come since the word LISTEN
        await lost
    finally:
        loop.remove_reader(socket)
