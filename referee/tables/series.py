"""A series: the games that one table has played one after the other, by rematch, as a score sheet of totals."""

from __future__ import annotations

from dataclasses import dataclass

from referee.models import Table, TablePhase
from referee.tables.fold import fold_of

MOST_GAMES = 50


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A finished game of a series: its table's code, and for each seat the points and whether it won."""

    code: str
    names: tuple[str, ...]
    totals: tuple[int, ...]
    won: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """The finished games, oldest first, with each seat's points and games won over all of them."""

    games: tuple[SeriesGame, ...]
    totals: tuple[int, ...]
    won: tuple[int, ...]


def series_of(table: Table) -> Series:
    """The table's finished games and those that it is the rematch of; seats stay the same from game to game."""
    games: list[SeriesGame] = []
    current: Table | None = table
    while current is not None and len(games) < MOST_GAMES:
        if current.phase == TablePhase.OVER:
            games.append(_game(current))
        current = current.rematch_of
    games.reverse()
    seats = range(max((len(game.totals) for game in games), default=0))
    return Series(
        games=tuple(games),
        totals=tuple(sum(game.totals[seat] for game in games if seat < len(game.totals)) for seat in seats),
        won=tuple(sum(game.won[seat] for game in games if seat < len(game.won)) for seat in seats),
    )


def _game(table: Table) -> SeriesGame:
    position = fold_of(table).position
    chairs = table.chairs.order_by("seat")
    winners = position.winners
    return SeriesGame(
        code=table.code,
        names=tuple(chair.name for chair in chairs),
        totals=position.totals,
        won=tuple(seat in winners for seat in range(position.players)),
    )
