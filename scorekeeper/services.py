"""Everything that writes: new sheets, new lines in a log."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper import keys
from scorekeeper.books import Book, open_book, to_entry
from scorekeeper.changes import Change, Deal, Join, dump_change
from scorekeeper.exchange import Loaded
from scorekeeper.games import Game, dump_game
from scorekeeper.models import Kept, Operation, Sheet
from scorekeeper.sheets import Entry, Outcome, fold, outcome

MOST_OPERATIONS = 5000
"""Lines that a log may have: some fifty evenings' worth, so nobody fills the disk through one sheet."""


class SheetFull(Exception):
    """The log has no room for another operation."""


@dataclass(frozen=True, slots=True)
class Sending:
    """An operation as a phone sends it."""

    uuid: uuid.UUID
    device: str
    saw: int
    change: Change
    who: str = ""


def operation_add(sheet: Sheet, sending: Sending) -> Outcome:
    """Write one operation behind the log and tell what became of it. One that is known gets its first answer again.

    :raises SheetFull: the log has reached its bound.
    """
    with transaction.atomic():
        # One writer at a time for each sheet; SQLite has one for all already (IMMEDIATE).
        sheet = Sheet.objects.select_for_update().get(pk=sheet.pk)
        known = sheet.operations.filter(uuid=sending.uuid).first()
        if known:
            return Outcome(known.outcome)
        entries = [to_entry(operation) for operation in sheet.operations.order_by("seq")]
        if len(entries) >= MOST_OPERATIONS:
            raise SheetFull
        seq = entries[-1].seq + 1 if entries else 1
        # A phone cannot have seen more than there is.
        saw = min(sending.saw, seq - 1)
        at = timezone.now()
        entry = Entry(seq, str(sending.uuid), sending.device, saw, sending.change, at, sending.who)
        result = outcome(fold(entries), fold([*entries, entry]), sending.change)
        _write(sheet, entry, result)
        return result


def _write(sheet: Sheet, entry: Entry, result: Outcome) -> None:
    kind, payload = dump_change(entry.change)
    Operation.objects.create(
        sheet=sheet,
        seq=entry.seq,
        uuid=entry.uuid,
        device=entry.device,
        saw=entry.saw,
        kind=kind,
        payload=payload,
        at=entry.at,
        who=entry.who,
        outcome=result,
    )


def sheet_create(
    game: Game,
    names: Sequence[str],
    *,
    dealer: int = 0,
    key: str = "",
    players: Sequence[str] = (),
    rematch_of: Sheet | None = None,
) -> str:
    """Make a sheet for these players in the order of their seats and return its edit key.

    ``dealer``: the index of who deals first. ``key`` and ``players``, the players' ids: those that a phone has made.

    :raises IntegrityError: there is a sheet of this key.
    """
    key = key or keys.new_key()
    players = players or [str(uuid.uuid4()) for _ in names]
    changes: list[Change] = [Join(player, name) for player, name in zip(players, names, strict=True)]
    changes.append(Deal(1, players[dealer]))
    at = timezone.now()
    with transaction.atomic():
        sheet = Sheet.objects.create(
            edit_digest=keys.digest(key), view_key=keys.view_key(key), game=dump_game(game), rematch_of=rematch_of
        )
        for seq, change in enumerate(changes, start=1):
            _write(sheet, Entry(seq, str(uuid.uuid4()), "", seq - 1, change, at), Outcome.APPLIED)
    return key


def sheet_begin(game: Game, names: Sequence[str], *, dealer: int, key: str, players: Sequence[str]) -> Outcome:
    """Make the sheet that a phone has begun by a key of its own. Asked again: nothing changes."""
    try:
        with transaction.atomic():
            sheet_create(game, names, dealer=dealer, key=key, players=players)
    except IntegrityError:
        return Outcome.SAME
    return Outcome.APPLIED


def sheet_load(loaded: Loaded) -> str:
    """Make a sheet of what a file held and return its edit key."""
    key = keys.new_key()
    with transaction.atomic():
        sheet = Sheet.objects.create(
            edit_digest=keys.digest(key), view_key=keys.view_key(key), game=dump_game(loaded.game)
        )
        for entry in loaded.entries:
            _write(sheet, entry, Outcome.APPLIED)
    return key


def sheet_delete(sheet: Sheet) -> None:
    """Delete a sheet with its whole log, for good."""
    sheet.delete()


def sheet_rekey(sheet: Sheet) -> str:
    """Give a sheet another edit key and return it: the former one opens nothing any more, the view key goes on.

    Accounts lose the sheet from their lists, as phones do. The next game is another table's: it is let go.
    """
    key = keys.new_key()
    with transaction.atomic():
        Sheet.objects.filter(pk=sheet.pk).update(edit_digest=keys.digest(key))
        Sheet.objects.filter(rematch_of=sheet).update(rematch_of=None)
        Kept.objects.filter(sheet=sheet).delete()
    return key


def sheet_rematch(book: Book) -> str:
    """The edit key of the next game: same players and rules, the deal moved on. Asked again: the same sheet."""
    key = keys.rematch_key(book.key)
    if open_book(key) is not None:
        return key
    standings = book.standings
    staying = list(standings.playing(standings.hands)) or list(book.ledger.players)
    dealer = standings.dealer(standings.hands + 1)
    places = [player.id for player in staying]
    first = places.index(dealer) if dealer in places else 0
    names = [player.name for player in staying]
    # Two phones may ask in the same moment: the later one finds the sheet of the other.
    with suppress(IntegrityError):
        sheet_create(book.game, names, dealer=first, key=key, rematch_of=book.row)
    return key
