"""Opening a table, taking and leaving its chairs, starting it, and playing again."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from referee.engine.rummy.shuffle import SECRET_BYTES
from referee.models import Chair, Pace, Player, Table, TablePhase
from referee.tables.codes import digest, new_code, new_secret
from referee.tables.errors import NotYours, TableRefused
from referee.tables.games import GAMES
from referee.tables.identity import LONGEST_NAME, read_name
from referee.tables.options import Options, dump_options
from referee.tables.services.rights import back, require_chair, require_host, require_lobby
from referee.tables.sitting import Sitting, sitting, write_lock

MOST_OPEN, LATELY = 20, timedelta(days=7)
"""Tables that one player may have open at a time, those forgotten for a week not counted."""


# The table --------------------------------------------------------------------------------------------------------


def table_open(
    *,
    host: Player,
    game: str,
    rules: object,
    pace: str,
    seats: int,
    options: Options | None = None,
    secret: bytes | None = None,
) -> Table:
    """A new table in its lobby, with so many free chairs. ``rules`` is a preset's key or a document.

    All shuffles follow from the ``secret``, which chance draws where none is given.

    :raises ValueError: rules, a pace or a number of seats that there is not.
    :raises TableRefused: (``too-many``) a host with too many open tables.
    """
    if game not in GAMES:
        raise ValueError(f"expected a game: {', '.join(GAMES)}, got {game!r}")
    document = GAMES[game].rules_document(rules)
    least, most = GAMES[game].seats(document)
    if not least <= seats <= most:
        raise ValueError(f"expected {least} to {most} seats, got {seats!r}")
    with write_lock(), transaction.atomic():
        lately = Table.objects.filter(host=host, changed__gt=timezone.now() - LATELY)
        if lately.exclude(phase=TablePhase.OVER).count() >= MOST_OPEN:
            raise TableRefused("too-many", f"expected at most {MOST_OPEN} open tables of one host")
        table = Table.objects.create(
            code=_free_code(),
            game=game,
            rules=document,
            pace=Pace(pace),
            options=dump_options(options or Options()),
            host=host,
            secret=secret or secrets.token_bytes(SECRET_BYTES),
        )
        Chair.objects.bulk_create([Chair(table=table, seat=seat) for seat in range(seats)])
    return table


def _free_code() -> str:
    while Table.objects.filter(code=(code := new_code())).exists():
        pass
    return code


def table_options(*, table: Table, player: Player | None, options: Options) -> None:
    """Keep what the host chose; most options may change while the table plays.

    :raises NotYours: somebody other than the host.
    """
    with sitting(table, timezone.now()) as sit:
        require_host(sit, player)
        sit.table.options = dump_options(options)
        sit.options = options
        sit.touch()


def table_start(
    *, table: Table, player: Player | None, fill: str = "", dealer: int | None = None, now: datetime | None = None
) -> None:
    """Begin the game and deal. Free chairs get the bot ``fill``, or without one are taken away.

    The first ``dealer`` is whom chance names; at a rematch the deal moves on.

    :raises NotYours: somebody other than the host.
    :raises TableRefused: too few players (``too-few``), a table that has been started (``started``).
    :raises ValueError: a bot that there is not.
    """
    now = now or timezone.now()
    with sitting(table, now) as sit:
        require_host(sit, player)
        require_lobby(sit)
        for chair in [chair for chair in sit.chairs if chair.is_free]:
            if fill:
                _seat_bot(sit, chair, fill)
            else:
                sit.chairs.remove(chair)
                chair.delete()
        least, _most = sit.game.seats(sit.table.rules)
        if len(sit.chairs) < least:
            raise TableRefused("too-few", f"expected at least {least} players, got {len(sit.chairs)}")
        _seat_in_order(sit)
        sit.table.dealer = _first_dealer(sit) if dealer is None else dealer
        sit.start()
        sit.deal()


def _seat_in_order(sit: Sitting) -> None:
    """Number the chairs from 0, shuffled where the host chose so."""
    if sit.options.shuffle_seats:
        secrets.SystemRandom().shuffle(sit.chairs)
    for chair in sit.chairs:
        chair.seat += 100  # out of the way, since a seat is unique at its table
    Chair.objects.bulk_update(sit.chairs, ["seat"])
    for seat, chair in enumerate(sit.chairs):
        chair.seat = seat
    Chair.objects.bulk_update(sit.chairs, ["seat"])


def _first_dealer(sit: Sitting) -> int:
    before = sit.table.rematch_of
    return (before.dealer + 1) % len(sit.chairs) if before else secrets.randbelow(len(sit.chairs))


def table_rematch(*, table: Table, player: Player | None) -> Table:
    """The same table once more, in its lobby, with the same people and bots in the same seats; made once.

    :raises NotYours: somebody without a seat.
    :raises TableRefused: (``playing``) a game that is not over.
    """
    with sitting(table, timezone.now()) as sit:
        require_chair(sit, player)
        if sit.table.phase != TablePhase.OVER:
            raise TableRefused("playing", f"expected a game that is over, got {sit.table.phase!r}")
        found = Table.objects.filter(rematch_of=sit.table).first()
        if found is not None:
            return found
        old = sit.table
        again = Table.objects.create(
            code=_free_code(),
            game=old.game,
            rules=old.rules,
            pace=old.pace,
            options=old.options | {"shuffle_seats": False},
            host=old.host,
            secret=secrets.token_bytes(SECRET_BYTES),
            rematch_of=old,
            sheet=old.sheet,
        )
        Chair.objects.bulk_create(
            [
                Chair(
                    table=again,
                    seat=chair.seat,
                    player=chair.player,
                    name=chair.name,
                    bot=chair.bot,
                    more_time=chair.more_time,
                    guide=chair.guide,
                    nonce=chair.nonce,
                )
                for chair in sit.chairs
            ]
        )
        sit.touch()
        return again


def table_pause(*, table: Table, player: Player | None, wants: bool, now: datetime | None = None) -> None:
    """Ask for a pause, or take that back; it begins when all who are there agree, and ends when one wants to go on.

    :raises NotYours: somebody without a seat.
    """
    now = now or timezone.now()
    with sitting(table, now) as sit:
        chair = require_chair(sit, player)
        back(sit, chair)
        chair.wants_pause = wants
        sit.touch(chair)
        people = [other for other in sit.chairs if other.is_person and other.away_since is None]
        if wants and sit.table.paused is None and all(other.wants_pause for other in people):
            sit.table.paused = now
        elif not wants and sit.table.paused is not None:
            sit.table.paused, sit.table.since = None, now
            for other in sit.chairs:
                other.wants_pause = False
            sit.touch(*sit.chairs)


# Chairs -----------------------------------------------------------------------------------------------------------


def chair_take(*, table: Table, player: Player, name: str, seat: int | None = None) -> tuple[Chair, str]:
    """The player's chair with the secret of its link; who has one keeps it. Without a ``seat`` the first free one.

    :raises TableRefused: no free chair (``full``), one that is not free (``taken``).
    :raises NameRefused: see ``identity.read_name``.
    """
    name = read_name(name)
    try:
        with sitting(table, timezone.now()) as sit:
            mine = sit.chair_of(player.pk)
            if mine is not None:
                return mine, _renew(sit, mine)
            free = [chair for chair in sit.chairs if _may_sit(sit, chair) and seat in (None, chair.seat)]
            if not free:
                raise TableRefused("full" if seat is None else "taken", f"expected a free chair, got {seat!r}")
            chair = free[0]
            chair.player, chair.bot, chair.offered, chair.away_since = player, "", False, None
            chair.name = _own_name(sit, chair, name)
            sit.note(chair, seen=sit.now, arrangement="")
            return chair, _renew(sit, chair)
    except IntegrityError as error:
        # The player took a chair in another process at the same moment.
        raise TableRefused("taken", "expected one chair for one player") from error


def _may_sit(sit: Sitting, chair: Chair) -> bool:
    if sit.table.phase == TablePhase.LOBBY:
        return chair.is_free
    return sit.table.phase == TablePhase.PLAYING and chair.offered and chair.player_id is None


def _own_name(sit: Sitting, chair: Chair, name: str) -> str:
    """The name, with a number where somebody at the table has it already."""
    taken = {other.name.casefold() for other in sit.chairs if other.pk != chair.pk}
    own, number = name, 2
    while own.casefold() in taken:
        ending = f" {number}"
        own, number = name[: LONGEST_NAME - len(ending)] + ending, number + 1
    return own


def _renew(sit: Sitting, chair: Chair) -> str:
    """A new secret for the chair's link; the old one opens nothing any more."""
    secret = new_secret()
    chair.secret_hash = digest(secret)
    sit.touch(chair)
    return secret


