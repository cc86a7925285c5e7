"""Whose screens are connected, as the database keeps it for all processes."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee.models import Chair, Table
from referee.tables.selectors import MAY_BE_AWAY
from referee.tables.services.rights import back
from referee.tables.sitting import sitting

LOST_AFTER = timedelta(seconds=20)
"""A connection that comes back after so long was lost: its owner is welcomed back, and a bot gives way."""


def screen_opened(table_id: int, player_id: int, now: datetime) -> None:
    """Note that a screen of the player shows the table."""
    chair = Chair.objects.filter(table_id=table_id, player_id=player_id).first()
    if chair is None:
        return
    was_lost = chair.seen is None or now - chair.seen > LOST_AFTER
    if chair.here and chair.away_since is None:
        if was_lost or chair.unread:
            Chair.objects.filter(pk=chair.pk).update(seen=now, unread=False)
        return
    with sitting(Table(pk=table_id), now) as sit:
        seated = sit.chair_of(player_id)
        if seated is not None:
            sit.note(seated, here=True, seen=now, unread=False)
            sit.touch()
            if was_lost:
                back(sit, seated)


def screen_closed(table_id: int, player_id: int, now: datetime) -> None:
    """Note that the player's last screen in this process has gone, unless another has come since.

    From then on the player counts as silent: the others are told at once that they may be away.
    """
    gone = Chair.objects.filter(table_id=table_id, player_id=player_id, here=True, seen__lte=now)
    if gone.exists():
        with sitting(Table(pk=table_id), now) as sit:
            chair = sit.chair_of(player_id)
            if chair is not None and gone.exists():
                sit.note(chair, here=False, seen=now - MAY_BE_AWAY)
                sit.touch()
