"""Two choices tried out: each is played on to the end of the hand in the same imagined worlds.

What a seat cannot see is dealt anew in every world; then everybody plays as the Mate does. Whether one choice is better
is told with the standard error of the mean, and only where it is plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Protocol

from referee.engine.bots.arena import game_secret
from referee.engine.bots.protocol import Chance
from referee.engine.bots.weighing import MATE
from referee.engine.rummy.actions import PlayerAction
from referee.engine.rummy.dealer import dealers_action, due
from referee.engine.rummy.play import play
from referee.engine.rummy.resample import Chance as Shuffling
from referee.engine.rummy.resample import imagine
from referee.engine.rummy.seatview import SeatView, view_for
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.rummy.state import State
from referee.engine.rummy.window import waiting

FEWEST = 8
PLAIN = 2.0
"""So many standard errors away from nothing a difference is plain."""


class Source(Chance, Shuffling, Protocol):
    """A source of chance that deals cards and serves a bot."""


class Seed(Protocol):
    """Makes a source of chance of a text, the same one for the same text."""

    def __call__(self, text: str, /) -> Source: ...


@dataclass(frozen=True, slots=True)
class Trial:
    """By how many points the other choice ended better (below 0: worse) than the chosen one, world by world."""

    gains: tuple[int, ...] = ()

    @property
    def worlds(self) -> int:
        return len(self.gains)

    @property
    def gain(self) -> float:
        """The mean gain of the other choice."""
        return fmean(self.gains) if self.gains else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 with fewer than two worlds."""
        return stdev(self.gains) / sqrt(len(self.gains)) if len(self.gains) > 1 else 0.0

    @property
    def is_plain(self) -> bool:
        """Whether one choice is shown to be better; else it is too close to call."""
        return self.worlds >= FEWEST and abs(self.gain) > PLAIN * self.error


def tried(
    view: SeatView, chosen: PlayerAction, other: PlayerAction, trial: Trial, *, worlds: int, name: str, seed: Seed
) -> Trial:
    """The trial with so many worlds more; ``name`` and a world's number decide it, so that it can be gone on with."""
    numbers = range(trial.worlds, trial.worlds + worlds)
    return Trial((*trial.gains, *[_gain(view, (chosen, other), f"{name} {number}", seed) for number in numbers]))


def _gain(view: SeatView, choices: Sequence[PlayerAction], world: str, seed: Seed) -> int:
    if view.seat is None:
        raise ValueError("expected the view of a seat, got a watcher's")
    state, secret = imagine(view, seed(world)), game_secret(world)
    points = [played_out(play(state, view.seat, action), secret, seed(f"{world} bots")) for action in choices]
    return points[0][view.seat] - points[1][view.seat]


def played_out(state: State, secret: HandSecret, chance: Chance) -> tuple[int, ...]:
    """The points of the hand by seat, when everybody plays it to its end as the Mate does."""
    while not state.is_between:
        what = due(state)
        if what is not None:
            state = play(state, None, dealers_action(what, secret))
        else:
            seat = waiting(state)[0]
            state = play(state, seat, MATE.act(view_for(state, seat), chance))
    return state.scores[-1].points
