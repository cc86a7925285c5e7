"""Django's pages behind ASGI, so that nobody holds a thread who does not need it.

A request reaches a thread when all of it is there, and an answer leaves the thread at once, however slowly its reader
reads: a slow or half-open connection costs a socket and some memory, never one of the few threads.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast
from urllib.parse import quote

from a2wsgi import WSGIMiddleware
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, HTTPRequestEvent, HTTPScope

from shanghai.figures import FIGURES

THREADS = 8
"""That make pages; each holds a connection to the database."""
BODY_SECONDS = 20.0
"""How long a body may take to arrive."""
MOST_WAITING = 500
"""Requests that are in work or wait for a thread; more would only wait longer than people do."""


class TooSlow(Exception):
    """A body that did not arrive in time, or never will."""


class Pages:
    """The WSGI application on so many threads."""

    def __init__(self, wsgi: object, *, threads: int, largest: int) -> None:
        """``largest``: bytes of a body that is passed on; of a larger one only its length is."""
        # Any: a2wsgi writes down the types of WSGI and of ASGI otherwise than Django's stubs and asgiref do.
        # A queue without end: the thread puts the whole answer into it and is free.
        self._wsgi: Any = WSGIMiddleware(cast("Any", wsgi), workers=threads, send_queue_size=0)
        self._largest = largest

    async def __call__(self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Answer one request."""
        if FIGURES.waiting >= MOST_WAITING:
            await _bare(send, 503, (b"retry-after", b"2"))
            return
        begin, status = time.perf_counter(), 500
        FIGURES.waiting += 1

        async def noted(event: ASGISendEvent) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
            elif event["type"] == "http.response.body" and not event.get("more_body"):
                FIGURES.request(scope["method"], status, time.perf_counter() - begin)
            await send(event)

        try:
            body, length = await _read(scope, receive, self._largest)
            await self._wsgi(_with_length(scope, length), _replayed(body), noted)
        except TooSlow:
            await _bare(noted, 408, (b"connection", b"close"))
        finally:
            FIGURES.waiting -= 1


async def _read(scope: HTTPScope, receive: ASGIReceiveCallable, largest: int) -> tuple[bytes, int]:
    """The body and its length; of one that is too large nothing, and the length that it has at least.

    :raises TooSlow: it is not there in time, or the client has gone.
    """
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and int(value) > largest:
            return b"", int(value)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                event = await receive()
                if event["type"] != "http.request":
                    raise TooSlow
                body += event["body"]
                if len(body) > largest:
                    return b"", len(body)
                if not event["more_body"]:
                    return bytes(body), len(body)
    except TimeoutError:
        raise TooSlow from None


def _with_length(scope: HTTPScope, length: int) -> HTTPScope:
    """The scope with the body's length, also of one that came in pieces, and a query of plain ASCII, as WSGI wants."""
    headers = [(name, value) for name, value in scope["headers"] if name not in (b"content-length", b"expect")]
    if length:
        headers.append((b"content-length", str(length).encode()))
    query = scope["query_string"]
    if not query.isascii():
        query = quote(query, safe="!$&'()*+,;=:@/?%-._~").encode()
    return cast("HTTPScope", {**scope, "headers": headers, "query_string": query})


def _replayed(body: bytes) -> ASGIReceiveCallable:
    """A `receive` that has the whole body."""

    async def receive() -> HTTPRequestEvent:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _bare(send: ASGISendCallable, status: int, *headers: tuple[bytes, bytes]) -> None:
    """An answer without a page, for those who most likely do not read it."""
    await send({"type": "http.response.start", "status": status, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
