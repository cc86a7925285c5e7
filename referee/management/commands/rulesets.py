"""``manage.py rulesets``: the rule sets that come with the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import preset_rules
from referee.engine.shanghaien import rules as dice


class Command(BaseCommand):
    help = "List the rule sets: key, name, source, players, hands."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print a JSON list instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        presets = [*_cards(), *_dice()]
        if options["json"]:
            self.stdout.write(json.dumps(presets, indent=2, ensure_ascii=False))
            return
        width = max(len(str(row["key"])) for row in presets)
        for row in presets:
            fewest, most = row["players"]
            players = f"{fewest}-{most} players" if fewest < most else f"{fewest} players"
            self.stdout.write(
                f"{row['key']:{width}}  {players:12} {row['hands']:2} hands  {row['name']} ({row['source']})"
            )


def _cards() -> Iterator[dict[str, Any]]:
    """A row for each rule set of the rummy family."""
    for preset in PRESETS.values():
        rules = preset_rules(preset.key)
        yield _row(preset.key, preset.name, preset.source, rules.players, rules.hands)


def _dice() -> Iterator[dict[str, Any]]:
    """A row for each rule set of the dice game, its rounds as hands."""
    for preset in dice.PRESETS.values():
        yield _row(preset.key, preset.name, preset.source, (2, 2), dice.load_rules(preset.key).rounds)


def _row(key: str, name: str, source: str, players: tuple[int, int], hands: int) -> dict[str, Any]:
    return {"key": key, "name": name, "source": source, "players": list(players), "hands": hands}
