"""How a hand ends: who scores what, and whether another hand follows (Rule 4.4, 4.6 and 8)."""

from __future__ import annotations

from referee.engine.rummy.scoring import blind_points, points
from referee.engine.rummy.state import HandScore, Phase, State, winners


def end_hand(state: State, winner: int | None) -> State:
    """The state with the hand scored; ``winner`` None: the stock ran out, and everybody scores what they hold."""
    first = state.table[0].owner if state.table else None
    scored = tuple(
        (_winners_points(state, seat) if seat == winner else points(state.rules, record.hand))
        - (state.rules.first_down_bonus if seat == first else 0)
        for seat, record in enumerate(state.seats)
    )
    totals = tuple(before + now for before, now in zip(state.totals, scored, strict=True))
    scores = (*state.scores, HandScore(state.hand, winner, scored, totals))
    met = tuple(before + record.down for before, record in zip(state.met, state.seats, strict=False))
    ended = state._replace(scores=scores, window=None, claim=None, drawn=False, met=met)
    return ended._replace(phase=Phase.SCORED if _goes_on(ended) else Phase.OVER)


def _winners_points(state: State, winner: int) -> int:
    """Usually 0; less for going out, and for going out blind with nothing down at the start of the turn (Rule 8)."""
    earned = -state.rules.out_bonus_in(state.hand)
    if state.opened and state.turn == winner:
        earned += blind_points(state.rules, joker_used=state.wild)
    return earned


def _goes_on(state: State) -> bool:
    """Whether another hand follows: the row is not done, or the lowest total is shared and a tie asks for one more.

    Only one extra hand is played: a tie after it is shared. Where everybody has a contract of their own the game ends
    with the hand in which somebody has met the last one, or with the most hands that the rules allow.
    """
    if state.met:
        return max(state.met) < state.rules.hands and state.hand < state.rules.most_hands
    if state.hand < state.rules.hands:
        return True
    return state.hand == state.rules.hands and state.rules.tie == "extra-hand" and len(winners(state)) > 1
