"""What this process knew last of a table: its row, its chairs and its game at one revision.

Whoever writes keeps what was written, so that answers and streams need not read it again. Says nothing of what changes
without a new revision (the layout of a hand, signs of life): a page asked for by itself reads the chairs.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from referee.models import Chair, Remark, Table
from referee.tables.fold import Fold

MOST_TABLES = 500


class Recent(NamedTuple):
    """A table at one revision. ``remarks`` None: they have not been read."""

    table: Table
    chairs: tuple[Chair, ...]
    fold: Fold | None
    remarks: tuple[Remark, ...] | None


class Recents:
    """The newest known of the tables that this process has met last, by the table's key."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Recent] = OrderedDict()
        self._lock = Lock()

    def get(self, table_id: int, revision: int) -> Recent | None:
        """The table at that revision or a newer one, if it is known."""
        with self._lock:
            found = self._kept.get(table_id)
        return found if found is not None and found.table.revision >= revision else None

    def remarks(self, table_id: int, revision: int) -> tuple[Remark, ...] | None:
        """The remarks of exactly that revision, if they are known."""
        with self._lock:
            found = self._kept.get(table_id)
        return found.remarks if found is not None and found.table.revision == revision else None

    def keep(self, recent: Recent) -> None:
        """Keep it, unless something newer is known."""
        table = recent.table
        with self._lock:
            older = self._kept.get(table.pk)
            if older is None or older.table.revision <= table.revision:
                self._kept[table.pk] = recent
                self._kept.move_to_end(table.pk)
            while len(self._kept) > MOST_TABLES:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a new process would."""
        with self._lock:
            self._kept.clear()


RECENT = Recents()
