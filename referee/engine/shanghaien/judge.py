"""Whether an action is allowed, and every reason why not.

Pure and total: any seat, any action, any state gives a verdict. Only what lies open is looked at, so a refusal
tells nothing about the cards face down.
"""

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from referee.engine.shanghaien.actions import (
    Action,
    CallShanghai,
    CaptainAction,
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
from referee.engine.shanghaien.cards import NATION_KEYS, Card, Effect, Trick
from referee.engine.shanghaien.state import Phase, State
from referee.engine.shanghaien.tavern import ROW
from referee.engine.verdicts import Breach, Verdict, breach

DICE_TO_ROLL = 2
DICE_TO_CALL = 2


def judge(state: State, seat: int | None, action: Action) -> Verdict:
    """Every breach of the action, done by `seat` or (None) by the dealer."""
    if state.is_over:
        return Verdict((breach("hand.over"),))
    match action:
        case Shuffle(order):
            return Verdict(tuple(_shuffle(state, seat, order)))
        case Roll(values):
            return Verdict(tuple(_roll(state, seat, values)))
        case _:
            if seat not in state.actors:
                return Verdict((breach("turn.not-yours"),))
            return Verdict(tuple(_captain(state, state.turn, action)))


def _shuffle(state: State, seat: int | None, order: tuple[Card | None, ...]) -> Iterator[Breach]:
    if seat is not None or state.phase is not Phase.SHUFFLE:
        yield breach("dealer.not-due")
    deck = state.rules.deck
    known = Counter(card for card in order if card is not None)
    if len(order) != len(deck) or known - Counter(deck) or None in order[:ROW]:
        yield breach("dealer.cards", values={"count": len(deck)})


def _roll(state: State, seat: int | None, values: tuple[int, ...]) -> Iterator[Breach]:
    if seat is not None or state.phase is not Phase.DICE:
        yield breach("dealer.not-due")
    if len(values) != DICE_TO_ROLL or not all(1 <= value <= ROW for value in values):
        yield breach("dealer.dice")


def _captain(state: State, seat: int, action: CaptainAction) -> Iterator[Breach]:
    match action:
        case RollDice():
            yield from _roll_dice(state, seat)
        case CallShanghai():
            yield from _call(state, seat)
        case Place(number, direction):
            yield from _rolled_first(state, seat, "tavern.roll-first")
            if state.rolled is not None and number not in state.rolled:
                yield breach("tavern.wrong-place", values={"number": number})
            yield from _direction(state, direction)
        case Reroll(trick):
            yield from _trick(state, seat, trick, Effect.REROLL)
        case Change(trick, die, to):
            yield from _trick(state, seat, trick, Effect.CHANGE)
            if not 1 <= to <= ROW or abs(to - die) != 1 or die not in (state.rolled or (die,)):
                yield breach("trick.out-of-range", values={"die": die, "to": to})
        case PlaceBoth(trick, direction):
            yield from _trick(state, seat, trick, Effect.BOTH)
            yield from _direction(state, direction)
        case Enlist(trick, nation):
            yield from _trick(state, seat, trick, Effect.JOKER)
            if nation not in NATION_KEYS:
                yield breach("trick.no-nation", values={"nation": nation})
        case _:
            assert_never(action)


def _roll_dice(state: State, seat: int) -> Iterator[Breach]:
    if state.phase is Phase.PLACE:
        yield breach("tavern.place-first")
    elif state.supply(seat) < DICE_TO_ROLL:
        yield breach("tavern.no-supply", values={"count": state.supply(seat)})
        yield breach("tavern.must-call")


def _call(state: State, seat: int) -> Iterator[Breach]:
    if state.phase is Phase.PLACE:
        yield breach("tavern.place-first")
    placed = sum(state.dice[seat])
    if placed < DICE_TO_CALL:
        yield breach("tavern.too-early", values={"count": placed})
    if state.round < state.rules.rounds and None in state.unseen[:ROW]:
        yield breach("dealer.unseen")


def _rolled_first(state: State, seat: int, code: str) -> Iterator[Breach]:
    """What needs dice on the table, before the roll; and with too few to roll there is only the call."""
    if state.phase is Phase.PLACE:
        return
    if state.supply(seat) < DICE_TO_ROLL:
        yield breach("tavern.must-call")
    yield breach(code)


def _direction(state: State, direction: Direction | None) -> Iterator[Breach]:
    """The first die of a round names the direction, no other does."""
    if (state.direction is None) == (direction is None):
        yield breach("tavern.direction")


def _trick(state: State, seat: int, trick: Trick, effect: Effect) -> Iterator[Breach]:
    yield from _rolled_first(state, seat, "trick.not-rolled")
    held = [card for card in state.crews[seat].tricks if card.trick == trick]
    if not held:
        # One that still lies in the tavern is won, at best, when this round ends.
        yield breach("trick.too-new" if trick in state.row else "trick.spent")
    elif all(card.won >= state.round for card in held):
        yield breach("trick.too-new")
    if effect not in trick.effects or state.tricked[seat]:
        yield breach("trick.spent")
