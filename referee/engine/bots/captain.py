"""The strongest bot of the rummy family: weighs by how likely its hand is to end well, and lays what leaves least."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.engine.bots.aims import aim_for
from referee.engine.bots.hope import chance_to_be_down, chance_to_go_out, is_late
from referee.engine.bots.outlook import Outlook
from referee.engine.bots.plain import going_down, laid
from referee.engine.bots.weighing import Taste, WeighingBot, Weights
from referee.engine.rummy.actions import GoDown
from referee.engine.rummy.legal import melds_of
from referee.engine.rummy.seatview import SeatView
from referee.engine.rummy.solver import best_laydown
from referee.engine.verdicts import gettext_noop

MOST_CARDS, MOST_WILDS = 20, 4
"""Of a larger hand, or one with more wild cards, the best way down may take the solver a second: any will do."""


@dataclass(frozen=True, slots=True)
class Zeal:
    """How a chance to end well turns into weights, for one kind of hand; found in games, see docs/bots.md.

    ``worth``: how much a unit of worth moves the logarithm of the odds. ``shed``: the part of a card's points that is
    paid when the hand ends badly. ``gift``: what a wild card brings to whoever picks it up, in parts of its points.
    """

    worth: float
    shed: float
    gift: float


@dataclass(frozen=True, slots=True)
class CaptainBot(WeighingBot):
    """Holds out for the contract while that is likely, and sheds points the more the less it is."""

    key: str = "top"
    name: str = gettext_noop("Captain")
    about: str = gettext_noop("Knows how likely its hand is to end well, and sheds points in time where it is not.")
    taste: Taste = field(default=Taste(prices=((6, 12.0), (99, 3.0))))
    shared: Zeal = field(default=Zeal(worth=0.86, shed=1.0, gift=0.25))
    whole: Zeal = field(default=Zeal(worth=0.5, shed=1.1, gift=0.1))
    late: Zeal = field(default=Zeal(worth=0.75, shed=0.4, gift=0.5))

    def weights(self, view: SeatView, outlook: Outlook) -> Weights:
        """What a unit of worth brings and a point costs, by the chance that the hand ends well."""
        rules = view.rules
        if rules.is_all_cards(view.hand):
            chance, zeal = chance_to_go_out(view, outlook), self.late if is_late(view) else self.whole
        else:
            chance, zeal = chance_to_be_down(view, outlook), self.shared
        held = sum(map(rules.value, view.own))
        unit = zeal.worth * chance * (1 - chance) * held
        fit = self.taste.fit * unit / self.taste.unit
        return Weights(unit, zeal.shed * (1 - chance), fit, zeal.gift * rules.joker_points)

    def going_down(self, view: SeatView) -> Iterator[GoDown]:
        """The contract laid so that the least penalty is left when all that fits is laid off."""
        rules = view.rules
        is_large = len(view.own) > MOST_CARDS or sum(map(rules.is_wild, view.own)) > MOST_WILDS
        if is_large or rules.is_all_cards(view.hand):
            yield from going_down(view)
        elif not aim_for(rules, view.hand, view.own).lacking:
            best = best_laydown(rules, view.hand, view.own, melds_of(view))
            if best is not None and best.swaps:  # what is laid has to be in the hand
                best = best_laydown(rules, view.hand, view.own)
            if best is not None:
                yield from laid(view, best.melds)


CAPTAIN = CaptainBot()
