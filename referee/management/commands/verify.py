"""``manage.py verify RECORD``: was the game played by its rules, and dealt as promised?"""

from __future__ import annotations

import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.engine.rummy import fairness, record, recordtext
from referee.engine.shanghaien import fairness as dice_fairness
from referee.engine.shanghaien import record as dice_record
from referee.engine.shanghaien import recordtext as dice_recordtext


class Command(BaseCommand):
    help = "Replay a record and compute every shuffle again from the revealed secrets. Ends with status 1 on a fault."
    requires_system_checks: list[str] = []  # noqa: RUF012  # the framework's own way to say that nothing is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", type=Path, help="a .toml record")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = options["record"].read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"expected a record at {options['record']}: {error}") from error
        findings = _check_dice(text) if _game(text) == dice_recordtext.GAME else _check_rummy(text)
        fair = True
        try:
            for what, fault, checked in findings:
                fair = fair and fault is None
                agrees = f"{checked} of the dealer's actions agree with the promised secret"
                self.stdout.write(f"{what}: {fault or agrees}")
        except (record.RecordError, dice_record.RecordError) as error:
            raise CommandError(str(error)) from error
        if not fair:
            raise CommandError("the dealer's actions could not all be verified")
        self.stdout.write("the moves are legal, the result is right, and every shuffle is as promised")


def _game(text: str) -> object:
    try:
        return tomllib.loads(text).get("game")
    except tomllib.TOMLDecodeError:
        return None


def _check_rummy(text: str) -> Iterator[tuple[str, str | None, int]]:
    read = recordtext.loads(text)
    record.replay(read)
    for found in fairness.check(read):
        yield f"hand {found.hand}", found.fault, found.checked


def _check_dice(text: str) -> Iterator[tuple[str, str | None, int]]:
    read = dice_recordtext.loads(text)
    dice_record.replay(read)
    found = dice_fairness.check(read)
    yield "game", found.fault, found.checked
