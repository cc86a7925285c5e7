"""Where a drill takes place: the real site in one process on SQLite, or in several on a PostgreSQL of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import postgres
from tests.live import LiveSite, processor_seconds
from tests.postgres import Postgres
from tests.proxies import Proxy

KEY = "one key for every process of the drill, of more than fifty characters"


@dataclass
class Place:
    """Serving processes that share a database. ``cluster`` is None on SQLite."""

    sites: list[LiveSite]
    cluster: Postgres | None
    name: str
    proxy: Proxy | None = None

    @property
    def ports(self) -> list[int]:
        """Where people come: to each process, or to the proxy before them."""
        return [site.port for site in self.sites] if self.proxy is None else [self.proxy.port]

    def memory(self) -> list[float]:
        """What each process holds, in MiB."""
        return [_status(site, "VmRSS") / 1024 for site in self.sites if site.process is not None]

    def seconds(self) -> float:
        """Processor seconds that the processes have used, without the database's."""
        return sum(_seconds(site) for site in self.sites if site.process is not None)

    def database_seconds(self) -> float:
        """Processor seconds that PostgreSQL's present processes have used; SQLite's are the site's own."""
        return sum(map(processor_seconds, self.cluster.processes())) if self.cluster is not None else 0.0

    def proxy_seconds(self) -> float:
        """Processor seconds that the proxy has used."""
        return self.proxy.seconds() if self.proxy is not None else 0.0

    def complaints(self) -> str:
        return "\n".join(site.complaints() for site in self.sites)


def _status(site: LiveSite, name: str) -> int:
    assert site.process is not None
    lines = Path(f"/proc/{site.process.pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1])


def _seconds(site: LiveSite) -> float:
    assert site.process is not None
    return processor_seconds(site.process.pid)


class Process(LiveSite):
    """A serving process of the drill."""

    skew = ""
    """A file with seconds by which this process's clock is wrong; see ``skewed``."""

    def command(self) -> list[str]:
        command = super().command()
        return [command[0], "-m", "drills.skewed", *command[2:]] if self.skew else command


@contextmanager
def sqlite_place(folder: Path) -> Iterator[Place]:
    """One process on SQLite."""
    (folder / "sqlite").mkdir()
    site = Process(folder / "sqlite", environment={"SECRET_KEY": KEY})
    with _served(Place([site], None, "SQLite, 1 process")) as place:
        yield place


@contextmanager
def postgresql_place(folder: Path, cluster: Postgres, processes: int, *, skewed: bool = False) -> Iterator[Place]:
    """So many processes on a database of their own."""
    name = f"drill {processes}{' skewed' if skewed else ''}"
    environment: Mapping[str, str] = {"DATABASE_URL": cluster.database(name), "SECRET_KEY": KEY}
    sites: list[LiveSite] = []
    for number in range(processes):
        own = folder / f"{name} {number}"
        own.mkdir()
        site = Process(own, environment={**environment, "DRILL_SKEW": str(own / "skew")} if skewed else environment)
        if skewed:
            site.skew = str(own / "skew")
            (own / "skew").write_text("0")
        sites.append(site)
    with _served(Place(sites, cluster, f"PostgreSQL, {processes} process{'es' if processes > 1 else ''}")) as place:
        yield place


@contextmanager
def _served(place: Place) -> Iterator[Place]:
    try:
        for site in place.sites:
            site.start()
        yield place
    finally:
        for site in place.sites:
            if site.process is not None:
                site.stop(at_once=True)


@contextmanager
def own_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="shanghai-drill-") as name:
        yield Path(name)


@contextmanager
def own_cluster(*, fsync: bool = False) -> Iterator[Postgres | None]:
    """A PostgreSQL, or None where there is no server. ``fsync``: it waits for the disk, as one that is kept does."""
    initdb = postgres.program("initdb")
    if initdb is None:
        yield None
        return
    cluster = Postgres(initdb, haste=not fsync)
    try:
        yield cluster
    finally:
        cluster.stop()
