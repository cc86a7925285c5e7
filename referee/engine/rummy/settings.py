"""The settings of a rule set: by name, how a value is read from a document, and what is allowed.

Each setting by itself; whether settings contradict each other is judged in ``ruledoc``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from referee.engine.quoting import shown
from referee.engine.rummy.cards import FRENCH, PACKS, ROOK, NotationError
from referee.engine.rummy.contracts import Contract, parse_contract


class RulesError(ValueError):
    """A rule set that cannot be used. ``code``: ``rules.unknown`` or ``rules.setting``; ``setting`` is to blame.

    ``other`` is the setting that it contradicts; empty where it is wrong by itself. ``values`` are the figures of a
    contradiction, for those who say it in other words. ``where`` is the place in the document: ``set.buys``, ``base``;
    empty for the whole.
    """

    def __init__(
        self,
        message: str,
        *,
        setting: str = "",
        other: str = "",
        where: str | None = None,
        code: str = "rules.setting",
        values: Mapping[str, int | str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.values = values or {}
        self.setting = setting
        self.other = other
        self.where = where if where is not None else setting and f"set.{setting}"


def refuse(name: str, allowed: str, value: object) -> RulesError:
    """The error for a setting's value: what is allowed, and what came."""
    return RulesError(f"setting {name!r}: expected {allowed}, got {shown(value)}", setting=name)


def contradict(name: str, other: str, allowed: str, value: object, **values: int | str) -> RulesError:
    """The error for a setting's value that does not go with another setting."""
    return RulesError(
        f"setting {name!r} against {other!r}: expected {allowed}, got {shown(value)}",
        setting=name,
        other=other,
        values=values,
    )


# Readers: one a kind of value. Each returns the immutable value or raises with what is allowed. -------------------


