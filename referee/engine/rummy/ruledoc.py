"""Rule sets as documents: read, checked and written.

A document is plain JSON: a preset's key, or ``{"base": "shanghai-7", "set": {"buys": 3}}``; written out it also holds
its version, its name and every setting, so that a later change of a preset never changes a game that is being played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from referee.engine.rummy.cards import PACKS, NotationError, Pack, format_rank
from referee.engine.rummy.contracts import Contract, parse_contract
from referee.engine.rummy.rules import RuleSet, class_ranks

VERSION = 1

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None


class RulesError(ValueError):
    """A rule set that cannot be used. ``code``: ``rules.unknown`` or ``rules.setting``; ``setting`` is to blame."""

    def __init__(self, message: str, *, setting: str = "", code: str = "rules.setting") -> None:
        super().__init__(message)
        self.code = code
        self.setting = setting


def _refuse(name: str, allowed: str, value: object) -> RulesError:
    return RulesError(f"setting {name!r}: expected {allowed}, got {value!r}", setting=name)


# Readers: one a kind of value. Each returns the immutable value or raises with what is allowed. -------------------


def _is_int(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _integer(least: int, most: int) -> Callable[[str, object], int]:
    def read(name: str, value: object) -> int:
        if isinstance(value, int) and _is_int(value, least, most):
            return value
        raise _refuse(name, f"a whole number from {least} to {most}", value)

    return read


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _refuse(name, "true or false", value)


def _choice(*allowed: str) -> Callable[[str, object], str]:
    def read(name: str, value: object) -> str:
        if isinstance(value, str) and value in allowed:
            return value
        raise _refuse(name, " or ".join(f'"{word}"' for word in allowed), value)

    return read


def _players(name: str, value: object) -> tuple[int, int]:
    match value:
        case [int() as low, int() as high] if 2 <= low <= high <= 20 and not isinstance(low, bool):
            return (low, high)
    raise _refuse(name, "two numbers from 2 to 20, the fewest and the most players, such as [3, 5]", value)


def _decks(name: str, value: object) -> int | tuple[tuple[int, int], ...]:
    if isinstance(value, int) and _is_int(value, 1, 8):
        return value
    if isinstance(value, Mapping) and value:
        steps = [(int(most), decks) for most, decks in value.items() if str(most).isdigit() and _is_int(decks, 1, 12)]
        if len(steps) == len(value) and steps == sorted(steps):
            return tuple(steps)
    raise _refuse(
        name, 'a number of decks from 1 to 8 or a chart such as {"4": 2, "6": 3} (up to 4 players 2 decks)', value
    )


def _jokers(name: str, value: object) -> tuple[int, bool]:
    if isinstance(value, int) and _is_int(value, 0, 40):
        return value, False
    match value:
        case {"per_deck": int() as number, **rest} if not rest and _is_int(number, 0, 8):
            return number, True
    raise _refuse(name, 'a number of jokers from 0 to 40 or {"per_deck": 2}', value)


def _per_hand(least: int, most: int, *, none: bool) -> Callable[[str, object], int | tuple[int | None, ...] | None]:
    allowed = f"a whole number from {least} to {most}{', null for no limit,' if none else ''} or a list with one a hand"

    def single(value: object) -> bool:
        return (none and value is None) or _is_int(value, least, most)

    def read(name: str, value: object) -> int | tuple[int | None, ...] | None:
        if isinstance(value, list) and value and all(single(one) for one in value):
            return tuple(value)
        if single(value):
            return value if isinstance(value, int) else None
        raise _refuse(name, allowed, value)

    return read


def _contracts(name: str, value: object) -> tuple[Contract, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 20 or not all(isinstance(text, str) for text in value):
        raise _refuse(name, 'a list of 1 to 20 contracts such as ["2S3", "S3+R4"]', value)
    try:
        return tuple(parse_contract(text) for text in value)
    except NotationError as error:
        raise RulesError(f"setting {name!r}: {error}", setting=name) from None


def _joker_limit(name: str, value: object) -> int | tuple[tuple[str, int], ...] | None:
    if value is None or (isinstance(value, int) and _is_int(value, 0, 20)):
        return value
    if isinstance(value, Mapping) and value:
        # A plain size means a run of that size; 3 means a set, since no contract asks for a run of three alone.
        keyed = {(key if key[:1] in "SR" else f"{'S' if key == '3' else 'R'}{key}"): cap for key, cap in value.items()}
        if all(key[1:].isdigit() and _is_int(cap, 0, 20) for key, cap in keyed.items()):
            return tuple(keyed.items())
    raise _refuse(name, 'a number of jokers, null for no limit, or a chart such as {"S3": 1, "R5": 2}', value)


def _gap(name: str, value: object) -> bool | int:
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and _is_int(value, 0, 12):
        return value
    raise _refuse(name, "true, false or the least number of ranks missing between two runs of one suit", value)


def _points(name: str, value: object) -> tuple[tuple[str, int], ...]:
    if isinstance(value, Mapping) and value and all(_is_int(points, -100, 100) for points in value.values()):
        return tuple((str(label).upper(), points) for label, points in value.items())
    raise _refuse(name, 'a table of values such as {"2-7": 5, "8-K": 10, "A": 20}', value)


def _table_limit(name: str, value: object) -> int | None:
    if value is None or (isinstance(value, int) and _is_int(value, 0, 20)):
        return value
    raise _refuse(name, "a number of jokers from 0 to 20 or null for no limit", value)


def _wild_ranks(name: str, value: object) -> tuple[str, ...]:
    if isinstance(value, list) and len(value) <= 4 and all(isinstance(rank, str) for rank in value):
        return tuple(value)
    raise _refuse(name, 'a list of at most four ranks such as ["2"]', value)


SWAPS = ("none", "runs", "runs-to-hand")

_READERS: dict[str, Callable[[str, object], object]] = {
    "players": _players,
    "deck": _choice(*PACKS),
    "decks": _decks,
    "jokers": _jokers,
    "dealt": _per_hand(3, 30, none=False),
    "contracts": _contracts,
    "aces": _choice("high", "low", "either", "round"),
    "max_run": _integer(3, 15),
    "contract_size": _choice("exact", "at-least"),
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
    "blind": _choice("none", "joker-value", "25-or-50"),
    "points": _points,
    "joker_points": _integer(-100, 200),
    "max_reshuffles": _integer(0, 20),
    "tie": _choice("share", "extra-hand"),
    "set_min": _integer(2, 6),
    "run_min": _integer(3, 7),
    "wild_ranks": _wild_ranks,
    "wilds_at_most_naturals": _boolean,
    "adjacent_wilds": _boolean,
}
SETTINGS = tuple(_READERS)
"""The names of all settings, in the order in which pages show them."""


# Documents --------------------------------------------------------------------------------------------------------


def load_rules(document: object) -> RuleSet:
    """The rule set that a preset's key or a document names.

    :raises RulesError: an unknown preset, an unknown or ill-valued setting, settings that contradict each other.
    """
    from referee.engine.rummy.presets import PRESETS  # a preset is a document too

    if isinstance(document, str):
        if document not in PRESETS:
            raise RulesError(f"expected a rule set: {', '.join(PRESETS)}, got {document!r}", code="rules.unknown")
        return preset_rules(document)
    if not isinstance(document, Mapping):
        raise RulesError(f"expected a preset's key or a document with a base, got {document!r}", code="rules.unknown")
    for key in document:
        if key not in ("version", "base", "name", "set"):
            raise RulesError(f"expected base, set, name and version in a rule set, got {key!r}", setting=str(key))
    if document.get("version", VERSION) != VERSION:
        raise RulesError(f"expected version {VERSION} of a rule set, got {document['version']!r}", setting="version")
    base = document.get("base", "")
    changes = document.get("set", {})
    if not isinstance(base, str) or base not in PRESETS:
        raise RulesError(f"expected a base: {', '.join(PRESETS)}, got {base!r}", code="rules.unknown", setting="base")
    if not isinstance(changes, Mapping):
        raise RulesError(f"expected the changed settings by name, got {changes!r}", setting="set")
    name = document.get("name", PRESETS[base].name)
    if not isinstance(name, str) or not 1 <= len(name) <= 80:
        raise RulesError(f"expected a name of 1 to 80 characters, got {name!r}", setting="name")
    return _build(base, name, {**PRESETS[base].settings, **changes})


@lru_cache
def preset_rules(key: str) -> RuleSet:
    """The preset's rule set, the same object at every call."""
    from referee.engine.rummy.presets import PRESETS

    return _build(key, PRESETS[key].name, PRESETS[key].settings)


