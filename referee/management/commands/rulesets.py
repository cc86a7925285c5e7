"""``manage.py rulesets``: the rule sets that come with the game."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import preset_rules


class Command(BaseCommand):
    help = "List the rule sets: key, name, source, players, hands."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print a JSON list instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        presets = [
            {
                "key": preset.key,
                "name": preset.name,
                "source": preset.source,
                "players": list(preset_rules(preset.key).players),
                "hands": preset_rules(preset.key).hands,
            }
            for preset in PRESETS.values()
        ]
        if options["json"]:
            self.stdout.write(json.dumps(presets, indent=2, ensure_ascii=False))
            return
        width = max(len(preset.key) for preset in PRESETS.values())
        for row in presets:
            fewest, most = preset_rules(str(row["key"])).players
            players = f"{fewest}-{most} players"
            self.stdout.write(
                f"{row['key']:{width}}  {players:12} {row['hands']:2} hands  {row['name']} ({row['source']})"
            )
