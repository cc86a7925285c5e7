"""Django's PostgreSQL, which does not ask the server before every request whether it is still there.

A server that has ended a connection has said so: there is something to read, be it only the end. Where nothing is, the
connection is as good as asking would show, and asking is a way there and back for each request and each reading.
"""

from __future__ import annotations

import select

import psycopg
from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    health_check_done: bool

    def close_if_health_check_failed(self) -> None:
        """Close the connection that is there no more; before each request, by ``CONN_HEALTH_CHECKS``."""
        if self.connection is not None and not self.health_check_done and self._is_silent():
            self.health_check_done = True
        super().close_if_health_check_failed()

    def _is_silent(self) -> bool:
        """Whether the connection is open and the server has said nothing on it since its last answer."""
        inner = self.connection.pgconn
        try:
            waiting = select.poll()
            waiting.register(inner.socket, select.POLLIN)
            return not waiting.poll(0)
        except (OSError, ValueError, psycopg.Error):  # closed on this side
            return False
