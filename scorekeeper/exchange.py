"""Sheets as files: JSON that holds the whole log. See also: ``spreadsheet`` for tables."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.books import Book
from scorekeeper.changes import LONGEST_NAME, ChangeError, Join, dump_change, load_change
from scorekeeper.games import Game, dump_game, load_game
from scorekeeper.sheets import Entry

FORMAT = "shanghai score sheet"
VERSION = 1
LARGEST = 512 * 1024
"""Bytes of a file to be read."""
MOST_ENTRIES = 5000


class ExchangeError(ValueError):
    """A file that is no sheet.

    ``code`` says what is wrong, ``where`` in which line or field, ``column`` under which name, ``cell`` what is there.
    """

    def __init__(self, code: str, where: str = "", column: str = "", cell: str = "") -> None:
        super().__init__(f"{code} in {where!r}" if where else code)
        self.code = code
        self.where = where
        self.column = column
        self.cell = cell


@dataclass(frozen=True, slots=True)
class Loaded:
    """A sheet read from a file: its game and its log."""

    game: Game
    entries: tuple[Entry, ...]


# JSON ---------------------------------------------------------------------------------------------------------------


def dump_json(book: Book) -> str:
    """The whole log: ``load_json(dump_json(book))`` folds to the same sheet."""
    entries = [
        {
            "uuid": entry.uuid,
            "device": entry.device,
            "saw": entry.saw,
            "at": entry.at.isoformat(),
            "who": entry.who,
            "kind": kind,
            "payload": payload,
        }
        for entry in book.entries
        for kind, payload in (dump_change(entry.change),)
    ]
    document = {"format": FORMAT, "version": VERSION, "game": dump_game(book.game), "log": entries}
    return json.dumps(document, ensure_ascii=False, indent=1)


def load_json(text: str) -> Loaded:
    """The sheet in a file that ``dump_json`` wrote.

    :raises ExchangeError: anything else.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise ExchangeError("no-json") from None
    match document:
        case {"format": str() as name, "version": int() as version, "game": dict() as game, "log": [*log]}:
            if name != FORMAT or version != VERSION or len(log) > MOST_ENTRIES:
                raise ExchangeError("other-format", str(name)[:40])
        case _:
            raise ExchangeError("other-format")
    try:
        known = load_game(game)
    except (ValueError, TypeError, KeyError):
        raise ExchangeError("game") from None
    entries = tuple(_entry(seq, line) for seq, line in enumerate(log, start=1))
    if len({entry.uuid for entry in entries}) != len(entries):
        raise ExchangeError("twice")
    if not any(isinstance(entry.change, Join) for entry in entries):
        raise ExchangeError("players")
    return Loaded(known, entries)


def _entry(seq: int, line: object) -> Entry:
    try:
        match line:
            case {"uuid": str() as name, "saw": int() as saw, "at": str() as at, "kind": str() as kind, **rest}:
                payload = rest.get("payload")
                at_time = datetime.fromisoformat(at)
                if not isinstance(payload, Mapping) or at_time.tzinfo is None or not 0 <= saw < seq:
                    raise ExchangeError("line", str(seq))
                device, who = str(rest.get("device", ""))[:22], str(rest.get("who", ""))[:LONGEST_NAME]
                change = load_change(kind, payload)
                return Entry(seq, str(uuid.UUID(name)), device, saw, change, at_time, who)
    except (ChangeError, ValueError, TypeError, OverflowError):
        raise ExchangeError("line", str(seq)) from None
    raise ExchangeError("line", str(seq))