def chair_link(*, table: Table, player: Player | None) -> tuple[Chair, str]:
    """The player's chair with a new secret, for a link that moves the seat to another device; older links are void.

    :raises NotYours: somebody without a seat.
    """
    with sitting(table, timezone.now()) as sit:
        chair = require_chair(sit, player)
        return chair, _renew(sit, chair)


def chair_by_secret(secret: str) -> Chair | None:
    """The chair that the secret of a link opens."""
    return Chair.objects.filter(secret_hash=digest(secret)).select_related("table").first() if secret else None


def chair_move(*, seat_secret: str, player: Player) -> Chair:
    """Give the chair to the player of this device. The link is void then, and so is the other device's right.

    :raises NotYours: a secret that opens nothing.
    :raises TableRefused: (``seated``) a player who has another chair at the table.
    """
    found = chair_by_secret(seat_secret)
    if found is None:
        raise NotYours("expected the secret of a seat")
    with sitting(found.table, timezone.now()) as sit:
        chair = next(chair for chair in sit.chairs if chair.pk == found.pk)
        if chair.secret_hash != digest(seat_secret) or chair.player_id is None:
            raise NotYours("expected the secret of a seat")
        other = sit.chair_of(player.pk)
        if other is not None and other.pk != chair.pk:
            raise TableRefused("seated", "expected a player without another chair at the table")
        if sit.table.host_id == chair.player_id:
            sit.table.host = player
        chair.player, chair.secret_hash = player, ""
        back(sit, chair)
        sit.touch(chair)
        return chair


