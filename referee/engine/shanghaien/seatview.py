"""What a seat, or a spectator, may know of the game.

Everything lies open but the order of the cards face down. Which cards those are can be worked out from what has
been seen, and a view does so for its reader; it never looks at them. Built field by field.
"""

from collections import Counter
from dataclasses import dataclass

from referee.engine.shanghaien.actions import CaptainAction, Direction
from referee.engine.shanghaien.cards import Card
from referee.engine.shanghaien.legal import legal_actions
from referee.engine.shanghaien.rules import Rules
from referee.engine.shanghaien.scoring import Score
from referee.engine.shanghaien.state import Crew, Pair, Phase, Settled, State, score
from referee.engine.shanghaien.tavern import Counts


@dataclass(frozen=True, slots=True)
class SeatView:
    """The game as `seat` sees it; None is a spectator.

    `unseen` are the cards face down as a set, in the printed order of the deck. `left_out` of them never come.
    `legal` is what this seat may do now. The other fields are those of `State`.
    """

    seat: int | None
    rules: Rules
    phase: Phase
    turn: int
    starter: int
    round: int
    direction: Direction | None
    row: tuple[Card, ...]
    dice: Pair[Counts]
    supply: Pair[int]
    rolled: tuple[int, int] | None
    rolls: int
    tricked: Pair[bool]
    crews: Pair[Crew]
    gone: tuple[Card, ...]
    unseen: tuple[Card, ...]
    left_out: int
    settled: Settled | None
    score: Score
    legal: tuple[CaptainAction, ...]


def view_for(state: State, seat: int | None) -> SeatView:
    """What `seat`, or with None a spectator, may know."""
    return SeatView(
        seat=seat,
        rules=state.rules,
        phase=state.phase,
        turn=state.turn,
        starter=state.starter,
        round=state.round,
        direction=state.direction,
        row=state.row,
        dice=state.dice,
        supply=(state.supply(0), state.supply(1)),
        rolled=state.rolled,
        rolls=state.rolls,
        tricked=state.tricked,
        crews=state.crews,
        gone=state.gone,
        unseen=_face_down(state),
        left_out=state.rules.left_out,
        settled=state.settled,
        score=score(state),
        legal=() if seat is None else legal_actions(state, seat),
    )


def seen_cards(state: State) -> Counter[Card]:
    """Every card that lies face up, wherever it lies."""
    seen: Counter[Card] = Counter(state.row)
    seen.update(state.gone)
    for crew in state.crews:
        seen.update(crew.cards())
    return seen


def _face_down(state: State) -> tuple[Card, ...]:
    seen = seen_cards(state)
    left: list[Card] = []
    for card in state.rules.deck:
        if seen[card]:
            seen[card] -= 1
        else:
            left.append(card)
    return tuple(left)