def _is_int(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_number(text: object) -> bool:
    """Whether the key of a chart is a number from 1 to 99."""
    return re.fullmatch(r"[1-9][0-9]?", str(text)) is not None


def _integer(least: int, most: int) -> Callable[[str, object], int]:
    def read(name: str, value: object) -> int:
        if isinstance(value, int) and _is_int(value, least, most):
            return value
        raise refuse(name, f"a whole number from {least} to {most}", value)

    return read


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise refuse(name, "true or false", value)


def _choice(*allowed: str) -> Callable[[str, object], str]:
    def read(name: str, value: object) -> str:
        if isinstance(value, str) and value in allowed:
            return value
        raise refuse(name, " or ".join(f'"{word}"' for word in allowed), value)

    return read


def _players(name: str, value: object) -> tuple[int, int]:
    match value:
        case [int() as low, int() as high] if 2 <= low <= high <= 20 and not isinstance(low, bool):
            return (low, high)
    raise refuse(name, "two numbers from 2 to 20, the fewest and the most players, such as [3, 5]", value)


def _chart(value: object, least: int, most: int) -> tuple[tuple[int, int], ...] | None:
    """Pairs (up to so many players, count) of a chart whose players rise; None where the value is no such chart."""
    if not isinstance(value, Mapping) or not value:
        return None
    steps = [(int(up_to), count) for up_to, count in value.items() if _is_number(up_to) and _is_int(count, least, most)]
    return tuple(steps) if len(steps) == len(value) and steps == sorted(steps) else None


def _decks(name: str, value: object) -> int | tuple[tuple[int, int], ...]:
    if isinstance(value, int) and _is_int(value, 1, 8):
        return value
    if chart := _chart(value, 1, 12):
        return chart
    raise refuse(
        name, 'a number of decks from 1 to 8 or a chart such as {"4": 2, "6": 3} (up to 4 players 2 decks)', value
    )


def read_jokers(name: str, value: object) -> tuple[int | tuple[tuple[int, int], ...], bool]:
    """The jokers, and whether they are counted a deck."""
    if isinstance(value, int) and _is_int(value, 0, 40):
        return value, False
    match value:
        case {"per_deck": int() as number, **rest} if not rest and _is_int(number, 0, 8):
            return number, True
    if chart := _chart(value, 0, 40):
        return chart, False
    raise refuse(
        name,
        'a number of jokers from 0 to 40, {"per_deck": 2} or a chart such as {"4": 1, "8": 2} (up to 4 players one)',
        value,
    )


def _per_hand(least: int, most: int, *, none: bool) -> Callable[[str, object], int | tuple[int | None, ...] | None]:
    allowed = f"a whole number from {least} to {most}{', null for no limit,' if none else ''} or a list with one a hand"

    def single(value: object) -> bool:
        return (none and value is None) or _is_int(value, least, most)

    def read(name: str, value: object) -> int | tuple[int | None, ...] | None:
        if isinstance(value, list) and value and all(single(one) for one in value):
            return tuple(value)
        if single(value):
            return value if isinstance(value, int) else None
        raise refuse(name, allowed, value)

    return read


def _contracts(name: str, value: object) -> tuple[Contract, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 20 or not all(isinstance(text, str) for text in value):
        raise refuse(name, 'a list of 1 to 20 contracts such as ["2S3", "S3+R4"]', value)
    try:
        return tuple(parse_contract(text) for text in value)
    except NotationError as error:
        raise RulesError(f"setting {name!r}: {error}", setting=name) from None


def _joker_limit(name: str, value: object) -> int | tuple[tuple[str, int], ...] | None:
    if value is None or (isinstance(value, int) and _is_int(value, 0, 20)):
        return value
    if isinstance(value, Mapping) and value:
        # A plain size means a run of that size; 3 means a set, since no contract asks for a run of three alone.
        named = {str(key).upper(): cap for key, cap in value.items()}
        keyed = {(key if key[:1] in ("S", "R") else f"{'S' if key == '3' else 'R'}{key}"): named[key] for key in named}
        if all(_is_number(key[1:]) and _is_int(cap, 0, 20) for key, cap in keyed.items()):
            return tuple(sorted(keyed.items(), key=lambda entry: (entry[0][0] != "S", int(entry[0][1:]))))
    raise refuse(name, 'a number of jokers, null for no limit, or a chart such as {"S3": 1, "R5": 2}', value)


def _gap(name: str, value: object) -> bool | int:
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and _is_int(value, 0, 12):
        return value
    raise refuse(name, "true, false or the least number of ranks missing between two runs of one suit", value)


# A table of values is sorted when it is read: a database may give a mapping back in an order of its own (PostgreSQL's
# jsonb does), and scores count their cards by the table's order.
_RANKS = (*map(str, range(2, 15)), "J", "Q", "K", "A", "1")  # of both packs; the ace and the Rook 1 come last


def _by_first_rank(entry: tuple[str, int]) -> tuple[int, str]:
    label, _points = entry
    first = label.replace(",", "-").split("-")[0].strip()
    return (_RANKS.index(first) if first in _RANKS else len(_RANKS)), label


def _by_points(entry: tuple[str, int]) -> tuple[int, str, int]:
    card, points = entry
    return points, card[:-1], (FRENCH.suits + ROOK.suits).find(card[-1:])


def _points(name: str, value: object) -> tuple[tuple[str, int], ...]:
    if isinstance(value, Mapping) and value and all(_is_int(points, -100, 100) for points in value.values()):
        return tuple(sorted(((str(label).upper(), points) for label, points in value.items()), key=_by_first_rank))
    raise refuse(name, 'a table of values such as {"2-7": 5, "8-K": 10, "A": 20}', value)


def _table_limit(name: str, value: object) -> int | None:
    if value is None or (isinstance(value, int) and _is_int(value, 0, 20)):
        return value
    raise refuse(name, "a number of jokers from 0 to 20 or null for no limit", value)


def read_wild_ranks(name: str, value: object) -> tuple[str, ...]:
    if isinstance(value, list) and len(value) <= 4 and all(isinstance(rank, str) for rank in value):
        return tuple(value)
    raise refuse(name, 'a list of at most four ranks such as ["2"]', value)


def read_card_points(name: str, value: object) -> tuple[tuple[str, int], ...]:
    if isinstance(value, Mapping) and len(value) <= 20 and all(_is_int(points, -100, 100) for points in value.values()):
        return tuple(sorted(((str(card), points) for card, points in value.items()), key=_by_points))
    raise refuse(name, 'at most 20 cards with their points such as {"AH": 1, "AD": 1}', value)


def _hand_numbers(name: str, value: object) -> tuple[int, ...]:
    if isinstance(value, list) and len(value) <= 20 and all(_is_int(hand, 1, 20) for hand in value):
        return tuple(sorted(set(value)))
    raise refuse(name, "a list of the numbers of hands such as [9]", value)


SWAPS = ("none", "runs", "runs-to-hand", "runs-to-play")

READERS: dict[str, Callable[[str, object], object]] = {
    "players": _players,
    "deck": _choice(*PACKS),
    "decks": _decks,
    "jokers": read_jokers,
    "dealt": _per_hand(3, 30, none=False),
    "contracts": _contracts,
    "aces": _choice("high", "low", "either", "round"),
    "max_run": _integer(3, 15),
    "contract_size": _choice("exact", "at-least", "runs-at-least"),
    "contract_jokers": _joker_limit,
    "table_jokers": _table_limit,
    "same_rank_sets": _boolean,
    "consecutive_runs": _gap,
    "layoff_same_turn": _boolean,
    "joker_swap": _choice(*SWAPS),
    "buys": _per_hand(0, 20, none=True),
    "price": _integer(0, 5),
    "down_may_buy": _boolean,
    "down_blocks": _boolean,
    "own_discard_buyable": _boolean,
    "upcard_buyable": _boolean,
    "shanghai_call": _boolean,
    "last_hand_all_cards": _boolean,
    "discard_to_go_out": _choice("optional", "never", "required"),
    "blind": _choice("none", "joker-value", "25-or-50", "10"),
    "points": _points,
    "joker_points": _integer(-100, 200),
    "max_reshuffles": _integer(0, 20),
    "tie": _choice("share", "extra-hand"),
    "set_min": _integer(2, 6),
    "run_min": _integer(3, 7),
    "wild_ranks": read_wild_ranks,
    "wilds_at_most_naturals": _boolean,
    "adjacent_wilds": _boolean,
    "first_rank": _integer(1, 5),
    "jokerless_hands": _hand_numbers,
    "same_suit_runs": _boolean,
    "swap_when": _choice("down", "before", "always", "at-once"),
    "down_may_take": _boolean,
    "claims_until": _choice("draw", "discard"),
    "call_order": _choice("turn", "first"),
    "binding_calls": _boolean,
    "wild_upcard": _choice("stays", "buried"),
    "discard_wild": _boolean,
    "discard_taken": _boolean,
    "out_bonus": _per_hand(0, 100, none=False),
    "direction": _choice("left", "right"),
    "progress": _choice("together", "personal"),
    "most_hands": _integer(1, 60),
    "shanghai_effect": _choice("card", "penalty"),
    "first_down_bonus": _integer(0, 100),
    "cut_bonus": _integer(0, 100),
    "set_swap": _boolean,
    "swap_all_wilds": _boolean,
    "card_points": read_card_points,
}
SETTINGS = tuple(READERS)
"""The names of all settings, in the order in which pages show them."""
