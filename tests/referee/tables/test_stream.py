"""The stream as an ASGI application: what it sends to whom, and how it ends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from referee.models import Chair, Player, Table
from referee.tables import clock, identity, shows, stream
from referee.tables.fold import FOLDS
from referee.tables.hub import Hub, Listener
from referee.tables.options import Options
from referee.tables.selectors import TableSnapshot
from referee.tables.services import chair_link, chair_move, move_make, table_options
from referee.tables.shows import Pool
from referee.tables.stream import BYE, Streams, frame
from tests.referee.tables.gatherings import NOON, Gathering, gathered

pytestmark = pytest.mark.django_db(transaction=True)


def plain(snapshot: TableSnapshot) -> str:
    """A page of one line, so that a test reads what the viewer may see."""
    view = snapshot.view
    assert view is not None
    return f"seat {snapshot.seat} revision {snapshot.revision}\ncards {len(view.own)}"


class Screen:
    """One stream with what it has got so far."""

    def __init__(self) -> None:
        self.got = b""
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.ended = False
        self.leave = asyncio.Event()
        self._news = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.got += message["body"]
            self.ended = not message.get("more_body")
        self._news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not condition():
                self._news.clear()
                await self._news.wait()

    @property
    def events(self) -> list[bytes]:
        return [block for block in self.got.split(b"\n\n") if b"data:" in block]


class House:
    """The streams of one process, on the loop of one test."""

    def __init__(self, render: Callable[[TableSnapshot], str] = plain) -> None:
        self.hub = Hub()
        self.hub.open()
        self.pool = Pool()
        self.streams = Streams(self.hub, render, self.pool)

    @asynccontextmanager
    async def screen(self, code: str, cookie: str = "", query: str = "", **headers: str) -> AsyncIterator[Screen]:
        scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": f"/t/{code}/events",
            "query_string": query.encode(),
            "headers": [
                (b"host", b"testserver"),
                (b"cookie", f"{identity.COOKIE}={cookie}".encode()),
                *((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()),
            ],
            "client": ("203.0.113.9", 5000),
        }
        screen = Screen()
        task = asyncio.create_task(self.streams.serve(scope, screen.receive, screen.send, code))  # type: ignore[arg-type]
        try:
            yield screen
        finally:
            screen.leave.set()
            await task


@pytest.fixture(autouse=True)
def one_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "GRACE", 0.01)


def here_with_cookies(players: int = 3, **more: Any) -> tuple[Gathering, list[str]]:
    """A table whose people come with cookies."""
    here = gathered(players, now=timezone.now(), **more)
    cookies = []
    for seat in range(players):
        player, cookie = identity.player_make(f"P{seat}")
        Chair.objects.filter(table=here.table, seat=seat).update(player=player)
        cookies.append(cookie)
    FOLDS.clear()
    return here, cookies


async def in_house(
    monkeypatch: pytest.MonkeyPatch, test: Callable[[House], Awaitable[None]], render: Callable[..., str] = plain
) -> None:
    house = House(render)
    monkeypatch.setattr("referee.tables.feed.HUB", house.hub)
    try:
        await test(house)
    finally:
        house.hub.close_all()
        house.pool.close()


def run(
    monkeypatch: pytest.MonkeyPatch, test: Callable[[House], Awaitable[None]], render: Callable[..., str] = plain
) -> None:
    asyncio.run(in_house(monkeypatch, test, render))


def draw(table: Table, seat: int, action: str) -> None:
    table.refresh_from_db()
    player = Player.objects.get(chairs__table=table, chairs__seat=seat)
    move_make(table=table, player=player, seen=table.version, key="", action=action)


def send_watchers_away(table: Table) -> None:
    host = Player.objects.get(chairs__table=table, chairs__seat=0)
    table_options(table=table, player=host, options=Options(spectators=False))


def move_to_new_device(table: Table, seat: int) -> str:
    """The cookie of the device that the seat is moved to."""
    _, secret = chair_link(table=table, player=Player.objects.get(chairs__table=table, chairs__seat=seat))
    phone, cookie = identity.player_make("phone")
    chair_move(seat_secret=secret, player=phone)
    return cookie


def test_frame_has_its_retry_beside_the_data() -> None:
    assert frame(7, "<p>\n a\n</p>") == b"id: 7\nretry: 1000\ndata: <p>\ndata:  a\ndata: </p>\n\n"


def test_every_screen_gets_its_own_page_with_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    here, cookies = here_with_cookies()

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[1]) as ben, house.screen(here.table.code) as watcher:
            await ben.until(lambda: len(ben.events) > 0)
            await watcher.until(lambda: len(watcher.events) > 0)
            assert ben.status == 200
            assert ben.headers[b"content-type"].startswith(b"text/event-stream")
            await house.pool.run(draw, here.table, 1, "take")
            await ben.until(lambda: b"cards 12" in ben.got)
            await watcher.until(lambda: len(watcher.events) > 1)
            assert b"data: seat 1 " in ben.events[-1]
            assert b"data: seat None " in watcher.events[-1]
            assert b"cards 0" in watcher.events[-1]

    run(monkeypatch, test)


@pytest.mark.parametrize("how", ["query", "header"])
def test_page_that_is_new_gets_nothing_until_there_is_news(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    here, cookies = here_with_cookies()
    Chair.objects.update(here=True)
    Table.objects.filter(pk=here.table.pk).update(revision=40)

    async def test(house: House) -> None:
        new = {"query": "v=40"} if how == "query" else {"query": "v=1", "last_event_id": "40"}
        async with house.screen(here.table.code, cookies[1], **new) as screen:
            await screen.until(lambda: b"hello" in screen.got)
            assert screen.events == []
            await house.pool.run(draw, here.table, 1, "take")
            await screen.until(lambda: len(screen.events) == 1)
            assert b"id: 41" in screen.events[0]

    run(monkeypatch, test)


def test_stream_is_never_refused_but_told_bye(monkeypatch: pytest.MonkeyPatch) -> None:
    """htmx swaps the body of an error, or asks for ever."""
    here, cookies = here_with_cookies(options=Options(spectators=False))

    async def test(house: House) -> None:
        for code, cookie in ((here.table.code, ""), (here.table.code, "forged"), ("XXXXXX", cookies[0]), ("?", "")):
            async with house.screen(code, cookie) as screen:
                await screen.until(lambda screen=screen: screen.ended)
                assert (screen.status, screen.got) == (200, BYE)

    run(monkeypatch, test)


def test_watcher_is_sent_away_when_the_host_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    here, cookies = here_with_cookies()
    Table.objects.filter(pk=here.table.pk).update(host=Player.objects.get(chairs__table=here.table, chairs__seat=0))

    async def test(house: House) -> None:
        async with house.screen(here.table.code) as watcher, house.screen(here.table.code, cookies[1]) as ben:
            await watcher.until(lambda: len(watcher.events) == 1)
            await ben.until(lambda: len(ben.events) >= 1)
            before = len(ben.events)
            await house.pool.run(send_watchers_away, here.table)
            await watcher.until(lambda: watcher.ended)
            assert watcher.got.endswith(BYE)
            await ben.until(lambda: len(ben.events) > before)

    run(monkeypatch, test)


def test_moved_seat_shows_its_cards_to_the_new_device_only(monkeypatch: pytest.MonkeyPatch) -> None:
    here, cookies = here_with_cookies()

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[1]) as old:
            await old.until(lambda: b"cards 11" in old.got)
            cookie = await house.pool.run(move_to_new_device, here.table, 1)
            await old.until(lambda: b"seat None" in old.events[-1])
            async with house.screen(here.table.code, cookie) as new:
                await new.until(lambda: b"cards 11" in new.got)

    run(monkeypatch, test)


def test_fifth_stream_of_a_player_ends_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    here, cookies = here_with_cookies()

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[1]) as first:
            await first.until(lambda: len(first.events) > 0)
            async with (
                house.screen(here.table.code, cookies[1]),
                house.screen(here.table.code, cookies[1]),
                house.screen(here.table.code, cookies[1]),
                house.screen(here.table.code, cookies[1]) as last,
            ):
                await first.until(lambda: first.ended)
                assert first.got.endswith(BYE)
                await last.until(lambda: len(last.events) > 0)
                assert len(house.hub) == 4
        assert len(house.hub) == 0

    run(monkeypatch, test)


def test_closing_the_hub_ends_every_stream_without_bye(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page whose server restarts comes back by itself."""
    here, cookies = here_with_cookies()

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[0]) as one, house.screen(here.table.code) as two:
            await one.until(lambda: len(one.events) > 0)
            await two.until(lambda: len(two.events) > 0)
            house.hub.close_all()
            await one.until(lambda: one.ended)
            await two.until(lambda: two.ended)
            assert BYE not in one.got + two.got

    run(monkeypatch, test)


