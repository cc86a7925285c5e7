"""What an action brings about.

Knows the course of the game. Asks `judge` once at the door and trusts the action from there on.
"""

from dataclasses import replace
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
from referee.engine.shanghaien.cards import Card, Sailor, Trick
from referee.engine.shanghaien.judge import judge
from referee.engine.shanghaien.rules import NextStarter
from referee.engine.shanghaien.state import Crew, Enlisted, Held, Pair, Phase, Settled, State, column
from referee.engine.shanghaien.tavern import NO_DICE, ROW, Counts, distribute
from referee.engine.verdicts import IllegalAction


def play(state: State, seat: int | None, action: Action) -> State:
    """The game after the action of `seat` or (None) of the dealer.

    :raises IllegalAction: with the verdict, when the action is not allowed.
    """
    verdict = judge(state, seat, action)
    if not verdict.legal:
        raise IllegalAction(verdict)
    return _carried_out(state, action)


def _carried_out(state: State, action: Action) -> State:
    match action:
        case Shuffle(order):
            return _with_row(replace(state, unseen=order))
        case Roll(values):
            return replace(state, phase=Phase.PLACE, rolled=values, rolls=state.rolls + 1)
        case RollDice():
            return replace(state, phase=Phase.DICE)
        case Place(number, direction):
            return _placed(state, (number,), direction)
        case CallShanghai():
            return _next_round(_settled(state))
        case Reroll(trick):
            return replace(_trick_used(state, trick), phase=Phase.DICE, rolled=None)
        case Change(trick, die, to):
            return replace(_trick_used(state, trick), rolled=_changed(state.rolled or (), die, to))
        case PlaceBoth(trick, direction):
            return _placed(_trick_used(state, trick), state.rolled or (), direction)
        case Enlist(trick, nation):
            return _enlisted(state, trick, nation)
        case _:
            assert_never(action)


def _with_row(state: State) -> State:
    """The next six cards lie in the tavern, and the captain in turn may act."""
    row = tuple(card for card in state.unseen[:ROW] if card is not None)
    return replace(state, phase=Phase.TURN, row=row, unseen=state.unseen[ROW:])


def _placed(state: State, numbers: tuple[int, ...], direction: Direction | None) -> State:
    counts = list(state.dice[state.turn])
    for number in numbers:
        counts[number - 1] += 1
    return replace(
        state,
        phase=Phase.TURN,
        turn=1 - state.turn,
        direction=state.direction or direction,
        dice=_put(state.dice, state.turn, tuple(counts)),
        rolled=None,
    )


def _changed(rolled: tuple[int, ...], die: int, to: int) -> tuple[int, int]:
    """The two dice, the first of those that show `die` turned to `to`."""
    first, second = rolled
    return (to, second) if first == die else (first, to)


def _without(crew: Crew, trick: Trick) -> Crew:
    """The crew after one such trick, the one won first, is used."""
    used = next(held for held in crew.tricks if held.trick == trick)
    tricks = list(crew.tricks)
    tricks.remove(used)
    return replace(crew, tricks=tuple(tricks))


def _trick_used(state: State, trick: Trick) -> State:
    crew = _without(state.crews[state.turn], trick)
    return replace(
        state,
        crews=_put(state.crews, state.turn, crew),
        tricked=_put(state.tricked, state.turn, True),
        gone=(*state.gone, trick),
    )


def _enlisted(state: State, trick: Trick, nation: str) -> State:
    crew = _without(state.crews[state.turn], trick)
    crew = replace(crew, enlisted=(*crew.enlisted, Enlisted(trick, nation)))
    return replace(state, crews=_put(state.crews, state.turn, crew), tricked=_put(state.tricked, state.turn, True))


def _settled(state: State) -> State:
    """The round is over: the cards of the tavern go to their new captains or leave the game."""
    direction = state.direction
    assert direction is not None, "two dice are placed before Shanghai is called"  # noqa: S101
    fates = distribute(ROW, *state.dice, tie_break=state.rules.tie_break)
    crews, gone = list(state.crews), list(state.gone)
    for fate in fates:
        card = state.row[column(fate.position, direction)]
        if fate.owner is None:
            gone.append(card)
        else:
            crews[fate.owner - 1] = _joined(crews[fate.owner - 1], card, state.round)
    settled = Settled(state.round, state.row, direction, state.dice, state.turn, fates)
    return replace(state, crews=(crews[0], crews[1]), gone=tuple(gone), settled=settled)


def _joined(crew: Crew, card: Card, won: int) -> Crew:
    match card:
        case Sailor():
            return replace(crew, sailors=(*crew.sailors, card))
        case Trick():
            return replace(crew, tricks=(*crew.tricks, Held(card, won)))
        case _:
            assert_never(card)


def _next_round(state: State) -> State:
    match state.rules.next_starter:
        case NextStarter.UNCALLED:
            starter = 1 - state.turn
        case NextStarter.CALLER:
            starter = state.turn
        case _:
            assert_never(state.rules.next_starter)
    cleared = replace(state, row=(), dice=(NO_DICE, NO_DICE), direction=None, tricked=(False, False))
    if state.round == state.rules.rounds:
        return replace(cleared, phase=Phase.OVER)
    return _with_row(replace(cleared, round=state.round + 1, turn=starter, starter=starter))


def _put[T: (Counts, Crew, bool)](pair: Pair[T], seat: int, value: T) -> Pair[T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
