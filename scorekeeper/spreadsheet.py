"""Sheets as tables: CSV that every spreadsheet reads, and tables of other keepers.

Reading is lenient about what surrounds the points (marks, titles, totals, words for "hand") and strict about the
points: a cell that cannot be read is named, and no points are left out in silence.
"""

from __future__ import annotations

import csv
import io
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils import timezone

from scorekeeper.books import Book
from scorekeeper.changes import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_PLAYERS,
    MOST_POINTS,
    Adjust,
    Change,
    Enter,
    Join,
    Score,
)
from scorekeeper.exchange import ExchangeError, Loaded
from scorekeeper.games import MOST_HANDS, Game
from scorekeeper.sheets import Entry

_HANDS = "hand|round|ronde|deal|game|spel|potje|beurt|runde|manche|mano|ronda|jeu|no|nr|r"
_HAND = re.compile(rf"(?:(?:{_HANDS})[\s.:#-]*)?(\d{{1,2}})\.?|(?:{_HANDS})[\s.:#-]*(\d{{1,2}})\b\D.*", re.IGNORECASE)
_HEAD = re.compile(rf"#|(?!r$)(?:{_HANDS})s?[\s.:]*(?:#|no\.?|nr\.?|number|nummer)?", re.IGNORECASE)
_PLAYER = re.compile(r"players?|names?|spelers?|naam|namen|spieler|joueurs?|jugador(?:es)?", re.IGNORECASE)
_SUMS = re.compile(
    r"(?:grand |sub|final |eind)?(?:totals?|totaal|totale?|sums?|som|summe|scores?|punten|points)"
    r"|ranks?|rang|ranking|places?|plaats|platz|positions?|average|gemiddelde?|mean|winners?|winnaar|date|datum|notes?",
    re.IGNORECASE,
)
_MET = re.compile(r"(\d{1,2})\s*met", re.IGNORECASE)
_AGREED = re.compile(r"(\d{1,2})\s*(?:\+|±)\s*(.+)")
# Three zeros behind a point may be thousands: not read.
_NUMBER = re.compile(r"[-\u2212\u2013+]?\d{1,5}(?:[.,]0{1,2})?")
_FORMULA = tuple("=+-@\t")
_BLANK = ("", "-", "\u2013", "\u2014")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the file, counted from 1."""

    number: int
    cells: tuple[str, ...]


def dump_csv(book: Book) -> str:
    """Names in the head, a line for each hand, one for each adjustment (``3 + reason``), the totals at the foot.

    Where everybody has contracts of their own, ``3 met`` has a 1 for each player who met one in hand 3.
    """
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
        met = [standings.has_met(player.id, hand) for player in players]
        if any(met):
            rows.append([f"{hand} met", *("1" if one else "" for one in met)])
        for agreed in book.ledger.adjustments:
            if min(agreed.hand, standings.hands) == hand and agreed.player in standings.names:
                label = f"{agreed.hand} + {_safe(agreed.reason)}"
                rows.append([label, *(agreed.points if one.id == agreed.player else "" for one in players)])
    rows.append(["total", *(standings.total(player.id) for player in players)])
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def load_csv(text: str, game: Game) -> Loaded:
    """The sheet in a table with the names in its head and a line for each hand, or the other way about.

    Commas, semicolons or tabs; a first column with the hand's number or none; totals, ranks and titles are left out.

    :raises ExchangeError: a table that is none, or a cell that is no whole number.
    """
    lines = _upright(_titled(_lines(text)))
    if len(lines) < 2:
        raise ExchangeError("empty")
    head, rows = [cell.strip() for cell in lines[0].cells], lines[1:]
    has_label = _has_label(head, rows)
    places, names = _names(head, first=int(has_label))
    players = [str(uuid.uuid4()) for _name in names]
    changes: list[Change] = [Join(player, name) for player, name in zip(players, names, strict=True)]
    if not has_label:
        rows = _without_sums(rows)
    seen: set[int] = set()
    met = _met(rows, places, names, len(head)) if has_label and game.is_personal else frozenset()
    for row in rows:
        label = row.cells[0].strip() if has_label else ""
        if _SUMS.fullmatch(label.rstrip(" :")):
            continue
        points = _row_points(row, places, names, len(head))
        if label and all(one is None for one in points):
            continue  # a remark, or a hand that was not played
        if _MET.fullmatch(label):
            continue  # read before
        agreed = _AGREED.fullmatch(label)
        if agreed:
            changes += [
                Adjust(player, int(agreed[1]) or 1, value, _unsafe(agreed[2])[:LONGEST_REASON])
                for player, value in zip(players, points, strict=True)
                if value is not None
            ]
            continue
        named = _HAND.fullmatch(label)
        hand = int(named[1] or named[2]) if named else max(seen, default=0) + 1
        if not 1 <= hand <= MOST_HANDS:
            raise ExchangeError("hands", str(row.number))
        if hand in seen:
            raise ExchangeError("hand-twice", str(row.number), str(hand))
        seen.add(hand)
        changes += [
            Enter(player, hand, Score(value, out=value <= 0 and game.zero_is_out, met=(hand, name) in met))
            for player, name, value in zip(players, names, points, strict=True)
            if value is not None
        ]
    if not any(isinstance(change, Enter) for change in changes):
        raise ExchangeError("empty")
    return Loaded(game, tuple(_numbered(changes)))


def _met(rows: list[_Line], places: list[int], names: list[str], width: int) -> frozenset[tuple[int, str]]:
    """The hands in which players met contracts of their own, by hand and name."""
    labelled = [(label, row) for row in rows if (label := _MET.fullmatch(row.cells[0].strip()))]
    return frozenset(
        (int(label[1]), name)
        for label, row in labelled
        for name, value in zip(names, _row_points(row, places, names, width), strict=True)
        if value
    )


def _numbered(changes: Sequence[Change]) -> list[Entry]:
    at = timezone.now()
    return [Entry(seq, str(uuid.uuid4()), "", seq - 1, change, at) for seq, change in enumerate(changes, start=1)]


# The table's frame ------------------------------------------------------------------------------------------------


def _lines(text: str) -> list[_Line]:
    """The lines that hold anything, whatever divides their cells."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    declared = re.match(r'\s*"?sep=(.)"?[ \t]*\n', text)  # some spreadsheets write the divider down
    before = text.count("\n", 0, declared.end()) if declared else 0
    text = text[declared.end() :] if declared else text
    body = [line for line in text.split("\n") if line.strip(" ,;\t")][:3]
    # Decimal commas and commas in titles: what divides the most of the first lines.
    delimiter = declared[1] if declared else max("\t;,", key=lambda one: sum(one in line for line in body))
    try:
        reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
        found = [_Line(before + reader.line_num, tuple(cells)) for cells in reader]
    except (csv.Error, TypeError):
        raise ExchangeError("empty") from None
    return [line for line in found if any(cell.strip() for cell in line.cells)]


