"""Bots for Shanghaien.

A bot gets the view of its seat and a source of chance and returns an action; it keeps nothing between two calls.
Three of the four differ only in how far they look and how they value what they see. Dirty tricks are weighed by
what one is usually worth, not searched.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from referee.engine.bots.protocol import Bot, Chance
from referee.engine.bots.shanghaien_round import SolvedRound, Worths, expected_best, outcome_code, plus, solve_round
from referee.engine.bots.shanghaien_worth import Prospect, prospect
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
from referee.engine.shanghaien.cards import Sailor
from referee.engine.shanghaien.seatview import SeatView
from referee.engine.shanghaien.state import column
from referee.engine.shanghaien.tavern import NO_DICE, ROW, Counts, TieBreak, distribute
from referee.engine.verdicts import gettext_noop

type DiceBot = Bot[SeatView, CaptainAction]


@dataclass(frozen=True, slots=True)
class Option:
    """An action with the lead, in points of the final score, that its seat may expect after it."""

    action: CaptainAction
    worth: float


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any legal action, each as likely as the other."""

    key: str = "random"
    name: str = gettext_noop("Stowaway")
    about: str = gettext_noop("Does anything that is allowed. Plays on for somebody who has left.")

    def act(self, view: SeatView, chance: Chance) -> CaptainAction:
        return chance.choice(view.legal)


@dataclass(frozen=True, slots=True)
class WeighingBot:
    """The option of the greatest worth; the first listed of several."""

    key: str
    name: str
    about: str
    searches: bool
    foresees: bool

    def act(self, view: SeatView, chance: Chance) -> CaptainAction:
        if len(view.legal) == 1:
            return view.legal[0]
        return best(self.options(view)).action

    def options(self, view: SeatView) -> tuple[Option, ...]:
        """Every legal action of the view's seat with its worth, in the order listed."""
        outlook = Outlook(view, prospect(view, foresee=self.foresees), searches=self.searches)
        return tuple(Option(action, outlook.worth(action)) for action in view.legal)


STOWAWAY = RandomBot()
BOSUN = WeighingBot(
    "plain",
    gettext_noop("Bosun"),
    gettext_noop("Looks one die ahead and knows what the cards still to come do to a nationality."),
    searches=False,
    foresees=True,
)
MATE = WeighingBot(
    "exact",
    gettext_noop("Mate"),
    gettext_noop("Works out the dice of each round to its end for the score as it stands; thinks of no later round."),
    searches=True,
    foresees=False,
)
CAPTAIN = WeighingBot(
    "top",
    gettext_noop("Captain"),
    gettext_noop("Works out the dice of each round to its end for the score to expect when the last card is out."),
    searches=True,
    foresees=True,
)
_LADDER: tuple[DiceBot, ...] = (STOWAWAY, BOSUN, MATE, CAPTAIN)
BOTS = {bot.key: bot for bot in _LADDER}
"""The bots by key, weakest first."""


def best(options: Sequence[Option]) -> Option:
    """The option of the greatest worth; the first of several."""
    return max(options, key=lambda option: option.worth)


class Outlook:
    """The worth of each action in one view, to the seat in turn."""

    def __init__(self, view: SeatView, ahead: Prospect, *, searches: bool) -> None:
        self.view = view
        self.ahead = ahead
        self.searches = searches
        self.mine = view.dice[view.turn]
        self.theirs = view.dice[1 - view.turn]
        directions = tuple(Direction) if view.direction is None else (view.direction,)
        self.tables = {direction: ahead.worths(direction) for direction in directions}

    def worth(self, action: CaptainAction) -> float:
        """The lead to expect after the action."""
        match action:
            case RollDice():
                return self._roll()
            case CallShanghai():
                return self._stop(self.mine, next(iter(self.tables.values())))
            case Place(number, direction):
                return self._placed((number,), direction)
            case Reroll():
                return self._roll() - self.ahead.trick_cost()
            case Change(_, die, to):
                return self._best_die(self._turned(die, to)) - self.ahead.trick_cost()
            case PlaceBoth(_, direction):
                return self._placed(self.view.rolled or (), direction) - self.ahead.trick_cost()
            case Enlist(_, nation):
                return self._best_die(self.view.rolled or ()) + self._joker(nation) - self.ahead.trick_cost()
            case _:
                assert_never(action)

    def _roll(self) -> float:
        return expected_best([self._placed((number,), None) for number in range(1, ROW + 1)])

    def _best_die(self, dice: Sequence[int]) -> float:
        return max(self._placed((number,), None) for number in dice)

    def _turned(self, die: int, to: int) -> tuple[int, ...]:
        """The rolled dice after one that shows `die` is turned to `to`."""
        dice = list(self.view.rolled or ())
        dice[dice.index(die)] = to
        return tuple(dice)

    def _placed(self, numbers: Sequence[int], direction: Direction | None) -> float:
        """After placing these dice, in the better direction where none is named and both are open."""
        tables = [self.tables[direction]] if direction is not None else list(self.tables.values())
        return max(self._after(plus(self.mine, *numbers), worths, many=len(numbers)) for worths in tables)

    def _after(self, mine: Counts, worths: Worths, *, many: int) -> float:
        """With my dice like this and the other to move."""
        if not self.searches:
            return self._stop(mine, worths)
        solved = self._solved(worths) if many == 1 else self._solved_from(mine, worths, my_turn=False)
        return solved.value(mine, self.theirs, my_turn=False)

    def _solved(self, worths: Worths) -> SolvedRound:
        """The round from an empty tavern, solved once for all its turns; from here where a trick broke their order."""
        ahead = sum(self.theirs) - sum(self.mine)
        i_began = self.view.starter == self.view.turn
        if ahead != (0 if i_began else 1):
            return self._solved_from(self.mine, worths, my_turn=True)
        return solve_round(worths, NO_DICE, NO_DICE, i_began, self._tie_break)

    def _solved_from(self, mine: Counts, worths: Worths, *, my_turn: bool) -> SolvedRound:
        return solve_round(worths, mine, self.theirs, my_turn, self._tie_break)

    def _stop(self, mine: Counts, worths: Worths) -> float:
        return worths[outcome_code(mine, self.theirs, self._tie_break)]

    def _joker(self, nation: str) -> float:
        """What a joker adds, the tavern's cards going to those who would get them now."""
        won = [0, 0, 0]
        if self.view.direction is not None:
            for fate in distribute(ROW, self.mine, self.theirs, tie_break=self._tie_break):
                card = self.view.row[column(fate.position, self.view.direction)]
                if isinstance(card, Sailor) and card.nation == nation:
                    won[fate.owner or 0] += card.value
        return self.ahead.joker_gain(nation, won[1], won[2])

    @property
    def _tie_break(self) -> TieBreak:
        return self.view.rules.tie_break
