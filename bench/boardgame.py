"""A peer of the tables: boardgame.io's own server, where it is installed.

It needs Node and ``npm install --no-save boardgame.io@0.50`` in the project's folder, or in the one that BOARDGAME_IO
names. The table, its players and what is measured are in peers/boardgame.cjs.
"""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.live import processor_seconds

SCRIPT = Path(__file__).parent / "peers" / "boardgame.cjs"


@dataclass(frozen=True, slots=True)
class Reached:
    """Milliseconds from each move to the last of its table's screens, rising; and of the server's processor a move."""

    taken: list[float]
    cost: float


def reached(*, tables: int, moves: int, rate: int) -> Reached | None:
    """What so many moves a second reach at so many tables of five; None where the peer is not installed."""
    node = shutil.which("node")
    modules = Path(os.environ.get("BOARDGAME_IO", SCRIPT.parents[2])) / "node_modules"
    if node is None or not (modules / "boardgame.io").is_dir():
        return None
    environment = os.environ | {"NODE_PATH": str(modules), "NODE_ENV": "production"}
    command = [node, str(SCRIPT)]
    with subprocess.Popen(  # noqa: S603 - our own script
        [*command, "serve"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            ports = _line(server.stderr, "PORTS ").split()
            with subprocess.Popen(  # noqa: S603 - our own script
                [*command, "play", *ports, str(tables), str(moves), str(rate)],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            ) as players:
                _line(players.stdout, "READY")
                before = processor_seconds(server.pid)
                taken, _ = players.communicate("go\n")
                cost = 1000 * (processor_seconds(server.pid) - before) / moves
        finally:
            server.terminate()
    return Reached(sorted(json.loads(taken)), cost)


def _line(stream: object, start: str) -> str:
    """The rest of the first line that begins so. :raises RuntimeError: when the stream ends before."""
    for line in stream:  # type: ignore[attr-defined]  # a pipe's text, or None where none was asked for
        if str(line).startswith(start):
            return str(line).removeprefix(start)
    raise RuntimeError(f"expected a line with {start!r} from boardgame.io")
