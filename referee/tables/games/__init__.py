"""The games that tables can host."""

from referee.tables.games.protocol import (
    BotChoice,
    DealerDue,
    Event,
    Finding,
    Game,
    GameLog,
    Json,
    Position,
    Proof,
    View,
    Wishes,
)
from referee.tables.games.rummy import RUMMY
from referee.tables.games.shanghaien import SHANGHAIEN

GAMES: dict[str, Game] = {game.key: game for game in (RUMMY, SHANGHAIEN)}


def game_with(rules: str) -> Game:
    """The game of the preset or the house rules of that name; house rules are those of card games."""
    return next((game for game in GAMES.values() if rules in game.presets), RUMMY)


__all__ = [
    "GAMES",
    "BotChoice",
    "DealerDue",
    "Event",
    "Finding",
    "Game",
    "GameLog",
    "Json",
    "Position",
    "Proof",
    "View",
    "Wishes",
    "game_with",
]
