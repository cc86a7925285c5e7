"""The sheet as its page shows it: columns, rows and cells with small named values, no rule left to the template."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.books import Book
from scorekeeper.changes import Score
from scorekeeper.sheets import Place, Player, Voice
from scorekeeper.wording import contract_text, number_text, score_text

HUES = 8
"""Colours for players; the ninth player begins again with the first one's."""


@dataclass(frozen=True, slots=True)
class Column:
    """A player's head. ``number`` from 1 never changes and names the column in addresses; ``hue`` is its colour."""

    id: str
    number: int
    name: str
    letters: str
    hue: int
    total: int
    total_text: str
    rank: int | None
    leads: bool


@dataclass(frozen=True, slots=True)
class GridCell:
    """``text`` is empty for a blank cell; ``total`` is the player's after the hand; ``plays`` is false where the player
    sits out; ``taps`` as the pad takes them: the index of a value class for each card."""

    number: int
    hand: int
    plays: bool
    text: str
    points: int | None
    running: str
    total: int
    out: bool
    met: bool
    is_disputed: bool
    is_adjusted: bool
    deals: bool
    taps: str
    typed: str
    cards: str
    label: str
    is_selected: bool


@dataclass(frozen=True, slots=True)
class Row:
    hand: int
    title: str
    slots: tuple[tuple[str, int], ...]
    contract_words: str
    note: str
    alert: str
    dealer: str
    is_current: bool
    is_closed: bool
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """The contract that a player is at, where everybody has one of their own. ``of``: its number, and of how many."""

    number: int
    name: str
    hue: int
    of: str
    words: str
    slots: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed cell with everything that was said of it."""

    player: str
    hand: int
    name: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a dispute: its operation's place, what it says and on which phones."""

    seq: int
    text: str
    phones: str


def taps_of(score: Score | None) -> str:
    """A counted score as the taps that make it: ``0,0,3``."""
    counts = score.counts if score else ()
    return ",".join(str(index) for index, count in enumerate(counts) for _card in range(count))


def make_grid(book: Book, selected: Place | None = None) -> Grid:
    """The sheet with one cell selected."""
    standings = book.standings
    columns = tuple(_column(book, player) for player in book.ledger.players)
    rows = tuple(_row(book, columns, hand, selected) for hand in range(1, standings.hands + 1))
    return Grid(columns, rows, book.ledger.revision)


def _column(book: Book, player: Player) -> Column:
    standings = book.standings
    rank = next(rank for rank in standings.ranking if rank.player == player.id)
    name = standings.names[player.id]
    return Column(
        id=player.id,
        number=player.number + 1,
        name=name,
        letters=letters_of(name),
        hue=hue_of(player.number + 1),
        total=rank.total,
        total_text=number_text(rank.total),
        rank=rank.rank if standings.written else None,
        leads=player.id in standings.leaders,
    )


def hue_of(number: int) -> int:
    """The colour of the player with this number, from 1."""
    return (number - 1) % HUES + 1


def letters_of(name: str) -> str:
    """Two letters for a badge; "Ana 2" is A2."""
    words = name.split()
    return words[0][:1] + words[-1][:1] if len(words) > 1 else name[:2]


def _row(book: Book, columns: tuple[Column, ...], hand: int, selected: Place | None) -> Row:
    standings, contract = book.standings, book.game.contract(hand)
    dealer = standings.dealer(hand)
    adjusted = {one.player for one in book.ledger.adjustments if min(one.hand, standings.hands) == hand}
    late = {player.id for player in book.ledger.players if player.joined == hand and player.id in standings.starts}
    cells = tuple(
        _cell(book, column, hand, deals=column.id == dealer, adjusted=column.id in adjusted | late, selected=selected)
        for column in columns
    )
    return Row(
        hand=hand,
        title=hand_title(book, hand),
        slots=contract.slots if contract else (),
        contract_words=contract_text(contract) if contract else "",
        note=needs_text(book, hand),
        alert=_alert_text(book, hand),
        dealer=standings.names[dealer] if dealer else "",
        is_current=hand == standings.current,
        is_closed=standings.is_closed(hand),
        cells=cells,
    )


