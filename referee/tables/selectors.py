"""Everything that is read at a table, and who may see what of it.

A reading holds all of a table and stays on the server. What goes to a page is a snapshot: what one viewer may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from referee.engine.rummy.shuffle import commitment
from referee.models import Chair, Player, Remark, Table, TablePhase
from referee.tables.codes import is_code, read_code
from referee.tables.fold import Fold, fold_of, game_of
from referee.tables.games import Event, Json, Proof, View, Wishes
from referee.tables.options import Options, load_options
from referee.tables.recent import RECENT, Recent
from referee.tables.sitting import hand_secret, is_bots, wishes_of

MOST_REMARKS = 30
MAY_BE_AWAY = timedelta(seconds=20)
"""So long without a screen or a sign of life, and somebody may be away."""
OPEN_FOR = timedelta(hours=6)
"""A table in its lobby is listed for so long after its last change."""


# What a page gets -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChairView:
    """What everybody sees of a chair. ``is_away``: a bot plays for the owner; ``may_be_away``: no sign of life."""

    seat: int
    name: str
    bot: str
    is_free: bool
    is_person: bool
    is_host: bool
    is_away: bool
    may_be_away: bool
    offered: bool
    ready: bool
    wants_pause: bool
    more_time: bool
    silenced: bool


@dataclass(frozen=True, slots=True)
class Mine:
    """What only the seat's owner sees of it, beside the cards."""

    arrangement: str
    wishes: Wishes
    nonce: str
    unheard: tuple[int, ...]
    guide: bool


@dataclass(frozen=True, slots=True)
class RemarkView:
    """Something said; ``text`` is a key for phrases and reactions."""

    id: int
    seat: int
    name: str
    kind: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table at one moment as one viewer sees it.

    ``seat`` is the viewer's, None for a spectator; ``mine`` likewise. ``view`` is None in the lobby. ``deadline`` is
    when the present default applies, None: the table waits for ever. ``events`` are the last ones, oldest first; those
    after the version ``told`` are news (see ``referee.tables.told``). ``rematch``: the code of the table that goes on.
    """

    code: str
    game: str
    rules: dict[str, Json]
    pace: str
    options: Options
    phase: str
    version: int
    revision: int
    now: datetime
    since: datetime | None
    deadline: datetime | None
    is_paused: bool
    seat: int | None
    is_host: bool
    mine: Mine | None
    chairs: tuple[ChairView, ...]
    view: View | None
    waiting: tuple[int, ...]
    events: tuple[Event, ...]
    told: int
    remarks: tuple[RemarkView, ...]
    proofs: tuple[Proof, ...]
    rematch: str | None

    @property
    def chair(self) -> ChairView | None:
        """The viewer's own chair."""
        return next((chair for chair in self.chairs if chair.seat == self.seat), None)

    @property
    def is_spectator(self) -> bool:
        return self.seat is None


# Reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableReading:
    """All of a table at one moment; for the server's eyes only."""

    table: Table
    chairs: tuple[Chair, ...]
    fold: Fold | None
    remarks: tuple[Remark, ...]
    rematch: str | None
    options: Options
    proofs: tuple[Proof, ...]

    def seat_of(self, player_id: int | None) -> int | None:
        """The player's seat; None for somebody who has none here."""
        return next((chair.seat for chair in self.chairs if player_id and chair.player_id == player_id), None)

    def may_see(self, player_id: int | None) -> bool:
        """Whether the player may see the table: who sits there, and others where the host lets them watch.

        Before the game begins everybody who has the code may, or nobody could join.
        """
        if self.seat_of(player_id) is not None or self.table.phase == TablePhase.LOBBY:
            return True
        return self.table.host_id == player_id or self.options.spectators or self._has_offer()

    def _has_offer(self) -> bool:
        return any(chair.offered for chair in self.chairs)

    def seen_by(self, player_id: int | None, now: datetime) -> TableSnapshot:
        """What the player may know, who need not have a seat."""
        table = self.table
        seat = self.seat_of(player_id)
        own = next((chair for chair in self.chairs if chair.seat == seat), None)
        position = self.fold.position if self.fold else None
        return TableSnapshot(
            code=table.code,
            game=table.game,
            rules=table.rules,
            pace=table.pace,
            options=self.options,
            phase=table.phase,
            version=table.version,
            revision=table.revision,
            now=now,
            since=table.since,
            deadline=table.deadline,
            is_paused=table.paused is not None,
            seat=seat,
            is_host=player_id is not None and table.host_id == player_id,
            mine=Mine(own.arrangement, wishes_of(own), own.nonce, tuple(own.unheard), own.guide) if own else None,
            chairs=tuple(_chair_view(chair, table, now) for chair in self.chairs),
            view=position.view(seat) if position else None,
            waiting=position.waiting if position else (),
            events=self.fold.events if self.fold else (),
            told=table.told,
            remarks=tuple(_remark_views(self.remarks, self.chairs, own)),
            proofs=self.proofs,
            rematch=self.rematch,
        )


def _chair_view(chair: Chair, table: Table, now: datetime) -> ChairView:
    silent = chair.seen is None or now - chair.seen > MAY_BE_AWAY
    return ChairView(
        seat=chair.seat,
        name=chair.name,
        bot=chair.bot,
        is_free=chair.is_free,
        is_person=chair.is_person,
        is_host=chair.is_person and chair.player_id == table.host_id,
        is_away=chair.is_person and is_bots(chair),
        may_be_away=chair.is_person and not chair.here and silent,
        offered=chair.offered,
        ready=chair.ready,
        wants_pause=chair.wants_pause,
        more_time=chair.more_time,
        silenced=chair.silenced,
    )