def dump_rules(rules: RuleSet) -> dict[str, Json]:
    """The whole document: ``load_rules(dump_rules(rules)) == rules``."""
    settings = {name: _plain(rules, name) for name in SETTINGS}
    return {"version": VERSION, "base": rules.base, "name": rules.name, "set": settings}


def changed_settings(rules: RuleSet) -> dict[str, Json]:
    """The settings in which the rule set differs from its base, by name."""
    base = preset_rules(rules.base)
    return {name: _plain(rules, name) for name in SETTINGS if _plain(rules, name) != _plain(base, name)}


def _plain(rules: RuleSet, name: str) -> Json:
    """A setting's value as JSON."""
    value = getattr(rules, name)
    match name:
        case "jokers":
            return {"per_deck": rules.jokers} if rules.jokers_per_deck else rules.jokers
        case "decks" if isinstance(value, tuple):
            return {str(most): decks for most, decks in value}
        case "contract_jokers" if isinstance(value, tuple):
            return dict(value)
        case "points":
            return dict(value)
        case "contracts":
            return [str(contract) for contract in value]
        case "wild_ranks":
            return [format_rank(rank, rules.pack) for rank in value]
        case _:
            return list(value) if isinstance(value, tuple) else value


def _build(base: str, name: str, document: Mapping[str, object]) -> RuleSet:
    """The rule set with these settings, each read and all checked against each other."""
    for setting in document:
        if setting not in _READERS:
            raise RulesError(
                f"expected one of the settings {', '.join(SETTINGS)}, got {setting!r}", setting=str(setting)
            )
    values = {setting: read(setting, document[setting]) for setting, read in _READERS.items() if setting in document}
    values["jokers"], values["jokers_per_deck"] = _jokers("jokers", document["jokers"])
    pack = PACKS[str(values["deck"])]
    wild_ranks = _wild_ranks("wild_ranks", document.get("wild_ranks", []))
    values["wild_ranks"] = tuple(_rank(text, pack) for text in wild_ranks)
    rules = RuleSet(base=base, name=name, **values)  # type: ignore[arg-type]  # each reader returns its field's type
    _check(rules)
    return rules


