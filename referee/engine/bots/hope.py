"""How likely a hand is to end well: to be down when somebody goes out, or to go out where it has to be laid whole.

Fitted to games of the Mate against itself, by logistic regression: what a unit of a hand's worth, a card of the
contract, the shortest hand on the table and each turn change in the odds. See docs/bots.md.
"""

from __future__ import annotations

from math import exp

from referee.engine.bots.outlook import Outlook
from referee.engine.rummy.seatview import SeatView

EASIEST = 6
"""Cards of the contract of two sets, from which the others are counted."""
FAR = 9
"""With more cards than these a seat that is down does not yet press the others."""
LAST_TURN = 14
"""So many turns into a hand that is laid whole most are over; of those that go on the turns tell nothing more."""
EQUAL = 0.25
"""The chance of each seat once the others have given the hand up as well."""


def chance_to_be_down(view: SeatView, outlook: Outlook) -> float:
    """That the seat gets its contract down before the hand is over."""
    shortest = min([seen.cards for seat, seen in enumerate(view.seats) if seen.down and seat != view.seat], default=FAR)
    contract = 3.3 - 0.3 * (view.contract.cards - EASIEST)
    pressed = 0.25 * (min(shortest, FAR) - FAR)
    return _from_odds(contract + 0.43 * outlook.worth + pressed - 0.1 * len(view.me.discards))


def is_late(view: SeatView) -> bool:
    """Whether a hand that is laid whole has gone on for so long that all may have given it up."""
    return view.reshuffles > 0 or len(view.me.discards) >= LAST_TURN


def chance_to_go_out(view: SeatView, outlook: Outlook) -> float:
    """That the seat is the one who goes out, in a hand that is laid whole."""
    if is_late(view):
        return EQUAL
    return _from_odds(1.67 + 0.17 * outlook.worth - 0.47 * outlook.lacking - 0.17 * len(view.me.discards))


def _from_odds(logit: float) -> float:
    return 1 / (1 + exp(-logit))