def _titled(lines: list[_Line]) -> list[_Line]:
    """The lines without a title above the table, which fills fewer cells than the names below it."""
    while len(lines) > 2:
        title, below = ([cell.strip() for cell in line.cells if cell.strip()] for line in lines[:2])
        if len(title) >= len(below) or any(map(_NUMBER.fullmatch, below)):
            break
        lines = lines[1:]
    return lines


def _upright(lines: list[_Line]) -> list[_Line]:
    """A table with a line for each player, turned about: its head counts the hands."""
    if len(lines) < 3:
        return lines
    first, *hands = [cell.strip() for cell in lines[0].cells]
    counted = [hand for hand in hands if hand and not _SUMS.fullmatch(hand)]
    if not (_PLAYER.fullmatch(first) or not first) or not counted or not all(map(_HAND.fullmatch, counted)):
        return lines
    turned = zip_longest(*(line.cells for line in lines), fillvalue="")
    return [_Line(number, cells) for number, cells in enumerate(turned, start=1)]


def _has_label(head: list[str], rows: list[_Line]) -> bool:
    """Whether the first column names the hands."""
    if not head[0] or _HEAD.fullmatch(head[0]) or _PLAYER.fullmatch(head[0]):
        return True
    labels = [row.cells[0].strip() for row in rows]
    # Words where points would be; but a single cell that cannot be read is a slip, and is told as one.
    if sum(label not in _BLANK and not _NUMBER.fullmatch(label) for label in labels) * 2 > len(labels):
        return True
    return len(labels) > 2 and labels == [str(number) for number in range(1, len(labels) + 1)]


def _names(head: list[str], *, first: int) -> tuple[list[int], list[str]]:
    """The players' columns and names; columns of sums are left out.

    :raises ExchangeError: too few or too many names, or one that is none.
    """
    width = max((at + 1 for at, cell in enumerate(head) if cell), default=0)
    places = [at for at in range(first, width) if not _SUMS.fullmatch(head[at])]
    names = [_unsafe(head[at]) for at in places]
    for at, name in zip(places, names, strict=True):
        if not name:
            raise ExchangeError("no-name", str(at + 1))
        if len(name) > LONGEST_NAME:
            raise ExchangeError("long-name", name[:40])
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise ExchangeError("players", str(len(names)))
    return places, names


def _without_sums(rows: list[_Line]) -> list[_Line]:
    """The rows without a last one that only adds the others up, where no label tells."""
    table = [[_value(cell) or 0 for cell in row.cells] for row in rows]
    if len(rows) < 3 or not any(table[-1]):
        return rows
    sums = [sum(column) for column in zip_longest(*table[:-1], fillvalue=0)]
    return rows[:-1] if sums == table[-1] else rows


# Its cells --------------------------------------------------------------------------------------------------------


def _row_points(row: _Line, places: list[int], names: list[str], width: int) -> list[int | None]:
    """What a line says for each player.

    :raises ExchangeError: a cell that is no whole number, or one beyond the head.
    """
    for at, cell in enumerate(row.cells[width:], start=width + 1):
        if cell.strip():
            raise ExchangeError("wide", str(row.number), str(at))
    points: list[int | None] = []
    for at, name in zip(places, names, strict=True):
        cell = row.cells[at].strip() if at < len(row.cells) else ""
        value = _value(cell)
        if (value is None and cell not in _BLANK) or abs(value or 0) > MOST_POINTS:
            raise ExchangeError("number", str(row.number), name, cell[:20])
        points.append(value)
    return points


def _value(cell: str) -> int | None:
    """A whole number with whichever minus sign; None for anything else."""
    text = cell.strip()
    if not _NUMBER.fullmatch(text):
        return None
    return int(re.split(r"[.,]", text.replace("\u2212", "-").replace("\u2013", "-"))[0])


def _safe(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _unsafe(text: str) -> str:
    text = " ".join(text.split())
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text
