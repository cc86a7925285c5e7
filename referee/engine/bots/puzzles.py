"""Puzzles from games of bots: can this hand go down?

A puzzle follows from its text alone: the same text gives the same hand. Positions are real: somebody held these cards
after the draw, with the contract not yet down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from referee.engine.bots.aims import aim_for, melds_to_lay
from referee.engine.bots.arena import Seed, game_secret
from referee.engine.bots.plain import PlainBot
from referee.engine.bots.protocol import Chance
from referee.engine.rummy.actions import Move
from referee.engine.rummy.cards import Card
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.dealer import dealers_action, due
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.play import play
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.state import Phase, State, new_game
from referee.engine.rummy.window import waiting

LEVELS: tuple[tuple[tuple[str, int], ...], ...] = (
    (("shanghai-7", 1),),
    (("shanghai-7", 2), ("shanghai-7", 4)),
    (("shanghai-7", 3), ("shanghai-7", 5)),
    (("shanghai-7", 6), ("shanghai-10", 5), ("shanghai-10", 6)),
    (("shanghai-10", 7), ("shanghai-10", 9), ("shanghai-10", 10)),
)
"""By level, from 1, the hands that its puzzles come from: more melds, longer ones, more cards to look at."""
SEATS = 4
MOST_HANDS = 200


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A hand after the draw. ``melds`` with which it can go down, or None; ``lacking`` counts the cards it lacks."""

    rules: RuleSet
    hand: int
    cards: tuple[Card, ...]
    melds: tuple[Meld, ...] | None
    lacking: int

    @property
    def contract(self) -> Contract:
        return self.rules.contract(self.hand)

    @property
    def can(self) -> bool:
        return self.melds is not None


@lru_cache(maxsize=256)
def puzzle(text: str, level: int, seed: Seed) -> Puzzle:
    """The puzzle of the text; ``level`` from 1 to the number of ``LEVELS``.

    Whether the hand can go down is drawn first, so that either answer is as likely; a hand that cannot lacks one card.

    :raises LookupError: when many hands have none like that.
    """
    chance = seed(f"puzzle {level} {text}")
    key, hand = chance.choice(LEVELS[level - 1])
    rules, can = load_rules(key), chance.choice((True, False))
    for number in range(MOST_HANDS):
        for cards in _held(rules, hand, f"puzzle {level} {text} {number}", chance):
            aim = aim_for(rules, hand, cards)
            if can and not aim.lacking:
                melds = melds_to_lay(rules, hand, cards)
                if melds is not None:
                    return Puzzle(rules, hand, cards, melds, 0)
            if not can and aim.lacking == 1:
                return Puzzle(rules, hand, cards, None, 1)
    raise LookupError(f"expected a hand in {MOST_HANDS} for {text!r}")


def _held(rules: RuleSet, hand: int, game: str, chance: Chance) -> Iterator[tuple[Card, ...]]:
    """What the seats hold after each draw of a hand that bots play, while they are not down and could be."""
    bot, secret = PlainBot(), game_secret(game)
    state: State = new_game(rules, SEATS)._replace(hand=hand)
    least = rules.contract(hand).cards
    while not state.scores:
        what = due(state)
        if what is not None:
            state = play(state, *Move(None, dealers_action(what, secret)))
            continue
        seat = waiting(state)[0]
        if state.phase is Phase.PLAY and not state.seats[seat].down and len(state.seats[seat].hand) > least:
            yield state.seats[seat].hand
        state = play(state, seat, bot.act(view_for(state, seat), chance))