def chair_leave(*, table: Table, player: Player | None) -> None:
    """Give the chair up: in the lobby it is free again, in a game a bot plays on.

    :raises NotYours: somebody without a seat.
    """
    with sitting(table, timezone.now()) as sit:
        chair = require_chair(sit, player)
        vacate(sit, chair)


def chair_bot(*, table: Table, player: Player | None, seat: int, bot: str) -> None:
    """The host has a bot sit in a free chair, or (``bot`` empty) leave it; in a game, replace somebody lost.

    :raises NotYours: somebody other than the host.
    :raises TableRefused: (``taken``) a chair whose owner is there.
    :raises ValueError: a bot or a seat that there is not.
    """
    with sitting(table, timezone.now()) as sit:
        require_host(sit, player)
        chair = _seat(sit, seat)
        if chair.is_person:
            if sit.table.phase != TablePhase.PLAYING or chair.away_since is None:
                raise TableRefused("taken", f"expected a chair whose owner is away, got seat {seat}")
            vacate(sit, chair)
        if bot:
            _seat_bot(sit, chair, bot)
        elif sit.table.phase == TablePhase.LOBBY:
            chair.bot, chair.name = "", ""
            sit.touch(chair)


def chair_offer(*, table: Table, player: Player | None, seat: int, offered: bool) -> None:
    """The host lets whoever comes take over the seat that a bot plays.

    :raises NotYours: somebody other than the host.
    :raises TableRefused: (``taken``) a person's seat.
    """
    with sitting(table, timezone.now()) as sit:
        require_host(sit, player)
        chair = _seat(sit, seat)
        if chair.is_person:
            raise TableRefused("taken", f"expected a bot's chair, got seat {seat}")
        chair.offered = offered
        sit.touch(chair)


def chair_remove(*, table: Table, player: Player | None, seat: int) -> None:
    """The host asks somebody to leave the lobby.

    :raises NotYours: somebody other than the host.
    :raises TableRefused: (``started``) a table that has been started.
    """
    with sitting(table, timezone.now()) as sit:
        require_host(sit, player)
        require_lobby(sit)
        vacate(sit, _seat(sit, seat))


def _seat(sit: Sitting, seat: int) -> Chair:
    for chair in sit.chairs:
        if chair.seat == seat:
            return chair
    raise ValueError(f"expected a seat from 0 to {len(sit.chairs) - 1}, got {seat!r}")


def _seat_bot(sit: Sitting, chair: Chair, bot: str) -> None:
    if bot not in sit.game.bots:
        raise ValueError(f"expected a bot: {', '.join(sit.game.bots)}, got {bot!r}")
    chair.bot = bot
    chair.name = chair.name or _own_name(sit, chair, sit.game.bots[bot].name)
    sit.touch(chair)


def vacate(sit: Sitting, chair: Chair) -> None:
    """Take the chair from its owner; in a game a bot plays on under the owner's name."""
    was_host = chair.player_id == sit.table.host_id
    chair.player, chair.secret_hash, chair.away_since = None, "", None
    chair.wishes, chair.nonce, chair.more_time, chair.wants_pause, chair.guide = {}, "", False, False, False
    sit.note(chair, arrangement="", here=False, noticed=None, unread=False)
    if sit.table.phase == TablePhase.LOBBY:
        chair.name = ""
    else:
        chair.bot = sit.game.stand_in
    sit.touch(chair)
    heirs = [other for other in sit.chairs if other.is_person]
    if was_host and heirs:
        sit.table.host_id = heirs[0].player_id or sit.table.host_id
