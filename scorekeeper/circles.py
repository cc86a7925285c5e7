"""What an account remembers, and how a phone's own memory flows into it. Nothing of it is shown to anybody else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone

from scorekeeper import keys
from scorekeeper.books import Book
from scorekeeper.devices import LONGEST_GAME, Device
from scorekeeper.models import Circle, Kept, Sheet

type Visitor = User | AnonymousUser

MOST_KEPT = 500
MOST_NAMES = 40
FRESH = timedelta(hours=1)
"""How exactly it is kept when a sheet was used last."""


def circle_of(user: Visitor) -> Circle | None:
    """The circle of an account; None for somebody without one."""
    return Circle.objects.get_or_create(user=user)[0] if user.is_authenticated else None


def adopt(user: Visitor, device: Device) -> int:
    """Take a phone's sheets, names and last choice into the account; how many sheets were new to it."""
    circle = circle_of(user)
    if circle is None:
        return 0
    with transaction.atomic():
        before = circle.kept.count()
        for age, key in enumerate(device.sheets):
            _keep(circle, key, at=timezone.now() - timedelta(seconds=age))
        remember_names(circle, device.names, device.game)
        return circle.kept.count() - before


def keep_sheet(user: Visitor, key: str) -> None:
    """A sheet was used: it is in the account's list, before the others."""
    circle = circle_of(user)
    if circle is not None:
        _keep(circle, key, at=timezone.now())


def _keep(circle: Circle, key: str, *, at: datetime) -> None:
    sheet = Sheet.objects.filter(edit_digest=keys.digest(key)).first()
    if sheet is None:
        return
    known = circle.kept.filter(sheet=sheet).first()
    if known is None and circle.kept.count() < MOST_KEPT:
        Kept.objects.create(circle=circle, sheet=sheet, sealed=keys.seal(key, settings.SECRET_KEY), used=at)
    elif known is not None and known.used < timezone.now() - FRESH:
        Kept.objects.filter(pk=known.pk).update(used=at)


def remember_names(circle: Circle, names: Sequence[str], game: str) -> None:
    """The names go before those that are known."""
    circle.names = list(dict.fromkeys((*names, *circle.names)))[:MOST_NAMES]
    circle.game = game[:LONGEST_GAME] or circle.game
    circle.save(update_fields=["names", "game"])


def forget_sheet(user: Visitor, key: str) -> None:
    """Take a sheet off the account's list; the sheet itself stays."""
    if user.is_authenticated:
        Kept.objects.filter(circle__user=user, sheet__edit_digest=keys.digest(key)).delete()


def shared_device(user: Visitor, device: Device) -> Device:
    """The phone with the account's memory beside its own: sheets used last first, whoever of the circle used them."""
    circle = circle_of(user)
    if circle is None:
        return device
    own = tuple(book.key for book in kept_books(circle))
    rest = tuple(key for key in device.sheets if key not in own)
    names = tuple(dict.fromkeys((*device.names, *circle.names)))
    return Device(device.id, device.who, names, device.game or circle.game, (*own, *rest))


def kept_books(circle: Circle) -> list[Book]:
    """The account's sheets, the one used last first."""
    tried = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    found = [
        (kept.sheet, keys.unseal(kept.sealed, kept.sheet.edit_digest, tried))
        for kept in circle.kept.select_related("sheet")
    ]
    return [Book(sheet, key) for sheet, key in found if key]
