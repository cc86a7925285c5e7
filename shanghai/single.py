"""One serving process for each SQLite database: a second one's players would not hear of the first one's moves."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows, where nothing is locked
    fcntl = None  # type: ignore[assignment]  # so that the name exists


class AlreadyServed(Exception):
    """Another process serves the database."""


@contextmanager
def only_one(database: Mapping[str, object]) -> Iterator[None]:
    """Hold the database's lock; the system gives it back however the process ends. PostgreSQL needs none.

    :raises AlreadyServed: when another process holds it.
    """
    name = str(database["NAME"])
    if database["ENGINE"] != "django.db.backends.sqlite3" or ":memory:" in name or fcntl is None:
        yield
        return
    with Path(f"{name}.serving").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise AlreadyServed(
                f"another process serves {name} already: with SQLite there is one; stop it, or use PostgreSQL "
                "(DATABASE_URL) to run several"
            ) from error
        yield
