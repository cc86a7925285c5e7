"""Who listens to which table in this process. One slot a listener, holding the newest revision: never a queue."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Lock


class Listener:
    """One open stream. Lives on its event loop; ``offer`` is called there."""

    __slots__ = ("closing", "event", "revision", "table_id")

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.revision = -1
        self.event = asyncio.Event()
        self.closing = False

    def offer(self, revision: int) -> None:
        """Let the stream know of a revision; an older one than it knows is no news."""
        if revision > self.revision:
            self.revision = revision
            self.event.set()

    def close(self) -> None:
        """Have the stream say goodbye and end."""
        self.closing = True
        self.event.set()


class Hub:
    """The listeners of this process by table. Streams live on one loop; ``publish`` may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[int, set[Listener]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    def open(self) -> None:
        """Serve the loop that is running now."""
        self._loop = asyncio.get_running_loop()
        self.closing = False

    def subscribe(self, table_id: int) -> Listener:
        if self._loop is not asyncio.get_running_loop():
            self.open()
        listener = Listener(table_id)
        listener.closing = self.closing
        with self._lock:
            self._listeners.setdefault(table_id, set()).add(listener)
        return listener

    def unsubscribe(self, listener: Listener) -> None:
        with self._lock:
            others = self._listeners.get(listener.table_id, set())
            others.discard(listener)
            if not others:
                self._listeners.pop(listener.table_id, None)

    def watched(self) -> tuple[int, ...]:
        """The tables that somebody listens to."""
        with self._lock:
            return tuple(self._listeners)

    def is_watched(self, table_id: int) -> bool:
        with self._lock:
            return table_id in self._listeners

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._listeners.values()))

    def publish(self, table_id: int, revision: int) -> None:
        """Offer the revision to the table's listeners, from whatever thread."""
        loop = self._loop
        if loop is not None and table_id in self._listeners and not loop.is_closed():
            loop.call_soon_threadsafe(self.offer, table_id, revision)

    def offer(self, table_id: int, revision: int) -> None:
        """The same on the loop itself."""
        for listener in self._of(table_id):
            listener.offer(revision)

    def _of(self, table_id: int) -> Iterator[Listener]:
        with self._lock:
            found = tuple(self._listeners.get(table_id, ()))
        yield from found

    def close_all(self) -> None:
        """Have every stream end, and every new one too. Called on the loop."""
        self.closing = True
        for table_id in self.watched():
            for listener in self._of(table_id):
                listener.close()


HUB = Hub()
