"""The bot that plays straight on and never buys."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.bots.plain import PlainBot
from referee.engine.bots.protocol import Chance
from referee.engine.rummy.actions import Buy, Pass, PlayerAction
from referee.engine.rummy.seatview import SeatView
from referee.engine.verdicts import gettext_noop


@dataclass(frozen=True, slots=True)
class CookBot:
    """Collects its contract from stock and discards; buys only where the contract could not be held otherwise."""

    key: str = "cook"
    name: str = gettext_noop("Cook")
    about: str = gettext_noop("Goes down as soon as it can and never buys unless the contract takes more cards.")
    like: PlainBot = field(default=PlainBot())

    def act(self, view: SeatView, chance: Chance) -> PlayerAction:
        action = self.like.act(view, chance)
        if isinstance(action, Buy) and view.me.buys >= view.rules.least_buys(view.hand):
            return Pass()
        return action