def test_stream_of_a_certain_age_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    here, cookies = here_with_cookies()
    monkeypatch.setattr(stream, "AGES", (0.05, 0.06))
    monkeypatch.setattr(stream, "HEARTBEAT", 0.02)

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[0]) as screen:
            await screen.until(lambda: screen.ended)
            assert b": on\n\n" in screen.got
            assert BYE not in screen.got

    run(monkeypatch, test)


def test_window_closes_on_every_screen_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """S22: nobody has to ask, and no panel stays at zero."""
    here, cookies = here_with_cookies(options=Options(window_seconds=3))
    Table.objects.filter(pk=here.table.pk).update(due=NOON, deadline=NOON)

    def phase(snapshot: TableSnapshot) -> str:
        return f"waiting {snapshot.waiting}"

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[0]) as one, house.screen(here.table.code, cookies[2]) as two:
            await one.until(lambda: b"waiting (1,)" in one.got)
            await two.until(lambda: b"waiting (1,)" in two.got)

    run(monkeypatch, test, phase)


def test_clock_that_finds_the_database_away_tries_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here, cookies = here_with_cookies(options=Options(window_seconds=3))
    Table.objects.filter(pk=here.table.pk).update(due=NOON, deadline=NOON)
    advance, tries = clock.advance, []

    def away_at_first(table: Table, now: datetime) -> Table:
        tries.append(now)
        if len(tries) == 1:
            raise OperationalError("the database system is starting up")
        return advance(table, now)

    monkeypatch.setattr(shows, "AGAIN", 0.01)
    monkeypatch.setattr(clock, "advance", away_at_first)

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[0]) as screen:
            await screen.until(lambda: b"waiting (1,)" in screen.got)

    run(monkeypatch, test, lambda snapshot: f"waiting {snapshot.waiting}")
    assert len(tries) > 1
    assert "the clock could not reach the database" in caplog.text
    assert "Traceback" not in caplog.text


