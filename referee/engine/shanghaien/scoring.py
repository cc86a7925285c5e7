"""The points of two crews at the end of the game.

Knows strengths by nationality and the unused tricks. Knows nothing of the course of the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from referee.engine.shanghaien.cards import NATION_KEYS

TRICK_POINTS = 1
JOKER_STRENGTH = 2

type Crew = Mapping[str, Sequence[int]]
"""Nationality → the strengths of its sailors; a joker trick that was enlisted is one of them."""


class Equal(StrEnum):
    """Who scores a nationality in which both crews are equally strong."""

    NOBODY = "nobody"
    BOTH = "both"


class Tie(StrEnum):
    """Who wins when the totals are equal."""

    SHARE = "share"
    MORE_SAILORS = "more-sailors"


@dataclass(frozen=True, slots=True)
class NationScore:
    """One nationality: the strengths of first and second crew and the points that each gets for it."""

    nation: str
    strengths: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Score:
    """The final count: by nationality, for unused tricks, in all; `winner` is None when the game is shared."""

    nations: tuple[NationScore, ...]
    tricks: tuple[int, int]
    points: tuple[int, int]
    winner: Literal[1, 2] | None


def score_crews(
    first: Crew,
    second: Crew,
    tricks: tuple[int, int] = (0, 0),
    *,
    equal: Equal = Equal.NOBODY,
    tie: Tie = Tie.SHARE,
) -> Score:
    """The count of two crews; `tricks` are the unused tricks of first and second."""
    known = [nation for nation in NATION_KEYS if nation in first or nation in second]
    named = dict.fromkeys([*known, *first, *second])
    nations = tuple(_nation_score(nation, first, second, equal) for nation in named)
    bonus = (tricks[0] * TRICK_POINTS, tricks[1] * TRICK_POINTS)
    points = (
        sum(nation.points[0] for nation in nations) + bonus[0],
        sum(nation.points[1] for nation in nations) + bonus[1],
    )
    return Score(nations, bonus, points, _winner(points, (_sailors(first), _sailors(second)), tie))


def nation_points(first: int, second: int, equal: Equal = Equal.NOBODY) -> tuple[int, int]:
    """The points for one nationality: the stronger side scores the weaker's strength, unopposed its own."""
    if first == second:
        return (0, 0) if equal is Equal.NOBODY else (first, second)
    worth = min(first, second) or max(first, second)
    return (worth, 0) if first > second else (0, worth)


def _nation_score(nation: str, first: Crew, second: Crew, equal: Equal) -> NationScore:
    strengths = (sum(first.get(nation, ())), sum(second.get(nation, ())))
    return NationScore(nation, strengths, nation_points(*strengths, equal))


def _sailors(crew: Crew) -> int:
    return sum(len(values) for values in crew.values())


def _winner(points: tuple[int, int], sailors: tuple[int, int], tie: Tie) -> Literal[1, 2] | None:
    compared = sailors if points[0] == points[1] and tie is Tie.MORE_SAILORS else points
    if compared[0] == compared[1]:
        return None
    return 1 if compared[0] > compared[1] else 2
