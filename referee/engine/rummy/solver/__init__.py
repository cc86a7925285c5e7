"""The solver: what a hand can do. Pure functions of rules and cards; exact on every hand."""

from referee.engine.rummy.solver.contains import contract_melds as witness
from referee.engine.rummy.solver.contains import holds_contract as can_meet
from referee.engine.rummy.solver.distance import distance, improving

__all__ = ["can_meet", "distance", "improving", "witness"]
