"""A table's stream of events: `/t/<code>/events`, an ASGI application of its own beside Django.

A stream holds neither a thread nor a database connection. It pushes the viewer's HTML whenever the table has a newer
revision than the last one sent, and always the newest: there is nothing to replay.

htmx gives up on an answer of 4xx, 5xx or 204, or retries it for ever: so a stream is never refused. Whoever has none to
get is told `bye`, on which the page closes it.
"""

from __future__ import annotations

import asyncio
import io
import logging
import random
from collections import defaultdict, deque
from dataclasses import dataclass

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError
from django.utils import timezone, translation

from referee.models import Table
from referee.tables.hub import Hub, Listener
from referee.tables.identity import player_of
from referee.tables.presence import screen_closed, screen_opened
from referee.tables.selectors import read_further, table_by_code
from referee.tables.shows import Onlooker, Pool, Renderer, Shows
from referee.tables.whereabouts import note

log = logging.getLogger(__name__)

HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)
HEARTBEAT = 15.0
RETRY = 1000
AGES = (600.0, 900.0)
"""A stream ends after a time between these, in seconds, so that its viewer is looked at again."""
MOST_OF_A_PLAYER, MOST_OF_AN_ADDRESS = 4, 40
GRACE = 8.0
"""Seconds in which a lost screen may come back before the others are told."""
BYE = b"event: bye\ndata: bye\n\n"


