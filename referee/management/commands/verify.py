"""``manage.py verify RECORD``: was the game played by its rules, and dealt as promised?"""

from __future__ import annotations

import tomllib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

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
        try:
            checked = _check_dice(text) if _game(text) == dice_recordtext.GAME else _check_rummy(text)
        except (record.RecordError, dice_record.RecordError) as error:
            raise CommandError(str(error)) from error
        except RecursionError as error:
            raise CommandError("expected a record, got lists within lists without end") from error
        for found in checked.findings:
            agrees = f"{found.checked} of the dealer's actions agree with the promised secret"
            self.stdout.write(f"{found.what}: {found.fault or agrees}")
        if any(found.fault for found in checked.findings):
            raise CommandError("the dealer's actions could not all be verified")
        result = "the result is right" if checked.has_result else "no result is stated"
        self.stdout.write(f"the moves are legal, {result}, and every shuffle is as promised")


def _game(text: str) -> object:
    try:
        return tomllib.loads(text).get("game")
    except tomllib.TOMLDecodeError:
        return None


class Finding(NamedTuple):
    """How far one promise was kept: what it was for, what does not agree, how many of the dealer's actions do."""

    what: str
    fault: str | None
    checked: int


class Checked(NamedTuple):
    """A record whose moves are legal and whose result, if it states one, is right."""

    has_result: bool
    findings: list[Finding]


def _check_rummy(text: str) -> Checked:
    read = recordtext.loads(text)
    record.replay(read)
    findings = [Finding(f"hand {found.hand}", found.fault, found.checked) for found in fairness.check(read)]
    return Checked(read.result is not None, findings)


def _check_dice(text: str) -> Checked:
    read = dice_recordtext.loads(text)
    dice_record.replay(read)
    found = dice_fairness.check(read)
    return Checked(read.result is not None, [Finding("game", found.fault, found.checked)])
