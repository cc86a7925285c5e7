"""What must be true of every state, whatever was played.

Knows how to tell that a state is broken, not how it came about. Used by tests, self-play and the verifier.
"""

from collections import Counter
from collections.abc import Iterator

from referee.engine.shanghaien.seatview import seen_cards
from referee.engine.shanghaien.state import Phase, State
from referee.engine.shanghaien.tavern import DICE, NO_DICE, ROW


def problems(state: State) -> tuple[str, ...]:
    """Every broken invariant in one plain phrase; () when the state is sound."""
    return tuple(_problems(state))


def _problems(state: State) -> Iterator[str]:
    if state.phase is not Phase.SHUFFLE:
        yield from _cards(state)
    yield from _dice(state)
    if not 1 <= state.round <= state.rules.rounds:
        yield f"expected a round from 1 to {state.rules.rounds}, got {state.round}"
    for crew in state.crews:
        for held in crew.tricks:
            if held.won > state.round:
                yield f"a trick won in round {held.won} is held in round {state.round}"


def _cards(state: State) -> Iterator[str]:
    deck = Counter(state.rules.deck)
    seen = seen_cards(state)
    known = seen + Counter(card for card in state.unseen if card is not None)
    if known.total() + state.unseen.count(None) != deck.total() or known - deck:
        yield f"expected the {deck.total()} cards of the deck, got {known.total()} that are not those"
    in_row = 0 if state.is_over else ROW
    if len(state.row) != in_row:
        yield f"expected {in_row} cards in the tavern, got {len(state.row)}"
    face_down = len(state.rules.deck) - ROW * state.round
    if len(state.unseen) != face_down:
        yield f"expected {face_down} cards face down in round {state.round}, got {len(state.unseen)}"


def _dice(state: State) -> Iterator[str]:
    for seat in (0, 1):
        counts = state.dice[seat]
        rolled = DICE - sum(counts) - state.supply(seat)
        if len(counts) != ROW or min(counts) < 0 or state.supply(seat) < 0 or rolled not in (0, 2):
            yield f"seat {seat} has not {DICE} dice: {counts!r} placed, {state.supply(seat)} in the supply"
    if (state.rolled is not None) != (state.phase is Phase.PLACE):
        yield f"dice {state.rolled!r} lie rolled in phase {state.phase}"
    if (state.direction is None) != (state.dice == (NO_DICE, NO_DICE)):
        yield f"direction {state.direction!r} with dice {state.dice!r}"
