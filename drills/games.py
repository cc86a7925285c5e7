"""Games whose every move is known beforehand: a table's secret decides each shuffle, bots decide what people do.

Runs as a process of its own with the site's settings (`python -m drills.games`), asked in JSON by ``ask``: it opens the
tables and sheets, and says afterwards what their logs hold.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.live import ROOT, LiveSite

RULES = "shanghai-7"


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody does next: ``action`` from a page of the version ``seen``; an empty one: ready for the next hand.

    ``log`` is how many lines the table's log has then.
    """

    seat: int
    seen: int
    action: str
    log: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A game: the seed of its secret, its steps, and the log that it has at the end."""

    seed: str
    steps: tuple[Step, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A table on a site: its code, and a cookie for each seat."""

    code: str
    cookies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetOpened:
    """A score sheet on a site: its edit key and its players."""

    key: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What a site has of a table: its lines, its revision, and what the rules say is wrong with it."""

    lines: tuple[str, ...]
    revision: int
    problems: tuple[str, ...]


def plans(site: LiveSite, *, games: int, players: int, steps: int, seed: str = "load") -> list[Plan]:
    """So many games of so many steps at most."""
    found = ask(site, do="plan", seeds=[f"{seed} {number}" for number in range(games)], players=players, steps=steps)
    return [Plan(plan["seed"], tuple(Step(*step) for step in plan["steps"]), tuple(plan["lines"])) for plan in found]


def opened(site: LiveSite, games: list[Plan], players: int) -> list[Opened]:
    """The games' tables, each with its first hand dealt."""
    found = ask(site, do="open", seeds=[plan.seed for plan in games], players=players)
    return [Opened(table["code"], tuple(table["cookies"])) for table in found]


def sheets(site: LiveSite, number: int) -> list[SheetOpened]:
    return [SheetOpened(sheet["key"], tuple(sheet["players"])) for sheet in ask(site, do="sheets", number=number)]


def onlookers(site: LiveSite, number: int) -> list[str]:
    """Cookies of people without a seat."""
    found: list[str] = ask(site, do="people", number=number)
    return found


def kept(site: LiveSite, tables: list[Opened]) -> list[Kept]:
    """What the site has of the tables, read by a process that has seen nothing of them before."""
    found = ask(site, do="read", codes=[table.code for table in tables])
    return [Kept(tuple(table["lines"]), table["revision"], tuple(table["problems"])) for table in found]


def operations(site: LiveSite, keys: list[SheetOpened]) -> list[list[str]]:
    """The UUIDs in each sheet's log."""
    found: list[list[str]] = ask(site, do="operations", keys=[sheet.key for sheet in keys])
    return found


