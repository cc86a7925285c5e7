"""What an operator does: backup and restore, sweeping, and asking the doctor."""

from __future__ import annotations

import io
import os
import sqlite3
import stat
import tarfile
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from referee.models import Chair, Player, Table
from scorekeeper.games import named_game
from scorekeeper.models import Operation, Sheet
from scorekeeper.services import sheet_create
from shanghai import backups, doctor
from shanghai.doctor import Grade
from shanghai.single import only_one
from shanghai.sweeping import sweep
from tests.postgres import Postgres
from tests.referee.tables.visitors import Visitor, company
from tests.site.test_settings import django


def manage(folder: Path, *arguments: str, **environment: str) -> str:
    """What the command prints. :raises RuntimeError: with what it said, when it fails."""
    done = django(folder, *arguments, **environment)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout.strip()


# Backup and restore ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installation")
    manage(folder, "migrate", "--verbosity", "0")
    return folder


def open_database(file: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(file, isolation_level=None, timeout=20))


def add(database: sqlite3.Connection, name: str) -> None:
    database.execute("INSERT INTO referee_player (token_hash, name, created) VALUES (?, ?, '2026-01-01')", [name, name])


def names(file: Path) -> set[str]:
    with open_database(file) as database:
        return {name for (name,) in database.execute("SELECT name FROM referee_player")}


def test_backup_is_taken_while_the_site_writes_and_brings_all_back(installation: Path) -> None:
    live = installation / "shanghai.sqlite3"
    stop, written = threading.Event(), 0

    def write() -> None:
        nonlocal written
        with open_database(live) as database:
            add(database, "first")
            while not stop.is_set():
                add(database, f"busy {written}")
                written += 1
                stop.wait(0.002)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        file = Path(manage(installation, "backup").split(" (")[0])
    finally:
        stop.set()
        writer.join()
    assert file.parent == installation / "backups"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as tar:
        assert set(tar.getnames()) == {"about.json", "secret.key", "database.sqlite3"}
    key = (installation / "secret.key").read_text()
    (installation / "secret.key").write_text("another key, as after an accident, and long enough for anybody\n")
    with open_database(live) as database:
        add(database, "later")
    said = manage(installation, "restore", str(file), "--yes")
    back = names(live)
    assert "first" in back
    assert "later" not in back
    assert 0 < len(back) <= written + 1
    assert back == {"first"} | {f"busy {number}" for number in range(len(back) - 1)}  # of one moment, without a hole
    assert (installation / "secret.key").read_text() == key
    assert "later" in names(Path(said.rpartition(" is ")[2].rstrip(".")))


def test_restore_refuses_while_the_site_runs(installation: Path) -> None:
    file = max((installation / "backups").glob("*.tar"))
    before = names(installation / "shanghai.sqlite3")
    served = {"ENGINE": "django.db.backends.sqlite3", "NAME": installation / "shanghai.sqlite3"}
    with only_one(served), pytest.raises(RuntimeError, match="stop it first"):
        manage(installation, "restore", str(file), "--yes")
    assert names(installation / "shanghai.sqlite3") == before


def test_restore_refuses_what_is_no_backup(tmp_path: Path) -> None:
    photo = tmp_path / "photo.tar"
    photo.write_bytes(b"no tar at all")
    with pytest.raises(CommandError, match="no backup of this site"):
        call_command("restore", str(photo), "--yes")
    with tarfile.open(photo, "w") as tar:
        tar.add(__file__, arcname="about.json")
    with pytest.raises(CommandError, match="no backup of this site"):
        call_command("restore", str(photo), "--yes")
    with pytest.raises(CommandError, match="no backup of this site"):
        call_command("restore", str(tmp_path / "none.tar"), "--yes")


@pytest.mark.django_db
def test_backups_beyond_those_to_keep_go(tmp_path: Path) -> None:
    with override_settings(VAR_DIR=tmp_path):
        for number in range(3):
            old = tmp_path / "backups" / f"shanghai-2020010{number}-000000.tar"
            old.parent.mkdir(exist_ok=True)
            old.touch()
            os.utime(old, (1_577_836_800 + number, 1_577_836_800 + number))
        call_command("backup", "--keep", "2", stdout=io.StringIO())
    left = sorted(file.name for file in (tmp_path / "backups").iterdir())
    assert len(left) == 2
    assert left[0] == "shanghai-20200102-000000.tar"


def test_postgresql_is_backed_up_and_restored(cluster: Postgres, tmp_path: Path) -> None:
    environment = {"DATABASE_URL": cluster.database("kept")}
    insert = "INSERT INTO referee_player (token_hash, name, created) VALUES ('{0}', '{0}', now())"
    manage(tmp_path, "migrate", "--verbosity", "0", **environment)
    cluster.sql("kept", insert.format("first"))
    file = tmp_path / "pg.tar"
    manage(tmp_path, "backup", str(file), **environment)
    cluster.sql("kept", insert.format("later"))
    manage(tmp_path, "restore", str(file), "--yes", **environment)
    # The unique digest refuses who is there already, and takes who is not.
    with pytest.raises(psycopg.errors.UniqueViolation):
        cluster.sql("kept", insert.format("first"))
    cluster.sql("kept", insert.format("later"))
    with pytest.raises(CommandError, match="holds a database of postgresql"):
        call_command("restore", str(file), "--yes")
    told = django(tmp_path, "doctor", **environment).stdout
    assert "PostgreSQL" in told
    assert "share one" in told
    assert "processes do not hear each other" not in told


