"""One file that holds all of an installation: its database as it is at one moment, and its secret key.

SQLite is copied by its own means while the site runs; PostgreSQL by pg_dump and pg_restore, which have to be installed.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from shanghai.single import AlreadyServed, only_one

FORMAT = "shanghai backup"
ABOUT, KEY = "about.json", "secret.key"
SQLITE, POSTGRESQL = "database.sqlite3", "database.dump"


class BackupError(Exception):
    """A backup that cannot be made, or is none; the message says why and what to do."""


def folder() -> Path:
    """Where backups go unless somebody says otherwise."""
    return Path(settings.VAR_DIR) / "backups"


def back_up(file: Path) -> None:
    """Write the backup, readable by its owner only, whole or not at all.

    :raises BackupError: the copy is not sound, or PostgreSQL's programs are missing or fail.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as name:
        place = Path(name)
        if connection.vendor == "sqlite":
            _copy_sqlite(Path(settings.DATABASES["default"]["NAME"]), place / SQLITE)
        else:
            _postgresql("pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={place / POSTGRESQL}")
        (place / KEY).write_text(settings.SECRET_KEY, encoding="utf-8")
        about = {"format": FORMAT, "version": 1, "vendor": connection.vendor, "made": datetime.now(UTC).isoformat()}
        (place / ABOUT).write_text(json.dumps(about), encoding="utf-8")
        draft = place / "draft.tar"
        with tarfile.open(draft, "w") as tar:
            for part in (ABOUT, KEY, SQLITE, POSTGRESQL):
                if (place / part).exists():
                    tar.add(place / part, arcname=part)
        draft.chmod(0o600)
        draft.replace(file)


def _copy_sqlite(source: Path, target: Path) -> None:
    """Copy the database as it is at one moment, also while it is written to, and look whether the copy is sound."""
    with closing(sqlite3.connect(source, timeout=30)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        (found,) = copy.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise BackupError(f"the copy of {source} is not sound: {found}")


def read_about(file: Path) -> Mapping[str, object]:
    """What a backup says of itself.

    :raises BackupError: the file is none.
    """
    try:
        with tarfile.open(file) as tar:
            part = tar.extractfile(ABOUT)
            about = json.loads(part.read()) if part else {}
    except (OSError, tarfile.TarError, KeyError, ValueError) as error:
        raise BackupError(f"{file} is no backup of this site: {error}") from error
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BackupError(f"{file} is no backup of this site")
    return about


def restore(file: Path) -> str:
    """Put the backup in the place of the database and the key. What was there before is kept beside it (SQLite) or
    undone when something fails (PostgreSQL). Where the former database is; empty: there was none.

    :raises BackupError: the file is no backup, or one of another kind of database, or the site is being served.
    """
    about = read_about(file)
    if about.get("vendor") != connection.vendor:
        raise BackupError(
            f"{file} holds a database of {about.get('vendor')}, and DATABASE_URL names one of {connection.vendor}"
        )
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix=".restore-") as name:
        place = Path(name)
        with tarfile.open(file) as tar:
            tar.extractall(place, filter="data")
        connection.close()
        if connection.vendor == "sqlite":
            former = _place_sqlite(place / SQLITE)
        else:
            _postgresql(
                *("pg_restore", "--clean", "--if-exists", "--no-owner", "--no-acl", "--single-transaction"),
                *("--dbname", str(settings.DATABASES["default"]["NAME"]), str(place / POSTGRESQL)),
            )
            former = ""
        _place_key((place / KEY).read_text(encoding="utf-8"))
    return former


def _place_sqlite(copy: Path) -> str:
    """Change the files: the site must not run meanwhile, since it would write to the former one on."""
    database = settings.DATABASES["default"]
    target = Path(database["NAME"])
    try:
        with only_one(database):
            kept = ""
            if target.exists():
                former = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
                with closing(sqlite3.connect(target)) as live:
                    live.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                target.replace(former)
                kept = str(former)
            for rest in ("-wal", "-shm"):
                target.with_name(target.name + rest).unlink(missing_ok=True)
            copy.replace(target)
    except AlreadyServed as error:
        raise BackupError("the site is being served: stop it first, then restore") from error
    return kept


def _place_key(key: str) -> None:
    """The key that signed people's cookies; one from the environment is left to whoever set it."""
    file = Path(settings.VAR_DIR) / "secret.key"
    if key != settings.SECRET_KEY and not os.environ.get("SECRET_KEY"):
        draft = file.with_name(".secret-restored")
        draft.touch(mode=0o600)
        draft.write_text(key + "\n", encoding="ascii")
        draft.replace(file)


def _postgresql(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs against the site's database; the password goes by the environment."""
    database = settings.DATABASES["default"]
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    environment = os.environ | {name: str(database[key]) for name, key in names.items() if database.get(key)}
    try:
        done = subprocess.run(  # noqa: S603  # arguments of our own, no shell
            [program, *arguments], env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise BackupError(
            f"{program} is not installed (Debian, Ubuntu: apt install postgresql-client; it has to be as new as the "
            "server)"
        ) from error
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()[-2000:]}")


def newest(place: Path) -> Path | None:
    """The last backup made in the folder."""
    found = sorted(place.glob("*.tar"), key=lambda file: file.stat().st_mtime)
    return found[-1] if found else None
