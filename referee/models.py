"""What online play keeps: people, tables, chairs, moves and remarks.

The moves are the only truth about a game: what lies on a table is their fold. ``referee.tables.services`` writes,
``referee.tables.selectors`` reads.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Player(models.Model):
    """A person, known by a secret in a cookie of which only the digest is kept here."""

    token_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=24, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class PushSubscription(models.Model):
    """A device on which a player wants to be told, as its browser gave it.

    ``endpoint`` is the address at the browser's push service, ``p256dh`` and ``auth`` what a letter is sealed with.
    ``language`` and ``site`` are those of the page where the player asked for it.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=800, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    language = models.CharField(max_length=10)
    site = models.CharField(max_length=200)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.player_id}/{self.pk}"


class Pace(models.TextChoices):
    """How long a table waits; see ``referee.tables.paces``."""

    LIVE = "live", _("Live")
    RELAXED = "relaxed", _("Relaxed")
    SLOW = "slow", _("Slow, over days")


class TablePhase(models.TextChoices):
    LOBBY = "lobby", _("Gathering")
    PLAYING = "playing", _("Playing")
    OVER = "over", _("Over")


class Table(models.Model):
    """One game at one table.

    ``rules`` is the whole rule set, ``options`` what the host chose (see ``referee.tables.options``). ``version``
    counts the moves; ``revision`` rises with everything that a screen shows; ``told`` is the version
    before the newest moves, which a screen reader is told of. ``secret`` decides every shuffle and never
    leaves the server; ``nonces`` holds, a list for each hand dealt, what the seats added to it. ``dealer`` deals the
    first hand.

    ``since`` is when the present wait began, ``deadline`` when its default applies (None: it waits for ever), ``due``
    when the clock has something to do next: the deadline, or earlier a bot's move.
    """

    code = models.CharField(max_length=6, unique=True)
    game = models.CharField(max_length=16)
    rules = models.JSONField()
    pace = models.CharField(max_length=8, choices=Pace)
    options = models.JSONField(default=dict)
    host = models.ForeignKey(Player, models.PROTECT, related_name="hosted")
    phase = models.CharField(max_length=8, choices=TablePhase, default=TablePhase.LOBBY)
    version = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    told = models.PositiveIntegerField(default=0)
    secret = models.BinaryField(max_length=32)
    nonces = models.JSONField(default=list)
    dealer = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    due = models.DateTimeField(null=True)
    paused = models.DateTimeField(null=True)
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch")
    sheet = models.CharField(max_length=200, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = (
            models.Index(fields=["due"], name="table_due", condition=Q(due__isnull=False)),
            models.Index(fields=["phase", "-changed"], name="table_phase_changed"),
        )

    def __str__(self) -> str:
        return self.code


class Chair(models.Model):
    """A seat at a table.

    ``player`` owns it; None with ``bot`` set: a bot's own; None with neither: free. ``offered``: whoever comes may take
    it over from its bot. ``away_since``: a bot plays for the owner until the owner is back.
    ``secret_hash`` is the digest of the link that moves the seat to another device. ``arrangement`` is the order in
    which the owner lays the hand. ``wishes`` hold until the next deal. ``seen`` is the last sign of life, ``here``
    whether a screen is connected. ``noticed`` is when the owner's devices were last told that the seat is waited for,
    ``unread`` whether the owner has not looked since. ``guide``: the owner is told at each moment what to do.
    ``silenced`` by the host; ``unheard`` lists the seats whose talk this one does not show.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="chairs")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="chairs")
    name = models.CharField(max_length=24, blank=True)
    bot = models.CharField(max_length=16, blank=True)
    offered = models.BooleanField(default=False)
    secret_hash = models.CharField(max_length=64, blank=True, db_index=True)
    nonce = models.CharField(max_length=64, blank=True)
    arrangement = models.TextField(blank=True)
    wishes = models.JSONField(default=dict)
    more_time = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    wants_pause = models.BooleanField(default=False)
    seen = models.DateTimeField(null=True)
    here = models.BooleanField(default=False)
    noticed = models.DateTimeField(null=True)
    unread = models.BooleanField(default=False)
    away_since = models.DateTimeField(null=True)
    guide = models.BooleanField(default=False)
    silenced = models.BooleanField(default=False)
    unheard = models.JSONField(default=list)

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=["table", "seat"], name="one_chair_a_seat"),
            models.UniqueConstraint(
                fields=["table", "player"], name="one_chair_a_player", condition=Q(player__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here, not even a bot."""
        return self.player_id is None and not self.bot

    @property
    def is_person(self) -> bool:
        return self.player_id is not None


class MoveMaker(models.TextChoices):
    """Who decided on a move."""

    PERSON = "person"
    BOT = "bot"  # that holds the seat, for good or for an absent owner
    WISH = "wish"  # a standing wish of the owner
    DEALER = "dealer"
    CLOCK = "clock"


class Move(models.Model):
    """One line of a game's log; never changed. ``seat`` is None for the dealer; ``key`` is the sender's own."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.TextField()
    by = models.CharField(max_length=8, choices=MoveMaker)
    key = models.CharField(max_length=36, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=["table", "seq"], name="one_move_a_number"),
            models.UniqueConstraint(fields=["table", "key"], name="one_move_a_key", condition=~Q(key="")),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seq}"


class RemarkKind(models.TextChoices):
    PHRASE = "phrase"
    REACTION = "reaction"
    CHAT = "chat"


class Remark(models.Model):
    """Something said at a table. ``text`` is a key for phrases and reactions, the words themselves for chat."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="remarks")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=RemarkKind)
    text = models.CharField(max_length=200)
    key = models.CharField(max_length=36, blank=True)
    hidden = models.BooleanField(default=False)
    reports = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["table", "key"], name="one_remark_a_key", condition=~Q(key="")),)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.pk}"
