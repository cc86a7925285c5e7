"""Sheets as files: CSV that every spreadsheet reads, JSON that holds the whole log."""

from __future__ import annotations

import csv
import io
import json
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from scorekeeper.books import Book
from scorekeeper.changes import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_PLAYERS,
    MOST_POINTS,
    Adjust,
    Change,
    ChangeError,
    Enter,
    Join,
    Score,
    dump_change,
    load_change,
)
from scorekeeper.games import MOST_HANDS, Game, dump_game, load_game
from scorekeeper.sheets import Entry

FORMAT = "shanghai score sheet"
VERSION = 1
LARGEST = 512 * 1024
"""Bytes of a file to be read."""
MOST_ENTRIES = 5000
_HAND = re.compile(r"(?:hand|round|ronde|hand\s*nr\.?)?\s*(\d{1,2})\.?", re.IGNORECASE)
_AGREED = re.compile(r"(\d{1,2})\s*(?:\+|±)\s*(.+)")
_NUMBER = re.compile(r"[-\u2212\u2013+]?\d{1,5}(?:[.,]0+)?")
_FORMULA = tuple("=+-@\t")


class ExchangeError(ValueError):
    """A file that is no sheet. ``code`` says what is wrong, ``where`` in which line or field."""

    def __init__(self, code: str, where: str = "") -> None:
        super().__init__(f"{code} in {where!r}" if where else code)
        self.code = code
        self.where = where


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


# CSV ----------------------------------------------------------------------------------------------------------------


def dump_csv(book: Book) -> str:
    """Names in the head, a line for each hand, one for each adjustment (``3 + reason``), the totals at the foot."""
    players, standings = book.ledger.players, book.standings
    names = [_safe(standings.names[player.id]) for player in players]
    rows: list[list[object]] = [["hand", *names]]
    for player in players:
        if (start := standings.starts.get(player.id)) is not None:
            rows.append([f"{player.joined} + start", *(start if one is player else "" for one in players)])
    for hand in range(1, standings.hands + 1):
        scores = [book.ledger.score(player.id, hand) for player in players]
        if any(scores):
            rows.append([hand, *("" if score is None else score.points for score in scores)])
        for agreed in book.ledger.adjustments:
            if min(agreed.hand, standings.hands) == hand and agreed.player in standings.names:
                label = f"{agreed.hand} + {_safe(agreed.reason)}"
                rows.append([label, *(agreed.points if one.id == agreed.player else "" for one in players)])
    rows.append(["total", *(standings.total(player.id) for player in players)])
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def load_csv(text: str, game: Game) -> Loaded:
    """The sheet in a table with the names in its head and a line for each hand, from whatever keeper.

    Commas, semicolons or tabs; a first column with the hand's number or none; lines of totals are left out.

    :raises ExchangeError: a table that is none, or a cell that is no whole number.
    """
    rows = _rows(text)
    if len(rows) < 2:
        raise ExchangeError("empty")
    head = [cell.strip() for cell in rows[0]]
    has_label = head[0].casefold() in ("", "hand", "round", "ronde", "game", "#", "nr", "no", "no.")
    names = [_unsafe(name) for name in (head[1:] if has_label else head)]
    while names and not names[-1]:
        names.pop()
    if not 2 <= len(names) <= MOST_PLAYERS or any(not 0 < len(name) <= LONGEST_NAME for name in names):
        raise ExchangeError("players", ", ".join(names)[:80])
    players = [str(uuid.uuid4()) for _name in names]
    changes: list[Change] = [Join(player, name) for player, name in zip(players, names, strict=True)]
    hands = 0
    for number, row in enumerate(rows[1:], start=2):
        label, cells = (row[0].strip(), row[1:]) if has_label else ("", row)
        points = [_points(cell, number) for cell in cells[: len(names)]]
        agreed = _AGREED.fullmatch(label)
        if agreed:
            changes += [
                Adjust(player, int(agreed[1]) or 1, value, _unsafe(agreed[2])[:LONGEST_REASON])
                for player, value in zip(players, points, strict=False)
                if value is not None
            ]
            continue
        named = _HAND.fullmatch(label)
        if label and not named:
            continue  # totals, ranks, remarks
        hand = int(named[1]) if named else hands + 1
        if not 1 <= hand <= MOST_HANDS:
            raise ExchangeError("hands", str(number))
        hands = max(hands, hand)
        changes += [
            Enter(player, hand, Score(value, out=value <= 0 and game.zero_is_out))
            for player, value in zip(players, points, strict=False)
            if value is not None
        ]
    if not any(isinstance(change, Enter) for change in changes):
        raise ExchangeError("empty")
    return Loaded(game, tuple(_numbered(changes)))


def _numbered(changes: Sequence[Change]) -> list[Entry]:
    at = timezone.now()
    return [Entry(seq, str(uuid.uuid4()), "", seq - 1, change, at) for seq, change in enumerate(changes, start=1)]


def _rows(text: str) -> list[list[str]]:
    lines = text.removeprefix("\ufeff").strip("\r\n")
    head = lines.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(lines), delimiter=delimiter, strict=True))
    except csv.Error:
        raise ExchangeError("empty") from None
    return [row for row in rows if any(cell.strip() for cell in row)]


def _points(cell: str, line: int) -> int | None:
    text = cell.strip()
    if text in ("", "-", "\u2013", "\u2014"):
        return None
    if not _NUMBER.fullmatch(text):
        raise ExchangeError("number", str(line))
    number = int(re.split(r"[.,]", text.replace("\u2212", "-").replace("\u2013", "-"))[0])
    if abs(number) > MOST_POINTS:
        raise ExchangeError("number", str(line))
    return number


def _safe(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _unsafe(text: str) -> str:
    text = " ".join(text.split())
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text
