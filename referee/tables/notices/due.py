"""Which seats are to be told now, and the sealed letters that tell them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, assert_never

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from referee.models import Chair, PushSubscription, Table, TablePhase
from referee.tables.fold import fold_of, game_of
from referee.tables.games import Position
from referee.tables.notices.subscriptions import from_base64url
from referee.tables.selectors import MAY_BE_AWAY
from referee.tables.words import name_of_rules

LOST = timedelta(minutes=20)
"""A screen that shows no sign of life for so long has gone, whatever is written: streams begin anew sooner."""
LEAST_LEFT = timedelta(seconds=30)
"""With less time than this to answer a notice would come too late."""
LONGEST_WAIT = timedelta(days=3)
"""For so long a push service keeps a letter for a device that is switched off."""
DECLARED = 8030
"""By this number a browser knows a letter that it can show without the site's worker (Declarative Web Push)."""


type Asked = Literal["claim", "turn", "between"]
"""What a seat is asked: for a word to a discard or a joker, for its turn, for the next hand."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One sealed letter to one device. ``topic``: a later one of the same takes its place while it is not delivered."""

    chair: int
    subscription: int
    endpoint: str
    body: bytes
    ttl: int
    topic: str
    is_urgent: bool


def due_chairs(now: datetime) -> QuerySet[Chair]:
    """The seats of players who want to be told, were away when their table began to wait, and saw the last notice.

    Whether it is they who are waited for only the game can say.
    """
    silent = Q(here=False, seen__lt=now - MAY_BE_AWAY) | Q(seen__lt=now - LOST) | Q(seen=None)
    not_told = Q(noticed=None) | Q(noticed__lt=F("table__since"))
    not_looked = Q(seen=None) | Q(seen__lt=F("table__since"))
    return (
        Chair.objects.filter(silent, not_told, not_looked, unread=False, away_since=None)
        .filter(table__phase=TablePhase.PLAYING, table__paused=None, player__push_subscriptions__isnull=False)
        .select_related("table")
        .distinct()
    )


def letters(now: datetime) -> list[Letter]:
    """The letters that are to be sent now. Each seat's notice counts as sent from here on, in every process."""
    found: list[Letter] = []
    for chair in due_chairs(now):
        asked = _asked(chair, now)
        if asked is not None and _claimed(chair, now):
            found += [_letter(chair, one, asked, now) for one in _subscriptions(chair)]
    return found


def unsent(chairs: set[int]) -> None:
    """Note that no push service took these seats' notices; what is asked next is told again."""
    Chair.objects.filter(pk__in=chairs).update(unread=False)


def _subscriptions(chair: Chair) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(player__chairs=chair.pk)


def _claimed(chair: Chair, now: datetime) -> bool:
    """Whether this process is the one that tells the seat."""
    not_told = Q(noticed=None) | Q(noticed__lt=chair.table.since)
    return bool(Chair.objects.filter(not_told, pk=chair.pk, unread=False).update(noticed=now, unread=True))


def _asked(chair: Chair, now: datetime) -> Asked | None:
    """What the seat is asked; None where it is not asked or could not answer in time."""
    table = chair.table
    if table.deadline is not None and table.deadline - now < LEAST_LEFT:
        return None
    position: Position = fold_of(table).position
    if position.is_between:
        return None if chair.ready else "between"
    if chair.seat not in position.waiting:
        return None
    return "claim" if position.is_window and chair.seat != position.turn else "turn"


def _title(asked: Asked) -> str:
    match asked:
        case "claim":
            return gettext("May I?")
        case "turn":
            return gettext("Your turn")
        case "between":
            return gettext("The next hand waits for you")
        case _:
            assert_never(asked)


def _letter(chair: Chair, to: PushSubscription, asked: Asked, now: datetime) -> Letter:
    table = chair.table
    left = LONGEST_WAIT if table.deadline is None else min(table.deadline - now, LONGEST_WAIT)
    with translation.override(to.language):
        game = name_of_rules(game_of(table).rules_name(table.rules))
        content = {
            "web_push": DECLARED,
            "notification": {
                "title": _title(asked),
                "body": gettext("Table %(code)s, %(game)s") % {"code": table.code, "game": game},
                "lang": to.language,
                "tag": table.code,
                "navigate": f"{to.site}{reverse('tables:table', args=[table.code])}",
            },
        }
    return Letter(
        chair=chair.pk,
        subscription=to.pk,
        endpoint=to.endpoint,
        body=sealed(json.dumps(content).encode(), to),
        ttl=int(left.total_seconds()),
        topic=table.code,
        is_urgent=_is_short(table),
    )


def _is_short(table: Table) -> bool:
    """Whether there is so little time that a phone should be woken for it."""
    return table.deadline is not None and table.since is not None and table.deadline - table.since < timedelta(hours=1)


def sealed(content: bytes, to: PushSubscription) -> bytes:
    """The content as only the device can read it (RFC 8291)."""
    return bytes(
        http_ece.encrypt(
            content,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=from_base64url(to.p256dh, length=65),
            auth_secret=from_base64url(to.auth, length=16),
            version="aes128gcm",
        )
    )
