"""The score sheet as a fold over its log: what stands in every cell, and what is disputed.

Knows the rule by which the edits of several phones meet. Knows no totals (``standings``), no clock and no database.

A cell holds what each phone says of it, as far as nobody has replaced it *knowingly*. A new value replaces everything
that its phone had seen of the cell, and the phone's own earlier value; what another phone wrote meanwhile stays. All
say the same: that is the score. They differ: the first one stands, the others are kept beside it, and the cell is
disputed until somebody who has seen them all answers. So a value is never overwritten unseen, and a phone alone is
never in dispute with itself, whatever answers it lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import assert_never

from scorekeeper.changes import (
    Adjust,
    Buy,
    Change,
    Clear,
    Confirm,
    Deal,
    End,
    Enter,
    Extra,
    Join,
    Leave,
    Redo,
    Rename,
    Reopen,
    Reorder,
    Return,
    Score,
    Settle,
    Start,
    Undo,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One operation of the log.

    ``seq``: its place, from 1. ``saw``: the last place that the phone had been shown when its user began to write.
    ``device``: which phone; empty for what the sheet began with.
    """

    seq: int
    uuid: str
    device: str
    saw: int
    change: Change
    at: datetime
    who: str = ""


@dataclass(frozen=True, slots=True)
class Voice:
    """What one phone says of a cell; None: that it is blank."""

    score: Score | None
    device: str
    seq: int
    who: str
    at: datetime


def agree(one: Score | None, other: Score | None) -> bool:
    """Whether two say the same of a cell."""
    return other is None if one is None else one.agrees(other)


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's place in one hand: at least one voice, the standing one first."""

    voices: tuple[Voice, ...]

    @property
    def score(self) -> Score | None:
        """What counts; None: blank."""
        return self.voices[0].score

    @property
    def choices(self) -> tuple[Voice, ...]:
        """The first voice for each different value, the standing one first."""
        found: list[Voice] = []
        for voice in self.voices:
            if not any(agree(voice.score, other.score) for other in found):
                found.append(voice)
        return tuple(found)

    @property
    def is_disputed(self) -> bool:
        return len(self.choices) > 1


def say(cell: Cell | None, voice: Voice, saw: int) -> Cell:
    """The cell after one more phone has spoken, which had seen everything up to ``saw``."""
    if cell is None:
        return Cell((voice,))
    kept = tuple(one for one in cell.voices if one.seq > saw and one.device != voice.device)
    if cell.voices[0] in kept:
        return Cell((*kept, voice))
    return Cell((voice, *kept))


def voice_of(entry: Entry) -> Voice:
    """What an entry that writes a cell says of it."""
    match entry.change:
        case Enter(score=score) | Settle(score=score):
            said = score
        case _:
            said = None
    return Voice(said, entry.device, entry.seq, entry.who, entry.at)


@dataclass(frozen=True, slots=True)
class Player:
    """A column of the sheet.

    ``number``: the how-manieth player that the sheet got, from 0; it never changes, whatever the seats' order.
    ``marks``: from which hand on the player is in or out, in the order of the log.
    """

    id: str
    number: int
    name: str
    joined: int
    start: Start
    marks: tuple[tuple[int, bool], ...] = ()

    def plays(self, hand: int) -> bool:
        """Whether the player takes part in the hand."""
        if hand < self.joined:
            return False
        known = [(since, index, present) for index, (since, present) in enumerate(self.marks) if since <= hand]
        return max(known)[2] if known else True


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Agreed points that stand beside the hands; ``uuid`` is the operation that gave them."""

    uuid: str
    player: str
    hand: int
    points: int
    reason: str
    who: str


type Place = tuple[str, int]
"""A cell's address: player and hand."""


# Not slotted: look-ups are made once from the tuples.
@dataclass(frozen=True)
class Ledger:
    """All that the log says, nothing worked out. ``revision``: the place of the last operation in it."""

    revision: int
    players: tuple[Player, ...]
    cells: tuple[tuple[Place, Cell], ...]
    adjustments: tuple[Adjustment, ...]
    dealers: tuple[tuple[int, str], ...]
    buys: tuple[tuple[Place, int], ...]
    extra: int
    ended: int | None
    confirmed: frozenset[str]
    undone: frozenset[str]

    @cached_property
    def _cells(self) -> dict[Place, Cell]:
        return dict(self.cells)

    @cached_property
    def _players(self) -> dict[str, Player]:
        return {player.id: player for player in self.players}

    def cell(self, player: str, hand: int) -> Cell | None:
        return self._cells.get((player, hand))

    def score(self, player: str, hand: int) -> Score | None:
        """What counts in a cell; None: blank."""
        cell = self.cell(player, hand)
        return cell.score if cell else None

    def player(self, player: str) -> Player | None:
        return self._players.get(player)

    def bought(self, player: str, hand: int) -> int:
        """The buys that a player has used in a hand."""
        return dict(self.buys).get((player, hand), 0)

    def number(self, player: str) -> int:
        """The number from 1 by which addresses call a player of the sheet; it never changes."""
        return self._players[player].number + 1


class Outcome(StrEnum):
    """What became of an operation when it was added to the log."""

    APPLIED = "applied"
    SAME = "same"
    DISPUTED = "disputed"