def needs_text(book: Book, hand: int) -> str:
    """How many cards the contract takes and what that asks of the buys; empty where everybody has one of their own."""
    rules, contract = book.game.rules, book.game.contract(hand)
    if rules is None or contract is None:
        return ""
    cards = _("%(cards)s cards") % {"cards": contract.cards}
    least, most = rules.least_buys(hand), rules.buys_in(hand)
    if least:
        word = _("at least 1 buy") if least == 1 else _("at least %(buys)s buys") % {"buys": least}
    elif most is None:
        word = _("any number of buys")
    elif most == 0:
        word = _("no buys")
    else:
        word = _("up to 1 buy") if most == 1 else _("up to %(buys)s buys") % {"buys": most}
    return f"{cards}, {word}"


def own_contracts(book: Book, hand: int) -> tuple[Own, ...]:
    """Who is at which contract in the hand; empty where the hand has one for all."""
    standings, number = book.standings, len(book.game.own_contracts)
    found = []
    for player in standings.playing(hand):
        contract = standings.own_contract(player.id, hand)
        if contract is not None:
            at = min(standings.met_before(player.id, hand) + 1, number)
            of = _("%(number)s of %(all)s") % {"number": at, "all": number}
            name, column = standings.names[player.id], player.number + 1
            found.append(Own(column, name, hue_of(column), of, contract_text(contract), contract.slots))
    return tuple(found)


def hand_title(book: Book, hand: int) -> str:
    """The hand's number, and of how many where that is known."""
    of = {"hand": hand, "hands": book.standings.hands}
    return _("Hand %(hand)s") % of if book.game.hands is None else _("Hand %(hand)s of %(hands)s") % of


def _alert_text(book: Book, hand: int) -> str:
    """The buys that a hand cannot do without, short enough for the row's head."""
    least = book.game.rules.least_buys(hand) if book.game.rules and book.game.contract(hand) else 0
    return ngettext("%(buys)s buy", "%(buys)s buys", least) % {"buys": f"\u2265{least}"} if least else ""


def _cell(book: Book, column: Column, hand: int, *, deals: bool, adjusted: bool, selected: Place | None) -> GridCell:
    player, standings = book.ledger.player(column.id), book.standings
    cell = book.ledger.cell(column.id, hand)
    score = cell.score if cell else None
    plays = player is not None and player.plays(hand)
    disputed = cell is not None and cell.is_disputed
    return GridCell(
        number=column.number,
        hand=hand,
        plays=plays,
        text=number_text(score.points) if score else "",
        points=score.points if score else None,
        running=number_text(standings.running(column.id, hand)) if score else "",
        total=standings.running(column.id, hand),
        out=score is not None and score.out,
        met=standings.has_met(column.id, hand),
        is_disputed=disputed,
        is_adjusted=adjusted,
        deals=deals,
        taps=taps_of(score),
        typed=str(score.points) if score and not score.counts else "",
        cards="" if score is None or score.cards is None else str(score.cards),
        label=_("%(name)s, hand %(hand)s: %(score)s")
        % {"name": column.name, "hand": hand, "score": _("disputed") if disputed else score_text(score)},
        is_selected=selected == (column.id, hand),
    )


# Disputes ---------------------------------------------------------------------------------------------------------


def phone_names(book: Book) -> dict[str, str]:
    """What each phone is called: its user's word, else a number by the order in which phones first wrote."""
    names: dict[str, str] = {}
    for entry in book.entries:
        if entry.device:
            names.setdefault(entry.device, _("phone %(number)s") % {"number": len(names) + 1})
            if entry.who:
                names[entry.device] = entry.who
    return names


def disputes(book: Book) -> tuple[Dispute, ...]:
    """The disputed cells of the sheet's rows, hand by hand."""
    phones, names = phone_names(book), book.standings.names
    found = []
    for (player, hand), cell in sorted(book.ledger.cells, key=lambda item: (item[0][1], item[0][0])):
        if cell.is_disputed and player in names and hand <= book.standings.hands:
            choices = tuple(_choice(voice, cell.voices, phones) for voice in cell.choices)
            found.append(Dispute(player, hand, names[player], choices))
    return tuple(found)


def _choice(voice: Voice, voices: tuple[Voice, ...], phones: dict[str, str]) -> Choice:
    said = [one for one in voices if one.score == voice.score or (one.score and one.score.agrees(voice.score))]
    return Choice(
        voice.seq, score_text(voice.score), ", ".join(dict.fromkeys(phones.get(one.device, "") for one in said))
    )
