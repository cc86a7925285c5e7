"""Actions and moves as text, one line each, for the database, records, forms and bug reports.

A captain's action is `roll`, `place 3`, `place 3 left`, `shanghai`, `reroll *rc`, `change *rc 3 4`, `both *rb`,
`both *rb right` or `joker *rj red`; the dealer's are `shuffle R4 *rc …` (`??` for a card kept back) and `dice 3 5`.
A move puts the actor in front: `p1` and `p2` for seats 0 and 1, `d` for the dealer.
"""

from typing import assert_never

from referee.engine.rummy.cards import NotationError
from referee.engine.shanghaien.actions import (
    Action,
    CallShanghai,
    Change,
    Direction,
    Enlist,
    Move,
    Place,
    PlaceBoth,
    Reroll,
    Roll,
    RollDice,
    Shuffle,
)
from referee.engine.shanghaien.cards import NATION_KEYS, Card, format_card, parse_card, parse_trick

UNKNOWN = "??"

_SEATS = {"d": None, "p1": 0, "p2": 1}


def format_action(action: Action) -> str:
    """The action as one line of text."""
    match action:
        case Shuffle(order):
            return " ".join(["shuffle", *(UNKNOWN if card is None else format_card(card) for card in order)])
        case Roll((first, second)):
            return f"dice {first} {second}"
        case RollDice():
            return "roll"
        case Place(number, direction):
            return f"place {number}" + _end(direction)
        case CallShanghai():
            return "shanghai"
        case Reroll(trick):
            return f"reroll {format_card(trick)}"
        case Change(trick, die, to):
            return f"change {format_card(trick)} {die} {to}"
        case PlaceBoth(trick, direction):
            return f"both {format_card(trick)}" + _end(direction)
        case Enlist(trick, nation):
            return f"joker {format_card(trick)} {nation}"
        case _:
            assert_never(action)


def parse_action(text: str) -> Action:
    """The action that `format_action` wrote so. Whether it is allowed is not asked here.

    :raises NotationError: when the text is no action; `where` is "action" or the word meant ("action[1]").
    """
    match text.split():
        case ["shuffle", *cards]:
            return Shuffle(tuple(_card(word, place) for place, word in enumerate(cards, 1)))
        case ["dice", first, second]:
            return Roll((_number(first, 1), _number(second, 2)))
        case ["roll"]:
            return RollDice()
        case ["place", number, *rest] if len(rest) <= 1:
            return Place(_number(number, 1), _direction(rest))
        case ["shanghai"]:
            return CallShanghai()
        case ["reroll", trick]:
            return Reroll(parse_trick(trick))
        case ["change", trick, die, to]:
            return Change(parse_trick(trick), _number(die, 2), _number(to, 3))
        case ["both", trick, *rest] if len(rest) <= 1:
            return PlaceBoth(parse_trick(trick), _direction(rest))
        case ["joker", trick, nation]:
            return Enlist(parse_trick(trick), _nation(nation))
        case _:
            raise NotationError(f"expected an action like 'place 3', got {text!r}", where="action", code="move.unknown")


def format_seat(seat: int | None) -> str:
    """`p1` for seat 0; `d` for None, the dealer."""
    return "d" if seat is None else f"p{seat + 1}"


def parse_seat(text: str) -> int | None:
    """The seat that `format_seat` wrote so.

    :raises NotationError: when it is none of the three.
    """
    if text not in _SEATS:
        raise NotationError(f"expected 'd', 'p1' or 'p2', got {text!r}", where="seat", code="move.unknown")
    return _SEATS[text]


def format_move(move: Move) -> str:
    """The move's line."""
    return f"{format_seat(move.seat)} {format_action(move.action)}"


def parse_move(text: str) -> Move:
    """The move that `format_move` wrote so.

    :raises NotationError: when the text is no move.
    """
    seat, _, action = text.strip().partition(" ")
    return Move(parse_seat(seat), parse_action(action))


def _end(direction: Direction | None) -> str:
    return "" if direction is None else f" {direction}"


def _card(word: str, place: int) -> Card | None:
    if word == UNKNOWN:
        return None
    try:
        return parse_card(word)
    except NotationError as error:
        raise NotationError(str(error), where=f"action[{place}]") from error


def _number(word: str, place: int) -> int:
    if len(word) == 1 and word in "0123456789":
        return int(word)
    raise NotationError(f"expected a number, got {word!r}", where=f"action[{place}]", code="move.unknown")


def _direction(words: list[str]) -> Direction | None:
    match words:
        case []:
            return None
        case ["left"]:
            return Direction.LEFT
        case ["right"]:
            return Direction.RIGHT
        case _:
            raise NotationError(f"expected 'left' or 'right', got {words[0]!r}", where="direction", code="move.unknown")


def _nation(word: str) -> str:
    if word in NATION_KEYS:
        return word
    raise NotationError(f"expected one of {', '.join(NATION_KEYS)}, got {word!r}", where="nation", code="move.unknown")
