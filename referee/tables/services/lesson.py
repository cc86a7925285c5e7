"""The table to learn at: a game against bots with the guide beside it; its first hand was chosen for what it shows."""

from __future__ import annotations

from referee.models import Pace, Player, Table, TablePhase
from referee.tables.options import Options
from referee.tables.services.lobby import chair_take, table_open, table_start
from referee.tables.services.seats import guide_set

SECRET = b"the first hand, to learn by 3039"
"""Who plays its first hand as the guide says draws, takes, passes, goes down, lays off and goes out in five turns."""
RULES, SEATS, BOT = "shanghai-7", 3, "cook"


def lesson_open(*, player: Player) -> Table:
    """The player's table to learn at, dealt, the player being in turn; one whose first hand goes on is come back to.

    :raises TableRefused: (``too-many``) a player with too many open tables.
    """
    table = Table.objects.filter(host=player, secret=SECRET, phase=TablePhase.PLAYING).order_by("-created").first()
    if table is None or len(table.nonces) > 1:
        # No clock: whoever reads what the guide says has the time for it.
        options = Options(stand_in=False)
        table = table_open(
            host=player, game="rummy", rules=RULES, pace=Pace.SLOW, seats=SEATS, options=options, secret=SECRET
        )
        chair_take(table=table, player=player, name=player.name)
        table_start(table=table, player=player, fill=BOT, dealer=SEATS - 1)
    guide_set(table=table, player=player, guide=True)
    return table


def is_lesson(table: Table) -> bool:
    """Whether the table's cards were chosen, and not drawn by chance."""
    return bytes(table.secret) == SECRET
