"""The page of a seat at one revision, kept for a moment.

The answer to a move and the stream of the same seat ask for the same text at the same time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime, timedelta
from threading import Lock

from referee.tables.selectors import TableSnapshot

MOMENT = timedelta(milliseconds=300)
"""For so long the text is as good as new: it says how much time is left, and who has been silent for long."""
MOST = 100
"""Pages kept in one process; at some 11 KB each, 1 MB."""


class SharedPages:
    """The pages rendered last, of people with a seat."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[datetime, str]] = OrderedDict()
        self._lock = Lock()

    def get(self, snap: TableSnapshot, language: str | None) -> str | None:
        """The page that shows the snapshot, if it has just been made."""
        with self._lock:
            found = self._kept.get(self._key(snap, language))
        return found[1] if found is not None and abs(snap.now - found[0]) < MOMENT else None

    def keep(self, snap: TableSnapshot, language: str | None, page: str) -> None:
        with self._lock:
            self._kept[self._key(snap, language)] = (snap.now, page)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

    @staticmethod
    def _key(snap: TableSnapshot, language: str | None) -> Hashable:
        # The layout of the own hand and what was said just now can change without a revision.
        said = snap.remarks[-1].id if snap.remarks else 0
        return snap.code, snap.phase, snap.revision, snap.seat, snap.is_host, snap.mine, said, language


SHARED = SharedPages()
