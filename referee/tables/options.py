"""What a host chooses for a table beside its rules, and how long each pace waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import timedelta

from referee.models import Pace
from referee.tables.games import Json


class OptionsError(ValueError):
    """An option that is unknown or out of its range; ``option`` names it."""

    def __init__(self, message: str, *, option: str) -> None:
        super().__init__(message)
        self.option = option


@dataclass(frozen=True, slots=True)
class Options:
    """A table's options.

    ``spectators`` may watch; ``hints``: suggestions, and the coach for who is alone with bots; ``coach``: the coach
    for everybody; ``chat``: free words; ``listed`` among the open tables; ``shuffle_seats`` at the start; ``stand_in``:
    a bot plays for the absent. ``window_seconds`` and ``turn_seconds`` take the pace's own where None.
    """

    spectators: bool = True
    hints: bool = True
    coach: bool = False
    chat: bool = True
    listed: bool = False
    shuffle_seats: bool = False
    stand_in: bool = True
    window_seconds: int | None = None
    turn_seconds: int | None = None


RANGES = {"window_seconds": (3, 7 * 86400), "turn_seconds": (15, 30 * 86400)}


def load_options(document: Mapping[str, object]) -> Options:
    """The options of a document; what it leaves out has its usual value.

    :raises OptionsError: an unknown option, or a value out of its range.
    """
    options = Options()
    for name, value in document.items():
        if name not in Options.__slots__:
            raise OptionsError(f"expected one of {', '.join(Options.__slots__)}, got {name!r}", option=name)
        if name in RANGES:
            low, high = RANGES[name]
            if value is not None and (
                not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high
            ):
                raise OptionsError(f"{name}: expected {low} to {high} seconds, got {value!r}", option=name)
        elif not isinstance(value, bool):
            raise OptionsError(f"{name}: expected true or false, got {value!r}", option=name)
        options = replace(options, **{name: value})  # type: ignore[arg-type]  # checked by name just above
    return options


def dump_options(options: Options) -> dict[str, Json]:
    """The options as a document: ``load_options(dump_options(options)) == options``."""
    return asdict(options)


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a table waits: for claims, for the player in turn, and between two hands until all are ready."""

    window: timedelta
    turn: timedelta
    between: timedelta


WAITS = {
    Pace.LIVE: Waits(timedelta(seconds=6), timedelta(seconds=60), timedelta(seconds=45)),
    Pace.RELAXED: Waits(timedelta(seconds=15), timedelta(minutes=4), timedelta(minutes=5)),
    Pace.SLOW: Waits(timedelta(hours=6), timedelta(hours=48), timedelta(hours=24)),
}
MORE_TIME = 3
"""By how much everybody waits longer when somebody who is waited for has asked for more time."""


def waits_of(pace: str, options: Options) -> Waits:
    """How long a table of this pace with these options waits."""
    waits = WAITS[Pace(pace)]
    if options.window_seconds is not None:
        waits = replace(waits, window=timedelta(seconds=options.window_seconds))
    if options.turn_seconds is not None:
        waits = replace(waits, turn=timedelta(seconds=options.turn_seconds))
    return waits
