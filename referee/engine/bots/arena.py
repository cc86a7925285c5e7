"""Games of bots only, from a text that decides everything: here the dealer and the host are played.

``ARENAS`` has one arena for each family of games, so that a program that lets bots play need know no game.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from referee.engine.bots.ladder import BOTS, RummyBot
from referee.engine.bots.protocol import Bot, Chance
from referee.engine.bots.shanghaien import BOTS as DICE_BOTS
from referee.engine.bots.shanghaien_playout import playout
from referee.engine.rummy.actions import Move
from referee.engine.rummy.dealer import DueShuffle, dealers_action, due
from referee.engine.rummy.play import play
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.record import Entry, HandProof, Record, result_of
from referee.engine.rummy.recordtext import dumps
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.rummy.state import State, new_game, winners
from referee.engine.rummy.window import waiting
from referee.engine.shanghaien import rules as dice_rules
from referee.engine.shanghaien.recordtext import dumps as dice_dumps

type Seed = Callable[[str], Chance]
"""Makes a source of chance of a text, the same one for the same text."""


class Watch(Protocol):
    """Looks on while bots play: gives each bot back, or one that plays the same and is measured."""

    def __call__[View, Action](self, bot: Bot[View, Action], /) -> Bot[View, Action]: ...


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over.

    ``bots`` are the keys by seat, ``points`` those of each hand by seat. ``unwon`` counts hands; ``record`` writes the
    game's record.
    """

    bots: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    unwon: int
    actions: int
    record: Callable[[], str]

    @property
    def hands(self) -> int:
        return len(self.points)


def unwatched[View, Action](bot: Bot[View, Action]) -> Bot[View, Action]:
    """The bot itself."""
    return bot


class Arena(Protocol):
    """Lets bots play the games of one family."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The keys of its rule sets."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The keys of its bots, weakest first."""

    def players(self, rules: str) -> tuple[int, int]:
        """The fewest and the most players."""

    @property
    def fewest_win(self) -> bool:
        """Whether the seat with the fewest points wins."""

    def names(self) -> Mapping[str, str]:
        """The bots' names for people, by key."""

    def play(self, rules: str, bots: Sequence[str], *, game: str, seed: Seed, watch: Watch = unwatched) -> PlayedGame:
        """A whole game of the bots, one a seat; ``game`` names it, and with the seed decides everything."""


@dataclass(frozen=True, slots=True)
class RummyArena:
    """The family of Shanghai Rummy."""

    rules: tuple[str, ...] = tuple(PRESETS)
    bots: tuple[str, ...] = tuple(BOTS)
    fewest_win: bool = True

    def players(self, rules: str) -> tuple[int, int]:
        return load_rules(rules).players

    def names(self) -> Mapping[str, str]:
        return {key: bot.name for key, bot in BOTS.items()}

    def play(self, rules: str, bots: Sequence[str], *, game: str, seed: Seed, watch: Watch = unwatched) -> PlayedGame:
        state, record = play_game(load_rules(rules), [watch(BOTS[key]) for key in bots], game=game, seed=seed)
        return PlayedGame(
            bots=tuple(bots),
            totals=state.totals,
            winners=winners(state),
            points=tuple(score.points for score in state.scores),
            unwon=sum(score.winner is None for score in state.scores),
            actions=len(record.entries),
            record=partial(dumps, record),
        )


@dataclass(frozen=True, slots=True)
class DiceArena:
    """Shanghaien."""

    rules: tuple[str, ...] = tuple(dice_rules.PRESETS)
    bots: tuple[str, ...] = tuple(DICE_BOTS)
    fewest_win: bool = False

    def players(self, rules: str) -> tuple[int, int]:
        return (2, 2)

    def names(self) -> Mapping[str, str]:
        return {key: bot.name for key, bot in DICE_BOTS.items()}

    def play(self, rules: str, bots: Sequence[str], *, game: str, seed: Seed, watch: Watch = unwatched) -> PlayedGame:
        first, second = (watch(DICE_BOTS[key]) for key in bots)
        starter = seed(f"{game} starter").choice((0, 1))
        record = playout(
            dice_rules.load_rules(rules), (first, second), game_secret(game), seed(f"{game} bots"), starter=starter
        )
        if record.result is None:
            raise AssertionError("expected a game of bots to be over")
        return PlayedGame(
            bots=tuple(bots),
            totals=record.result.points,
            winners=record.result.winners,
            points=(record.result.points,),
            unwon=0,
            actions=len(record.moves),
            record=partial(dice_dumps, record),
        )


ARENAS: tuple[Arena, ...] = (RummyArena(), DiceArena())


def arena_of(rules: str) -> Arena:
    """The arena that has the rule set.

    :raises KeyError: for a rule set that none has.
    """
    for arena in ARENAS:
        if rules in arena.rules:
            return arena
    raise KeyError(rules)


COLLECT_AFTER = 200_000
"""Objects made and not yet gone after which the cyclic collector looks at the youngest, while many games are played."""


@contextmanager
def many_games() -> Iterator[None]:
    """Keeps the cyclic collector from looking through the games so often.

    Games are tuples that never refer back to themselves, so it finds nothing and took a tenth of the time.
    """
    usual = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER, 2 * usual[1], usual[2])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def game_secret(text: str) -> HandSecret:
    """The secret that a text stands for: for games whose cards may be computed again, never for people."""
    return HandSecret(hashlib.sha256(text.encode()).digest())


def play_game(
    rules: RuleSet, bots: Sequence[RummyBot], *, game: str, seed: Seed, look: Callable[[State], None] | None = None
) -> tuple[State, Record]:
    """The end of a whole game under any rule set, and its record; ``look`` is shown the state after every move."""
    dealer = seed(f"{game} dealer").choice(range(len(bots)))
    state = new_game(rules, len(bots), dealer=dealer)
    chances = [seed(f"{game} seat {seat} {bot.key}") for seat, bot in enumerate(bots)]
    moves: list[Move] = []
    secrets: list[HandSecret] = []
    while (seats := waiting(state)) or not state.is_over:
        move = _bot_move(state, seats[0], bots, chances) if seats else _dealer_move(state, game, secrets)
        state = play(state, *move)
        moves.append(move)
        if look:
            look(state)
    record = Record(
        rules=rules,
        players=tuple(bot.name for bot in bots),
        dealer=dealer,
        entries=tuple(map(Entry, moves)),
        proofs=tuple(HandProof(hand.commitment, hand.secret) for hand in secrets),
        result=result_of(state),
    )
    return state, record


def _dealer_move(state: State, game: str, secrets: list[HandSecret]) -> Move:
    """What the dealer does, when no seat is waited for; a new hand gets a new secret."""
    what = due(state)
    if what is None:
        raise AssertionError(f"expected somebody to be waited for in {state.phase}")
    if isinstance(what, DueShuffle):
        secrets.append(game_secret(f"{game} hand {what.hand}"))
    return Move(None, dealers_action(what, secrets[-1]))


def _bot_move(state: State, seat: int, bots: Sequence[RummyBot], chances: Sequence[Chance]) -> Move:
    """What the bot of the seat does."""
    return Move(seat, bots[seat].act(view_for(state, seat), chances[seat]))
