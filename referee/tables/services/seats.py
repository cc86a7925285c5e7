"""What a seat keeps for its owner, and whether the owner is there."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from referee.engine.rummy.cards import NotationError
from referee.models import Chair, Player, Table, TablePhase
from referee.tables.errors import TableRefused
from referee.tables.games import Wishes
from referee.tables.services.rights import back, chair_of, require_chair
from referee.tables.sitting import sitting

LONGEST_ARRANGEMENT = 400
LONGEST_NONCE = 64
MOST_WISHES = 8
LONGEST_WISH = 4
SEEN_EVERY = 20
"""Seconds within which a second sign of life is not worth writing down."""


def wishes_set(*, table: Table, player: Player | None, wishes: Wishes, now: datetime | None = None) -> None:
    """Keep what the seat wishes until the next deal, and apply it to what is open now.

    :raises NotYours: a player without a seat.
    :raises NotationError: a wish that is no card of the game.
    """
    now = now or timezone.now()
    with sitting(table, now) as sit:
        chair = require_chair(sit, player)
        if len(wishes.buy) > MOST_WISHES or any(len(wish) > LONGEST_WISH for wish in wishes.buy):
            raise NotationError(f"expected at most {MOST_WISHES} cards", code="card.unknown", where="buy")
        sit.game.check_wishes(sit.table.rules, wishes)
        chair.wishes = {"pass_hand": wishes.pass_hand, "buy": list(wishes.buy)}
        sit.touch(chair)
        if sit.table.phase == TablePhase.PLAYING and not sit.table.paused:
            sit.carry_on()


def arrangement_set(*, table: Table, player: Player | None, arrangement: str) -> None:
    """Keep the order in which the player lays the hand; nobody else is told.

    :raises NotYours: a player without a seat.
    """
    chair = chair_of(table, player)
    if len(arrangement) > LONGEST_ARRANGEMENT:
        raise TableRefused("too-long", f"expected an arrangement of at most {LONGEST_ARRANGEMENT} characters")
    Chair.objects.filter(pk=chair.pk).update(arrangement=arrangement)


def nonce_set(*, table: Table, player: Player | None, nonce: str) -> None:
    """Add the player's own words to the shuffle of the hands to come.

    :raises NotYours: a player without a seat.
    """
    with sitting(table, timezone.now()) as sit:
        chair = require_chair(sit, player)
        if len(nonce) > LONGEST_NONCE or not (nonce.isprintable() or not nonce):
            raise TableRefused("too-long", f"expected a nonce of at most {LONGEST_NONCE} characters")
        chair.nonce = nonce
        sit.touch(chair)


def more_time_set(*, table: Table, player: Player | None, more_time: bool) -> None:
    """Have the table wait longer whenever this seat is waited for.

    :raises NotYours: a player without a seat.
    """
    with sitting(table, timezone.now()) as sit:
        chair = require_chair(sit, player)
        chair.more_time = more_time
        sit.touch(chair)


def guide_set(*, table: Table, player: Player | None, guide: bool) -> None:
    """Have the guide beside the table tell this seat at each moment what to do, or no more.

    :raises NotYours: a player without a seat.
    """
    with sitting(table, timezone.now()) as sit:
        chair = require_chair(sit, player)
        chair.guide = guide
        sit.touch(chair)


def owner_back(*, table: Table, chair: Chair, now: datetime | None = None) -> None:
    """Note that the owner of the chair, which has just been read, is at the table."""
    now = now or timezone.now()
    if chair.unread or chair.seen is None or (now - chair.seen).total_seconds() > SEEN_EVERY:
        Chair.objects.filter(pk=chair.pk).update(seen=now, unread=False)
    if chair.away_since is None:
        return
    with sitting(table, now) as sit:
        mine = sit.chair_of(chair.player_id)
        if mine is not None:
            back(sit, mine)
