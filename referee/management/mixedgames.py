"""Whole games of bots of all kinds under all rule sets, each looked at while it goes on, and kept in a file.

The number of a game and the seed decide its rule set, its seats, its bots and its cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from referee.engine.bots.arena import many_games, play_game
from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.judge import judge
from referee.engine.rummy.legal import legal_in
from referee.engine.rummy.notation import format_action
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.problems import problems
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.state import State
from referee.engine.rummy.window import waiting
from referee.management.chances import chance_of
from referee.management.longruns import ResumeError, keep_line, kept_lines, played

MOST_MOVES = 200_000
"""More than any hand needs: with the longest stock, the most seats and twenty reshuffles it is a quarter of that."""
LOOK_EVERY = 50
MOST_WAYS = 8


class Mixed(NamedTuple):
    """What is played: a rule set with so many seats, and the bot of each."""

    rules: str
    bots: tuple[str, ...]


class MixedGame(NamedTuple):
    """A game that is over, or that went wrong (``error`` says how).

    ``offered`` counts the actions that were offered and found legal where the game was looked at closely.
    """

    number: int
    rules: str
    bots: tuple[str, ...]
    hands: int
    unwon: int
    moves: int
    offered: int
    seconds: float
    error: str


class GameFaultError(AssertionError):
    """Something in a game is not as it has to be."""


def mixed(seed: int, number: int) -> Mixed:
    """The game of that number: every rule set with every number of seats is as likely as any other."""
    chance = chance_of(f"mixed {seed} {number}")
    rules, seats = chance.choice(_tables())
    return Mixed(rules, tuple(chance.choice(tuple(BOTS)) for _ in range(seats)))


def _tables() -> list[tuple[str, int]]:
    """Every rule set with every number of seats that it allows."""
    players = {key: load_rules(key).players for key in PRESETS}
    return [(key, seats) for key, (least, most) in players.items() for seats in range(least, most + 1)]


class _Look:
    """Looks on: at the number of moves after each, at everything that a state shows after some."""

    def __init__(self) -> None:
        self.moves = self.since = self.hands = self.offered = 0

    def __call__(self, state: State) -> None:
        self.moves += 1
        self.since += 1
        if len(state.scores) > self.hands:
            self.hands, self.since = len(state.scores), 0
        if self.since > MOST_MOVES:
            raise GameFaultError(f"expected a hand to be over after {MOST_MOVES} moves")
        if self.moves % LOOK_EVERY == 0 or state.is_over:
            self._look_closely(state)

    def _look_closely(self, state: State) -> None:
        if wrong := problems(state):
            raise GameFaultError("; ".join(wrong))
        for seat in waiting(state):
            offered = tuple(legal_in(view_for(state, seat), most_ways=MOST_WAYS))
            if not offered:
                raise GameFaultError(f"expected an action to be offered to seat {seat}")
            for action in offered:
                if codes := judge(state, seat, action).codes:
                    raise GameFaultError(f"{format_action(action)} was offered to seat {seat}: {', '.join(codes)}")
            self.offered += len(offered)


def play_mixed(seed: int, number: int) -> MixedGame:
    """The game of that number, played to its end. Whatever goes wrong is told, so that the others can be played."""
    rules, bots = mixed(seed, number)
    look, start, error, unwon = _Look(), perf_counter(), "", 0
    try:
        with many_games():
            name = f"{rules} mixed {seed} {number}"
            seated = [BOTS[key] for key in bots]
            state, _ = play_game(load_rules(rules), seated, game=name, seed=chance_of, look=look)
        unwon = sum(score.winner is None for score in state.scores)
    except Exception as fault:  # a soak is for finding whatever may go wrong
        error = f"{type(fault).__name__}: {fault}"
    seconds = round(perf_counter() - start, 3)
    return MixedGame(number, rules, bots, look.hands, unwon, look.moves, look.offered, seconds, error)


def play_all(seed: int, numbers: Sequence[int], processes: int) -> Iterator[MixedGame]:
    """The games of these numbers, each as soon as it is over."""
    return played(partial(play_mixed, seed), numbers, processes)


def load_games(file: Path, seed: int) -> dict[int, MixedGame]:
    """The games kept in the file, by number; none where there is no file.

    :raises ResumeError: it holds games of another seed, or something else altogether.
    """

    def check(head: str) -> None:
        kept = json.loads(head)["mixed"]
        if kept != seed:
            raise ResumeError(f"expected the games of seed {seed} in {file}, got those of {kept!r}")

    try:
        games = [_read(line) for line in kept_lines(file, check)]
    except (ValueError, KeyError, TypeError) as error:
        raise ResumeError(f"expected mixed games in {file}, got something else") from error
    return {game.number: game for game in games}


def _read(line: str) -> MixedGame:
    found = json.loads(line)
    return MixedGame(**found | {"bots": tuple(found["bots"])})


def keep_game(file: Path, seed: int, game: MixedGame) -> None:
    """Add the game to the file."""
    keep_line(file, json.dumps({"mixed": seed}), json.dumps(game._asdict()))
