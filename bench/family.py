"""How long the solver takes with each preset, beside three times the bounds of the usual games.

Of every question the figure that is nearest to its bound, or farthest over it.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from bench.figures import Figure, measure
from bench.hands import TABLES, adversarial, usual
from bench.solver import QUESTIONS, shots
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
    hands = usual(USUAL, seed=1, tables=tables)
    others = usual(WARM, seed=6, tables=tables)
    adverse = adversarial(HARD, seed=2, tables=tables)
    for name, ask, bounds in QUESTIONS:
        times, hard = shots(ask, hands, others), shots(ask, adverse)
        values = (median(times), times[len(times) * 99 // 100], hard[-1])
        found = [
            Figure(name=f"{key}: {name} {what}", value=value, unit="µs", against=SHARE * bound)
            for what, value, bound in zip(("median", "p99", "worst"), values, bounds, strict=True)
        ]
        yield min(found, key=lambda figure: figure.ratio)
