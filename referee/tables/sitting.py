"""A table while it is written to: its row locked, its chairs, its game, in one transaction.

Knows how moves are kept, what follows from a move at once (the dealer, standing wishes) and when the clock has
something to do next. Does not know who may do what: that is for ``services``.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime, timedelta
from threading import RLock

from django.conf import settings
from django.db import connection, transaction

from referee.engine.rummy.shuffle import HandSecret
from referee.models import Chair, Move, MoveMaker, Table, TablePhase
from referee.tables import feed
from referee.tables.fold import FOLDS, Fold, extended, fold_of, game_of, start_of
from referee.tables.games import Game, Position, Wishes
from referee.tables.options import MORE_TIME, Options, load_options, waits_of
from referee.tables.recent import RECENT, Recent

_WRITE_LOCK = RLock()
MOST_FOLLOWING = 100
"""Moves that can follow from one at once; the dealer and the wishes of a full table need a quarter of it."""


def write_lock() -> AbstractContextManager[object]:
    """On SQLite the writers of this process queue here: its own waiting sleeps, and is unfair."""
    return _WRITE_LOCK if connection.vendor == "sqlite" else nullcontext()


@contextmanager
def sitting(table: Table, now: datetime) -> Iterator[Sitting]:
    """The table to write to; committed and announced at the end of the block, undone by an exception."""
    with write_lock():
        with transaction.atomic():
            row = Table.objects.select_for_update().get(pk=table.pk)
            sit = Sitting(row, now)
            yield sit
            sit.finish()
        if sit.moves:
            FOLDS.keep(row.code, sit.fold)


def hand_secret(table: Table, hand: int) -> bytes:
    """The secret of one hand; that of another cannot be told from it."""
    return hmac.new(bytes(table.secret), f"hand {hand}".encode(), hashlib.sha256).digest()


def chance(table: Table, purpose: str) -> int:
    """A number that only this server can foresee."""
    return int.from_bytes(hmac.new(bytes(table.secret), purpose.encode(), hashlib.sha256).digest()[:8], "big")


def wishes_of(chair: Chair) -> Wishes:
    return Wishes(bool(chair.wishes.get("pass_hand")), tuple(chair.wishes.get("buy", ())))


# What changes without the table's lock is left out: `arrangement`, `seen`, `here`, `noticed`, `unread`.
_SAVED = (
    *("seat", "player", "name", "bot", "offered", "secret_hash", "nonce", "wishes", "more_time", "ready", "guide"),
    *("wants_pause", "away_since", "silenced", "unheard"),
)


def _values(table: Table) -> dict[str, object]:
    """The table's fields that a sitting may change, by name."""
    return {name: getattr(table, name) for name in _TABLE_FIELDS}


_TABLE_FIELDS = tuple(
    field.attname for field in Table._meta.concrete_fields if not field.primary_key and field.name != "changed"
)


