"""A sheet opened for reading: its row, its log and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Max

from scorekeeper import keys
from scorekeeper.changes import load_change
from scorekeeper.games import Game, load_game
from scorekeeper.models import Operation, Sheet
from scorekeeper.sheets import Entry, Ledger, fold
from scorekeeper.standings import Standings


def to_entry(operation: Operation) -> Entry:
    """A line of the log as the fold reads it."""
    return Entry(
        seq=operation.seq,
        uuid=str(operation.uuid),
        device=operation.device,
        saw=operation.saw,
        change=load_change(operation.kind, operation.payload),
        at=operation.at,
        who=operation.who,
    )


# Not slotted: the log is read and folded at the first look.
@dataclass(frozen=True)
class Book:
    """``key``: the edit key by which the sheet was opened; empty when it was opened only to be seen."""

    row: Sheet
    key: str = ""

    @cached_property
    def game(self) -> Game:
        return load_game(self.row.game)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        return [to_entry(operation) for operation in self.row.operations.order_by("seq")]

    @cached_property
    def ledger(self) -> Ledger:
        return fold(self.entries)

    @cached_property
    def standings(self) -> Standings:
        return Standings(self.ledger, self.game)

    @property
    def may_write(self) -> bool:
        return bool(self.key)

    def revision(self) -> int:
        """The place of the log's last line, without reading the log."""
        last: int | None = self.row.operations.aggregate(last=Max("seq"))["last"]
        return last or 0


def open_book(key: str) -> Book | None:
    """The sheet of an edit key; None: there is none."""
    row = Sheet.objects.filter(edit_digest=keys.digest(key)).first()
    return Book(row, key) if row else None


def open_to_see(view_key: str) -> Book | None:
    """The sheet of a view key; None: there is none, or it is no key at all (PostgreSQL fails at a zero in a text)."""
    if not keys.is_key(view_key):
        return None
    row = Sheet.objects.filter(view_key=view_key).first()
    return Book(row) if row else None
