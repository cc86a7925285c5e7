"""People with browsers, without the browsers: tables on a live site, streams read and moves posted over the wire.

`prepare` runs in a process with the site's settings and says in advance what will be played: the deal is decided by
the table's secret, so that the moves can be worked out before anybody makes them.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tests.live import ROOT, LiveSite

TOKEN = "a" * 32
"""Both halves of a CSRF token, as a browser would send it back."""


@dataclass
class Sitting:
    """A table on the live site: its code, a cookie for each seat, and the moves to come as (seat, version, action).

    ``hidden`` holds for each move, made or not, the codes that are hidden from each seat, and last from a spectator,
    once it is made.
    """

    code: str
    cookies: list[str]
    script: list[tuple[int, int, str]]
    hidden: list[list[list[str]]]
    made: int = 0


def prepare(site: LiveSite, *, tables: int, players: int = 5, moves: int = 30, hides: bool = True) -> list[Sitting]:
    """So many tables in the middle of their first hand, each with its script; ``hides``: with what each move hides."""
    given = json.dumps({"tables": tables, "players": players, "moves": moves, "hides": hides})
    done = subprocess.run(
        [sys.executable, "-m", "tests.referee.tables.guests", given],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [
        Sitting(found["code"], found["cookies"], [tuple(move) for move in found["script"]], found["hidden"])
        for found in json.loads(done.stdout)
    ]


class Screen:
    """A stream being read: the newest revision and page, and when it came."""

    def __init__(self, port: int, sitting: Sitting, seat: int | None) -> None:
        self.port, self.sitting, self.seat = port, sitting, seat
        self.revision, self.at, self.blocks, self.page = -1, 0.0, 0, ""
        self.news = asyncio.Event()
        self.ended = False
        self.bytes = bytearray()
        self.keeps = True
        self._task: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self, *, has: str = "") -> None:
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        cookie = f"player={self.sitting.cookies[self.seat]}" if self.seat is not None else "a=b"
        self._writer.write(
            f"GET /t/{self.sitting.code}/events{has} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        await self._writer.drain()
        self._task = asyncio.create_task(self._read(reader))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        loop = asyncio.get_running_loop()
        text = b""
        try:
            while chunk := await reader.read(65536):
                if self.keeps:
                    self.bytes += chunk
                text += chunk
                while b"\n\n" in text:
                    block, _, text = text.partition(b"\n\n")
                    self.blocks += 1
                    at = block.find(b"id: ")
                    if at >= 0:
                        self.revision, self.at = int(block[at + 4 : block.index(b"\n", at)]), loop.time()
                        self.page = block[at:].decode() if self.keeps else ""
                    self.news.set()
        except (ConnectionError, OSError):
            pass
        self.ended = True
        self.news.set()

    async def until(self, revision: int, *, seconds: float = 20) -> float:
        """When a page of that revision or a newer one was there, by the loop's clock."""
        async with asyncio.timeout(seconds):
            while self.revision < revision and not self.ended:
                self.news.clear()
                await self.news.wait()
        if self.revision < revision:
            raise RuntimeError(f"expected revision {revision}, the stream ended at {self.revision}")
        return self.at

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class Hands:
    """One connection over which moves are posted."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, sitting: Sitting, seat: int, seen: int, action: str) -> tuple[int, bytes]:
        """Status and body of the answer to a move."""
        form = urlencode({"do": f"say {action}", "seen": seen})
        return await self.send(
            f"POST /t/{sitting.code}/play/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: player={sitting.cookies[seat]}; csrftoken={TOKEN}\r\nX-CSRFToken: {TOKEN}\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n{form}"
        )

    async def send(self, request: str) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(request.encode())
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        if "content-length: " in head:
            body = await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
        else:
            body = b""
            while (size := int(await reader.readline(), 16)) > 0:
                body += await reader.readexactly(size)
                await reader.readline()
            await reader.readline()
        return int(head.split()[1]), body

    async def play(self, sitting: Sitting) -> None:
        """Make the next move of the table's script. :raises RuntimeError: when it is not made."""
        seat, seen, action = sitting.script[sitting.made]
        status, body = await self.post(sitting, seat, seen, action)
        if status != 200:
            raise RuntimeError(f"expected 200 for {action!r} of seat {seat}, got {status}, {len(body)} bytes")
        sitting.made += 1

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


# In a process with the site's settings ----------------------------------------------------------------------------


def main(tables: int, players: int, moves: int, *, hides: bool) -> list[dict[str, Any]]:
    import django

    django.setup()
    from django.db import transaction

    with transaction.atomic():
        return [_table(players, moves, hides=hides) for _ in range(tables)]


def _table(players: int, moves: int, *, hides: bool = False) -> dict[str, Any]:
    from referee.tables import identity
    from referee.tables.fold import fold_of
    from referee.tables.services import chair_take, table_open, table_start

    people = [identity.player_make(f"P{seat}") for seat in range(players)]
    host = people[0][0]
    table = table_open(host=host, game="rummy", rules="shanghai-10", pace="slow", seats=players)
    for player, _cookie in people:
        chair_take(table=table, player=player, name=player.name)
    table.chairs.update(here=True)
    table_start(table=table, player=host)
    table.refresh_from_db()
    script, hidden = _script(table, fold_of(table), moves, hides=hides)
    return {
        "code": table.code,
        "cookies": [cookie for _player, cookie in people],
        "script": script,
        "hidden": hidden,
    }


def _script(
    table: Any, fold: Any, moves: int, *, hides: bool
) -> tuple[list[tuple[int, int, str]], list[list[list[str]]]]:
    """What dull players will do at the table, and what is hidden from whom after each move."""
    from referee.engine.rummy.shuffle import HandSecret
    from referee.tables.fold import extended
    from referee.tables.sitting import hand_secret

    script: list[tuple[int, int, str]] = []
    hidden: list[list[list[str]]] = []
    while len(script) < moves and not fold.position.is_between:
        seat = fold.position.waiting[0]
        action = _dull(fold.position.view(seat))
        script.append((seat, fold.version, action))
        fold = extended(fold, seat, action)
        while (due := fold.position.dealer_due()) is not None and not due.deals:
            secret = HandSecret(hand_secret(table, due.hand), ("",) * fold.position.players)
            fold = extended(fold, None, fold.position.dealers_action(secret))
        if hides:
            hidden.append([_hidden(fold, viewer) for viewer in (*range(fold.position.players), None)])
    return script, hidden


def _hidden(fold: Any, viewer: int | None) -> list[str]:
    from referee.engine.rummy.cards import format_card
    from tests.referee.tables.seen import hidden

    return [format_card(card) for card in hidden(fold.position.view(viewer), fold.events)]


def _dull(view: Any) -> str:
    """Pass, draw, discard the first card."""
    from referee.engine.rummy.cards import format_card

    if view.phase == "claim" and not view.is_my_turn:
        return "pass"
    return f"discard {format_card(view.own[0])}" if view.phase == "play" else "draw"


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(**json.loads(sys.argv[1]))))
