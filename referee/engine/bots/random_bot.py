"""The bot that does anything that is allowed."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.bots.protocol import Chance
from referee.engine.rummy.actions import PlayerAction
from referee.engine.rummy.legal import legal_in
from referee.engine.rummy.seatview import SeatView
from referee.engine.verdicts import gettext_noop

MOST_WAYS = 8
"""So few ways of going down are looked at that discards keep their share."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any legal action, each as likely as the other; its games end because the stock does."""

    key: str = "random"
    name: str = gettext_noop("Stowaway")
    about: str = gettext_noop("Does anything that is allowed. Plays on for somebody who has left.")

    def act(self, view: SeatView, chance: Chance) -> PlayerAction:
        return chance.choice(tuple(legal_in(view, most_ways=MOST_WAYS)))
