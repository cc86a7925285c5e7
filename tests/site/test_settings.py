"""What the settings promise: safe when nothing is said, read from the environment, clean by Django's own checks."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client

from shanghai import local

ROOT = Path(__file__).parents[2]


def django(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """manage.py run with no environment but this one, writing into the folder."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SHANGHAI_VAR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def setting(folder: Path, expression: str, **environment: str) -> str:
    """The value of an expression over the settings that this environment gives."""
    program = f"from django.conf import settings; print({expression})"
    done = django(folder, "shell", "--no-imports", "--command", program, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_headers_of_a_page(client: Client) -> None:
    headers = client.get("/").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "microphone=()" in headers["Permissions-Policy"]


def test_content_security_policy_allows_this_site_only(client: Client) -> None:
    policy = dict(part.strip().split(" ", 1) for part in client.get("/").headers["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }


def test_error_pages_carry_the_policy_too(client: Client) -> None:
    response = client.get("/there/is/no/such/page")
    assert response.status_code == 404
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


def test_foreign_host_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "cards.example.org"}).status_code == 400


def test_post_without_token_is_refused() -> None:
    assert Client(enforce_csrf_checks=True).post("/language/setlang/", {"language": "nl"}).status_code == 403


def test_defaults_are_safe(tmp_path: Path) -> None:
    assert setting(tmp_path, "settings.DEBUG") == "False"
    hosts = setting(tmp_path, "' '.join(settings.ALLOWED_HOSTS)").split()
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(hosts)
    assert not [host for host in hosts if "*" in host or host.startswith(".")]


def test_secret_key_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    first = setting(tmp_path, "settings.SECRET_KEY")
    file = tmp_path / "secret.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(first) >= 80
    assert setting(tmp_path, "settings.SECRET_KEY") == first == file.read_text().strip()


def test_secret_key_is_one_for_processes_that_start_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: local.secret_key(tmp_path / "var" / "secret.key"), range(64)))
    assert len(keys) == 1
    assert [file.name for file in (tmp_path / "var").iterdir()] == ["secret.key"]


def test_secret_key_is_not_tracked() -> None:
    done = subprocess.run(["git", "check-ignore", "-q", "var/secret.key"], cwd=ROOT, check=False)  # noqa: S607
    assert done.returncode == 0


def test_environment_names_hosts_and_origins(tmp_path: Path) -> None:
    environment = {"ALLOWED_HOSTS": "cards.example.org", "CSRF_TRUSTED_ORIGINS": "https://cards.example.org"}
    assert setting(tmp_path, "settings.ALLOWED_HOSTS + settings.CSRF_TRUSTED_ORIGINS", **environment) == (
        "['cards.example.org', 'https://cards.example.org']"
    )


def test_https_makes_cookies_secure(tmp_path: Path) -> None:
    expression = "settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS > 0"
    assert setting(tmp_path, expression) == "False False False"
    assert setting(tmp_path, expression, SHANGHAI_HTTPS="1") == "True True True"


def test_production_passes_djangos_deployment_checks(tmp_path: Path) -> None:
    done = django(tmp_path, "check", "--deploy", "--fail-level", "INFO", SHANGHAI_HTTPS="1")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_postgresql_by_its_address(tmp_path: Path) -> None:
    environment = {"DATABASE_URL": "postgres://ana:word@db.example.org:5433/cards"}
    expression = "[settings.DATABASES['default'][key] for key in ('ENGINE', 'HOST', 'PORT', 'NAME')]"
    assert setting(tmp_path, expression, **environment) == ("['shanghai.postgresql', 'db.example.org', 5433, 'cards']")


def test_sqlite_waits_and_writes_ahead(tmp_path: Path) -> None:
    program = (
        "from django.db import connection as c; cursor = c.cursor();"
        "pragma = lambda name: cursor.execute(f'PRAGMA {name}').fetchone()[0];"
        "print(pragma('journal_mode'), pragma('synchronous'), pragma('busy_timeout'), c.transaction_mode)"
    )
    done = django(tmp_path, "shell", "--no-imports", "--command", program)
    assert done.stdout.strip() == "wal 1 5000 IMMEDIATE", done.stderr


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
    assert Session._meta.db_table in connection.introspection.table_names()


def test_language_follows_the_browser(client: Client) -> None:
    assert client.get("/", headers={"accept-language": "nl"}).headers["Content-Language"] == "nl"
    assert client.get("/", headers={"accept-language": "fi"}).headers["Content-Language"] == "en"


def test_failures_are_logged_without_addresses(tmp_path: Path) -> None:
    program = """
from django.test import Client, override_settings
from django.urls import path
from shanghai.urls import urlpatterns as site

class urls:
    urlpatterns = [*site, path("x/<str:key>/", lambda request, key: 1 / 0)]

with override_settings(ROOT_URLCONF=urls):
    print(Client(raise_request_exception=False).get("/x/a-secret-key/").status_code)
"""
    environment = {"ALLOWED_HOSTS": "testserver", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = django(tmp_path, "shell", "--no-imports", "--command", program, **environment)
    assert done.stdout.strip() == "500", done.stderr
    assert "Internal Server Error: /x/<str:key>/" in done.stderr
    assert "ZeroDivisionError" in done.stderr
    assert "a-secret-key" not in done.stderr


def test_static_files_are_in_the_own_folder() -> None:
    assert Path(settings.STATIC_ROOT).is_relative_to(settings.VAR_DIR)
