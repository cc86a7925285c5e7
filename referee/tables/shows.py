"""What the streams of one process show: a table is read once a revision, and rendered once for each who may see other
things.

Lives on the event loop; what needs the database runs on a few threads, each with a connection of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Barrier

from django.db import DatabaseError, close_old_connections, connections
from django.utils import timezone, translation

from referee.models import Table
from referee.tables import clock
from referee.tables.selectors import TableReading, TableSnapshot, read_table
from referee.tables.whereabouts import note

THREADS = 4
LATE = timedelta(milliseconds=20)
"""An appointment is kept a little late, so that it is due by any clock."""
AGAIN = 1.0
"""Seconds after which an appointment that the database did not let be kept is tried again."""

log = logging.getLogger(__name__)

type Renderer = Callable[[TableSnapshot], str]


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who looks, as far as what they see depends on it."""

    player_id: int | None
    language: str


@dataclass(slots=True)
class Show:
    """One revision of a table; ``watched`` is its page for all who only watch, by language."""

    reading: TableReading
    watched: dict[str, str] = field(default_factory=dict)

    @property
    def revision(self) -> int:
        return self.reading.table.revision


class Pool:
    """The streams' threads. What runs there may use the database."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="streams")

    async def run[*Given, Result](self, function: Callable[[*Given], Result], *given: *Given) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._with_database, function, *given)

    def close(self) -> None:
        """End the threads and their database connections; nothing may run any more."""
        all_here = Barrier(THREADS)
        for _ in range(THREADS):
            self._threads.submit(_close_connections, all_here)
        self._threads.shutdown()

    @staticmethod
    def _with_database[*Given, Result](function: Callable[[*Given], Result], *given: *Given) -> Result:
        close_old_connections()
        try:
            return function(*given)
        finally:
            close_old_connections()


def _close_connections(all_here: Barrier) -> None:
    """Close this thread's connections, once every thread of the pool is here to close its own."""
    all_here.wait()
    connections.close_all()


class Shows:
    """The newest show of every table that is watched here, and the clock's next appointment there."""

    def __init__(self, render: Renderer, pool: Pool, is_watched: Callable[[int], bool]) -> None:
        self._render = render
        self._pool = pool
        self._is_watched = is_watched
        self._shows: dict[int, Show] = {}
        self._readings: dict[int, asyncio.Task[Show]] = {}
        self._appointments: dict[int, asyncio.TimerHandle] = {}
        self._kept: set[asyncio.Task[None]] = set()

    async def show(self, table_id: int, revision: int) -> Show:
        """A show of that revision or a newer one; of revision 0, what the database has now.

        :raises Table.DoesNotExist: a table that is no more.
        """
        show = self._shows.get(table_id)
        if show is not None and show.revision >= revision:
            return show
        reading = self._readings.get(table_id)
        if reading is not None:
            show = await asyncio.shield(reading)
            if show.revision >= revision:
                return show
        reading = self._readings.get(table_id)
        if reading is None:
            reading = asyncio.create_task(self._read(table_id, revision))
            self._readings[table_id] = reading
        return await asyncio.shield(reading)

    async def _read(self, table_id: int, revision: int) -> Show:
        try:
            show = Show(await self._pool.run(_read, table_id, revision))
        finally:
            self._readings.pop(table_id, None)
        older = self._shows.get(table_id)
        # What nobody watches is not kept: nobody would hear that it has become old.
        if self._is_watched(table_id) and (older is None or older.revision <= show.revision):
            self._shows[table_id] = show
            self._appoint(show.reading.table)
        return show

    def html(self, show: Show, onlooker: Onlooker) -> str:
        """The table as the onlooker may see it. All who have no part in it share one render, which is kept.

        Rendered on the loop: it asks the database nothing, and a thread more would only wait for the same processor.
        """
        reading = show.reading
        player_id = onlooker.player_id
        if reading.seat_of(player_id) is not None or player_id == reading.table.host_id:
            return self._rendered(reading, player_id, onlooker.language)
        html = show.watched.get(onlooker.language)
        if html is None:
            html = show.watched[onlooker.language] = self._rendered(reading, None, onlooker.language)
        return html

    def _rendered(self, reading: TableReading, player_id: int | None, language: str) -> str:
        with translation.override(language):
            return self._render(reading.seen_by(player_id, timezone.now()))

    # The clock ----------------------------------------------------------------------------------------------------

    def _appoint(self, table: Table) -> None:
        """Wake up when the clock has something to do at the table."""
        self._cancel(table.pk)
        if table.due is not None:
            wait = (table.due + LATE - timezone.now()).total_seconds()
            # Timers of a loop count in floats: one that is days away may as well come early and be made again.
            delay = min(max(wait, 0.0), 3600.0)
            self._appointments[table.pk] = asyncio.get_running_loop().call_later(delay, self._keep, table.pk)

    def _keep(self, table_id: int) -> None:
        self._appointments.pop(table_id, None)
        task = asyncio.create_task(self._advance(table_id))
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)

    async def _advance(self, table_id: int) -> None:
        note(table_id)
        try:
            table = await self._pool.run(_advanced, table_id)
        except Table.DoesNotExist:
            return
        except DatabaseError as error:
            log.warning("the clock could not reach the database: %s", type(error).__name__)
            if table_id in self._shows and table_id not in self._appointments:
                self._appointments[table_id] = asyncio.get_running_loop().call_later(AGAIN, self._keep, table_id)
            return
        except Exception:
            log.exception("the clock failed at a table")
            return
        if table_id in self._shows and table_id not in self._appointments:
            self._appoint(table)

    def _cancel(self, table_id: int) -> None:
        appointment = self._appointments.pop(table_id, None)
        if appointment is not None:
            appointment.cancel()

    def forget(self, table_id: int) -> None:
        """Nobody watches the table here any more."""
        self._shows.pop(table_id, None)
        self._cancel(table_id)


def _advanced(table_id: int) -> Table:
    return clock.advance(Table.objects.get(pk=table_id), timezone.now())


def _read(table_id: int, revision: int) -> TableReading:
    return read_table(table_id, at_least=revision or None)
