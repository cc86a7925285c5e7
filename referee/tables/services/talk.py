"""What is said at a table: phrases, reactions, and free words where the host lets them be."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from referee.engine.verdicts import gettext_noop
from referee.models import Player, Remark, RemarkKind, Table
from referee.tables.errors import NotYours, TableRefused
from referee.tables.services.rights import require_chair, require_host
from referee.tables.sitting import sitting

PHRASES = {
    "hello": gettext_noop("Hello!"),
    "good-luck": gettext_noop("Good luck."),
    "well-played": gettext_noop("Well played!"),
    "thanks": gettext_noop("Thank you."),
    "sorry": gettext_noop("Sorry!"),
    "thinking": gettext_noop("Let me think."),
    "back-soon": gettext_noop("Back in a minute."),
    "bad-luck": gettext_noop("What rotten luck."),
    "good-game": gettext_noop("Good game."),
}
REACTIONS = {
    "clap": gettext_noop("claps"),
    "laugh": gettext_noop("laughs"),
    "wow": gettext_noop("is amazed"),
    "sad": gettext_noop("is sad"),
    "heart": gettext_noop("sends a heart"),
}
LONGEST_CHAT = 200
MOST_REMARKS, REMARK_SPAN = 8, timedelta(seconds=20)


def remark_add(*, table: Table, player: Player | None, kind: str, text: str, key: str = "") -> Remark:
    """The remark as kept; one with a key used before is not said twice.

    :raises NotYours: somebody without a seat.
    :raises TableRefused: an unknown phrase (``unknown``), words that are empty (``empty``) or too long (``too-long``),
        a closed chat (``chat-off``), a silenced seat (``silenced``), too much talk at once (``too-fast``).
    """
    with sitting(table, timezone.now()) as sit:
        chair = require_chair(sit, player)
        if key and (said := Remark.objects.filter(table=sit.table, key=key).first()):
            return said
        if chair.silenced:
            raise TableRefused("silenced", "expected a seat that may talk")
        match kind:
            case RemarkKind.PHRASE if text in PHRASES:
                pass
            case RemarkKind.REACTION if text in REACTIONS:
                pass
            case RemarkKind.CHAT:
                text = _words(text)
                if not sit.options.chat:
                    raise TableRefused("chat-off", "expected a table with chat")
            case _:
                raise TableRefused("unknown", f"expected a phrase or a reaction of the table, got {text[:40]!r}")
        lately = Remark.objects.filter(table=sit.table, seat=chair.seat, at__gt=sit.now - REMARK_SPAN)
        if lately.count() >= MOST_REMARKS:
            raise TableRefused("too-fast", f"expected at most {MOST_REMARKS} remarks in {REMARK_SPAN.seconds} seconds")
        sit.is_talk = True
        sit.touch()
        return Remark.objects.create(table=sit.table, seat=chair.seat, kind=kind, text=text, key=key)


def _words(text: str) -> str:
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not words:
        raise TableRefused("empty", "expected words")
    if len(words) > LONGEST_CHAT:
        raise TableRefused("too-long", f"expected at most {LONGEST_CHAT} characters, got {len(words)}")
    return words


def remark_report(*, table: Table, player: Player | None, remark_id: int) -> None:
    """Hide the remark from who reports it; from everybody once a second seat or the host does.

    :raises NotYours: somebody without a seat, or a remark of another table.
    """
    with sitting(table, timezone.now()) as sit:
        chair = require_chair(sit, player)
        remark = Remark.objects.filter(pk=remark_id, table=sit.table).first()
        if remark is None:
            raise NotYours("expected a remark of the table")
        remark.reports = sorted({*remark.reports, chair.seat})
        remark.hidden = remark.hidden or len(remark.reports) > 1 or chair.player_id == sit.table.host_id
        remark.save(update_fields=["reports", "hidden"])
        sit.is_talk = True
        sit.touch()


def seat_mute(*, table: Table, player: Player | None, seat: int, muted: bool) -> None:
    """Show or do not show this player what the seat says.

    :raises NotYours: somebody without a seat.
    """
    with sitting(table, timezone.now()) as sit:
        chair = require_chair(sit, player)
        unheard = {*chair.unheard, seat} if muted else {*chair.unheard} - {seat}
        chair.unheard = sorted(unheard & {other.seat for other in sit.chairs} - {chair.seat})
        sit.touch(chair)


def seat_silence(*, table: Table, player: Player | None, seat: int, silenced: bool) -> None:
    """The host lets a seat talk, or not.

    :raises NotYours: somebody other than the host.
    """
    with sitting(table, timezone.now()) as sit:
        require_host(sit, player)
        for chair in sit.chairs:
            if chair.seat == seat:
                chair.silenced = silenced
                sit.touch(chair)
