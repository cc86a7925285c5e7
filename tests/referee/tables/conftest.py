"""Databases that several processes share: SQLite in a file, PostgreSQL in a cluster of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.referee.tables.racer import Racer


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def racers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Racer]]:
    """Three processes on one new database, once on each kind."""
    folder = tmp_path_factory.mktemp("race")
    address = database_address(request, folder)
    processes = [Racer(address, folder) for _ in range(3)]
    processes[0].ask("migrate")
    yield processes
    for process in processes:
        process.stop()


def database_address(request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of a new, empty database of the kind that the fixture's parameter names."""
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'race.sqlite3'}"
    cluster: postgres.Postgres = request.getfixturevalue("cluster")
    return cluster.database(folder.name)