def undone_by(entries: Iterable[Entry]) -> frozenset[str]:
    """The UUIDs of the operations that no longer count: the last word on each decides."""
    known: set[str] = set()
    undone: set[str] = set()
    for entry in entries:
        match entry.change:
            case Undo(target) if target in known:
                undone.add(target)
            case Redo(target):
                undone.discard(target)
            case Undo():
                pass
            case _:
                known.add(entry.uuid)
    return frozenset(undone)


def fold(entries: Sequence[Entry]) -> Ledger:
    """The sheet that a log makes. Operations on players that the log does not know rest without effect."""
    undone = undone_by(entries)
    draft = _Draft()
    for entry in entries:
        if entry.uuid not in undone:
            draft.take(entry)
    return draft.ledger(entries[-1].seq if entries else 0, undone)


class _Draft:
    """The fold's working state: plain dicts in the order of the log."""

    def __init__(self) -> None:
        self.joins: dict[str, Join] = {}
        self.names: dict[str, str] = {}
        self.marks: dict[str, list[tuple[int, bool]]] = {}
        self.order: tuple[str, ...] = ()
        self.cells: dict[Place, Cell] = {}
        self.adjustments: list[Adjustment] = []
        self.dealers: dict[int, str] = {}
        self.buys: dict[Place, int] = {}
        self.extra = 0
        self.ended: int | None = None
        self.confirmed: set[str] = set()

    def take(self, entry: Entry) -> None:
        match entry.change:
            case Enter(player, hand) | Settle(player, hand) | Clear(player, hand):
                place = (player, hand)
                self.cells[place] = say(self.cells.get(place), voice_of(entry), entry.saw)
            case Adjust(player, hand, points, reason):
                self.adjustments.append(Adjustment(entry.uuid, player, hand, points, reason, entry.who))
            case Join(player):
                self.joins.setdefault(player, entry.change)
            case Leave(player, hand):
                self.marks.setdefault(player, []).append((hand, False))
            case Return(player, hand):
                self.marks.setdefault(player, []).append((hand, True))
            case Rename(player, name):
                self.names[player] = name
            case Reorder(order):
                self.order = order
            case Extra(hand):
                self.extra = max(self.extra, hand)
            case End(hand):
                self.ended = hand
            case Reopen():
                self.ended = None
            case Deal(hand, player):
                self.dealers[hand] = player
            case Buy(player, hand, by):
                self.buys[player, hand] = max(0, self.buys.get((player, hand), 0) + by)
            case Confirm(question):
                self.confirmed.add(question)
            case Undo() | Redo():
                pass  # already applied: ``undone_by``
            case _:
                assert_never(entry.change)

    def ledger(self, revision: int, undone: frozenset[str]) -> Ledger:
        named = [player for player in dict.fromkeys(self.order) if player in self.joins]
        order = named + [player for player in self.joins if player not in named]
        numbers = {player: number for number, player in enumerate(self.joins)}
        players = []
        for player in order:
            join, marks = self.joins[player], tuple(self.marks.get(player, ()))
            name = self.names.get(player, join.name)
            players.append(Player(player, numbers[player], name, join.hand, join.start, marks))
        return Ledger(
            revision=revision,
            players=tuple(players),
            cells=tuple(sorted(self.cells.items(), key=lambda item: item[0])),
            adjustments=tuple(self.adjustments),
            dealers=tuple(sorted(self.dealers.items())),
            buys=tuple(sorted(self.buys.items())),
            extra=self.extra,
            ended=self.ended,
            confirmed=frozenset(self.confirmed),
            undone=undone,
        )


def place_of(change: Change) -> Place | None:
    """The cell that a change writes, if it writes one."""
    match change:
        case Enter(player, hand) | Settle(player, hand) | Clear(player, hand):
            return (player, hand)
        case _:
            return None


def outcome(before: Ledger, after: Ledger, change: Change) -> Outcome:
    """What became of the change that led from one ledger to the other."""
    place = place_of(change)
    if place is None:
        same = Ledger(**{**before.__dict__, "revision": after.revision}) == after
        return Outcome.SAME if same else Outcome.APPLIED
    cell, earlier = after.cell(*place), before.cell(*place)
    if cell is not None and cell.is_disputed:
        return Outcome.DISPUTED
    same = not (earlier and earlier.is_disputed) and agree(before.score(*place), after.score(*place))
    return Outcome.SAME if same else Outcome.APPLIED


# Undo and redo -----------------------------------------------------------------------------------------------------


def _is_step(entry: Entry) -> bool:
    """Whether "undo" may take the operation back: neither an undo itself nor what the sheet began with."""
    return entry.device != "" and not isinstance(entry.change, Undo | Redo)


def undo_target(entries: Sequence[Entry], device: str) -> Entry | None:
    """What "undo" on this phone takes back: the phone's last operation that still counts."""
    undone = undone_by(entries)
    own = [entry for entry in entries if entry.device == device and _is_step(entry) and entry.uuid not in undone]
    return own[-1] if own else None


def redo_target(entries: Sequence[Entry], device: str) -> Entry | None:
    """What "redo" on this phone brings back: what it undid last, if it has written nothing since."""
    undone = undone_by(entries)
    by_uuid = {entry.uuid: entry for entry in entries}
    for entry in reversed(entries):
        if entry.device != device:
            continue
        match entry.change:
            case Undo(target) if target in undone:
                return by_uuid[target]
            case Undo() | Redo():
                continue
            case _:
                return None
    return None
