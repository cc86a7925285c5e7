"""At which table this request, or this task, is at work: so that the log can say so. Numbers only, never a code."""

from __future__ import annotations

from contextvars import ContextVar
from typing import NamedTuple


class Whereabouts(NamedTuple):
    """A table's number, and the seat of whoever asks where one has asked."""

    table: int
    seat: int | None = None


HERE: ContextVar[Whereabouts | None] = ContextVar("whereabouts", default=None)


def note(table: int, seat: int | None = None) -> None:
    """Say where the rest of this context is at work; each request and each stream has a context of its own."""
    HERE.set(Whereabouts(table, seat))
