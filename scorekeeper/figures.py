"""What a circle's finished games say: wins, averages, best and worst hands, streaks, who beats whom, contracts.

Players are told apart by their names, whatever the capitals. Games of different rules are never added up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.books import Book
from scorekeeper.charts import Chart, make_chart
from scorekeeper.grid import hue_of
from scorekeeper.wording import contract_text, game_name, number_text

MOST_LINES = 8
"""Players in the chart: those with the most games."""


@dataclass(frozen=True, slots=True)
class Play:
    """One hand of one player: its points, whether the player went out, and the contract in words."""

    hand: int
    points: int
    out: bool
    contract: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One player in one finished game."""

    name: str
    total: int
    won: bool
    plays: tuple[Play, ...]


type Match = tuple[Seat, ...]
"""A finished game: those who played to its end."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player's figures. ``streak``: games won in a row at most; ``running``: in a row up to now."""

    name: str
    games: int
    wins: int
    share: str
    average: str
    hand_average: str
    best: str
    worst: str
    outs: str
    streak: int
    running: int


@dataclass(frozen=True, slots=True)
class ContractLine:
    """What a contract cost on average, and who most often went out in it."""

    hand: int
    contract: str
    average: str
    played: int
    best: str


@dataclass(frozen=True, slots=True)
class Duel:
    """How often the row's player finished ahead of each column's; None on the diagonal or where they never met."""

    name: str
    cells: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    game: str
    games: int
    people: tuple[Person, ...]
    duels: tuple[Duel, ...]
    contracts: tuple[ContractLine, ...]
    chart: Chart | None


@dataclass(slots=True)
class _Tally:
    name: str
    totals: list[int] = field(default_factory=list)
    won: list[bool] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    by_game: list[tuple[int, int]] = field(default_factory=list)


def match_of(book: Book) -> Match | None:
    """The finished game of a sheet; None while it goes on."""
    standings = book.standings
    if not standings.is_over:
        return None
    seats = []
    for rank in standings.ranking:
        if rank.rank is None:
            continue
        plays = tuple(
            Play(
                hand, score.points, score.out, contract_text(contract) if (contract := book.game.contract(hand)) else ""
            )
            for hand in range(1, standings.hands + 1)
            if (score := book.ledger.score(rank.player, hand)) is not None
        )
        seats.append(Seat(standings.names[rank.player], rank.total, rank.player in standings.leaders, plays))
    return tuple(seats)


def all_figures(books: Iterable[Book]) -> tuple[Figures, ...]:
    """The figures of each kind of game, the one with most games first. ``books``: the oldest first."""
    matches: dict[str, list[Match]] = {}
    lowest: dict[str, bool] = {}
    for book in books:
        match = match_of(book)
        if match and any(seat.plays for seat in match):
            matches.setdefault(game_name(book.game), []).append(match)
            lowest[game_name(book.game)] = book.game.wins == "lowest"
    ordered = sorted(matches.items(), key=lambda item: -len(item[1]))
    return tuple(make_figures(game, found, lowest=lowest[game]) for game, found in ordered)


def make_figures(game: str, matches: Sequence[Match], *, lowest: bool) -> Figures:
    """The figures of games of one kind, the oldest first."""
    tallies: dict[str, _Tally] = {}
    for number, match in enumerate(matches, start=1):
        for seat in match:
            tally = tallies.setdefault(seat.name.casefold(), _Tally(seat.name))
            tally.totals.append(seat.total)
            tally.won.append(seat.won)
            tally.plays += seat.plays
            tally.by_game.append((number, seat.total))
    people = sorted(tallies.values(), key=lambda one: (-sum(one.won), -len(one.won), one.name.casefold()))
    return Figures(
        game=game,
        games=len(matches),
        people=tuple(_person(tally, lowest=lowest) for tally in people),
        duels=_duels(matches, people, lowest=lowest),
        contracts=_contracts(matches),
        chart=_chart(people, len(matches)),
    )


def _person(tally: _Tally, *, lowest: bool) -> Person:
    points = [play.points for play in tally.plays] or [0]
    ranked = sorted(points, reverse=not lowest)
    return Person(
        name=tally.name,
        games=len(tally.won),
        wins=sum(tally.won),
        share=_percent(sum(tally.won), len(tally.won)),
        average=_mean(tally.totals),
        hand_average=_mean(points),
        best=number_text(ranked[0]),
        worst=number_text(ranked[-1]),
        outs=_percent(sum(play.out for play in tally.plays), len(tally.plays)),
        streak=_longest(tally.won),
        running=_running(tally.won),
    )


def _mean(values: Sequence[int]) -> str:
    """The average with one decimal, halves away from zero."""
    if not values:
        return ""
    tenths = Fraction(sum(values) * 10, len(values))
    rounded = int(abs(tenths) + Fraction(1, 2))
    return number_text(-rounded if tenths < 0 else rounded, decimals=1)


def _percent(part: int, whole: int) -> str:
    return f"{int(Fraction(100 * part, whole) + Fraction(1, 2))} %" if whole else ""


def _longest(won: Sequence[bool]) -> int:
    best = run = 0
    for win in won:
        run = run + 1 if win else 0
        best = max(best, run)
    return best


def _running(won: Sequence[bool]) -> int:
    run = 0
    for win in reversed(won):
        if not win:
            break
        run += 1
    return run


def _duels(matches: Sequence[Match], people: Sequence[_Tally], *, lowest: bool) -> tuple[Duel, ...]:
    met: dict[tuple[str, str], int] = {}
    ahead: dict[tuple[str, str], int] = {}
    for match in matches:
        for one in match:
            for other in match:
                pair = (one.name.casefold(), other.name.casefold())
                if pair[0] == pair[1]:
                    continue
                met[pair] = met.get(pair, 0) + 1
                better = one.total < other.total if lowest else one.total > other.total
                ahead[pair] = ahead.get(pair, 0) + better
    keys = [tally.name.casefold() for tally in people]
    return tuple(
        Duel(
            tally.name,
            tuple(f"{ahead[key, other]}/{met[key, other]}" if (key, other) in met else None for other in keys),
        )
        for tally, key in zip(people, keys, strict=True)
    )


def _contracts(matches: Sequence[Match]) -> tuple[ContractLine, ...]:
    plays: dict[tuple[int, str], list[tuple[str, Play]]] = {}
    for match in matches:
        for seat in match:
            for play in seat.plays:
                if play.contract:
                    plays.setdefault((play.hand, play.contract), []).append((seat.name, play))
    lines = []
    for (hand, contract), found in sorted(plays.items()):
        outs = Counter(name.casefold() for name, play in found if play.out)
        called = {name.casefold(): name for name, _play in reversed(found)}
        most = max(outs.values(), default=0)
        best = ", ".join(sorted(called[key] for key, count in outs.items() if count == most))
        average = _mean([play.points for _name, play in found])
        lines.append(ContractLine(hand, contract, average, len(found), f"{best} ({most})" if best else ""))
    return tuple(lines)


def _chart(people: Sequence[_Tally], games: int) -> Chart | None:
    """Everybody's total, game by game."""
    shown = sorted(people, key=lambda one: -len(one.by_game))[:MOST_LINES]
    if games < 2 or not shown:
        return None
    return make_chart(
        [one.name for one in shown],
        [hue_of(place) for place in range(1, len(shown) + 1)],
        [one.by_game for one in shown],
        last=games,
    )
