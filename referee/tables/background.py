"""What a serving process does beside answering: it hears other processes, applies what is due, sends notices."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from django.db import DatabaseError, connection
from django.utils import timezone

from referee.tables import clock
from referee.tables.hub import Hub
from referee.tables.notices import keys
from referee.tables.notices.round import send_due
from referee.tables.shows import Pool

TICK = 30.0
NOTICES = 5.0
log = logging.getLogger(__name__)


class Background:
    """The tasks of a serving process, from its start to its end."""

    def __init__(self, hub: Hub, pool: Pool) -> None:
        self._hub = hub
        self._pool = pool
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._hub.open()
        self._tasks.append(asyncio.create_task(self._tick()))
        if keys.is_on():
            self._tasks.append(asyncio.create_task(self._tell()))
        if connection.vendor == "postgresql":
            from referee.tables.listener import listen  # its driver is installed only where it is used

            self._tasks.append(asyncio.create_task(listen(self._hub, self._pool)))

    async def stop(self) -> None:
        self._hub.close_all()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self._tasks.clear()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self._pool.run(_tick_now)
            except DatabaseError as error:
                log.warning("the clock could not reach the database: %s", type(error).__name__)
            except Exception:
                log.exception("the clock failed")

    async def _tell(self) -> None:
        """Send the notices that are due; a round ends before the next begins."""
        while True:
            await asyncio.sleep(NOTICES)
            try:
                await send_due(self._pool)
            except DatabaseError as error:
                log.warning("notices wait for the database: %s", type(error).__name__)
            except Exception:
                log.exception("notices could not be sent")


def _tick_now() -> None:
    clock.tick(timezone.now())
