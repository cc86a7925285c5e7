"""A finished hand looked at again from one seat: where another choice would have been better, and the luck of the deal.

Costs are what the strongest bot estimates from what the seat could see at that moment, not what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from referee.engine.bots.coach import Advice, Reason, advise, lacking, reason_for
from referee.engine.bots.goals import nearest
from referee.engine.rummy.actions import PlayerAction
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.resample import Chance as Shuffling
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.seatview import SeatView

LEAST = 2.0
"""Points from which on a choice counts as worse than another one."""
MOST = 5
SAMPLE = 60


@dataclass(frozen=True, slots=True)
class Judged:
    """What a seat did: why somebody may do so, and by how many points it was worse than ``better`` (None: it was best).

    ``number`` is the move's.
    """

    number: int
    view: SeatView
    action: PlayerAction
    reason: Reason
    better: Advice | None
    cost: float


@dataclass(frozen=True, slots=True)
class Review:
    """The worst choices of a hand, the worst first; ``decisions`` counts all.

    ``dealt``: how many cards the dealt hand lacked for the contract, ``usual``: how many one lacks on average.
    """

    points: tuple[Judged, ...]
    decisions: int
    cost: float
    dealt: int
    usual: float


def judged(number: int, view: SeatView, action: PlayerAction) -> Judged:
    """One move, judged with what its seat could see."""
    reason, advice = reason_for(view, action), advise(view)
    if advice is None or advice.action == action:
        return Judged(number, view, action, reason, None, 0.0)
    cost = next((option.cost for option in advice.options if option.action == action), 0.0)
    return Judged(number, view, action, reason, advice, cost)


def review(moves: Iterable[tuple[int, SeatView, PlayerAction]], chance: Shuffling) -> Review | None:
    """What one seat's moves of a hand come to, each with its number and the view before it; None without moves.

    ``chance`` deals the hands with which the dealt one is compared.
    """
    found = [judged(number, view, action) for number, view, action in moves]
    if not found:
        return None
    first = found[0].view
    worst = sorted((one for one in found if one.cost >= LEAST), key=lambda one: -one.cost)
    return Review(
        points=tuple(worst[:MOST]),
        decisions=len(found),
        cost=sum(one.cost for one in found),
        dealt=lacking(first, first.own),
        usual=usual_lacking(first.rules, first.hand, first.players, chance),
    )


def usual_lacking(rules: RuleSet, hand: int, players: int, chance: Shuffling) -> float:
    """How many cards a dealt hand lacks for its contract on average, in a sample."""
    deck, size = list(new_deck(rules, players)), rules.dealt_in(hand)
    found = []
    for _ in range(SAMPLE):
        chance.shuffle(deck)
        found.append(nearest(rules, hand, tuple(sorted(deck[:size]))).lacking)
    return fmean(found)
