"""What bots do with cards that fit the table and were not declared: they declare all of theirs, people forget to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from referee.engine.bots.protocol import Bot, Chance
from referee.engine.rummy.actions import Buy, Discard, PlayerAction, Shanghai, Take
from referee.engine.rummy.seatview import SeatView


@dataclass(slots=True)
class Calls:
    """How often seats might have called Shanghai on another's discard, and how often they did.

    ``down``: those chances in which the seat was down; ``other``: those in which it was not, and took or bought the
    card instead.
    """

    chances: int = 0
    down: int = 0
    other: int = 0
    calls: int = 0


class Forgetful:
    """A bot that plays as another does, but never declares what it discards; its chances to call are counted."""

    def __init__(self, bot: Bot[SeatView, PlayerAction], counts: Calls) -> None:
        self._bot = bot
        self._counts = counts
        self.key, self.name, self.about = bot.key, bot.name, bot.about

    def act(self, view: SeatView, chance: Chance) -> PlayerAction:
        action = self._bot.act(view, chance)
        if isinstance(action, Discard):
            return Discard(action.card)
        me = view.me
        if me.word is None and me.may_call("shanghai"):
            counts = self._counts
            counts.chances += 1
            counts.down += me.down
            counts.other += isinstance(action, Take | Buy) and not me.down
            counts.calls += isinstance(action, Shanghai)
        return action


def forgetful[View, Action](bot: Bot[View, Action], counts: dict[str, Calls]) -> Bot[View, Action]:
    """A bot of the card games that forgets to declare; counted with the others of its kind."""
    one = cast("Bot[SeatView, PlayerAction]", bot)
    return cast("Bot[View, Action]", Forgetful(one, counts.setdefault(bot.key, Calls())))
