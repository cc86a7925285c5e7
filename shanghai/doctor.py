"""What is wrong with an installation, and how to mend it. Changes nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import Error, connection
from django.utils import timezone

from referee.tables import shows
from referee.tables.notices import keys
from shanghai import pages
from shanghai.backups import folder, newest
from shanghai.figures import overdue
from shanghai.health import pending_migrations

LEAST_SPACE = 500 * 1024 * 1024
LEAST_FILES = 4096
LEAST_TOKEN = 20
OLD_BACKUP = timedelta(days=8)
LATE = timedelta(minutes=5)
CONNECTIONS = pages.THREADS + shows.THREADS + 1
"""That each serving process may hold: pages, streams, the ear."""
REMOTE = {"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p"}


class Grade(StrEnum):
    """How bad it is."""

    WELL = "well"
    CARE = "care"
    WRONG = "wrong"


class Finding(NamedTuple):
    """One thing looked at; ``mend`` says what to do where it is not well."""

    grade: Grade
    what: str
    mend: str = ""


type Check = Callable[[], Iterator[Finding]]


def examine() -> Iterator[Finding]:
    """Everything that is looked at, in order; a check that fails is a finding too."""
    for check in (_settings, _secret, _files, _database, _tables, _backups):
        try:
            yield from check()
        except (Error, OSError) as error:
            yield Finding(Grade.WRONG, f"{check.__name__.strip('_')}: {type(error).__name__}: {error}".strip())


def _settings() -> Iterator[Finding]:
    if settings.DEBUG:
        yield Finding(Grade.WRONG, "DEBUG is on: error pages show everybody what is inside", "remove DEBUG from .env")
    hosts = settings.ALLOWED_HOSTS
    if "*" in hosts:
        yield Finding(
            Grade.WRONG, "ALLOWED_HOSTS holds *", "name the site's own names: ALLOWED_HOSTS=cards.example.org"
        )
    public = [host for host in hosts if "." in host and not host.endswith(".local") and not _is_address(host)]
    if settings.HTTPS:
        yield Finding(Grade.WELL, "https stands in front")
        if not public:
            yield Finding(Grade.CARE, f"answers to {', '.join(hosts)} only", "set ALLOWED_HOSTS to the site's name")
    elif public:
        yield Finding(
            Grade.WRONG,
            f"answers to {public[0]} without https: cookies can be read on the way, and phones keep nothing offline",
            "put a proxy with https in front (deploy/Caddyfile, deploy/nginx.conf) and set SHANGHAI_HTTPS=1",
        )
    else:
        yield Finding(Grade.WELL, f"serves this house: {', '.join(hosts)}")
    wrong = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if not origin.startswith("https://")]
    if wrong:
        yield Finding(
            Grade.CARE, f"forms of {wrong[0]} are trusted without https", "remove it from CSRF_TRUSTED_ORIGINS"
        )
    if keys.is_on() and not keys.is_contact_known():
        yield Finding(
            Grade.WRONG,
            "SHANGHAI_PUSH_CONTACT is no address that push services take: no notices are sent",
            "set it to mailto:you@example.org or https://cards.example.org",
        )
    if settings.PUSH_LOCAL:
        yield Finding(
            Grade.WRONG,
            "SHANGHAI_PUSH_LOCAL is on: players can have the site write to machines beside it",
            "remove SHANGHAI_PUSH_LOCAL",
        )
    if settings.METRICS_TOKEN and len(settings.METRICS_TOKEN) < LEAST_TOKEN:
        yield Finding(
            Grade.WRONG,
            "SHANGHAI_METRICS_TOKEN can be guessed",
            'make one: python3 -c "import secrets; print(secrets.token_urlsafe())"',
        )


def _is_address(host: str) -> bool:
    return host.startswith("[") or host.replace(".", "").isdigit()


def _secret() -> Iterator[Finding]:
    if len(settings.SECRET_KEY) < 50:
        yield Finding(
            Grade.WRONG,
            "SECRET_KEY is short: cookies can be forged",
            "remove it, so that one is made in var/secret.key; or set one of 50 characters or more",
        )
    file = Path(settings.VAR_DIR) / "secret.key"
    if not os.environ.get("SECRET_KEY") and file.exists():
        if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield Finding(Grade.WRONG, f"{file} can be read by others", f"chmod 600 {file}")
        if connection.vendor != "sqlite":
            yield Finding(
                Grade.CARE,
                "the key is this machine's own; several machines have to share one",
                "with more than one machine set SECRET_KEY to the same in each",
            )


def _files() -> Iterator[Finding]:
    var = Path(settings.VAR_DIR)
    if not os.access(var, os.W_OK):
        yield Finding(
            Grade.WRONG, f"{var} cannot be written to", f"give it to the user that serves the site: chown -R USER {var}"
        )
    free = shutil.disk_usage(var).free
    grade = Grade.WELL if free > LEAST_SPACE else Grade.WRONG
    yield Finding(grade, f"{free // 1024**2:,} MiB free in {var}", "make room, or move SHANGHAI_VAR to a larger disk")
    if getattr(staticfiles_storage, "hashed_files", None) == {}:
        yield Finding(Grade.WRONG, "static files are not collected", "run manage.py collectstatic --no-input")
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= hard < LEAST_FILES:
        yield Finding(
            Grade.CARE,
            f"at most {hard:,} open files (now {soft:,}): every open screen needs one",
            "raise it: LimitNOFILE=65536 in the systemd unit, ulimits in compose.yaml",
        )


def _database() -> Iterator[Finding]:
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        file = Path(settings.DATABASES["default"]["NAME"])
        yield Finding(Grade.WELL, f"SQLite {sqlite3.sqlite_version}, {file}: one process, one machine")
        kind = _filesystem(file)
        if kind in REMOTE:
            yield Finding(
                Grade.WRONG,
                f"the database lies on {kind}, where SQLite loses writes",
                "move SHANGHAI_VAR to a local disk",
            )
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            found = cursor.fetchone()[0]
        if found != "ok":
            yield Finding(Grade.WRONG, f"the database is damaged: {found}", "stop the site; manage.py restore BACKUP")
    else:
        yield from _postgresql()
    pending = pending_migrations()
    if pending:
        yield Finding(Grade.WRONG, f"the database is not up to date: {', '.join(pending[:3])}", "run manage.py migrate")


def _postgresql() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_setting('max_connections')::int, now()")
        version, most, there = cursor.fetchone()
        yield Finding(Grade.WELL, f"PostgreSQL {version}; room for {(most - 5) // CONNECTIONS} serving processes")
        skew = abs((timezone.now() - there).total_seconds())
        if skew > 2:
            yield Finding(Grade.WRONG, f"clocks differ by {skew:.0f} seconds", "run an NTP service on every machine")
        # LISTEN in one transaction, hear in the next: a pooler that shares connections loses it.
        cursor.execute("LISTEN shanghai_doctor")
        cursor.execute("SELECT pg_backend_pid()")
        first = cursor.fetchone()[0]
        cursor.execute("SELECT pg_listening_channels()")
        heard = [row[0] for row in cursor.fetchall()]
        cursor.execute("SELECT pg_backend_pid()")
        if "shanghai_doctor" not in heard or cursor.fetchone()[0] != first:
            yield Finding(
                Grade.WRONG,
                "something between here and PostgreSQL shares connections: processes do not hear each other",
                "let DATABASE_URL lead to PostgreSQL itself, or to a pooler in session mode",
            )
        cursor.execute("UNLISTEN shanghai_doctor")


def _filesystem(file: Path) -> str:
    """The kind of the file system under a file; empty where the system does not say."""
    mounts = Path("/proc/self/mounts")
    best, kind = "", ""
    for line in mounts.read_text().splitlines() if mounts.exists() else ():
        _device, place, found, *_rest = line.split()
        if file.is_relative_to(place) and len(place) > len(best):
            best, kind = place, found
    return kind


def _tables() -> Iterator[Finding]:
    if pending_migrations():
        return
    late = overdue(LATE)
    if late:
        yield Finding(
            Grade.CARE, f"{late} tables wait for the clock", "is the site served? else run manage.py tick by a timer"
        )
    else:
        yield Finding(Grade.WELL, "no table waits for the clock")


def _backups() -> Iterator[Finding]:
    last = newest(folder()) if folder().is_dir() else None
    mend = "run manage.py backup --keep 14 once a day (deploy/shanghai-nightly.timer), and keep copies elsewhere"
    if last is None:
        yield Finding(Grade.CARE, "there is no backup in var/backups", mend)
        return
    age = timedelta(seconds=max(0.0, timezone.now().timestamp() - last.stat().st_mtime))
    grade = Grade.WELL if age < OLD_BACKUP else Grade.CARE
    yield Finding(grade, f"the last backup is {age.days} days old: {last}", mend)
