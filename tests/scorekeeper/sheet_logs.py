"""Logs to fold in tests: entries written the short way."""

from datetime import UTC, datetime, timedelta

from scorekeeper.changes import Change, Enter, Join, Score, Start
from scorekeeper.games import Game, named_game
from scorekeeper.sheets import Entry, Ledger, fold
from scorekeeper.standings import Standings

SEVEN = named_game("shanghai-7")
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


class Log:
    """A growing log. ``saw`` is everything so far unless told."""

    def __init__(self, *names: str, game: Game = SEVEN) -> None:
        self.game = game
        self.entries: list[Entry] = []
        for name in names:
            self.add(Join(name.lower(), name), device="")

    def add(self, change: Change, *, device: str = "a", saw: int | None = None, who: str = "") -> Entry:
        seq = len(self.entries) + 1
        entry = Entry(
            seq, f"op{seq}", device, seq - 1 if saw is None else saw, change, NOON + timedelta(seconds=seq), who
        )
        self.entries.append(entry)
        return entry

    def score(self, player: str, hand: int, points: int, *, device: str = "a", saw: int | None = None) -> Entry:
        out = points == 0 and self.game.zero_is_out
        return self.add(Enter(player, hand, Score(points, out)), device=device, saw=saw)

    def hand(self, hand: int, **points: int) -> None:
        for player, total in points.items():
            self.score(player, hand, total)

    def join(self, name: str, hand: int, start: Start = "zero") -> None:
        self.add(Join(name.lower(), name, hand, start))

    @property
    def ledger(self) -> Ledger:
        return fold(self.entries)

    @property
    def standings(self) -> Standings:
        return Standings(self.ledger, self.game)
