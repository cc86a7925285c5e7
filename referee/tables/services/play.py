"""Making moves, and going on to the next hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError
from django.utils import timezone

from referee.engine.rummy.cards import NotationError
from referee.engine.verdicts import Verdict
from referee.models import Move, MoveMaker, Player, Table
from referee.tables import clock
from referee.tables.services.rights import back, require_chair, require_playing
from referee.tables.sitting import Sitting, is_bots, sitting

LONGEST_KEY = 36


@dataclass(frozen=True, slots=True)
class Made:
    """The move is made; ``seq`` is its number, ``version`` the table's now, and ``revision``."""

    seq: int
    version: int
    revision: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """The move of this key was made before, as number ``seq``."""

    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules do not allow it; nothing is written."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Stale:
    """The page was too old for it; nothing is written. ``version`` is the table's now."""

    version: int


type MoveOutcome = Made | Repeated | Refused | Stale


def move_make(
    *, table: Table, player: Player | None, seen: int, key: str, action: str, now: datetime | None = None
) -> MoveOutcome:
    """Make the player's move. ``action`` is its text without who does it (``discard KH``); ``seen`` the page's version.

    What is said to an open question (a claim, a pass, the draw) is judged also when others have spoken since; all else
    must have seen the newest version. A ``key`` used before gets the first outcome.

    :raises NotYours: a player without a seat.
    :raises TableRefused: no game is being played (``not-playing``), or it is paused (``paused``).
    :raises NotationError: text that is no action.
    """
    now = now or timezone.now()
    clock.advance(table, now)
    try:
        with sitting(table, now) as sit:
            return _move(sit, player, seen, key, action)
    except IntegrityError:
        # Another process was faster: the constraint on the number or the key of a move settles it.
        table.refresh_from_db()
        return _repeated(table, key) or Stale(table.version)


def _move(sit: Sitting, player: Player | None, seen: int, key: str, action: str) -> MoveOutcome:
    chair = require_chair(sit, player)
    if len(key) > LONGEST_KEY:
        raise NotationError(f"expected a key of at most {LONGEST_KEY} characters", code="move.unknown", where="key")
    # A key that was used has raised the version, so that whoever saw the newest one cannot mean it.
    is_newest = seen == sit.table.version
    repeated = None if is_newest else _repeated(sit.table, key)
    if repeated is not None:
        return repeated
    require_playing(sit)
    is_fresh = is_newest or (sit.position.is_word(action) and sit.fold.asked <= seen < sit.table.version)
    back(sit, chair)
    if not is_fresh:
        return Stale(sit.table.version)
    verdict = sit.position.judge(chair.seat, action)
    if not verdict.legal:
        return Refused(verdict)
    seq = sit.table.version + 1
    sit.append(chair.seat, action, MoveMaker.PERSON, key)
    return Made(seq, sit.table.version, sit.table.revision + 1)


def _repeated(table: Table, key: str) -> Repeated | None:
    move = Move.objects.filter(table=table, key=key).first() if key else None
    return Repeated(move.seq) if move else None


def hand_ready(*, table: Table, player: Player | None, now: datetime | None = None) -> None:
    """Say that the player has seen the finished hand; the next is dealt when all have.

    :raises NotYours: a player without a seat.
    """
    now = now or timezone.now()
    clock.advance(table, now)
    with sitting(table, now) as sit:
        chair = require_chair(sit, player)
        require_playing(sit)
        back(sit, chair)
        if sit.position.is_between:
            chair.ready = True
            sit.touch(chair)
            if all(other.ready or is_bots(other) for other in sit.chairs):
                sit.deal()
