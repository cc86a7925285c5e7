"""Who may write what: a seat is its owner's, a table its host's."""

from __future__ import annotations

from referee.models import Chair, Player, Table, TablePhase
from referee.tables.errors import NotYours, TableRefused
from referee.tables.sitting import Sitting


def chair_of(table: Table, player: Player | None) -> Chair:
    """The player's chair. :raises NotYours: a player without one."""
    chair = table.chairs.filter(player=player).first() if player else None
    if chair is None:
        raise NotYours("expected somebody with a seat at the table")
    return chair


def require_chair(sit: Sitting, player: Player | None) -> Chair:
    """The player's chair in the sitting. :raises NotYours: a player without one."""
    chair = sit.chair_of(player.pk if player else None)
    if chair is None:
        raise NotYours("expected somebody with a seat at the table")
    return chair


def require_playing(sit: Sitting) -> None:
    if sit.table.phase != TablePhase.PLAYING:
        raise TableRefused("not-playing", f"expected a table that plays, got {sit.table.phase!r}")
    if sit.table.paused:
        raise TableRefused("paused", "expected a table that is not paused")


def require_host(sit: Sitting, player: Player | None) -> None:
    """Nothing. :raises NotYours: somebody other than the table's host."""
    if player is None or sit.table.host_id != player.pk:
        raise NotYours("expected the host of the table")


def require_lobby(sit: Sitting) -> None:
    """Nothing. :raises TableRefused: (``started``) a table that has left its lobby."""
    if sit.table.phase != TablePhase.LOBBY:
        raise TableRefused("started", f"expected a table in its lobby, got {sit.table.phase!r}")


def back(sit: Sitting, chair: Chair) -> None:
    """Hand the seat back to its owner, with a whole turn's time where it is waited for, or the table stood still."""
    if chair.away_since is None:
        return
    stood_still = sit.is_deserted
    chair.away_since = None
    if sit.table.phase == TablePhase.PLAYING:
        is_turn = chair.seat in sit.position.waiting and not sit.position.is_window
        if is_turn or stood_still:
            sit.table.since = sit.now
    sit.touch(chair)
