"""Bounds that hold for every page: sizes, numbers of requests, slow clients, a database that is away; and secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from referee.tables import whereabouts
from shanghai import logs, pages, urls
from shanghai.pages import Pages
from shanghai.sessions import SessionStore, digest

# Bodies ---------------------------------------------------------------------------------------------------------------

LARGEST = 1000
seen: list[tuple[str, bytes]] = []


def told(environ: dict[str, Any], start: Any) -> list[bytes]:
    """A WSGI application that notes what reaches it and answers in many pieces."""
    length = environ.get("CONTENT_LENGTH", "")
    seen.append((length, environ["wsgi.input"].read(min(int(length or 0), LARGEST))))
    start("200 OK", [("X-Query", environ["QUERY_STRING"])])
    return [b"piece"] * 100


@pytest.fixture
def application() -> Pages:
    seen.clear()
    return Pages(told, threads=1, largest=LARGEST)


def answer(
    application: Pages,
    *parts: bytes,
    headers: tuple[tuple[bytes, bytes], ...] = (),
    query: bytes = b"",
    ends: bool = True,
) -> list[Any]:
    """What the application sends for a request whose body comes in these parts, and then ends, or never does."""

    async def run() -> list[Any]:
        sent: list[Any] = []
        waiting = [
            {"type": "http.request", "body": part, "more_body": not ends or place < len(parts) - 1}
            for place, part in enumerate(parts or (b"",))
        ]

        async def receive() -> Any:
            if waiting:
                return waiting.pop(0)
            await asyncio.sleep(3600)

        async def send(event: Any) -> None:
            sent.append(event)

        scope: Any = {
            "type": "http",
            "method": "POST",
            "path": "/",
            "query_string": query,
            "headers": headers,
            "http_version": "1.1",
            "client": ("127.0.0.1", 1),
        }
        await application(scope, receive, send)
        return sent

    return asyncio.run(run())


def test_body_reaches_the_page_whole(application: Pages) -> None:
    sent = answer(application, b"a=1", b"&b=", b"2")
    assert seen == [("7", b"a=1&b=2")]
    assert sent[0]["status"] == 200
    assert b"".join(event.get("body", b"") for event in sent) == b"piece" * 100


def test_body_that_says_to_be_too_large_is_never_read(application: Pages) -> None:
    answer(application, b"x", headers=((b"content-length", b"1000000"),), ends=False)
    assert seen == [("1000000", b"")]


def test_body_in_pieces_that_becomes_too_large_is_dropped(application: Pages) -> None:
    answer(application, *[b"x" * 400] * 3, ends=False)
    assert seen == [("1200", b"")]


def test_body_that_never_ends_holds_no_thread(application: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "BODY_SECONDS", 0.05)
    assert answer(application, b"half", ends=False)[0]["status"] == 408
    assert seen == []


def test_query_beyond_ascii_is_passed_on_quoted(application: Pages) -> None:
    sent = answer(application, query=b"a=\xff\xe2\x99\xa5&b=%20")
    assert dict(sent[0]["headers"])[b"x-query"] == b"a=%FF%E2%99%A5&b=%20"


def test_flood_is_sent_away(application: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages.FIGURES, "waiting", pages.MOST_WAITING)
    sent = answer(application)
    assert sent[0]["status"] == 503
    assert seen == []


@pytest.mark.django_db
def test_large_body_is_refused_with_a_page(client: Client) -> None:
    text = "x" * ((1 << 20) + 1)
    answer = client.post("/s/new/", {"name1": text})
    assert answer.status_code == 413
    assert "<h1" in answer.text
    assert client.post("/s/import/", {"file": SimpleUploadedFile("a.json", text.encode())}).status_code == 413
    asked = client.post("/api/v1/rulings", text, content_type="application/json")
    assert asked.status_code == 413
    assert asked.json()["error"]["code"] == "too-large"


@override_settings(POSTS_A_MINUTE=3)
def test_address_that_writes_without_end_is_refused(client: Client) -> None:
    caches["process"].clear()
    statuses = [client.post("/appearance/", {"theme": "dark"}).status_code for _ in range(5)]
    assert statuses == [302, 302, 302, 429, 429]
    assert client.get("/appearance/").status_code == 200
    assert client.post("/appearance/", {}, REMOTE_ADDR="203.0.113.9").status_code == 302
    caches["process"].clear()


@override_settings(
    CACHES=settings.CACHES | {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "none"}}
)
def test_counting_how_often_an_address_writes_asks_no_database(client: Client) -> None:
    assert client.post("/appearance/", {"theme": "dark"}).status_code == 302


# A database that is away ------------------------------------------------------------------------------------------


def _away(request: HttpRequest) -> HttpResponse:
    raise OperationalError("database or disk is full")


class WithDatabaseAway:
    urlpatterns = (*urls.urlpatterns, path("away/", _away))


@pytest.mark.urls.with_args(WithDatabaseAway)
def test_database_that_is_away_is_answered_with_a_page(client: Client) -> None:
    answer = client.get("/away/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "has changed nothing" in answer.text


# Secrets ------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_database_holds_no_key_of_a_session(client: Client) -> None:
    client.force_login(User.objects.create_user("ana"))
    key = client.cookies["sessionid"].value
    row = Session.objects.get()
    assert row.session_key == digest(key)
    assert key not in row.session_key
    store = SessionStore(key)
    assert store["_auth_user_id"]
    assert store.exists(key)
    assert not store.exists(row.session_key)
    assert SessionStore(row.session_key).load() == {}  # what the database holds opens nothing
    store.flush()
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_session_is_kept_and_changes_its_key(client: Client) -> None:
    store = SessionStore()
    store["sheet"] = 1
    store.save()
    first = store.session_key
    again = SessionStore(first)
    assert again["sheet"] == 1
    again.cycle_key()
    assert again.session_key != first
    assert SessionStore(again.session_key)["sheet"] == 1
    assert SessionStore(first).load() == {}
    assert Session.objects.count() == 1


# Logs ---------------------------------------------------------------------------------------------------------------


def record(message: str, *, failing: str = "") -> logging.LogRecord:
    info = None
    if failing:
        try:
            raise ValueError(failing)
        except ValueError:
            info = sys.exc_info()
    return logging.LogRecord("shanghai", logging.ERROR, __file__, 1, message, (), info)


def test_log_of_production_is_json_with_table_and_seat() -> None:
    token = whereabouts.HERE.set(whereabouts.Whereabouts(17, 2))
    try:
        line = json.loads(logs.Json().format(record("it failed")))
        plain = logs.Plain("{message}", style="{").format(record("it failed"))
    finally:
        whereabouts.HERE.reset(token)
    token = whereabouts.HERE.set(None)
    elsewhere = json.loads(logs.Json().format(record("it failed")))
    whereabouts.HERE.reset(token)
    assert (line["message"], line["level"], line["table"], line["seat"]) == ("it failed", "error", 17, 3)
    assert plain == "it failed [table 17, seat 3]"
    assert "table" not in elsewhere


def test_log_holds_no_row_that_a_database_complains_of() -> None:
    complaint = 'violates "one_chair"\nDETAIL:  Failing row contains (1, Ana, 4711).\n'
    for formatter in (logs.Json(), logs.Plain("{message}", style="{")):
        line = formatter.format(record("it failed", failing=complaint))
        assert "one_chair" in line
        assert "Ana" not in line


@pytest.mark.django_db
def test_requests_at_a_table_note_where_they_are(rf: RequestFactory) -> None:
    from tests.referee.tables.visitors import company

    here = company(3)
    token = whereabouts.HERE.set(None)
    try:
        here.at(1).get(here.path)
        assert whereabouts.HERE.get() == whereabouts.Whereabouts(here.table.pk, 1)
        Client().get(here.path)
        assert whereabouts.HERE.get() == whereabouts.Whereabouts(here.table.pk, None)
    finally:
        whereabouts.HERE.reset(token)
