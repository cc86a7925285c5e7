"""Tables of the dice game for browser tests, made by the services at any moment of a game."""

from __future__ import annotations

import re
from typing import Any

from tests.live import LiveSite

# Bots move in both seats until the moment has come: code and cookie of the seat that is asked for.
_MAKE = """
from uuid import uuid4
from referee.models import Table
from referee.tables.fold import fold_of
from referee.tables.identity import player_make
from referee.tables.options import Options
from referee.tables.services import chair_take, move_make, table_open, table_start
made = [player_make(name) for name in ("Ana", "Ben")]
everything = Options(coach=True)
table = table_open(host=made[0][0], game="shanghaien", rules="{rules}", pace="slow", seats=2, options=everything)
for player, _cookie in made:
    chair_take(table=table, player=player, name=player.name)
Table.objects.filter(pk=table.pk).update(secret=bytes([{seed}]) * 32)
table.refresh_from_db()
table_start(table=table, player=made[0][0], dealer=0)
for number in range(400):
    table.refresh_from_db()
    position = fold_of(table).position
    state = position.state
    if position.is_over or ({until}):
        break
    seat = position.waiting[0]
    action = position.bots_action("{bot}", seat, number)
    move_make(table=table, player=made[seat][0], seen=table.version, key=uuid4().hex, action=action)
print("MADE", table.code, made[{seat}][1])
"""


def made(
    site: LiveSite,
    until: str,
    *,
    rules: str = "shanghaien",
    seed: int = 1,
    seat: str = "state.turn",
    bot: str = "plain",
) -> tuple[str, dict[str, Any]]:
    """Address of the table, and Playwright's options for the browser of one of its seats."""
    said = site.carry_out(_MAKE.format(until=until, rules=rules, seed=seed, seat=seat, bot=bot))
    code, cookie = re.search(r"MADE (\S+) (\S+)", said).groups()  # type: ignore[union-attr]  # printed at its end
    kept: dict[str, Any] = {"name": "player", "value": cookie, "domain": "127.0.0.1", "path": "/", "expires": -1}
    kept |= {"httpOnly": True, "secure": False, "sameSite": "Lax"}
    return f"/t/{code}/", {"storage_state": {"cookies": [kept], "origins": []}}