def _remark_views(remarks: Sequence[Remark], chairs: Sequence[Chair], own: Chair | None) -> list[RemarkView]:
    names = {chair.seat: chair.name for chair in chairs}
    return [
        RemarkView(remark.pk, remark.seat, names.get(remark.seat, ""), remark.kind, remark.text, remark.at)
        for remark in remarks
        if own is None or (remark.seat not in own.unheard and own.seat not in remark.reports)
    ]


def proofs_of(table: Table, fold: Fold | None) -> tuple[Proof, ...]:
    """The promise of every hand up to the next one; with the secret once the hand is over.

    The promise of a hand is public before it is dealt.
    """
    if fold is None:
        return (Proof(1, commitment(hand_secret(table, 1)), None, ()),)
    position = fold.position
    finished = position.hand if position.is_between and table.nonces else position.hand - 1
    dealt = len(table.nonces)
    is_last = position.is_over or dealt == game_of(table).hands(table.rules)
    promised = dealt if is_last else dealt + 1
    return tuple(
        Proof(
            hand=hand,
            commitment=commitment(hand_secret(table, hand)),
            secret=hand_secret(table, hand) if hand <= finished else None,
            nonces=tuple(table.nonces[hand - 1]) if hand <= len(table.nonces) else (),
        )
        for hand in range(1, promised + 1)
    )


def table_by_code(text: str) -> Table | None:
    """The table of the code, however it was typed."""
    code = read_code(text)
    return Table.objects.filter(code=code).first() if is_code(code) else None


def read_table(table_id: int, *, at_least: int | None = None) -> TableReading:
    """All of the table as it is now; with ``at_least`` as this process knows it at that revision or a newer one.

    :raises Table.DoesNotExist: when there is none.
    """
    known = None if at_least is None else RECENT.get(table_id, at_least)
    if known is not None:
        reading = reading_of(known)
        if known.remarks is None:
            RECENT.keep(known._replace(remarks=reading.remarks))
        return reading
    return read_further(Table.objects.get(pk=table_id))


def read_further(table: Table) -> TableReading:
    """All of a table whose row has just been read."""
    chairs = tuple(table.chairs.order_by("seat"))
    fold = None if table.phase == TablePhase.LOBBY else fold_of(table)
    return reading_of(Recent(table, chairs, fold, RECENT.remarks(table.pk, table.revision)))


def reading_of(known: Recent) -> TableReading:
    """All of a table of which this is known."""
    table = known.table
    is_over = table.phase == TablePhase.OVER
    again = Table.objects.filter(rematch_of=table).values_list("code", flat=True).first() if is_over else None
    remarks = _said(table.pk) if known.remarks is None else known.remarks
    return TableReading(
        table=table,
        chairs=known.chairs,
        fold=known.fold,
        remarks=remarks,
        rematch=again,
        options=load_options(table.options),
        proofs=proofs_of(table, known.fold),
    )


def _said(table_id: int) -> tuple[Remark, ...]:
    """The last remarks, oldest first."""
    remarks = Remark.objects.filter(table_id=table_id, hidden=False).order_by("-pk")[:MOST_REMARKS]
    return tuple(reversed(remarks))


def snapshot_for(table: Table, player: Player | None, now: datetime) -> TableSnapshot:
    """What the player may know of the table now."""
    return read_table(table.pk).seen_by(player.pk if player else None, now)


# Lists ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list."""

    code: str
    game: str
    rules_name: str
    pace: str
    phase: str
    host: str
    names: tuple[str, ...]
    free: int
    is_my_turn: bool
    changed: datetime


def open_tables(now: datetime, *, most: int = 20) -> list[TableLine]:
    """Listed tables that still have a free chair, newest first."""
    found = (
        Table.objects.filter(phase=TablePhase.LOBBY, options__listed=True, changed__gt=now - OPEN_FOR)
        .filter(Q(chairs__player__isnull=True, chairs__bot=""))
        .distinct()
        .select_related("host")
        .prefetch_related("chairs")
        .order_by("-changed")[:most]
    )
    return [_line(table, None) for table in found]


def tables_of(player: Player, *, most: int = 30) -> list[TableLine]:
    """The player's tables, those that go on first, newest first."""
    found = (
        Table.objects.filter(Q(chairs__player=player) | Q(host=player))
        .distinct()
        .select_related("host")
        .prefetch_related("chairs")
        .order_by("-changed")[:most]
    )
    lines = [_line(table, player) for table in found]
    return sorted(lines, key=lambda line: line.phase == TablePhase.OVER)


def _line(table: Table, player: Player | None) -> TableLine:
    chairs = list(table.chairs.all())
    mine = next((chair.seat for chair in chairs if player and chair.player_id == player.pk), None)
    is_my_turn = table.phase == TablePhase.PLAYING and mine is not None and mine in fold_of(table).position.waiting
    return TableLine(
        code=table.code,
        game=table.game,
        rules_name=str(table.rules.get("name", "")),
        pace=table.pace,
        phase=table.phase,
        host=table.host.name,
        names=tuple(chair.name for chair in chairs if chair.name),
        free=sum(chair.is_free for chair in chairs),
        is_my_turn=is_my_turn,
        changed=table.changed,
    )


__all__ = [
    "ChairView",
    "Mine",
    "RemarkView",
    "TableLine",
    "TableReading",
    "TableSnapshot",
    "open_tables",
    "proofs_of",
    "read_table",
    "reading_of",
    "snapshot_for",
    "table_by_code",
    "tables_of",
]
