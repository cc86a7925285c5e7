"""A PostgreSQL of the tests' own: made in a folder, reached by a socket in it, gone at the end."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

USER = "shanghai"
# What only a database that is thrown away may do without.
HASTE = ("-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off", "-c max_connections=60")
KEPT = ("-c max_connections=60",)


def program(name: str) -> Path | None:
    """A program of PostgreSQL's server: on the path, or where Debian keeps it, the newest first."""
    found = shutil.which(name)
    if found:
        return Path(found)
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return kept[-1] if kept else None


class Postgres:
    """One cluster. PostgreSQL refuses to run as root, so root lends it another user's name."""

    def __init__(self, initdb: Path, *, haste: bool = True) -> None:
        """``haste``: it waits for no disk."""
        self.options = HASTE if haste else KEPT
        self.folder = Path(tempfile.mkdtemp(prefix="shanghai-pg-"))  # short, as the path of a socket has to be
        self.programs = initdb.parent
        self.owner = next(name for name in ("postgres", "nobody") if _exists(name)) if os.geteuid() == 0 else None
        if self.owner:
            shutil.chown(self.folder, self.owner)
        data = str(self.folder / "data")
        self.run("initdb", "--auth=trust", f"--username={USER}", "--no-locale", "-E", "UTF8", "--no-sync", data)
        self.start()

    def start(self) -> None:
        options = " ".join((*self.options, "-c listen_addresses=''", f"-c unix_socket_directories={self.folder}"))
        data, log = str(self.folder / "data"), str(self.folder / "log")
        self.run("pg_ctl", "--pgdata", data, "--log", log, "--options", options, "--wait", "start")

    def restart(self) -> None:
        """Die in the middle of whatever goes on, and come back."""
        self.run("pg_ctl", "--pgdata", str(self.folder / "data"), "--mode", "immediate", "stop")
        self.start()

    def processes(self) -> list[int]:
        """The ids of its processes, of each connection one among them."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def run(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs. :raises RuntimeError: with all that it said, when it fails."""
        done = subprocess.run(
            [self.programs / name, *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=(output := (self.folder / f"{name}.out").open("w+")),
            stderr=subprocess.STDOUT,
            user=self.owner,
            check=False,
        )
        with output:
            if done.returncode:
                output.seek(0)
                raise RuntimeError(f"{name} failed:\n{output.read()}")

    def database(self, name: str) -> str:
        """The address of a new, empty database, for DATABASE_URL."""
        self.sql("postgres", f'CREATE DATABASE "{name}"')
        return f"postgres://{USER}@{quote(str(self.folder), safe='')}/{name}"

    def sql(self, database: str, command: str) -> None:
        """Carry the command out in a database."""
        with psycopg.connect(dbname=database, user=USER, host=str(self.folder), autocommit=True) as connection:
            connection.execute(command.encode())

    def stop(self) -> None:
        self.run("pg_ctl", "--pgdata", str(self.folder / "data"), "--mode", "immediate", "stop")
        shutil.rmtree(self.folder)


def _exists(user: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def start() -> Postgres:
    """A cluster; without PostgreSQL the test is skipped loudly, on CI it fails."""
    initdb = program("initdb")
    if initdb is None and os.environ.get("CI") == "true":
        pytest.fail("no PostgreSQL here; `make test` installs Debian's where it can")
    if initdb is None:
        pytest.skip("NO POSTGRESQL FOUND: what needs one is skipped")
    return Postgres(initdb)
