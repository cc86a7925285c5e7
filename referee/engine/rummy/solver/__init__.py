"""The solver: what a hand can do. Pure functions of rules and cards; exact on every hand."""

from referee.engine.rummy.solver.afterswaps import best_layoffs
from referee.engine.rummy.solver.contains import can_meet, witness
from referee.engine.rummy.solver.distance import distance, improving
from referee.engine.rummy.solver.laydown import LayDown
from referee.engine.rummy.solver.ownswaps import best_laydown, can_go_out
from referee.engine.rummy.solver.steps import LayOff, Step, Swap

__all__ = [
    "LayDown",
    "LayOff",
    "Step",
    "Swap",
    "best_laydown",
    "best_layoffs",
    "can_go_out",
    "can_meet",
    "distance",
    "improving",
    "witness",
]
