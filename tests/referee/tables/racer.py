"""A process of its own at the tables: reads commands as JSON lines, answers each with a line.

So several can do something at the same instant, as several servers behind a proxy do; the database is the one of the
environment. Every process keeps its own folds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[3]


class Racer:
    """The process, seen from the test."""

    def __init__(self, database: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.referee.tables.racer"],
            cwd=ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "tests.settings",
                "DATABASE_URL": database,
                "SHANGHAI_VAR": str(folder),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, command: str, **given: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": command, **given}) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the process has ended")
        return json.loads(line)

    def ask(self, command: str, **given: Any) -> Any:
        self.send(command, **given)
        return self.answer()

    def stop(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()


def at_once(racers: Sequence[Racer], *commands: tuple[str, dict[str, Any]]) -> list[Any]:
    """What each of the processes answers to its command, all given at the same time."""
    for racer, (command, given) in zip(racers, commands, strict=True):
        racer.send(command, **given)
    return [racer.answer() for racer in racers]


# In the process ---------------------------------------------------------------------------------------------------


def main() -> None:
    import django

    django.setup()
    for line in sys.stdin:
        given = json.loads(line)
        answer = COMMANDS[given.pop("do")](**given)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def migrate() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def gather(players: int, rules: str = "shanghai-7") -> dict[str, Any]:
    """A table with its first hand dealt, at the time it is."""
    from django.utils import timezone

    from tests.referee.tables.gatherings import gathered

    here = gathered(players, rules=rules, now=timezone.now(), pace="slow")
    return {"table": here.table.pk, "version": here.table.version}


def move(table: int, seat: int, action: str, seen: int | None = None, key: str = "") -> list[Any]:
    """The outcome of a move by name, with the codes of a refusal or the number of the move."""
    from referee.models import Player, Table
    from referee.tables.services import Made, Refused, Repeated, Stale, move_make

    row = Table.objects.get(pk=table)
    outcome = move_make(
        table=row,
        player=Player.objects.get(chairs__table=row, chairs__seat=seat),
        seen=row.version if seen is None else seen,
        key=key,
        action=action,
    )
    match outcome:
        case Made(seq) | Repeated(seq):
            return [type(outcome).__name__, seq]
        case Refused(verdict):
            return ["Refused", *verdict.codes]
        case Stale(version):
            return ["Stale", version]


def anything(table: int, seed: int, stale: int = 0) -> list[Any]:
    """A random seat does something that was legal a moment ago, from a page that may be ``stale`` moves old."""
    from referee.engine.rummy.legal import legal_actions
    from referee.engine.rummy.notation import format_action
    from referee.models import Table
    from referee.tables.fold import fold_at, fold_of
    from referee.tables.games.rummy import RummyPosition
    from referee.tables.services import hand_ready

    random = Random(seed)
    row = Table.objects.get(pk=table)
    fold = fold_at(row, max(1, row.version - stale)) if stale else fold_of(row)
    position = fold.position
    assert isinstance(position, RummyPosition)
    if position.is_between:
        for chair in row.chairs.select_related("player"):
            hand_ready(table=row, player=chair.player)
        return ["Ready"]
    if not position.waiting:
        return ["Nothing"]  # the dealer's moment, on an old page
    seat = random.choice(position.waiting)
    actions = [format_action(action) for action in legal_actions(position.state, seat, most_ways=2)]
    return move(table, seat, random.choice(actions), seen=fold.version)


def state(table: int, *, fresh: bool = False) -> dict[str, Any]:
    """The game as this process has it, or with ``fresh`` as a new process would read it; and what is wrong with it."""
    from referee.engine.rummy.positions import format_position
    from referee.engine.rummy.problems import problems
    from referee.models import Table
    from referee.tables.fold import FOLDS
    from tests.referee.tables.gatherings import state_of

    if fresh:
        FOLDS.clear()
    row = Table.objects.get(pk=table)
    found = state_of(row)
    return {
        "version": row.version,
        "position": format_position(found),
        "problems": list(problems(found)),
        "phase": found.phase,
        "turn": found.turn,
        "buys": [record.buys for record in found.seats],
        "cards": [len(record.hand) for record in found.seats],
        "held": [str(record.hand) for record in found.seats],
        "top": str(found.pile[-1]) if found.pile else "",
        "moves": list(row.moves.values_list("seq", flat=True)),
    }


COMMANDS: dict[str, Any] = {
    "migrate": migrate,
    "gather": gather,
    "move": move,
    "anything": anything,
    "state": state,
}

if __name__ == "__main__":
    main()