def _rank(text: str, pack: Pack) -> int:
    ranks = class_ranks(text, pack)
    if len(ranks) != 1:
        raise _refuse("wild_ranks", f"ranks of the {pack.name} deck", text)
    return ranks[0]


# Contradictions ----------------------------------------------------------------------------------------------------


def _check(rules: RuleSet) -> None:
    """Refuse settings that contradict each other, each by the name of the one to change."""
    _check_points(rules)
    _check_hands(rules)
    _check_deal(rules)


def _check_points(rules: RuleSet) -> None:
    counted: list[int] = []
    for label, _ in rules.points:
        ranks = class_ranks(label, rules.pack)
        if not ranks:
            raise _refuse("points", f"classes of the {rules.pack.name} deck's ranks such as 2-7 or A", label)
        counted += ranks
    if sorted(counted) != list(range(1, rules.pack.top + 1)):
        raise _refuse("points", "every rank in exactly one class", dict(rules.points))


def _check_hands(rules: RuleSet) -> None:
    for name in ("dealt", "buys"):
        value = getattr(rules, name)
        if isinstance(value, tuple) and len(value) != rules.hands:
            raise _refuse(name, f"one value a hand ({rules.hands} hands)", list(value))
    for number, contract in enumerate(rules.contracts, start=1):
        for slot in contract.slots:
            least = rules.set_min if slot.kind == "set" else rules.run_min
            if slot.size < least:
                raise _refuse("contracts", f"a {slot.kind} of at least {least} cards in hand {number}", str(slot))
            if slot.kind == "run" and slot.size > rules.longest_run:
                raise _refuse("contracts", f"a run of at most {rules.longest_run} cards in hand {number}", str(slot))
        buys = rules.buys_in(number)
        if buys is not None and rules.least_buys(number) > buys:
            needed = f"at least {rules.least_buys(number)} buys in hand {number}, which needs {contract.cards} cards"
            raise _refuse("buys", needed, buys)


def _check_deal(rules: RuleSet) -> None:
    for players in range(rules.players[0], rules.players[1] + 1):
        dealt = max(rules.dealt_in(number) for number in range(1, rules.hands + 1))
        cards = rules.shoe(players).cards
        if players * dealt + 1 > cards:
            raise _refuse(
                "dealt", f"at most {(cards - 1) // players} cards for {players} players of {cards} cards", dealt
            )
