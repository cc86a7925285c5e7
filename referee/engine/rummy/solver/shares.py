"""Who gets a card that several melds could use: every way to share such cards out.

Most cards are asked for by one meld only, or held often enough for all that ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from math import prod
from typing import NamedTuple

from referee.engine.rummy.solver.hand import FIELD, Planes, stack

MOST_SHARES = 96
"""Ways to share out that are looked at."""


class Asking(NamedTuple):
    """A run that asks for cards: its suit's index, the ranks of held cards that it can use, those in its window."""

    suit: int
    ranks: int
    window: int


class Face(NamedTuple):
    """A card asked for too often: its suit's index and rank, the runs that ask, how many of them can get it at most.

    ``choices``: every choice of the runs that get it.
    """

    suit: int
    rank: int
    asking: tuple[int, ...]
    most: int
    choices: list[tuple[int, ...]]


class Share(NamedTuple):
    """The ranks of the cards that each run may use; by rank the cards that are left for sets of the rank."""

    runs: tuple[int, ...]
    left: dict[int, int]


class Shares(NamedTuple):
    """Ways to share the held cards out, the likeliest first, and whether these are all.

    ``kept``: the ranks of the cards that each run gets in all of them; ``faces``: the cards that are shared out.
    """

    ways: Iterator[Share]
    complete: bool
    kept: tuple[int, ...] = ()
    faces: tuple[Face, ...] = ()


def shares(planes: Planes, counts: int, runs: Sequence[Asking], asked: Mapping[int, int]) -> Shares:
    """The ways to share the held cards out among runs and sets.

    ``asked``: by rank the cards that sets of the rank need. No card that a meld could use is left to nobody.
    """
    if not runs:
        left = {rank: counts >> FIELD * rank & 255 for rank in asked}
        return Shares(iter((Share((), left),)), complete=True)
    by_suit: dict[int, list[int]] = {}
    for index, run in enumerate(runs):
        by_suit.setdefault(run.suit, []).append(index)
    used: list[int] = []
    disputed = dict.fromkeys(by_suit, 0)
    for suit, own in by_suit.items():
        if len(own) == 1:
            used.append(runs[own[0]].ranks)
        else:
            held = planes[suit]
            levels = stack([runs[index].ranks for index in own])
            used += [level & plane for level, plane in zip(levels, held, strict=False)]
            disputed[suit] = sum_up(level & ~plane for level, plane in zip(levels, held, strict=False))
            disputed[suit] |= sum_up(levels[len(held) :])
    left = {}
    for rank, need in asked.items():
        left[rank] = free = (counts >> FIELD * rank & 255) - sum([mask >> rank & 1 for mask in used])
        if free < need:
            for suit, own in by_suit.items():
                if any(runs[index].ranks >> rank & 1 for index in own):
                    disputed[suit] |= 1 << rank
    if not any(disputed.values()):
        return Shares(iter((Share(tuple([run.ranks for run in runs]), left),)), complete=True)
    return _each_way(planes, counts, runs, asked, by_suit, disputed)


def sum_up(masks: Iterator[int] | Sequence[int]) -> int:
    """All bits of the masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def _each_way(
    planes: Planes,
    counts: int,
    runs: Sequence[Asking],
    asked: Mapping[int, int],
    by_suit: Mapping[int, Sequence[int]],
    disputed: Mapping[int, int],
) -> Shares:
    faces = []
    for suit, mask in disputed.items():
        for rank in range(1, mask.bit_length()):
            if mask >> rank & 1:
                asking = [index for index in by_suit[suit] if runs[index].ranks >> rank & 1]
                most = min(len(asking), sum(plane >> rank & 1 for plane in planes[suit]))
                least = 0 if rank in asked else most
                inside = {index for index in asking if runs[index].window >> rank & 1}
                choices = [some for size in range(most, least - 1, -1) for some in combinations(asking, size)]
                choices.sort(key=lambda some, inside=inside: -len(inside.intersection(some)))  # type: ignore[misc]
                faces.append(Face(suit, rank, tuple(asking), most, choices))
    # What a window needs is settled first, so that what cannot be laid is known soon.
    faces.sort(key=lambda face: -sum([runs[index].window >> face.rank & 1 for index in face.asking]))
    kept = tuple(run.ranks & ~disputed[run.suit] for run in runs)
    ways = _shared(counts, asked, faces, kept)
    complete = prod(len(face.choices) for face in faces) <= MOST_SHARES
    return Shares(ways if complete else islice(ways, MOST_SHARES), complete, kept, tuple(faces))


def _shared(counts: int, asked: Mapping[int, int], faces: Sequence[Face], kept: Sequence[int]) -> Iterator[Share]:
    for choice in product(*(face.choices for face in faces)):
        given = list(kept)
        for face, lucky in zip(faces, choice, strict=True):
            for index in lucky:
                given[index] |= 1 << face.rank
        left = {rank: (counts >> FIELD * rank & 255) - sum([mask >> rank & 1 for mask in given]) for rank in asked}
        yield Share(tuple(given), left)
