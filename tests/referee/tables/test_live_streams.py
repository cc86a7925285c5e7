"""Streams of the site as people run it: over the wire, in one process and in two."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bench.tables import Usage, all_open, usage
from referee.engine.rummy.cards import parse_card
from tests.live import LiveSite
from tests.postgres import Postgres
from tests.referee.tables.guests import Hands, Screen, Sitting, prepare
from tests.referee.tables.seen import shown


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    site = LiveSite(tmp_path_factory.mktemp("tables"))
    site.start()
    yield site
    if site.process is not None:
        site.stop()
    assert "Traceback" not in site.complaints(), site.complaints()


async def screens_at(stack: AsyncExitStack, port: int, sitting: Sitting) -> list[Screen]:
    """A screen for each seat and one for a spectator, all of them with a page."""
    screens = [Screen(port, sitting, seat) for seat in (*range(len(sitting.cookies)), None)]
    for screen in screens:
        await screen.open()
        stack.push_async_callback(screen.close)
        await screen.until(0)
    return screens


def test_every_move_reaches_every_screen_and_no_hidden_card_does(site: LiveSite) -> None:
    """S30, on the wire."""
    (sitting,) = prepare(site, tables=1, moves=40)
    searched = 0

    async def test() -> None:
        nonlocal searched
        async with AsyncExitStack() as stack:
            screens = await screens_at(stack, site.port, sitting)
            hands = Hands(site.port)
            stack.push_async_callback(hands.close)
            for hidden in sitting.hidden:
                before = screens[-1].revision
                await hands.play(sitting)
                for screen, away in zip(screens, hidden, strict=True):
                    await screen.until(before + 1)
                    assert shown(screen.page, [parse_card(code) for code in away]) == []
                    searched += len(away)
            assert len({screen.revision for screen in screens}) == 1

    asyncio.run(test())
    assert searched > 1000


def test_lost_screen_gets_the_newest_page_when_it_comes_back(site: LiveSite) -> None:
    """S31: away during moves, current at once."""
    (sitting,) = prepare(site, tables=1, moves=6)

    async def test() -> None:
        async with AsyncExitStack() as stack:
            screens = await screens_at(stack, site.port, sitting)
            lost = screens.pop(2)
            await lost.close()
            hands = Hands(site.port)
            stack.push_async_callback(hands.close)
            for _ in sitting.script:
                before = screens[0].revision
                await hands.play(sitting)
                await screens[0].until(before + 1)
            again = Screen(site.port, sitting, 2)
            stack.push_async_callback(again.close)
            await again.open(has=f"?v={lost.revision}")
            await again.until(screens[0].revision)

    asyncio.run(test())


def test_stopping_ends_open_streams_at_once_and_they_come_back(site: LiveSite) -> None:
    (sitting,) = prepare(site, tables=1, moves=4)

    async def test() -> None:
        async with AsyncExitStack() as stack:
            screens = await screens_at(stack, site.port, sitting)
            before = site.complaints()
            assert site.process is not None
            site.process.send_signal(signal.SIGTERM)
            code = await asyncio.to_thread(site.process.wait, 10)
            for screen in screens:
                async with asyncio.timeout(5):
                    while not screen.ended:
                        await asyncio.sleep(0.01)
                assert b"event: bye" not in screen.bytes
            assert site.process.stdout is not None
            site.process.stdout.close()
            site.process = None
            assert code in (0, -signal.SIGTERM)
            # Had a stream been waited for, the server would have said that it cancels it.
            assert site.complaints() == before
            await asyncio.to_thread(site.start)
            again = await screens_at(stack, site.port, sitting)
            hands = Hands(site.port)
            stack.push_async_callback(hands.close)
            revision = again[-1].revision
            await hands.play(sitting)
            for screen in again:
                await screen.until(revision + 1)

    asyncio.run(test())


def test_second_process_on_one_sqlite_database_is_refused(site: LiveSite) -> None:
    with pytest.raises(RuntimeError, match=r"another process serves .* already") as refusal:
        site.manage("serve", "--port", "0")
    assert "DATABASE_URL" in str(refusal.value)


def test_two_processes_on_postgresql_hear_each_other(cluster: Postgres, tmp_path: Path) -> None:
    """A move in one process is on the other one's screens, also after the ear between them was cut."""
    environment = {
        "DATABASE_URL": cluster.database("two"),
        "SECRET_KEY": "one key for both processes, of more than fifty characters",
    }
    one, other = (LiveSite(tmp_path / name, environment=environment) for name in ("one", "other"))
    one.start()
    other.start()
    try:
        (sitting,) = prepare(one, tables=1, moves=8)

        async def test() -> None:
            async with AsyncExitStack() as stack:
                screens = [*await screens_at(stack, one.port, sitting), *await screens_at(stack, other.port, sitting)]
                hands = [Hands(one.port), Hands(other.port)]
                for pair in hands:
                    stack.push_async_callback(pair.close)
                for number in range(len(sitting.script)):
                    if number == 3:
                        cluster.sql(
                            "two",
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
                        )
                    before = max(screen.revision for screen in screens)
                    await hands[number % 2].play(sitting)
                    for screen in screens:
                        await screen.until(before + 1)

        asyncio.run(test())
    finally:
        one.stop()
        other.stop()
    for site in (one, other):
        assert "Traceback" not in site.complaints()
        assert re.search("lost the database's ear", site.complaints())


def test_log_names_no_table_and_no_card(site: LiveSite) -> None:
    """S30: what goes wrong is logged without the address, which is the way to a table."""
    (sitting,) = prepare(site, tables=1, moves=2)

    async def test() -> None:
        hands = Hands(site.port)
        await hands.play(sitting)
        assert (await hands.post(sitting, 0, 1, "discard ZZ"))[0] == 422
        await hands.close()

    asyncio.run(test())
    assert sitting.code not in site.complaints()
    assert "shuffle" not in site.complaints()


@pytest.mark.long
def test_two_thousand_idle_streams_hold_few_threads_and_connections(site: LiveSite) -> None:
    """Every stream with a table on it; what they hold does not grow with their number."""
    sittings = prepare(site, tables=400, moves=1)

    async def test() -> tuple[Usage, Usage]:
        async with AsyncExitStack() as stack:
            screens = [Screen(site.port, sitting, seat) for sitting in sittings for seat in range(5)]
            for screen in screens:
                stack.push_async_callback(screen.close)
                screen.keeps = False
            await all_open(screens[:50])
            few = usage(site)
            await all_open(screens[50:])
            return few, usage(site)

    few, many = asyncio.run(test())
    assert many.threads <= 25
    assert many.databases <= 25
    assert many.threads - few.threads <= 8
