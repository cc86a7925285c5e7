"""A hint for the captain in turn: every option with its exact worth, and one sentence why the best is the best.

Knows how to put the strongest bot's figures into words. Decides nothing itself.
"""

from dataclasses import dataclass

from referee.engine.bots.shanghaien import CAPTAIN, Option
from referee.engine.shanghaien.actions import CallShanghai, CaptainAction, Place, RollDice
from referee.engine.shanghaien.notation import format_action
from referee.engine.shanghaien.seatview import SeatView
from referee.engine.verdicts import gettext_noop

# Closer than this, in points, two options are called equally good.
CLOSE = 0.05

REASONS = {
    "only": gettext_noop("Nothing else is allowed."),
    "even": gettext_noop("As good as the next best: a lead of %(worth)s points on average either way."),
    "stop": gettext_noop("Stopping now is worth a lead of %(worth)s points; rolling on brings %(next)s on average."),
    "roll": gettext_noop("Rolling on brings a lead of %(worth)s points on average; stopping now is worth %(next)s."),
    "place": gettext_noop("It brings a lead of %(worth)s points on average, the next best %(next)s."),
    "trick": gettext_noop("Worth the card: a lead of %(worth)s points on average, against %(next)s for the next best."),
}


@dataclass(frozen=True, slots=True)
class Hint:
    """Every option, best first, and why the first one is it.

    `reason` is a key of `REASONS`, `values` fill its sentence.
    """

    options: tuple[Option, ...]
    reason: str
    values: tuple[tuple[str, str], ...]

    @property
    def best(self) -> CaptainAction:
        return self.options[0].action

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return REASONS[self.reason] % dict(self.values)


def advise(view: SeatView) -> Hint | None:
    """What the strongest bot would do with this view; None when its seat has nothing to decide."""
    if not view.legal:
        return None
    options = tuple(sorted(CAPTAIN.options(view), key=lambda option: -option.worth))
    worths = [format_worth(option.worth) for option in options[:2]]
    values = {"action": format_action(options[0].action), "worth": worths[0], "next": worths[-1]}
    return Hint(options, _reason(options), tuple(values.items()))


def format_worth(worth: float) -> str:
    """A lead in points with its sign and one decimal; a deficit has a true minus."""
    rounded = round(worth, 1) or 0.0
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0.0"


def _reason(options: tuple[Option, ...]) -> str:
    if len(options) == 1:
        return "only"
    if options[0].worth - options[1].worth < CLOSE:
        return "even"
    match options[0].action:
        case CallShanghai():
            return "stop"
        case RollDice():
            return "roll"
        case Place():
            return "place"
        case _:
            return "trick"
