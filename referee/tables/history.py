"""The moments of a finished hand in sentences, for choosing one. What lies open at a moment is told by ``replay``."""

from __future__ import annotations

from typing import NamedTuple

from referee.models import Table
from referee.tables import told
from referee.tables.fold import extended, fold_at, game_of
from referee.tables.replay import HandSpan
from referee.tables.selectors import TableSnapshot


class Told(NamedTuple):
    """A moment that somebody noticed: the number of its move, and what happened in it."""

    seq: int
    words: str


def moments(table: Table, span: HandSpan, snap: TableSnapshot) -> tuple[Told, ...]:
    """The hand's moments in order; moves of which nobody saw anything, such as passes, are left out."""
    fold, game = fold_at(table, span.first - 1), game_of(table)
    found = []
    moves = table.moves.filter(seq__gte=span.first, seq__lte=span.last).order_by("seq")
    for line in moves.values_list("text", flat=True):
        seat, text = game.parse(fold.position, line)
        fold = extended(fold, seat, text)
        news = [event for event in fold.events if event.seq == fold.version]
        if news:
            found.append(Told(fold.version, " ".join(told.lines(news, snap))))
    return tuple(found)
