"""A round of Shanghaien solved exactly: what every position is worth with best play to the round's end.

Knows dice, numbers and turns; what an outcome is worth comes in as a table. Knows no cards and no tricks.

A player's dice are six counts. There are 462 of up to five dice, and a whole round has 123,110 positions in which
somebody decides. Of two dice the better one is placed, so the 21 rolls collapse: the six values after placing a 1 …
6, sorted, are met with weights 1, 3, 5, 7, 9, 11 of 36.
"""

import itertools
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter

from referee.engine.shanghaien.tavern import DICE, NO_DICE, ROW, Counts, TieBreak, neighbour_sum

OUTCOMES = 3**ROW
LAST_ROLL = DICE - 2  # with more dice placed than this, two are no longer there to roll
FIRST_CALL = 2

type Worths = tuple[float, ...]
"""By outcome code: what a settled tavern is worth to me. The code's digit for card n, base 3 from card 1 on, is
0 for nobody, 1 for me, 2 for the other."""

type _Grid = list[list[float]]


def _vectors(dice: int) -> tuple[Counts, ...]:
    rolls = itertools.combinations_with_replacement(range(ROW), dice)
    return tuple(tuple(roll.count(card) for card in range(ROW)) for roll in rolls)


VECTORS = tuple(_vectors(dice) for dice in range(DICE + 1))
_INDEX = {vector: index for vectors in VECTORS for index, vector in enumerate(vectors)}
_CHILDREN = tuple(
    tuple(
        tuple(_INDEX[(*vector[:card], vector[card] + 1, *vector[card + 1 :])] for card in range(ROW))
        for vector in vectors
    )
    for vectors in VECTORS[:-1]
)


def plus(dice: Counts, *numbers: int) -> Counts:
    """The dice with one more at each of the numbers."""
    counts = list(dice)
    for number in numbers:
        counts[number - 1] += 1
    return tuple(counts)


def expected_best(values: list[float]) -> float:
    """What the better of two rolled dice is worth on average; `values` are those after placing a 1 … 6."""
    a, b, c, d, e, f = sorted(values)
    return (a + 3 * b + 5 * c + 7 * d + 9 * e + 11 * f) / 36


@cache
def _claims(dice: Counts, tie_break: TieBreak) -> tuple[int, ...]:
    """By card one number that is larger for whom the card goes to; 0 without a die there."""
    return tuple(
        (1000 * count + neighbour_sum(dice, position, tie_break)) if count else 0
        for position, count in enumerate(dice, 1)
    )


def outcome_code(mine: Counts, theirs: Counts, tie_break: TieBreak = TieBreak.PIPS) -> int:
    """Who gets which card if the round ends now, as a code for `Worths`."""
    return _code(_claims(mine, tie_break), _claims(theirs, tie_break))


def _code(mine: tuple[int, ...], theirs: tuple[int, ...]) -> int:
    code, unit = 0, 1
    for a, b in zip(mine, theirs, strict=True):
        if a != b:
            code += unit if a > b else 2 * unit
        unit *= 3
    return code


@dataclass(frozen=True, slots=True)
class _Layer:
    """Positions with equally many dice: how many each has placed since the start, and who moves."""

    mine: int
    theirs: int
    my_turn: bool


@dataclass(frozen=True, slots=True)
class SolvedRound:
    """The values of all positions that can follow a start, to me; positive is good for me."""

    mine: Counts
    theirs: Counts
    grids: dict[_Layer, _Grid]

    def value(self, mine: Counts, theirs: Counts, *, my_turn: bool) -> float:
        """The worth of a position that can follow the start.

        :raises KeyError: when it cannot.
        """
        extra, other = _difference(mine, self.mine), _difference(theirs, self.theirs)
        grid = self.grids[_Layer(sum(extra), sum(other), my_turn)]
        return grid[_INDEX[extra]][_INDEX[other]]


