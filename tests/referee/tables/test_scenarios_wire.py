"""Scenarios about what happens at one moment, through the web: two processes of the site on one database."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.live import LiveSite
from tests.postgres import Postgres
from tests.referee.tables.guests import Hands, Sitting, prepare

ROUNDS = 6


@pytest.fixture(scope="module")
def sites(cluster: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveSite, LiveSite]]:
    environment = {
        "DATABASE_URL": cluster.database("wire"),
        "SECRET_KEY": "one key for both processes, of more than fifty characters",
    }
    folder: Path = tmp_path_factory.mktemp("wire")
    one, other = (LiveSite(folder / name, environment=environment) for name in ("one", "other"))
    one.start()
    other.start()
    yield one, other
    for site in (one, other):
        site.stop()
        assert "Traceback" not in site.complaints(), site.complaints()


async def at_once(
    sites: tuple[LiveSite, LiveSite], sitting: Sitting, before: dict[int, str], words: dict[int, str]
) -> tuple[list[int], dict[int, int]]:
    """What the two processes answer to what two seats say at one moment; and then each seat's number of cards.

    ``before`` was said by others already. Both processes show the same table afterwards.
    """
    seen = sitting.script[0][1]
    async with AsyncExitStack() as stack:
        hands = [Hands(site.port) for site in sites]
        for pair in hands:
            stack.push_async_callback(pair.close)
            await board(pair, sitting)  # a connection that is open already, so that the requests leave together
        for seat, word in before.items():
            assert (await hands[0].post(sitting, seat, seen, word))[0] == 200
        answers = await asyncio.gather(
            *(pair.post(sitting, seat, seen, word) for pair, (seat, word) in zip(hands, words.items(), strict=True))
        )
        one, other = [await board(pair, sitting) for pair in hands]
        assert counted(one) == counted(other)
        return [status for status, _body in answers], counted(one)


async def board(hands: Hands, sitting: Sitting) -> str:
    status, body = await hands.send(
        f"GET /t/{sitting.code}/board/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: player={sitting.cookies[0]}\r\n\r\n"
    )
    assert status == 200
    return body.decode()


def counted(page: str) -> dict[int, int]:
    """How many cards each seat holds, as the page says."""
    found = re.findall(r'id="chip-(\d)".*?class="seat__cards">(\d+)<', page, re.DOTALL)
    return {int(seat): int(cards) for seat, cards in found}


def in_order(sites: tuple[LiveSite, LiveSite], sitting: Sitting) -> list[int]:
    """The seats from the one in turn onward."""

    async def ask() -> str:
        async with AsyncExitStack() as stack:
            pair = Hands(sites[0].port)
            stack.push_async_callback(pair.close)
            return await board(pair, sitting)

    page = asyncio.run(ask())
    turn = re.search(r'id="chip-(\d)" class="seat seat--turn', page)
    assert turn
    return [(int(turn[1]) + step) % len(sitting.cookies) for step in range(len(sitting.cookies))]


def test_s29_two_buys_at_one_moment_in_two_processes_have_one_winner(sites: tuple[LiveSite, LiveSite]) -> None:
    for sitting in prepare(sites[0], tables=ROUNDS, moves=1):
        turn, near, far, *others = in_order(sites, sitting)
        before = {**dict.fromkeys(others, "pass"), turn: "draw"}
        (first, second), cards = asyncio.run(at_once(sites, sitting, before, {near: "buy", far: "buy"}))
        assert first == 200
        assert second in (200, 409, 422)
        assert cards == {turn: 12, near: 13, far: 11, **dict.fromkeys(others, 11)}


def test_s20_take_and_claim_at_one_moment_leave_the_card_in_one_place(sites: tuple[LiveSite, LiveSite]) -> None:
    for sitting in prepare(sites[0], tables=ROUNDS, moves=1):
        turn, near, *others = in_order(sites, sitting)
        (first, second), cards = asyncio.run(at_once(sites, sitting, {}, {turn: "take", near: "buy"}))
        assert first == 200
        assert second in (200, 409, 422)
        assert cards == {turn: 12, near: 11, **dict.fromkeys(others, 11)}