def ask(site: LiveSite, **given: Any) -> Any:
    """What the process answers. :raises RuntimeError: with what it said, when it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "drills.games"],
        cwd=ROOT,
        env=site.environment,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


# In the process -------------------------------------------------------------------------------------------------------


def secret_of(seed: str) -> bytes:
    return hashlib.sha256(seed.encode()).digest()


def plan(seeds: list[str], players: int, steps: int) -> list[dict[str, Any]]:
    """Think the games through; nothing is written."""
    from referee.models import Table
    from referee.tables.fold import Fold
    from referee.tables.games import GAMES

    game = GAMES["rummy"]
    document = game.rules_document(RULES)
    found = []
    for seed in seeds:
        table = Table(game="rummy", rules=document, secret=secret_of(seed), dealer=0)
        found.append(_planned(table, seed, Fold(0, game.start(document, players, 0)), players, steps))
    return found


def _planned(table: Any, seed: str, fold: Any, players: int, most: int) -> dict[str, Any]:
    from referee.engine.rummy.shuffle import HandSecret
    from referee.tables.fold import extended
    from referee.tables.sitting import hand_secret

    steps: list[tuple[int, int, str, int]] = []
    lines: list[str] = []

    def made(seat: int | None, action: str) -> None:
        nonlocal fold
        lines.append(fold.position.format(seat, action))
        fold = extended(fold, seat, action)

    def dealt(*, new_hand: bool) -> None:
        while (due := fold.position.dealer_due()) is not None and (new_hand or not due.deals):
            made(None, fold.position.dealers_action(HandSecret(hand_secret(table, due.hand), ("",) * players)))

    dealt(new_hand=True)
    while len(steps) < most and not fold.position.is_over:
        if fold.position.is_between:
            before = fold.version
            dealt(new_hand=True)
            steps += [(seat, before, "", fold.version if seat == players - 1 else before) for seat in range(players)]
            continue
        seat = fold.position.waiting[0]
        action = fold.position.bots_action("plain", seat, len(steps))
        seen = fold.version
        made(seat, action)
        dealt(new_hand=False)
        steps.append((seat, seen, action, fold.version))
    return {"seed": seed, "steps": steps, "lines": lines}


def open_tables(seeds: list[str], players: int) -> list[dict[str, Any]]:
    from django.db import transaction

    with transaction.atomic():
        return [_opened(seed, players) for seed in seeds]


def _opened(seed: str, players: int) -> dict[str, Any]:
    from referee.models import Table
    from referee.tables import identity
    from referee.tables.services import chair_take, table_open, table_start

    people = [identity.player_make(f"P{seat}") for seat in range(players)]
    host = people[0][0]
    table = table_open(host=host, game="rummy", rules=RULES, pace="slow", seats=players)
    Table.objects.filter(pk=table.pk).update(secret=secret_of(seed))
    for player, _cookie in people:
        chair_take(table=table, player=player, name=player.name)
    table.refresh_from_db()
    table.chairs.update(here=True)
    table_start(table=table, player=host, dealer=0)
    return {"code": table.code, "cookies": [cookie for _player, cookie in people]}


def open_sheets(number: int) -> list[dict[str, Any]]:
    from scorekeeper.books import open_book
    from scorekeeper.games import named_game
    from scorekeeper.services import sheet_create

    found = []
    for _ in range(number):
        key = sheet_create(named_game(RULES), ("Ana", "Ben", "Cem", "Dot"))
        book = open_book(key)
        found.append({"key": key, "players": [player.id for player in book.ledger.players] if book else []})
    return found


def make_people(number: int) -> list[str]:
    from django.db import transaction

    from referee.tables import identity

    with transaction.atomic():
        return [identity.player_make(f"W{place}")[1] for place in range(number)]


def read_tables(codes: list[str]) -> list[dict[str, Any]]:
    from referee.engine.rummy.problems import problems
    from referee.models import Table
    from referee.tables.fold import fold_of
    from referee.tables.games.rummy import RummyPosition

    found = []
    for code in codes:
        table = Table.objects.get(code=code)
        position = fold_of(table).position
        wrong = list(problems(position.state)) if isinstance(position, RummyPosition) else []
        moves = list(table.moves.order_by("seq"))
        if [move.seq for move in moves] != list(range(1, table.version + 1)):
            wrong.append("the log has a hole")
        found.append(
            {
                "lines": [move.text for move in moves],
                "revision": table.revision,
                "problems": [str(one) for one in wrong],
            }
        )
    return found


def read_operations(keys: list[str]) -> list[list[str]]:
    from scorekeeper.books import open_book

    books = [open_book(key) for key in keys]
    return [[entry.uuid for entry in book.entries] if book else [] for book in books]


def main() -> None:
    import django

    django.setup()
    given = json.loads(sys.stdin.read())
    answers: dict[str, Callable[..., object]] = {
        "plan": plan,
        "open": open_tables,
        "sheets": open_sheets,
        "people": make_people,
        "read": read_tables,
        "operations": read_operations,
    }
    sys.stdout.write(json.dumps(answers[given.pop("do")](**given)))


if __name__ == "__main__":
    main()