def _difference(dice: Counts, start: Counts) -> Counts:
    return tuple(now - before for now, before in zip(dice, start, strict=True))


@lru_cache(maxsize=16)
def solve_round(
    worths: Worths, mine: Counts, theirs: Counts, my_turn: bool, tie_break: TieBreak = TieBreak.PIPS
) -> SolvedRound:
    """The round solved from this position to its end; about 0.3 s from an empty tavern, far less later."""
    grids: dict[_Layer, _Grid] = {}
    layers = _layers(sum(mine), sum(theirs), my_turn)
    for index in range(len(layers) - 1, -1, -1):
        layer = layers[index]
        codes = _codes(mine, theirs, layer.mine, layer.theirs, tie_break)
        stops = [[worths[code] for code in row] for row in codes]
        if index == len(layers) - 1:
            grids[layer] = stops
            continue
        then = grids[layers[index + 1]]
        placed = sum(mine) + layer.mine if layer.my_turn else sum(theirs) + layer.theirs
        may_call = placed >= FIRST_CALL
        if layer.my_turn:
            grids[layer] = _my_choice(then, stops, layer.mine, may_call=may_call)
        else:
            grids[layer] = _their_choice(then, stops, layer.theirs, may_call=may_call)
    return SolvedRound(mine, theirs, grids)


def _layers(mine: int, theirs: int, my_turn: bool) -> list[_Layer]:
    """Who moves with how many dice placed since the start, up to the position in which the mover must call."""
    layers = [_Layer(0, 0, my_turn)]
    while True:
        last = layers[-1]
        if (mine + last.mine if last.my_turn else theirs + last.theirs) > LAST_ROLL:
            return layers
        layers.append(_Layer(last.mine + last.my_turn, last.theirs + (not last.my_turn), not last.my_turn))


def _my_choice(then: _Grid, stops: _Grid, placed: int, *, may_call: bool) -> _Grid:
    grid: _Grid = []
    for children, stop in zip(_CHILDREN[placed], stops, strict=True):
        columns = zip(*(then[child] for child in children), strict=True)
        rolled = [(a + 3 * b + 5 * c + 7 * d + 9 * e + 11 * f) / 36 for a, b, c, d, e, f in map(sorted, columns)]
        grid.append(list(map(max, rolled, stop)) if may_call else rolled)
    return grid


def _their_choice(then: _Grid, stops: _Grid, placed: int, *, may_call: bool) -> _Grid:
    grid: _Grid = []
    pick_six = [itemgetter(*children) for children in _CHILDREN[placed]]
    for row, stop in zip(then, stops, strict=True):
        sixes = (sorted(pick(row)) for pick in pick_six)
        rolled = [(11 * a + 9 * b + 7 * c + 5 * d + 3 * e + f) / 36 for a, b, c, d, e, f in sixes]
        grid.append(list(map(min, rolled, stop)) if may_call else rolled)
    return grid


def _codes(mine: Counts, theirs: Counts, extra: int, other: int, tie_break: TieBreak) -> list[list[int]]:
    """The outcome codes of one layer, by my further dice and theirs."""
    if mine == theirs == NO_DICE:
        return _opening_codes(extra, other, tie_break)
    return _layer_codes(mine, theirs, extra, other, tie_break)


@cache
def _opening_codes(extra: int, other: int, tie_break: TieBreak) -> list[list[int]]:
    return _layer_codes(NO_DICE, NO_DICE, extra, other, tie_break)


def _layer_codes(mine: Counts, theirs: Counts, extra: int, other: int, tie_break: TieBreak) -> list[list[int]]:
    my_claims = [_claims(_sum(mine, vector), tie_break) for vector in VECTORS[extra]]
    their_claims = [_claims(_sum(theirs, vector), tie_break) for vector in VECTORS[other]]
    return [[_code(a, b) for b in their_claims] for a in my_claims]


def _sum(dice: Counts, more: Counts) -> Counts:
    return tuple(a + b for a, b in zip(dice, more, strict=True))
