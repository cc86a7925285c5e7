"""What watches over the site asks for, answered before Django: no host name, no https and no cookie is looked at.

`/healthz`: the process runs. `/readyz`: it can serve, database and all; a proxy sends people elsewhere until then.
`/metrics`: its figures, for whoever has the token of SHANGHAI_METRICS_TOKEN; without one there are none.
"""

from __future__ import annotations

import hmac
import logging

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from referee.tables.hub import HUB
from referee.tables.shows import Pool
from shanghai.figures import FIGURES

HEALTH = ("/healthz", "/readyz", "/metrics")
PLAIN = "text/plain; charset=utf-8"
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

log = logging.getLogger(__name__)


class Health:
    """The three addresses."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._is_migrated = False

    async def __call__(self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, "")
            return
        match scope["path"]:
            case "/healthz":
                await _answer(send, 200, "alive\n")
            case "/readyz":
                wrong = await self._missing()
                await _answer(send, 503 if wrong else 200, f"{wrong or 'ready'}\n")
            case _:
                await self._metrics(scope, send)

    async def _missing(self) -> str:
        """What keeps the process from serving; empty: nothing."""
        if HUB.closing:
            return "stopping"
        try:
            return await self._pool.run(self._database)
        except Error as error:
            log.warning("not ready: %s", type(error).__name__)
            return "the database does not answer"

    def _database(self) -> str:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not self._is_migrated:
            self._is_migrated = not pending_migrations()
        return "" if self._is_migrated else "the database is not migrated"

    async def _metrics(self, scope: HTTPScope, send: ASGISendCallable) -> None:
        token = settings.METRICS_TOKEN
        given = b"".join(value for name, value in scope["headers"] if name == b"authorization")
        if not token or not hmac.compare_digest(given, f"Bearer {token}".encode()):
            await _answer(send, 404, "")
            return
        try:
            lines = await self._pool.run(lambda: list(FIGURES.lines()))
        except Error:
            await _answer(send, 503, "")
            return
        await _answer(send, 200, "\n".join(lines) + "\n", PROMETHEUS)


def pending_migrations() -> list[str]:
    """The migrations that the database does not have yet."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


async def _answer(send: ASGISendCallable, status: int, text: str, kind: str = PLAIN) -> None:
    body = text.encode()
    headers = (
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    )
    await send({"type": "http.response.start", "status": status, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": body, "more_body": False})
