"""Every way to read given cards as a set or a run.

Structure only: a reading may still break a joker cap or a least size; ``meldruling`` judges that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Laid, Meld, Placed, run_of, set_of
from referee.engine.rummy.rules import RuleSet


def set_readings(cards: Sequence[Laid], rules: RuleSet) -> list[Meld]:
    """The sets that the cards can be: one for each rank that a natural card among them gives."""
    faces = [_face(laid) for laid in cards]
    ranks = {face.rank for face in _fixed(cards, rules)}
    if not ranks:  # only wild cards: a wild rank is natural among its own
        ranks = {face.rank for face in faces if face.rank}
        return [set_of(faces, rank) for rank in sorted(ranks)]
    if len(ranks) > 1:
        return []
    rank = ranks.pop()
    return [set_of(faces, rank)] if any(face.rank == rank for face in faces) else []


def run_readings(cards: Sequence[Laid], rules: RuleSet, *, bag: bool) -> list[Meld]:
    """The runs that the cards can be, the one that reaches highest first.

    The order decides where a wild card without a place lies, read from either end. A bag, cards without such a wild
    card, and natural cards that stand neither up nor down are read in every order.
    """
    if not cards or not any(_natural_in_run(laid) for laid in cards):
        return []
    suits = _suits(cards, rules)
    if bag or not is_ordered(cards, rules):
        found = [run for suit in suits for run in _bag_runs(_in_suit(cards, suit), suit, rules)]
    else:
        upward = [run for suit in suits for run in _ordered_runs(_in_suit(cards, suit), suit, rules)]
        found = upward or [run for suit in suits for run in _ordered_runs(_in_suit(cards[::-1], suit), suit, rules)]
    return sorted(dict.fromkeys(found), key=lambda meld: -meld.low)


def _has_natural(run: Meld) -> bool:
    """Whether a card is natural in its place: where a rank is wild, all cards can be wild ones."""
    return len(run.wild_places) < len(run)


def is_ordered(cards: Sequence[Laid], rules: RuleSet) -> bool:
    """Whether the order of the cards says what their wild cards stand for."""
    if not any(_is_free(laid, rules) for laid in cards):
        return False
    ranks = [face.rank for face in _fixed(cards, rules)]
    return _rises(ranks, rules) or _rises(ranks[::-1], rules)


def _rises(ranks: Sequence[int], rules: RuleSet) -> bool:
    """Whether the ranks can stand for places that rise, going round the corner where the rule set does."""
    if rules.aces == "round":
        steps = [(after - before) % rules.pack.top for before, after in pairwise(ranks)]
        return 0 not in steps and sum(steps) < rules.pack.top
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


def _face(laid: Laid) -> Card:
    return laid.card if isinstance(laid, Placed) else laid


def _is_free(laid: Laid, rules: RuleSet) -> bool:
    """Whether the card is wild and does not say what it stands for."""
    return not isinstance(laid, Placed) and rules.is_wild(laid)


def _fixed(cards: Sequence[Laid], rules: RuleSet) -> list[Card]:
    """What the cards stand for that leave no choice: natural ones and wild ones with a place."""
    return [laid.stands if isinstance(laid, Placed) else laid for laid in cards if not _is_free(laid, rules)]


def _natural_in_run(laid: Laid) -> bool:
    return not isinstance(laid, Placed) and laid.rank > 0


def _suits(cards: Sequence[Laid], rules: RuleSet) -> list[str]:
    """The suits that a run of these cards can have: one, or none, unless every card is wild."""
    fixed = {card.suit for card in _fixed(cards, rules)} - {""}
    if fixed:
        return list(fixed) if len(fixed) == 1 else []
    return sorted({_face(laid).suit for laid in cards} - {""})


def _in_suit(cards: Sequence[Laid], suit: str) -> list[Laid]:
    """The cards; a wild one that stands for a rank alone (``JK=8``) for the one of the suit."""
    return [
        Placed(laid.card, Card(laid.stands.rank, suit)) if isinstance(laid, Placed) and not laid.stands.suit else laid
        for laid in cards
    ]


def _windows(size: int, rules: RuleSet) -> Iterator[int]:
    return (low for low in rules.places if rules.run_fits(low, size))


def _ordered_runs(cards: Sequence[Laid], suit: str, rules: RuleSet) -> list[Meld]:
    """The runs in which each card lies where it was laid, low to high."""
    runs = []
    for low in _windows(len(cards), rules):
        wanted = [Card(rules.rank_at(low + index), suit) for index in range(len(cards))]
        if all(_is_free(laid, rules) or _stands(laid) == want for laid, want in zip(cards, wanted, strict=True)):
            runs.append(run_of(map(_face, cards), suit, low))
    return list(filter(_has_natural, runs))


def _stands(laid: Laid) -> Card:
    return laid.stands if isinstance(laid, Placed) else laid


def _bag_runs(cards: Sequence[Laid], suit: str, rules: RuleSet) -> list[Meld]:
    """The runs of the cards in any order."""
    fixed = [laid for laid in cards if not _is_free(laid, rules)]
    ranks = [_stands(laid).rank for laid in fixed]
    if any(ranks.count(rank) > (2 if rank == 1 else 1) for rank in set(ranks)):
        return []
    free = [_face(laid) for laid in cards if _is_free(laid, rules)]
    runs = []
    for low in _windows(len(cards), rules):
        seats = [
            [index for index in range(len(cards)) if rules.rank_at(low + index) == _stands(laid).rank] for laid in fixed
        ]
        # Only an ace has two places, in a run with an ace at each end; every other list has one entry or none.
        for chosen in product(*seats):
            if len(set(chosen)) == len(chosen):
                runs.append(run_of(_filled(cards, fixed, chosen, free, suit, low, rules), suit, low))
    return list(filter(_has_natural, runs))


def _filled(
    cards: Sequence[Laid],
    fixed: Sequence[Laid],
    chosen: Sequence[int],
    free: Sequence[Card],
    suit: str,
    low: int,
    rules: RuleSet,
) -> list[Card]:
    """The faces in table order: fixed cards at their places, wild ranks natural where they can be, the rest in turn."""
    laid: dict[int, Card] = {index: _face(card) for index, card in zip(chosen, fixed, strict=True)}
    rest = list(free)
    empty = [index for index in range(len(cards)) if index not in laid]
    for index in empty:
        natural = Card(rules.rank_at(low + index), suit)
        if natural in rest:
            rest.remove(natural)
            laid[index] = natural
    for index in empty:
        if index not in laid:
            laid[index] = rest.pop(0)
    return [laid[index] for index in range(len(cards))]
