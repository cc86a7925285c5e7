"""How long the solver takes with each preset, beside three times the bounds of the usual games.

Of every question the figure that is nearest to its bound, or farthest over it.
"""

from __future__ import annotations

from collections.abc import Iterable

from bench import solver
from bench.figures import Figure, measure
from bench.hands import TABLES, adversarial, usual
from bench.solver import Hands
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import preset_rules

SHARE = 3
"""By how much the other presets may miss the bounds."""
USUAL, WARM, HARD = 30, 200, 8
"""Hands for each contract: to measure, to fill the tables of windows, adversarial ones."""


@measure
def presets() -> Iterable[Figure]:
    for key in PRESETS:
        if key not in dict(TABLES):
            yield from figures(key)


def figures(key: str) -> Iterable[Figure]:
    """The figures of a preset, with one player more than it needs at least."""
    least, most = preset_rules(key).players
    tables = ((key, min(least + 1, most)),)
    hands = Hands(
        usual(USUAL, seed=1, tables=tables),
        usual(WARM, seed=6, tables=tables),
        adversarial(HARD, seed=2, tables=tables),
    )
    for found in solver.figures(hands, share=SHARE, of=f"{key}: "):
        yield min(found, key=lambda figure: figure.ratio)
