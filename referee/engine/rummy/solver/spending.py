"""Jokers given to the runs that save the most with them.

What a run saves with none, one, two, … jokers are its *gains*, which never fall.
"""

from __future__ import annotations

from collections.abc import Sequence


def spend(growths: Sequence[tuple[int, ...]], spare: int) -> tuple[int, tuple[int, ...]]:
    """The most that the runs save together with the spare jokers, and how many each run gets."""
    spare = min(spare, sum([len(gains) - 1 for gains in growths]))
    if not spare:
        return sum(gains[0] for gains in growths), (0,) * len(growths)
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (spare + 1)
    for gains in growths:
        if gains[-1] == gains[0]:
            best = [(saved + gains[0], (*jokers, 0)) for saved, jokers in best]
            continue
        best = [
            max(
                (
                    (best[most - own][0] + gains[own], (*best[most - own][1], own))
                    for own in range(min(most, len(gains) - 1) + 1)
                ),
                key=_saved,
            )
            for most in range(spare + 1)
        ]
    return best[spare]


def _saved(one: tuple[int, tuple[int, ...]]) -> int:
    return one[0]


def most_saved(growths: Sequence[Sequence[int]], spare: int) -> int:
    """The most that the runs save together with the spare jokers."""
    sure = sum([gains[0] for gains in growths])
    best = [0] * (spare + 1)
    for gains in growths:
        if gains[-1] > gains[0]:
            more = [gain - gains[0] for gain in gains[: spare + 1]]
            best = [
                max([best[most - own] + gain for own, gain in enumerate(more[: most + 1])]) for most in range(spare + 1)
            ]
    return sure + best[spare]
