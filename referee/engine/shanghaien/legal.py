"""All that a captain may do now.

Knows which actions are worth asking about; whether they are allowed is for `judge` to say.
"""

from collections.abc import Iterator
from typing import assert_never

from referee.engine.shanghaien.actions import (
    CallShanghai,
    CaptainAction,
    Change,
    Direction,
    Enlist,
    Place,
    PlaceBoth,
    Reroll,
    RollDice,
)
from referee.engine.shanghaien.cards import NATION_KEYS, Effect, Trick
from referee.engine.shanghaien.judge import judge
from referee.engine.shanghaien.state import Phase, State
from referee.engine.shanghaien.tavern import ROW


def legal_actions(state: State, seat: int) -> tuple[CaptainAction, ...]:
    """Every action allowed to `seat`, in a fixed order: dice from low to high, then tricks.

    The dealer's actions are chance and not listed.
    """
    if seat not in state.actors:
        return ()
    return tuple(action for action in _candidates(state, seat) if judge(state, seat, action).legal)


def _candidates(state: State, seat: int) -> Iterator[CaptainAction]:
    if state.phase is Phase.TURN or state.rolled is None:
        yield RollDice()
        yield CallShanghai()
        return
    faces = sorted(set(state.rolled))
    directions = tuple(Direction) if state.direction is None else (None,)
    yield from (Place(face, direction) for face in faces for direction in directions)
    for trick in dict.fromkeys(held.trick for held in state.crews[seat].tricks):
        for effect in trick.effects:
            yield from _trick_uses(trick, effect, faces, directions)


def _trick_uses(
    trick: Trick, effect: Effect, faces: list[int], directions: tuple[Direction | None, ...]
) -> Iterator[CaptainAction]:
    match effect:
        case Effect.REROLL:
            yield Reroll(trick)
        case Effect.CHANGE:
            yield from (Change(trick, face, to) for face in faces for to in (face - 1, face + 1) if 1 <= to <= ROW)
        case Effect.BOTH:
            yield from (PlaceBoth(trick, direction) for direction in directions)
        case Effect.JOKER:
            yield from (Enlist(trick, nation) for nation in NATION_KEYS)
        case _:
            assert_never(effect)