def test_lost_screen_is_shown_and_welcomed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    here, cookies = here_with_cookies()

    def who_is_here() -> list[bool]:
        return list(here.table.chairs.order_by("seat").values_list("here", flat=True))

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[0]) as ana:
            await ana.until(lambda: len(ana.events) > 0)
            async with house.screen(here.table.code, cookies[1]) as ben:
                await ben.until(lambda: len(ben.events) > 0)
                assert await house.pool.run(who_is_here) == [True, True, False]
            before = len(ana.events)
            await ana.until(lambda: len(ana.events) > before)
            assert await house.pool.run(who_is_here) == [True, False, False]

    run(monkeypatch, test)


def test_slow_screen_gets_the_newest_page_and_no_queue() -> None:
    async def test() -> None:
        hub = Hub()
        hub.open()
        listener = hub.subscribe(1)
        for revision in range(100):
            hub.publish(1, revision)
        await asyncio.sleep(0.01)
        assert listener.revision == 99
        assert not hasattr(listener, "queue")

    asyncio.run(test())


def test_hub_offers_nothing_older() -> None:
    async def test() -> None:
        listener = Listener(1)
        listener.offer(5)
        listener.event.clear()
        listener.offer(4)
        assert (listener.revision, listener.event.is_set()) == (5, False)

    asyncio.run(test())


def test_renderer_that_fails_ends_the_stream_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here, cookies = here_with_cookies()

    def broken(snapshot: TableSnapshot) -> str:
        raise RuntimeError("no page")

    async def test(house: House) -> None:
        async with house.screen(here.table.code, cookies[0]) as screen:
            await screen.until(lambda: screen.ended)

    run(monkeypatch, test, broken)
    assert "a table's stream failed" in caplog.text
    assert not re.search(here.table.code, caplog.text)
