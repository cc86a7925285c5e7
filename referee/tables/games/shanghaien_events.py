"""What a move of the dice game brought about, as both captains see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from referee.engine.shanghaien.actions import (
    Action,
    CallShanghai,
    Change,
    Direction,
    Enlist,
    Place,
    PlaceBoth,
    Reroll,
    Roll,
    RollDice,
    Shuffle,
)
from referee.engine.shanghaien.state import State, column, score, winners
from referee.tables.games.protocol import Event


def happened(before: State, action: Action, after: State) -> Iterator[Event]:
    """The events of one move in the order in which they are told."""
    seat = before.turn
    match action:
        case Shuffle():
            yield _opened(after)
        case Roll(values):
            yield Event("dice-rolled", seat, dice=values)
        case Place(number, direction):
            yield from _placed(seat, (number,), direction, after)
        case PlaceBoth(trick, direction):
            yield Event("trick-both", seat, crew=(trick,))
            yield from _placed(seat, before.rolled or (), direction, after)
        case Reroll(trick):
            yield Event("trick-reroll", seat, crew=(trick,))
        case Change(trick, die, to):
            yield Event("trick-change", seat, crew=(trick,), dice=(die, to))
        case Enlist(trick, nation):
            yield Event("trick-joker", seat, crew=(trick,), word=nation)
        case CallShanghai():
            yield from _settled(seat, after)
        case RollDice():
            pass
        case _:
            assert_never(action)


def _opened(after: State) -> Event:
    return Event("tavern-opened", after.turn, number=after.round, crew=after.row)


def _placed(seat: int, numbers: tuple[int, ...], direction: Direction | None, after: State) -> Iterator[Event]:
    if direction is not None:
        yield Event(f"from-{direction}", seat)
    if after.direction is None:
        return
    for number in numbers:
        yield Event("die-placed", seat, dice=(number,), crew=(after.row[column(number, after.direction)],))


def _settled(seat: int, after: State) -> Iterator[Event]:
    """The end of a round: who gets which cards, and the next one or the end of the game."""
    settled = after.settled
    if settled is None:
        raise AssertionError("expected a round that was settled by the call")
    yield Event("called", seat, number=settled.round)
    got: dict[int | None, list[int]] = {}
    for fate in settled.fates:
        owner = None if fate.owner is None else fate.owner - 1
        got.setdefault(owner, []).append(column(fate.position, settled.direction))
    for owner in (0, 1, None):
        crew = tuple(settled.row[place] for place in sorted(got.get(owner, ())))
        if crew:
            yield Event("tavern-left" if owner is None else "tavern-won", owner, crew=crew)
    if not after.is_over:
        yield _opened(after)
        return
    points, first = score(after).points, winners(after)
    if len(first) == 1:
        yield Event("won", first[0], number=points[first[0]])
    else:
        yield Event("dice-shared", number=points[0])
