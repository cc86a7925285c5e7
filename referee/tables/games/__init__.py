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

GAMES: dict[str, Game] = {game.key: game for game in (RUMMY,)}

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
]
