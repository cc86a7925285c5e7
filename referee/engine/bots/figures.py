"""How the bots did against each other: what ``manage.py tournament`` printed, as docs/bots.md and the site show it.

Each match was played once, at four seats, with a seed that was used for nothing before.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.bots.standings import Figure


class Match(NamedTuple):
    """Two bots under a rule set: the share of the games that ``bot`` won, and its points a hand less the other's."""

    rules: str
    bot: str
    other: str
    deals: int
    seed: int
    share: Figure
    points: Figure


MATCHES = (
    Match("shanghai-7", "top", "mate", 400, 777002, Figure(0.540, 0.524, 0.556), Figure(-2.8, -3.2, -2.4)),
    Match("shanghai-7", "mate", "plain", 400, 777003, Figure(0.706, 0.689, 0.723), Figure(-11.2, -11.8, -10.5)),
    Match("shanghai-7", "plain", "cook", 60, 777001, Figure(0.626, 0.586, 0.667), Figure(-8.3, -10.0, -6.7)),
    Match("shanghai-7", "cook", "random", 20, 777001, Figure(1.0, 0.839, 1.0), Figure(-104.1, -106.8, -101.4)),
    Match("shanghai-7", "top", "plain", 60, 777002, Figure(0.701, 0.656, 0.747), Figure(-14.8, -16.5, -13.0)),
    Match("shanghai-10", "top", "mate", 60, 777004, Figure(0.525, 0.484, 0.566), Figure(-2.3, -3.5, -1.2)),
    Match("shanghai-10", "mate", "plain", 40, 777001, Figure(0.713, 0.650, 0.776), Figure(-9.6, -11.5, -7.8)),
    Match("shanghai-10", "plain", "cook", 40, 777002, Figure(0.762, 0.704, 0.821), Figure(-12.9, -14.7, -11.0)),
)