class Sitting:
    """The table in its transaction. What is changed on ``table`` and ``chairs`` is saved by ``touch``."""

    def __init__(self, table: Table, now: datetime) -> None:
        self.table = table
        self.now = now
        self.chairs: list[Chair] = list(table.chairs.order_by("seat"))
        self.options: Options = load_options(table.options)
        self.moves: list[Move] = []
        self.is_changed = False
        self.is_talk = False
        self._touched: dict[int, Chair] = {}
        self._was = _values(table)
        self._fold: Fold | None = None if table.phase == TablePhase.LOBBY else fold_of(table)
        self._before = self._fold

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def fold(self) -> Fold:
        if self._fold is None:
            raise AssertionError(f"expected a table that has been started, got {self.table.phase!r}")
        return self._fold

    @property
    def position(self) -> Position:
        return self.fold.position

    @property
    def game(self) -> Game:
        return game_of(self.table)

    def chair_of(self, player_id: int | None) -> Chair | None:
        """The player's chair; None for somebody who has none here."""
        return next((chair for chair in self.chairs if player_id and chair.player_id == player_id), None)

    # Writing ------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Have the table play; its chairs are as they will stay."""
        self.table.phase = TablePhase.PLAYING
        self._fold = start_of(self.table)
        self.touch()

    def touch(self, *chairs: Chair) -> None:
        """Have the table, and these chairs, saved at the end, and shown anew."""
        self.is_changed = True
        self._touched |= {chair.pk: chair for chair in chairs}

    def note(self, chair: Chair, **values: object) -> None:
        """Write down what can change without the table's lock too: layout, signs of life."""
        self.table.chairs.filter(pk=chair.pk).update(**values)
        for name, value in values.items():
            setattr(chair, name, value)

    def append(self, seat: int | None, text: str, by: MoveMaker, key: str = "") -> None:
        """Make a move, and all that follows from it at once.

        :raises IllegalAction: a move that the rules refuse.
        :raises NotationError: text that is no action.
        """
        self._append(seat, text, by, key)
        self.carry_on()

    def _append(self, seat: int | None, text: str, by: MoveMaker, key: str = "") -> None:
        fold = self.fold
        line = fold.position.format(seat, text)
        self._fold = extended(fold, seat, text)
        self.table.version += 1
        self.moves.append(
            Move(table=self.table, seq=self.table.version, seat=seat, text=line, by=by, key=key, at=self.now)
        )
        self.touch()

    def carry_on(self) -> None:
        """Make the moves that nobody has to be waited for: the dealer's within a hand, and wishes."""
        for _ in range(MOST_FOLLOWING):
            due = self.position.dealer_due()
            if due is not None and not due.deals:
                self._append(None, self._dealers_action(due.hand), MoveMaker.DEALER)
            elif (wish := self._wish()) is not None:
                self._append(*wish, MoveMaker.WISH)
            else:
                return
        raise AssertionError(f"expected the table to come to rest within {MOST_FOLLOWING} moves")

    def _wish(self) -> tuple[int, str] | None:
        """The next thing that a standing wish says."""
        if not self.position.is_window:
            return None
        for chair in self.chairs:
            if chair.wishes and chair.is_person and chair.away_since is None:
                text = self.position.wished(chair.seat, wishes_of(chair))
                if text is not None:
                    return chair.seat, text
        return None

    def deal(self) -> None:
        """Begin the next hand; whatever was wished for the last one is gone."""
        due = self.position.dealer_due()
        if due is None or not due.deals:
            raise AssertionError("expected a hand to be due")
        self.table.nonces = [*self.table.nonces[: due.hand - 1], [chair.nonce for chair in self.chairs]]
        for chair in self.chairs:
            chair.wishes, chair.ready, chair.arrangement = {}, False, ""
        self.table.chairs.update(arrangement="")
        self.touch(*self.chairs)
        self._append(None, self._dealers_action(due.hand), MoveMaker.DEALER)
        self.carry_on()

    def _dealers_action(self, hand: int) -> str:
        nonces = self.table.nonces[hand - 1]
        return self.position.dealers_action(HandSecret(hand_secret(self.table, hand), tuple(nonces)))

    def finish(self) -> None:
        """Save all, and say so."""
        if not self.is_changed:
            return
        table = self.table
        if self.moves:
            Move.objects.bulk_create(self.moves)
            table.told = table.version - len(self.moves)
            if self.position.is_over:
                table.phase = TablePhase.OVER
            if not self._is_same_question():
                table.since = self.now
        self.wait()
        table.revision += 1
        table.save(update_fields=["changed", *self._changed_fields()])
        for chair in self._touched.values():
            chair.save(update_fields=_SAVED)
        transaction.on_commit(lambda: RECENT.keep(self.written()))  # before anybody hears of it
        feed.publish(table.pk, table.revision)

    def _changed_fields(self) -> list[str]:
        """The names of the table's fields that the sitting has changed; values are replaced, never changed in place."""
        now = _values(self.table)
        return [name for name, value in self._was.items() if now[name] is not value and now[name] != value]

    def written(self) -> Recent:
        """What stands in the database once the sitting has been committed."""
        table = self.table
        remarks = None if self.is_talk else RECENT.remarks(table.pk, table.revision - 1)
        fold = None if table.phase == TablePhase.LOBBY else self.fold
        return Recent(table, tuple(sorted(self.chairs, key=lambda chair: chair.seat)), fold, remarks)

    def _is_same_question(self) -> bool:
        """Whether the seats are still asked what they were asked before the moves."""
        before = self._before
        return (
            before is not None
            and before.position.is_window
            and self.position.is_window
            and before.position.window_round == self.position.window_round
        )

    # The clock's next appointment -----------------------------------------------------------------------------------

    def wait(self) -> None:
        """Set ``deadline`` and ``due`` for what the table waits for now."""
        table = self.table
        table.deadline = table.due = None
        if table.phase != TablePhase.PLAYING or table.paused or table.since is None or self.is_deserted:
            return
        position = self.position
        table.deadline = self._deadline(position, table.since)
        bots = [bot_time(table, chair) for chair in self.chairs if is_bots(chair) and chair.seat in position.waiting]
        table.due = min([*bots, *([table.deadline] if table.deadline else [])], default=None)

    @property
    def is_deserted(self) -> bool:
        """Whether there are people at the table and all of them are away: then it waits for the first to come back."""
        people = [chair for chair in self.chairs if chair.is_person]
        return bool(people) and all(chair.away_since is not None for chair in people)

    def _deadline(self, position: Position, since: datetime) -> datetime | None:
        people = [chair for chair in self.chairs if chair.is_person]
        if len(people) == 1 and not self.options.stand_in:
            return None  # who is alone with bots keeps nobody waiting
        waits = waits_of(self.table.pace, self.options)
        if position.is_between:
            unready = [chair for chair in self.chairs if not is_bots(chair) and not chair.ready]
            return since + (waits.between if unready else BETWEEN_BOTS)
        awaited = [chair for chair in self.chairs if chair.seat in position.waiting and not is_bots(chair)]
        factor = MORE_TIME if any(chair.more_time for chair in awaited) else 1
        if position.is_window:
            return since + waits.window * factor
        return since + waits.turn * factor if awaited and self.options.stand_in else None


BETWEEN_BOTS = timedelta(seconds=2)
"""How long a finished hand lies open when nobody is there to look at it, or all have looked."""


def is_bots(chair: Chair) -> bool:
    """Whether a bot decides for the chair now: its own, or one that stands in for the absent."""
    return chair.player_id is None or chair.away_since is not None


def bot_time(table: Table, chair: Chair) -> datetime:
    """When the bot in the chair has thought long enough: after a short, human pause."""
    since = table.since or table.changed
    share = chance(table, f"pause {table.version} {chair.seat}") % 1000 / 800
    return since + timedelta(seconds=settings.BOT_PAUSE * (1 + share))
