"""What watches over the site: alive, ready, and figures for whoever has the token."""

from __future__ import annotations

import asyncio
import http.client
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from django.test import override_settings

from referee.tables.shows import Pool
from shanghai.health import Health
from tests.live import LiveSite

TOKEN = "a token of the tests"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    environment = {"SHANGHAI_METRICS_TOKEN": TOKEN, "SHANGHAI_HTTPS": "1"}
    site = LiveSite(tmp_path_factory.mktemp("health"), environment=environment)
    site.start()
    yield site
    site.stop()


def asked(site: LiveSite, path: str, *, method: str = "GET", **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    return response.status, body


def test_site_is_ready_when_its_database_is_migrated(site: LiveSite) -> None:
    with closing(sqlite3.connect(site.folder / "shanghai.sqlite3", isolation_level=None)) as database:
        gone = database.execute("DELETE FROM django_migrations WHERE app = 'referee' RETURNING *").fetchall()
        assert gone
        assert asked(site, "/readyz") == (503, "the database is not migrated\n")
        # One mark for each column.
        database.executemany(f"INSERT INTO django_migrations VALUES ({', '.join('?' * len(gone[0]))})", gone)  # noqa: S608
    assert asked(site, "/readyz") == (200, "ready\n")


def test_alive_and_ready_under_any_host_name(site: LiveSite) -> None:
    assert asked(site, "/healthz", Host="10.1.2.3") == (200, "alive\n")
    assert asked(site, "/readyz", Host="10.1.2.3") == (200, "ready\n")
    assert asked(site, "/healthz", method="POST")[0] == 405


def test_figures_are_for_the_token_only(site: LiveSite) -> None:
    assert asked(site, "/metrics")[0] == 404
    assert asked(site, "/metrics", Authorization="Bearer wrong")[0] == 404
    asked(site, "/", **{"X-Forwarded-Proto": "https"})
    asked(site, "/no/such/page", **{"X-Forwarded-Proto": "https"})
    # An answer is counted when its end is handed over, which can be after its reader has seen it.
    for _ in range(100):
        status, text = asked(site, "/metrics", Authorization=f"Bearer {TOKEN}")
        assert status == 200
        if 'status="404"' in text:
            break
        time.sleep(0.02)
    figures = dict(re.findall(r"^([a-z_]+(?:\{[^}]*\})?) ([0-9.e+-]+)$", text, re.MULTILINE))
    assert float(figures['shanghai_requests_total{method="GET",status="200"}']) >= 1
    assert float(figures['shanghai_requests_total{method="GET",status="404"}']) >= 1
    assert figures["shanghai_tables_overdue"] == "0"
    assert figures['shanghai_tables{phase="playing"}'] == "0"
    assert float(figures["process_resident_memory_bytes"]) > 1e6
    names = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    for line in text.splitlines():
        assert line.startswith("# ") or re.sub(r"_(bucket|sum|count)$", "", re.split(r"[ {]", line)[0]) in names, line


def test_without_a_token_there_are_no_figures() -> None:
    """The empty word is nobody's."""
    sent: list[Any] = []

    async def send(event: Any) -> None:
        sent.append(event)

    async def receive() -> Any:
        raise AssertionError("expected nothing to be read")

    for given in (b"Bearer ", b"Bearer", b""):
        scope: Any = {"type": "http", "method": "GET", "path": "/metrics", "headers": [(b"authorization", given)]}
        with override_settings(METRICS_TOKEN=""):
            asyncio.run(Health(Pool())(scope, receive, send))
        assert sent[-2]["status"] == 404
