"""The log in words: who changed what, when, and what stood there before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scorekeeper.books import Book
from scorekeeper.changes import Redo, Undo
from scorekeeper.grid import phone_names
from scorekeeper.sheets import Cell, Entry, Place, fold, place_of, say, voice_of
from scorekeeper.wording import change_text


@dataclass(frozen=True, slots=True)
class Line:
    """One operation. ``target``: what the button beside it takes back or brings back; empty where there is none."""

    at: datetime
    phone: str
    is_own: bool
    text: str
    is_undone: bool
    target: str


def history(book: Book, device: str) -> list[Line]:
    """The sheet's operations, the newest first."""
    phones, undone = phone_names(book), book.ledger.undone
    texts: dict[str, str] = {}
    lines: list[Line] = []
    cells: dict[Place, Cell] = {}
    for index, entry in enumerate(book.entries):
        place = place_of(entry.change)
        cell = cells.get(place) if place else None
        texts[entry.uuid] = _text(entry, cell, book.standings.names, texts)
        if place:
            cells[place] = say(cell, voice_of(entry), entry.saw)
        is_step = isinstance(entry.change, Undo | Redo)
        if is_step:  # it may bring back what other operations had replaced
            cells = dict(fold(book.entries[: index + 1]).cells)
        lines.append(
            Line(
                at=entry.at,
                phone=phones.get(entry.device, ""),
                is_own=entry.device == device,
                text=texts[entry.uuid],
                is_undone=entry.uuid in undone,
                target="" if is_step or not entry.device else entry.uuid,
            )
        )
    return lines[::-1]


def _text(entry: Entry, cell: Cell | None, names: Mapping[str, str], texts: Mapping[str, str]) -> str:
    match entry.change:
        case Undo(target):
            return _("Undone: %(what)s") % {"what": texts.get(target, "")}
        case Redo(target):
            return _("Redone: %(what)s") % {"what": texts.get(target, "")}
        case change:
            return change_text(change, names, cell.score if cell else None)
