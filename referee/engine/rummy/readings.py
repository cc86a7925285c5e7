"""Every way to read given cards as a set or a run.

Structure only: a reading may still break a joker cap or a least size; ``meldruling`` judges that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Laid, Meld, Placed, run_of, set_of
from referee.engine.rummy.rules import RuleSet


def all_readings(cards: Sequence[Laid], rules: RuleSet, *, bag: bool) -> list[Meld]:
    """The sets and then the runs that the cards can be."""
    given = _given(cards, rules)
    return _sets(given) + _runs(given, rules, bag=bag)


def set_readings(cards: Sequence[Laid], rules: RuleSet) -> list[Meld]:
    """The sets that the cards can be: one for each rank that a natural card among them gives."""
    return _sets(_given(cards, rules))


def run_readings(cards: Sequence[Laid], rules: RuleSet, *, bag: bool) -> list[Meld]:
    """The runs that the cards can be, the one that reaches highest first.

    The order decides where a wild card without a place lies, and at which end an ace, read from either end. A bag, and
    natural cards that stand neither up nor down, are read in every order; so are cards that name all their places and
    are no run as they lie.
    """
    return _runs(_given(cards, rules), rules, bag=bag)


def _sets(given: _Given) -> list[Meld]:
    ranks = set(given.ranks) - {None}
    if not ranks:  # only wild cards: a wild rank is natural among its own
        ranks = {face.rank for face in given.faces if face.rank}
    elif len(ranks) > 1:
        return []
    naturals = {face.rank for face in given.faces}
    return [set_of(given.faces, rank) for rank in sorted(filter(None, ranks)) if rank in naturals]


def _runs(given: _Given, rules: RuleSet, *, bag: bool) -> list[Meld]:
    faces, ranks, suits = given
    if not suits or len(faces) > rules.longest_run:
        return []
    found: list[Meld] = []
    if not bag:
        upward = [run for suit in suits for run in _ordered_runs(faces, ranks, suit, rules)]
        found = upward or [run for suit in suits for run in _ordered_runs(faces[::-1], ranks[::-1], suit, rules)]
    if bag or (not found and not _is_ordered(ranks, rules)):
        found = [run for suit in suits for run in _bag_runs(faces, ranks, suit, rules)]
    return sorted(dict.fromkeys(found), key=lambda meld: -meld.low)


type _Ranks = Sequence[int | None]
"""The rank for which each card stands, None for a wild card that leaves it open."""


class _Given(NamedTuple):
    """The cards as they were given, taken apart: faces, ranks, and the suits that a run of them can have."""

    faces: Sequence[Card]
    ranks: _Ranks
    suits: Sequence[str]


def _given(cards: Sequence[Laid], rules: RuleSet) -> _Given:
    faces: list[Card] = []
    ranks: list[int | None] = []
    fixed: set[str] = set()
    for laid in cards:
        if isinstance(laid, Placed):
            faces.append(laid.card)
            ranks.append(laid.stands.rank)
            fixed.add(laid.stands.suit)
        elif rules.is_wild(laid):
            faces.append(laid)
            ranks.append(None)
        else:
            faces.append(laid)
            ranks.append(laid.rank)
            fixed.add(laid.suit)
    fixed.discard("")
    if len(fixed) > 1:
        return _Given(faces, ranks, ())
    return _Given(faces, ranks, tuple(fixed) or sorted({face.suit for face in faces} - {""}))


def _has_natural(run: Meld) -> bool:
    """Whether a card is natural in its place: where a rank is wild, all cards can be wild ones."""
    return len(run.wild_places) < len(run)


def _is_ordered(ranks: _Ranks, rules: RuleSet) -> bool:
    """Whether the order of the cards says what their wild cards stand for."""
    fixed = [rank for rank in ranks if rank is not None]
    if len(fixed) == len(ranks):
        return False
    return _rises(fixed, len(ranks), rules) or _rises(fixed[::-1], len(ranks), rules)


def _rises(ranks: Sequence[int], size: int, rules: RuleSet) -> bool:
    """Whether the ranks can stand for places that rise, within ``size`` places where runs go round the corner.

    Without that bound any three ranks would rise round the corner one way or the other.
    """
    if rules.aces == "round":
        steps = [(after - before) % rules.pack.top for before, after in pairwise(ranks)]
        return 0 not in steps and sum(steps) < size
    last = 0
    for rank in ranks:
        place = min((place for place in _places(rank, rules) if place > last), default=0)
        if not place:
            return False
        last = place
    return True


def _places(rank: int, rules: RuleSet) -> list[int]:
    """The places of a run, not going round, at which the rank can stand."""
    places = [rank, rules.pack.top + 1] if rank == 1 else [rank]
    return [place for place in places if place in rules.places]


@lru_cache(maxsize=4096)
def _windows(rules: RuleSet, size: int) -> tuple[tuple[int, int], ...]:
    """The places at which a run of so many cards can begin, each with a bit for every rank in that run."""
    lows = [low for low in rules.places if rules.run_fits(low, size)]
    return tuple((low, _bits(rules.rank_at(low + index) for index in range(size))) for low in lows)


def _bits(ranks: Iterable[int]) -> int:
    bits = 0
    for rank in ranks:
        bits |= 1 << rank
    return bits


def _ordered_runs(faces: Sequence[Card], ranks: _Ranks, suit: str, rules: RuleSet) -> list[Meld]:
    """The runs in which each card lies where it was laid, low to high."""
    top = rules.pack.top
    runs = (
        run_of(faces, suit, low)
        for low, _ in _windows(rules, len(faces))
        if all(rank is None or (rank - low - index) % top == 0 for index, rank in enumerate(ranks))
    )
    return list(filter(_has_natural, runs))


def _bag_runs(faces: Sequence[Card], ranks: _Ranks, suit: str, rules: RuleSet) -> list[Meld]:
    """The runs of the cards in any order."""
    fixed = [(face, rank) for face, rank in zip(faces, ranks, strict=True) if rank is not None]
    free = [face for face, rank in zip(faces, ranks, strict=True) if rank is None]
    needed = _bits(rank for _, rank in fixed)
    runs = []
    for low, bits in _windows(rules, len(faces)):
        if needed & ~bits:
            continue
        for spots in _spots([rank for _, rank in fixed], low, len(faces), rules):
            laid = {spot: face for spot, (face, _) in zip(spots, fixed, strict=True)}
            runs.append(run_of(_filled(laid, free, len(faces), suit, low, rules), suit, low))
    return list(filter(_has_natural, runs))


def _spots(ranks: Sequence[int], low: int, size: int, rules: RuleSet) -> Iterator[tuple[int, ...]]:
    """The indices at which the ranks, all of them in the run of ``size`` places, lie there."""
    top = rules.pack.top
    spots = tuple((rank - low) % top for rank in ranks)
    if len(set(spots)) == len(spots):
        yield spots
    if size > top:  # an ace at each end: each ace may be the upper one
        for ace in [index for index, rank in enumerate(ranks) if rank == 1]:
            ends = (*spots[:ace], top, *spots[ace + 1 :])
            if len(set(ends)) == len(ends):
                yield ends


def _filled(laid: dict[int, Card], free: Sequence[Card], size: int, suit: str, low: int, rules: RuleSet) -> list[Card]:
    """The faces in table order: fixed cards at their places, wild ranks natural where they can be, the rest in turn."""
    rest = list(free)
    empty = [index for index in range(size) if index not in laid]
    for index in empty if rules.wild_ranks else ():
        natural = Card(rules.rank_at(low + index), suit)
        if natural in rest:
            rest.remove(natural)
            laid[index] = natural
    for index in empty:
        if index not in laid:
            laid[index] = rest.pop(0)
    return [laid[index] for index in range(size)]
