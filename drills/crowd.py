"""People at tables and sheets, over the wire: each step again until it is answered, as pages and phones do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode
from uuid import UUID

from drills.games import Opened, Plan, SheetOpened, Step
from tests.referee.tables.guests import TOKEN, Hands, Screen, Sitting

AWAY = (502, 503, 504, 0)
"""Answers of a site, or of a proxy, that is away for a moment; 0: no answer at all."""


@dataclass
class Tally:
    """What a crowd met. Seconds of each move from its POST to the last screen, of each operation to its answer."""

    moves: list[float] = field(default_factory=list)
    operations: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    retries: int = 0
    sent: dict[str, list[str]] = field(default_factory=dict)
    """Acknowledged operations by the key of their sheet."""


class Wire:
    """Connections to a site's processes, each kept for the next request."""

    def __init__(self) -> None:
        self._hands: dict[int, Hands] = {}

    async def post(self, port: int, path: str, headers: str, form: str) -> int:
        """The status of the answer of the process at the port; 0: there was none."""
        hands = self._hands.setdefault(port, Hands(port))
        try:
            async with asyncio.timeout(20):
                status, _body = await hands.send(
                    f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}"
                    "Content-Type: application/x-www-form-urlencoded\r\n"
                    f"Content-Length: {len(form)}\r\n\r\n{form}"
                )
        except (OSError, EOFError, ValueError, TimeoutError):
            await hands.close()
            del self._hands[port]
            return 0
        return status

    async def close(self) -> None:
        for hands in self._hands.values():
            await hands.close()


class TableCrowd:
    """Everybody at one table, with a screen each where ``screens`` says so."""

    def __init__(self, plan: Plan, table: Opened, ports: Callable[[], list[int]], tally: Tally, *, seed: int) -> None:
        self.plan, self.table, self.ports, self.tally = plan, table, ports, tally
        self.random = Random(seed)
        self.done = 0
        self.log = 0
        self._wire = Wire()
        self.screens: list[Screen] = []
        self._sitting = Sitting(table.code, list(table.cookies), [], [])

    async def watch(self, *, seats: int) -> None:
        """Open a stream for the first so many seats, spread over the processes."""
        for seat in range(seats):
            ports = self.ports()
            screen = Screen(ports[seat % len(ports)], self._sitting, seat)
            screen.keeps = False
            self.screens.append(screen)
            await screen.open()
        for screen in self.screens:
            await screen.until(0, seconds=60)

    async def keep_watching(self, seat: int) -> None:
        """One screen that comes back whenever its stream ends, until cancelled."""
        screen = Screen(0, self._sitting, seat)
        self.screens.append(screen)
        screen.keeps = False
        while True:
            screen.port, screen.ended = self.random.choice(self.ports()), False
            try:
                await screen.open(has=f"?v={screen.revision}")
                while not screen.ended:
                    screen.news.clear()
                    await screen.news.wait()
            except OSError:
                pass
            await screen.close()
            await asyncio.sleep(0.2 + 0.3 * self.random.random())

    async def step(self) -> bool:
        """Do the next thing of the plan, and wait until all screens show it; False: the game is done."""
        if self.done == len(self.plan.steps):
            return False
        step = self.plan.steps[self.done]
        loop = asyncio.get_running_loop()
        shown = max((screen.revision for screen in self.screens), default=0)
        begin = loop.time()
        ports = self.ports()
        status = await self._post(step, ports[step.seat % len(ports)])
        if status != 200:
            self.tally.errors.append(f"{status} for {step.action or 'ready'!r}")
            self.done = len(self.plan.steps)
            return False
        self.done, self.log = self.done + 1, step.log
        if self.screens and step.action:
            try:
                seen = [await screen.until(shown + 1) for screen in self.screens]
            except (TimeoutError, RuntimeError) as error:
                self.tally.errors.append(f"a screen: {error or 'nothing came'}")
                return False
            self.tally.moves.append(max(seen) - begin)
        return True

    async def persist(self, *, seconds: float) -> None:
        """Play the plan to its end whatever happens to the site; a step that finds it away is sent again."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        while self.done < len(self.plan.steps) and loop.time() < ends:
            step = self.plan.steps[self.done]
            status = await self._post(step, self.random.choice(self.ports()))
            if status == 200:
                self.done, self.log = self.done + 1, step.log
            elif status in AWAY:
                self.tally.retries += 1
                await asyncio.sleep(0.05 + 0.1 * self.random.random())
            else:
                self.tally.errors.append(f"{status} for {step.action or 'ready'!r} of seat {step.seat}")
                return
        if self.done < len(self.plan.steps):
            self.tally.errors.append(f"stuck after {self.done} of {len(self.plan.steps)} steps")

    async def _post(self, step: Step, port: int) -> int:
        form = urlencode({"do": f"say {step.action}", "seen": step.seen}) if step.action else ""
        path = "play" if step.action else "ready"
        headers = (
            f"Cookie: player={self.table.cookies[step.seat]}; csrftoken={TOKEN}\r\nX-CSRFToken: {TOKEN}\r\n"
            "HX-Request: true\r\n"
        )
        return await self._wire.post(port, f"/t/{self.table.code}/{path}/", headers, form)

    async def leave(self) -> None:
        for screen in self.screens:
            await screen.close()
        await self._wire.close()


class Phone:
    """A phone that writes points on its sheets, one after the other."""

    def __init__(self, sheets: list[SheetOpened], ports: Callable[[], list[int]], tally: Tally, *, seed: int) -> None:
        self.sheets, self.ports, self.tally = sheets, ports, tally
        self.random = Random(seed)
        self._wire = Wire()

    async def write(self, *, rate: float) -> None:
        """So many operations a second, until cancelled; each again until it is answered."""
        while True:
            sheet = self.random.choice(self.sheets)
            uuid = str(UUID(int=self.random.getrandbits(128), version=4))
            form = urlencode(
                {
                    "kind": "score",
                    "uuid": uuid,
                    "saw": 0,
                    "player": self.random.choice(sheet.players),
                    "hand": self.random.randint(1, 7),
                    "total": self.random.randint(0, 150),
                }
            )
            begin = asyncio.get_running_loop().time()
            while (status := await self._post(sheet, form)) in AWAY:
                self.tally.retries += 1
                await asyncio.sleep(0.1)
            if status == 200:
                self.tally.operations.append(asyncio.get_running_loop().time() - begin)
                self.tally.sent.setdefault(sheet.key, []).append(uuid)
            else:
                self.tally.errors.append(f"{status} for an operation")
            await asyncio.sleep(self.random.expovariate(rate))

    async def _post(self, sheet: SheetOpened, form: str) -> int:
        port = self.random.choice(self.ports())
        return await self._wire.post(port, f"/s/{sheet.key}/operations/", "X-Sheet: 1\r\n", form)

    async def leave(self) -> None:
        await self._wire.close()
