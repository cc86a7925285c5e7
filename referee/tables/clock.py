"""Time as an input: what is due at a table, applied when somebody looks.

A table waits until a deadline with a default: an open question is closed, the next hand is dealt, a bot plays for the
absent. Any request applies what is due first, streams do at the moment itself, `manage.py tick` where nobody looks;
whoever comes first, it happens once.
"""

from __future__ import annotations

from datetime import datetime

from referee.models import Chair, MoveMaker, Table, TablePhase
from referee.tables.fold import fold_of, game_of
from referee.tables.sitting import Sitting, bot_time, chance, is_bots, sitting

MOST_STEPS = 20
"""Things done in one call; a table that nobody has looked at for long catches up over several."""

__all__ = ["advance", "is_bots", "tick"]


def advance(table: Table, now: datetime) -> Table:
    """The table after all that was due by ``now``, fresh from the database if anything was."""
    for _ in range(MOST_STEPS):
        if table.due is None or table.due > now or table.phase != TablePhase.PLAYING or table.paused:
            break
        _step(table, now)
        table.refresh_from_db()
    return table


def tick(now: datetime, *, most: int = 100) -> int:
    """Apply what is due at tables that nobody looks at; the number of tables."""
    due = Table.objects.filter(due__lte=now, phase=TablePhase.PLAYING, paused__isnull=True).order_by("due")[:most]
    for table in due:
        advance(table, now)
    return len(due)


def _step(table: Table, now: datetime) -> None:
    """One thing that is due. A bot thinks before the table is locked; if it has moved meanwhile the thought is lost."""
    thought = _bots_thought(table, now)
    with sitting(table, now) as sit:
        current = sit.table
        if current.due is None or current.due > now or current.paused or current.phase != TablePhase.PLAYING:
            return
        if thought is not None:
            if current.version == table.version and is_bots(sit.chairs[thought[0]]):
                sit.append(*thought, MoveMaker.BOT)
        elif current.version == table.version:
            _default(sit)


def _bots_thought(table: Table, now: datetime) -> tuple[int, str] | None:
    """The seat whose bot is to move by now, with what it does."""
    fold = fold_of(table)
    ready = [
        (bot_time(table, chair), chair.seat, chair)
        for chair in table.chairs.order_by("seat")
        if is_bots(chair) and chair.seat in fold.position.waiting and bot_time(table, chair) <= now
    ]
    if not ready:
        return None
    _, seat, chair = min(ready, key=lambda item: item[:2])
    seed = chance(table, f"bot {fold.version} {seat}")
    return seat, fold.position.bots_action(_bot_of(table, chair), seat, seed)


def _bot_of(table: Table, chair: Chair) -> str:
    return chair.bot or game_of(table).stand_in


def _default(sit: Sitting) -> None:
    """What happens when the deadline has passed and nobody has acted."""
    table, position = sit.table, sit.position
    if table.deadline is None or table.deadline > sit.now:
        sit.touch()  # the bot that was due has gone: make a new appointment
    elif position.is_between:
        sit.deal()
    elif position.is_window:
        sit.append(None, position.closing(), MoveMaker.CLOCK)
    else:
        for chair in sit.chairs:
            if chair.seat in position.waiting and not is_bots(chair):
                chair.away_since = sit.now
                sit.touch(chair)
