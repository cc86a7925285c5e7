"""What is kept of one person: told to them, and erased when they want it."""

from __future__ import annotations

from urllib.parse import urlsplit
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from referee.models import Chair, Player, Remark, RemarkKind, Table, TablePhase
from referee.tables.codes import digest
from referee.tables.games import Json
from referee.tables.services.lobby import vacate
from referee.tables.sitting import Sitting, sitting, write_lock

NOBODY = "—"
"""Stands where a name was."""


def person_data(player: Player) -> dict[str, Json]:
    """All that the tables know of the player. The moves themselves are in each table's record."""
    chairs = list(Chair.objects.filter(player=player).select_related("table").order_by("table__created"))
    return {
        "name": player.name,
        "since": player.created.isoformat(),
        "told_at": [
            {"push_service": urlsplit(one.endpoint).hostname, "since": one.created.isoformat()}
            for one in player.push_subscriptions.order_by("pk")
        ],
        "hosted": list(player.hosted.order_by("created").values_list("code", flat=True)),
        "seats": [
            {
                "table": chair.table.code,
                "begun": chair.table.created.isoformat(),
                "phase": chair.table.phase,
                "seat": chair.seat + 1,
                "name": chair.name,
                "last_seen": chair.seen.isoformat() if chair.seen else None,
                "wishes": chair.wishes,
                "more_time": chair.more_time,
                "said": [{"kind": remark.kind, "text": remark.text} for remark in _said(chair)],
            }
            for chair in chairs
        ],
    }


def person_erase(player: Player) -> None:
    """Make the player nobody: out of games that go on, without a name in the others, with no word left.

    The tables and their moves stay, since they are the other players' too; a table that nobody else came to is gone.
    """
    for table in Table.objects.filter(chairs__player=player):
        with sitting(table, timezone.now()) as sit:
            seat = sit.chair_of(player.pk)
            if seat is not None:
                _forget(sit, seat)
    with write_lock(), transaction.atomic():
        Table.objects.filter(host=player, phase=TablePhase.LOBBY, chairs__isnull=False).exclude(
            chairs__player__isnull=False
        ).delete()
        player.push_subscriptions.all().delete()
        # The row stands for the host and for seats of finished games; no cookie leads to it any more.
        Player.objects.filter(pk=player.pk).update(name=NOBODY, token_hash=digest(uuid4().hex))


def _forget(sit: Sitting, chair: Chair) -> None:
    """Take the player, unless the game is over, and name and words out of a chair."""
    if sit.table.phase != TablePhase.OVER:
        vacate(sit, chair)
    chair.secret_hash, chair.wishes = "", {}
    if sit.table.phase != TablePhase.LOBBY:
        chair.name = NOBODY
    sit.note(chair, arrangement="")
    _said(chair).filter(kind=RemarkKind.CHAT).delete()
    sit.is_talk = True
    sit.touch(chair)


def _said(chair: Chair) -> QuerySet[Remark]:
    return Remark.objects.filter(table=chair.table, seat=chair.seat)
