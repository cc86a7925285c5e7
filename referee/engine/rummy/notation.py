"""Moves as text, one line each: ``p2 discard KH``, ``d shuffle 7H …``.

    d shuffle CARDS · d reshuffle CARDS · d pick 3 · d close
    p1 draw · p1 take · p1 down 7H 7S JK=7 / 4H 5H 6H 7H · p1 layoff 8H 2 high · p1 swap 7C 3 low
    p1 discard KS · p1 discard KS shanghai · p2 buy · p2 shanghai 2 high · p2 pass · p2 withdraw

``d`` is the dealer, ``p1`` the player in seat 0. Melds on the table count from 0 in the order laid; ``??`` is a card
that is kept back. Positions are written in ``positions``.
"""

from __future__ import annotations

from typing import assert_never

from referee.engine.rummy.actions import (
    UNKNOWN,
    Action,
    Buy,
    Close,
    Discard,
    DrawStock,
    GoDown,
    LayOff,
    Melds,
    Move,
    Pass,
    Pick,
    Reshuffle,
    Shanghai,
    Shuffle,
    Swap,
    Take,
    Withdraw,
)
from referee.engine.rummy.cards import Card, NotationError, format_card, parse_card
from referee.engine.rummy.layoff import End
from referee.engine.rummy.melds import Laid, format_all, parse_laid
from referee.engine.rummy.rules import RuleSet

HIDDEN = "??"
MOST_SEATS = 20
_PLAIN: dict[str, Action] = {
    "draw": DrawStock(),
    "take": Take(),
    "buy": Buy(),
    "pass": Pass(),
    "withdraw": Withdraw(),
}
_WORDS = {type(action): word for word, action in _PLAIN.items()}


# Writing ----------------------------------------------------------------------------------------------------------


def format_move(move: Move) -> str:
    """The move's line."""
    return f"{format_seat(move.seat)} {format_action(move.action)}"


def format_seat(seat: int | None) -> str:
    """``p1`` for seat 0; ``d`` for None, the dealer."""
    return "d" if seat is None else f"p{seat + 1}"


def format_action(action: Action) -> str:
    """The action's words, without who did it."""
    match action:
        case DrawStock() | Take() | Buy() | Pass() | Withdraw():
            return _WORDS[type(action)]
        case Discard(card, declare):
            return f"discard {format_card(card)}{' shanghai' if declare else ''}"
        case Shuffle(cards):
            return f"shuffle {format_hidden(cards)}"
        case Reshuffle(cards):
            return f"reshuffle {format_hidden(cards)}".rstrip()
        case Pick(index):
            return f"pick {HIDDEN if index < 0 else index}"
        case Close():
            return "close"
        case GoDown(melds):
            return f"down {' / '.join(format_melds(melds))}"
        case LayOff(card, meld, end):
            return f"layoff {format_card(card)} {_place(meld, end)}"
        case Swap(card, meld, to):
            return f"swap {format_card(card)} {_place(meld, to)}"
        case Shanghai(meld, end):
            return f"shanghai {_place(meld, end)}"
        case _:
            assert_never(action)


def format_melds(melds: Melds) -> list[str]:
    """Each meld's cards in the order laid."""
    return [" ".join(format_all(meld)) for meld in melds]


def format_hidden(cards: tuple[Card, ...]) -> str:
    """The cards' texts, ``??`` for one that is kept back."""
    return " ".join(HIDDEN if card == UNKNOWN else format_card(card) for card in cards)


def _place(meld: int, end: End | None) -> str:
    return f"{meld}" if end is None else f"{meld} {end}"


# Reading ----------------------------------------------------------------------------------------------------------


def parse_move(text: str, rules: RuleSet) -> Move:
    """The move of a line.

    :raises NotationError: a line that is no move, with the part that cannot be read as ``where``.
    """
    words = text.split()
    if len(words) < 2:
        raise NotationError(f"expected a move such as p2 discard KH, got {text!r}", code="move.unknown", where="move")
    who, *rest = words
    seat = parse_seat(who)
    return Move(seat, _dealer(rest, rules) if seat is None else _player(rest, rules))


def parse_seat(text: str) -> int | None:
    """The seat of ``p1``; None for ``d``, the dealer.

    :raises NotationError: for anything else.
    """
    if text == "d":
        return None
    number = text[1:]
    if text[:1] == "p" and number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_SEATS:
        return int(number) - 1
    raise NotationError(f"expected d or p1 to p{MOST_SEATS}, got {text!r}", code="move.unknown", where="seat")


def _dealer(words: list[str], rules: RuleSet) -> Action:
    match words:
        case ["shuffle", *cards]:
            return Shuffle(parse_hidden(cards, rules))
        case ["reshuffle", *cards]:
            return Reshuffle(parse_hidden(cards, rules))
        case ["pick", index]:
            return Pick(-1 if index == HIDDEN else _number(index, "pick"))
        case ["close"]:
            return Close()
    raise _unreadable("shuffle, reshuffle, pick or close", words)


def _player(words: list[str], rules: RuleSet) -> Action:
    match words:
        case [word] if word in _PLAIN:
            return _PLAIN[word]
        case ["down", *cards]:
            return GoDown(_melds(cards, rules))
        case ["layoff", card, meld, *end]:
            return LayOff(parse_card(card, rules.pack, where="card"), _number(meld, "meld"), _end(end))
        case ["swap", card, meld, *to]:
            return Swap(parse_card(card, rules.pack, where="card"), _number(meld, "meld"), _end(to))
        case ["shanghai", meld, *end]:
            return Shanghai(_number(meld, "meld"), _end(end))
        case ["discard", card]:
            return Discard(parse_card(card, rules.pack, where="card"))
        case ["discard", card, "shanghai"]:
            return Discard(parse_card(card, rules.pack, where="card"), declare=True)
    raise _unreadable(f"{', '.join(_PLAIN)}, down, layoff, swap, shanghai or discard", words)


def parse_hidden(words: list[str], rules: RuleSet) -> tuple[Card, ...]:
    """The cards of the words, ``??`` for one that is kept back.

    :raises NotationError: with the place of the first word that is no card.
    """
    return tuple(
        UNKNOWN if word == HIDDEN else parse_card(word, rules.pack, where=f"cards[{index}]")
        for index, word in enumerate(words)
    )


def _melds(words: list[str], rules: RuleSet) -> Melds:
    melds: list[list[Laid]] = [[]]
    for word in words:
        if word == "/":
            melds.append([])
        else:
            where = f"melds[{len(melds) - 1}][{len(melds[-1])}]"
            melds[-1].append(parse_laid(word, rules.pack, rules.wild_ranks, where=where))
    return tuple(tuple(meld) for meld in melds)


def _number(text: str, where: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise NotationError(
            f"expected a number from 0 upward as {where}, got {text!r}", code="move.unknown", where=where
        )
    return int(text)


def _end(words: list[str]) -> End | None:
    match words:
        case []:
            return None
        case ["low"]:
            return "low"
        case ["high"]:
            return "high"
    raise NotationError(f"expected low or high, got {' '.join(words)!r}", code="move.unknown", where="end")


def _unreadable(expected: str, words: list[str]) -> NotationError:
    return NotationError(f"expected {expected}, got {' '.join(words)!r}", code="move.unknown", where="action")
