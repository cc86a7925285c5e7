"""What would happen if the round ended here, or after one more action.

For pages that show the effect of a choice before it is made. Knows only what lies open.
"""

from referee.engine.shanghaien.actions import CaptainAction, Change, Direction, Enlist, Place, PlaceBoth, Reroll
from referee.engine.shanghaien.cards import Card, Sailor
from referee.engine.shanghaien.scoring import JOKER_STRENGTH, Score, score_crews
from referee.engine.shanghaien.seatview import SeatView
from referee.engine.shanghaien.state import Pair, column
from referee.engine.shanghaien.tavern import ROW, Counts, Fate, distribute


def with_dice(view: SeatView, action: CaptainAction) -> tuple[Pair[Counts], Direction | None]:
    """The dice in the tavern, and the round's direction, after the captain in turn has done `action`."""
    match action:
        case Place(number, direction):
            numbers: tuple[int, ...] = (number,)
        case PlaceBoth(_, direction):
            numbers = view.rolled or ()
        case _:
            return view.dice, view.direction
    counts = list(view.dice[view.turn])
    for number in numbers:
        counts[number - 1] += 1
    dice = (tuple(counts), view.dice[1]) if view.turn == 0 else (view.dice[0], tuple(counts))
    return dice, view.direction or direction


def fates_after(view: SeatView, action: CaptainAction | None = None) -> tuple[Fate, ...]:
    """The fate of every card, position 1 first, if the round ended after `action` (None: now)."""
    dice = view.dice if action is None else with_dice(view, action)[0]
    return distribute(ROW, *dice, tie_break=view.rules.tie_break)


def card_at(view: SeatView, position: int, direction: Direction) -> Card:
    """The card of the tavern that is called `position` in this direction."""
    return view.row[column(position, direction)]


def score_after(view: SeatView, action: CaptainAction | None = None) -> Score:
    """The points of both captains if the round ended after `action` (None: now) and the game with it.

    Before the first die of a round no card has a number yet; nothing is won then. A trick that is played is spent.
    """
    dice, direction = (view.dice, view.direction) if action is None else with_dice(view, action)
    strengths = (view.crews[0].strengths(), view.crews[1].strengths())
    tricks = [len(crew.tricks) for crew in view.crews]
    if isinstance(action, Reroll | Change | PlaceBoth | Enlist):
        tricks[view.turn] -= 1
    if isinstance(action, Enlist):
        strengths[view.turn].setdefault(action.nation, []).append(JOKER_STRENGTH)
    if direction is not None:
        for fate in distribute(ROW, *dice, tie_break=view.rules.tie_break):
            if fate.owner is None:
                continue
            match card_at(view, fate.position, direction):
                case Sailor(nation, value):
                    strengths[fate.owner - 1].setdefault(nation, []).append(value)
                case _:
                    tricks[fate.owner - 1] += 1
    rules = view.rules
    return score_crews(*strengths, (tricks[0], tricks[1]), equal=rules.equal, tie=rules.tie)