# Sweeping -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_nobody_has_touched_for_long_is_swept() -> None:
    now = timezone.now()
    ago = now - timedelta(days=10)
    old, new, lobby = company(3), company(3), company(3, started=False)
    Table.objects.filter(pk__in=(old.table.pk, lobby.table.pk)).update(changed=ago)
    Player.objects.update(created=ago)
    sheet_create(named_game("shanghai-7"), ("Ana", "Ben"))
    kept = sheet_create(named_game("shanghai-7"), ("Cem", "Dot"))
    stale = Sheet.objects.first()
    Operation.objects.filter(sheet=stale).update(at=ago)
    Session.objects.create(session_key="x", session_data="", expire_date=ago)
    keep = {"lobbies": 5, "tables": 5, "players": 5, "sheets": 5}
    with override_settings(KEEP_DAYS=keep):
        counted = sweep(now, only_count=True)
        assert Table.objects.count() == 3
        counts = sweep(now, only_count=False)
    assert counts == counted | {"players": 6}  # their tables had to go first
    assert counts["tables"] == counts["lobbies"] == counts["sheets"] == counts["sessions"] == 1
    assert list(Table.objects.all()) == [new.table]
    assert Player.objects.count() == 3
    assert Chair.objects.count() == 3
    assert Sheet.objects.get().edit_digest
    assert kept


@pytest.mark.django_db
def test_nothing_is_swept_that_is_kept_for_ever() -> None:
    here = company(3)
    Table.objects.filter(pk=here.table.pk).update(changed=timezone.now() - timedelta(days=4000))
    Player.objects.create(token_hash="x", name="Zoe")
    with override_settings(KEEP_DAYS=dict.fromkeys(("lobbies", "tables", "players", "sheets"), 0)):
        assert sweep(timezone.now(), only_count=False) == {"sessions": 0}
    assert Table.objects.count() == 1


@pytest.mark.django_db
def test_player_with_a_table_is_not_swept() -> None:
    zoe = Visitor.named("Zoe")
    company(3)
    Player.objects.update(created=timezone.now() - timedelta(days=400))
    with override_settings(KEEP_DAYS={"players": 365}):
        assert sweep(timezone.now(), only_count=False)["players"] == 1
    assert zoe.player is not None
    assert not Player.objects.filter(pk=zoe.player.pk).exists()


# The doctor ---------------------------------------------------------------------------------------------------------


def wrong(grade: Grade = Grade.WRONG) -> list[doctor.Finding]:
    return [finding for finding in doctor.examine() if finding.grade == grade]


@pytest.mark.django_db
def test_doctor_finds_nothing_wrong_where_nothing_is() -> None:
    assert wrong() == []
    call_command("doctor")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"DEBUG": True}, "DEBUG is on"),
        ({"ALLOWED_HOSTS": ["*"]}, "ALLOWED_HOSTS holds"),
        ({"ALLOWED_HOSTS": ["cards.example.org"], "HTTPS": False}, "without https"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is short"),
        ({"METRICS_TOKEN": "abc"}, "can be guessed"),
    ],
)
def test_doctor_names_what_is_wrong_and_how_to_mend_it(settings: dict[str, object], said: str) -> None:
    with override_settings(**settings):
        found = wrong()
    assert len(found) == 1
    assert said in found[0].what
    assert found[0].mend


def test_doctor_says_what_an_installation_lacks(tmp_path: Path) -> None:
    done = django(tmp_path, "doctor")
    assert done.returncode == 1, done.stderr
    assert "static files are not collected" in done.stdout
    assert "the database is not up to date" in done.stdout
    assert "there is no backup" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.django_db
def test_doctor_sees_a_key_that_others_can_read_and_tables_that_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY")
    key = tmp_path / "secret.key"
    key.write_text("x" * 60)
    key.chmod(0o644)
    here = company(3)
    Table.objects.filter(pk=here.table.pk).update(due=timezone.now() - timedelta(hours=1))
    with override_settings(VAR_DIR=tmp_path):
        assert [finding.mend for finding in wrong()] == [f"chmod 600 {key}"]
        care = [finding.what for finding in wrong(Grade.CARE)]
    assert "1 tables wait for the clock" in care
    assert backups.newest(tmp_path) is None


def test_processes_on_one_postgresql_count_tries_together(cluster: Postgres, tmp_path: Path) -> None:
    environment = {"DATABASE_URL": cluster.database("counted")}
    manage(tmp_path, "migrate", "--verbosity", "0", **environment)
    tries = "from referee.tables.limits import *; print([tried(SEAT_TRIES, '203.0.113.1') for _ in range(6)])"
    said = [django(tmp_path, "shell", "--verbosity", "0", "-c", tries, **environment).stdout for _ in range(2)]
    assert [told.count("True") for told in said] == [6, 4]


def test_count_on_postgresql_ends_when_it_began_to_end(cluster: Postgres, tmp_path: Path) -> None:
    environment = {"DATABASE_URL": cluster.database("counted on")}
    manage(tmp_path, "migrate", "--verbosity", "0", **environment)
    counted = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from django.core.cache import cache\n"
        "from django.db import connection\n"
        "cache.add('hour', 0, 3600)\n"
        "def ends():\n"
        "    with connection.cursor() as cursor:\n"
        "        cursor.execute('SELECT expires FROM shanghai_counts')\n"
        "        return cursor.fetchall()\n"
        "before = ends()\n"
        "with ThreadPoolExecutor(4) as pool:\n"
        "    list(pool.map(lambda _: cache.incr('hour'), range(40)))\n"
        "print(cache.get('hour'), ends() == before)\n"
    )
    said = django(tmp_path, "shell", "--verbosity", "0", "-c", counted, **environment)
    assert said.stdout.split() == ["40", "True"], said.stderr
