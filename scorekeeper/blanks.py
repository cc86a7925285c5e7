"""Score sheets for pen and paper."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games import named_game
from scorekeeper.wording import class_name, contract_text, game_name, number_text


@dataclass(frozen=True, slots=True)
class PaperRow:
    hand: int
    contract: str


@dataclass(frozen=True, slots=True)
class Paper:
    """An empty grid: a column for each player, a row for each hand."""

    key: str
    game: str
    players: int
    rows: tuple[PaperRow, ...]
    values: tuple[tuple[str, str], ...]

    @property
    def columns(self) -> range:
        return range(1, self.players + 1)


def blank_paper(key: str, players: int) -> Paper:
    """The paper for a preset's game.

    :raises RulesError: a key that names none.
    """
    game = named_game(key)
    rules = game.rules
    hands = range(1, rules.hands + 1) if rules else range(1, 11)
    rows = tuple(PaperRow(hand, contract_text(rules.contract(hand)) if rules else "") for hand in hands)
    values = tuple((class_name(kind, game), number_text(kind.points)) for kind in game.classes)
    return Paper(key, game_name(game), players, rows, values)
