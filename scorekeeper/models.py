"""What is kept of a score sheet: its game and the log of its operations. All else is folded from the log.

And what is kept of a circle of players whose phones share an account: names, sheets that they used, their rules.
"""

from django.conf import settings
from django.db import models


class Sheet(models.Model):
    """A sheet's frame, which never changes. See also: ``keys``."""

    edit_digest = models.CharField(max_length=64, unique=True)
    view_key = models.CharField(max_length=22, unique=True)
    game = models.JSONField()
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"sheet {self.pk}"


class Operation(models.Model):
    """One line of a sheet's log: never changed, never taken out. See also: ``sheets.Entry``.

    ``outcome`` is what the sender was told, so that the same operation sent again gets the same answer.
    """

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="operations")
    seq = models.PositiveIntegerField()
    uuid = models.UUIDField()
    device = models.CharField(max_length=22, blank=True)
    saw = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    payload = models.JSONField()
    at = models.DateTimeField()
    who = models.CharField(max_length=24, blank=True)
    outcome = models.CharField(max_length=10)

    class Meta:
        ordering = ("sheet", "seq")
        constraints = (
            models.UniqueConstraint(fields=("sheet", "seq"), name="operation_place"),
            models.UniqueConstraint(fields=("sheet", "uuid"), name="operation_once"),
        )

    def __str__(self) -> str:
        return f"operation {self.seq} of sheet {self.sheet_id}"


class Circle(models.Model):
    """What an account remembers on every phone: see also ``devices.Device``, which is a phone's own memory."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="circle")
    names = models.JSONField(default=list)
    game = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return f"circle {self.pk}"


class Kept(models.Model):
    """A sheet in an account's list. ``sealed``: its edit key, which only the site's own secret opens: see ``keys``."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="kept")
    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="+")
    sealed = models.CharField(max_length=22)
    used = models.DateTimeField()

    class Meta:
        ordering = ("-used",)
        constraints = (models.UniqueConstraint(fields=("circle", "sheet"), name="kept_once"),)

    def __str__(self) -> str:
        return f"sheet {self.sheet_id} of circle {self.circle_id}"


class HouseRules(models.Model):
    """House rules in an account's list. ``key``: the text that a link has for them, which holds the whole document.

    The text and not a table of settings, since the order of a document's rows is part of it.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="rules")
    name = models.CharField(max_length=80)
    key = models.CharField(max_length=1210)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-changed", "-pk")
        constraints = (models.UniqueConstraint(fields=("circle", "name"), name="rules_name_once"),)

    def __str__(self) -> str:
        return f"{self.name} of circle {self.circle_id}"