def frame(revision: int, html: str) -> bytes:
    """One event. `retry` stands in the same block as the data: alone htmx does not read it."""
    data = "".join(f"data: {line}\n" for line in html.splitlines())
    return f"id: {revision}\nretry: {RETRY}\n{data}\n".encode()


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asked for a stream, of which table, and the revision that the page has."""

    table_id: int
    onlooker: Onlooker
    address: str
    has: int

    @property
    def session(self) -> str:
        """What the number of streams is counted by."""
        player_id = self.onlooker.player_id
        return f"address {self.address}" if player_id is None else f"player {player_id}"

    @property
    def most(self) -> int:
        return MOST_OF_AN_ADDRESS if self.onlooker.player_id is None else MOST_OF_A_PLAYER


class Streams:
    """The open streams of this process."""

    def __init__(self, hub: Hub, render: Renderer, pool: Pool) -> None:
        self._hub = hub
        self._pool = pool
        self._shows = Shows(render, pool, hub.is_watched)
        self._sessions: dict[str, deque[Listener]] = defaultdict(deque)
        self._screens: dict[tuple[int, int], int] = defaultdict(int)
        self._leaving: set[asyncio.Task[None]] = set()

    async def serve(self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable, code: str) -> None:
        """Serve one stream until the viewer goes, its time is up, or the server stops."""
        try:
            viewer = await self._pool.run(_viewer, scope, code)
        except DatabaseError as error:
            log.warning("a stream could not begin: %s", type(error).__name__)
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS, "trailers": False})
            await send({"type": "http.response.body", "body": b": later\n\n", "more_body": False})
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS, "trailers": False})
        if viewer is None:
            await _send(send, BYE)
        else:
            pump = asyncio.create_task(self._pump(send, viewer))
            gone = asyncio.create_task(_until_disconnect(receive))
            _done, rest = await asyncio.wait((pump, gone), return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _pump(self, send: ASGISendCallable, viewer: Viewer) -> None:
        note(viewer.table_id)
        listener = self._hub.subscribe(viewer.table_id)  # first of all: what comes from now on is not missed
        self._admit(viewer, listener)
        try:
            await self._arrive(viewer)
            await self._follow(send, viewer, listener)
        except Table.DoesNotExist:
            await _send(send, BYE)
        except (OSError, asyncio.CancelledError):
            raise
        except DatabaseError as error:
            log.warning("a stream lost the database: %s", type(error).__name__)
        except Exception:
            log.exception("a table's stream failed")
        finally:
            self._dismiss(viewer, listener)

    async def _follow(self, send: ASGISendCallable, viewer: Viewer, listener: Listener) -> None:
        """Send what is new, until the stream's time is up."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + random.uniform(*AGES)  # noqa: S311 - so that not all streams end at once
        sent = viewer.has
        show = await self._shows.show(viewer.table_id, max(listener.revision, 0))
        listener.offer(show.revision)
        await _send(send, b": hello\n\n")
        while loop.time() < ends and not self._hub.closing:
            if listener.closing:
                await _send(send, BYE)
                return
            if listener.revision <= sent:
                await self._wait(send, listener)
                continue
            show = await self._shows.show(viewer.table_id, listener.revision)
            if not show.reading.may_see(viewer.onlooker.player_id):
                await _send(send, BYE)
                return
            sent = show.revision
            await _send(send, frame(sent, self._shows.html(show, viewer.onlooker)))

    @staticmethod
    async def _wait(send: ASGISendCallable, listener: Listener) -> None:
        """Come back when there is something new; a heartbeat meanwhile keeps proxies from hanging up."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await listener.event.wait()
        except TimeoutError:
            await _send(send, b": on\n\n")
        else:
            listener.event.clear()

    # Who is there ---------------------------------------------------------------------------------------------------

    def _admit(self, viewer: Viewer, listener: Listener) -> None:
        """Count the stream; of too many in one session the oldest ends."""
        streams = self._sessions[viewer.session]
        streams.append(listener)
        while len(streams) > viewer.most:
            streams.popleft().close()

    async def _arrive(self, viewer: Viewer) -> None:
        player_id = viewer.onlooker.player_id
        if player_id is not None:
            self._screens[viewer.table_id, player_id] += 1
            await self._pool.run(screen_opened, viewer.table_id, player_id, timezone.now())

    def _dismiss(self, viewer: Viewer, listener: Listener) -> None:
        self._hub.unsubscribe(listener)
        streams = self._sessions[viewer.session]
        if listener in streams:
            streams.remove(listener)
        if not streams:
            del self._sessions[viewer.session]
        if not self._hub.is_watched(viewer.table_id):
            self._shows.forget(viewer.table_id)
        player_id = viewer.onlooker.player_id
        screen = (viewer.table_id, player_id or 0)
        if player_id is not None and screen in self._screens:
            self._screens[screen] -= 1
            if not self._screens[screen]:
                del self._screens[screen]
                self._leave(viewer.table_id, player_id)

    def _leave(self, table_id: int, player_id: int) -> None:
        """Tell the others in a moment, unless the screen comes back or the server stops."""
        if not self._hub.closing:
            task = asyncio.create_task(self._left(table_id, player_id))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _left(self, table_id: int, player_id: int) -> None:
        when = timezone.now()
        await asyncio.sleep(GRACE)
        if (table_id, player_id) not in self._screens and not self._hub.closing:
            try:
                await self._pool.run(screen_closed, table_id, player_id, when)
            except (Table.DoesNotExist, DatabaseError):
                return


async def _send(send: ASGISendCallable, chunk: bytes) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def _until_disconnect(receive: ASGIReceiveCallable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _viewer(scope: HTTPScope, code: str) -> Viewer | None:
    """Who asks, if there is anything for them to see."""
    request = ASGIRequest(dict(scope), io.BytesIO())
    try:
        request.get_host()
    except SuspiciousOperation:
        return None
    table = table_by_code(code)
    if table is None or request.method != "GET":
        return None
    player = player_of(request.COOKIES)
    player_id = player.pk if player else None
    if not read_further(table).may_see(player_id):
        return None
    language = translation.get_language_from_request(request)
    address = str(request.META.get("REMOTE_ADDR", ""))
    return Viewer(table.pk, Onlooker(player_id, language), address, _has(request))


def _has(request: ASGIRequest) -> int:
    """The revision that the page has: of the last event it got, or else the one that it was made from."""
    for text in (request.headers.get("Last-Event-ID"), request.GET.get("v")):
        if text and text.isascii() and text.isdigit() and len(text) < 10:
            return int(text)
    return -1
