"""The bots of the rummy family, from friendly to hard."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.bots.captain import CAPTAIN
from referee.engine.bots.cook import CookBot
from referee.engine.bots.plain import PlainBot
from referee.engine.bots.protocol import Bot
from referee.engine.bots.random_bot import RandomBot
from referee.engine.bots.weighing import MATE
from referee.engine.rummy.actions import PlayerAction
from referee.engine.rummy.seatview import SeatView

type RummyBot = Bot[SeatView, PlayerAction]

_LADDER: tuple[RummyBot, ...] = (RandomBot(), CookBot(), PlainBot(), MATE, CAPTAIN)

BOTS: Mapping[str, RummyBot] = {bot.key: bot for bot in _LADDER}
"""The bots by key, weakest first; each rung beats the one before it (docs/bots.md)."""
