"""What nobody has touched for as long as KEEP_DAYS says is deleted; and sessions that have run out."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Max, Model, QuerySet
from django.db.models.functions import Coalesce

from referee.models import Player, Table, TablePhase
from scorekeeper.models import Sheet


def old(now: datetime) -> dict[str, QuerySet[Model]]:
    """What may go, by its name in KEEP_DAYS, in the order in which it can be deleted."""
    keep = {name: timedelta(days=days) for name, days in settings.KEEP_DAYS.items() if days > 0}
    found: dict[str, QuerySet[Model]] = {"sessions": Session.objects.filter(expire_date__lt=now)}
    if "lobbies" in keep:
        found["lobbies"] = Table.objects.filter(phase=TablePhase.LOBBY, changed__lt=now - keep["lobbies"])
    if "tables" in keep:
        found["tables"] = Table.objects.exclude(phase=TablePhase.LOBBY).filter(changed__lt=now - keep["tables"])
    if "sheets" in keep:
        last = Sheet.objects.annotate(touched=Coalesce(Max("operations__at"), "created"))
        found["sheets"] = last.filter(touched__lt=now - keep["sheets"])
    if "players" in keep:
        found["players"] = Player.objects.filter(
            chairs__isnull=True, hosted__isnull=True, created__lt=now - keep["players"]
        )
    return found


def sweep(now: datetime, *, only_count: bool) -> dict[str, int]:
    """Delete what is old, or only count it; how many of each kind."""
    counts = {}
    for name, rows in old(now).items():
        keys = list(rows.values_list("pk", flat=True))
        counts[name] = len(keys)
        for start in range(0, 0 if only_count else len(keys), 200):
            with transaction.atomic():
                # By their keys: a query with an annotation or a join cannot be deleted from.
                rows.model._default_manager.filter(pk__in=keys[start : start + 200]).delete()
    return counts
