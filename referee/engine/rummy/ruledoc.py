"""Rule sets as documents: read, checked and written.

A document is plain JSON: a preset's key, or ``{"base": "shanghai-7", "set": {"buys": 3}}``; written out it also holds
its version, its name and every setting, so that a later change of a preset never changes a game that is being played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from referee.engine.quoting import shown
from referee.engine.rummy.cards import PACKS, Pack, format_rank
from referee.engine.rummy.rules import RuleSet, class_ranks
from referee.engine.rummy.settings import READERS, SETTINGS, RulesError, read_jokers, read_wild_ranks, refuse

__all__ = ["SETTINGS", "VERSION", "Json", "RulesError", "changed_settings", "dump_rules", "load_rules", "preset_rules"]

VERSION = 2
"""What is written. Version 1 lacks the settings from ``first_rank`` on; its presets all have their usual values."""
OLDEST = 1

type Json = bool | int | float | str | list[Json] | dict[str, Json] | None


def load_rules(document: object) -> RuleSet:
    """The rule set that a preset's key or a document names.

    :raises RulesError: an unknown preset, an unknown or ill-valued setting, settings that contradict each other.
    """
    if isinstance(document, str):
        return preset_rules(document)
    if not isinstance(document, Mapping):
        raise _unknown("a preset's key or a document with a base", document)
    try:
        text = json.dumps(document)
    except (TypeError, ValueError, RecursionError):
        return _load(document)
    return _load_text(text)


@lru_cache(maxsize=256)
def _load_text(text: str) -> RuleSet:
    """The rule set of a written document: the same one comes with question after question."""
    document: Mapping[object, object] = json.loads(text)
    return _load(document)


def _load(document: Mapping[object, object]) -> RuleSet:
    from referee.engine.rummy.presets import PRESETS  # a preset is a document too

    for key in document:
        if key not in ("version", "base", "name", "set"):
            raise _misfit(str(key), "base, set, name and version in a rule set", key)
    if (version := document.get("version", VERSION)) not in range(OLDEST, VERSION + 1) or isinstance(version, bool):
        raise _misfit("version", f"version {OLDEST} to {VERSION} of a rule set", version)
    base = document.get("base", "")
    changes = document.get("set", {})
    if not isinstance(base, str) or base not in PRESETS:
        raise _unknown(f"a base: {', '.join(PRESETS)}", base, where="base")
    if not isinstance(changes, Mapping):
        raise _misfit("set", "the changed settings by name", changes)
    name = document.get("name", PRESETS[base].name)
    if not isinstance(name, str) or not 1 <= len(name) <= 80:
        raise _misfit("name", "a name of 1 to 80 characters", name)
    return _build(base, name, {**PRESETS[base].settings, **changes})


def _unknown(allowed: str, value: object, *, where: str = "") -> RulesError:
    return RulesError(f"expected {allowed}, got {shown(value)}", setting=where, where=where, code="rules.unknown")


def _misfit(key: str, allowed: str, value: object) -> RulesError:
    """The error for a key of the document itself."""
    return RulesError(f"expected {allowed}, got {shown(value)}", setting=key, where=f"{key:.40}")


@lru_cache
def preset_rules(key: str) -> RuleSet:
    """The preset's rule set, the same object at every call.

    :raises RulesError: when there is no preset of that key.
    """
    from referee.engine.rummy.presets import PRESETS

    if key not in PRESETS:
        raise _unknown(f"a rule set: {', '.join(PRESETS)}", key)
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
            if isinstance(rules.jokers, tuple):
                return {str(most): count for most, count in rules.jokers}
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
        if setting not in READERS:
            raise RulesError(
                f"expected one of the settings {', '.join(SETTINGS)}, got {shown(setting)}", setting=f"{setting:.40}"
            )
    values = {setting: read(setting, document[setting]) for setting, read in READERS.items() if setting in document}
    values["jokers"], values["jokers_per_deck"] = read_jokers("jokers", document["jokers"])
    pack = PACKS[str(values["deck"])]
    wild_ranks = read_wild_ranks("wild_ranks", document.get("wild_ranks", []))
    values["wild_ranks"] = tuple(_rank(text, pack) for text in wild_ranks)
    rules = RuleSet(base=base, name=name, **values)  # type: ignore[arg-type]  # each reader returns its field's type
    _check(rules)
    return rules


def _rank(text: str, pack: Pack) -> int:
    ranks = class_ranks(text, pack)
    if len(ranks) != 1:
        raise refuse("wild_ranks", f"ranks of the {pack.name} deck", text)
    return ranks[0]


# Contradictions ----------------------------------------------------------------------------------------------------


def _check(rules: RuleSet) -> None:
    """Refuse settings that contradict each other, each by the name of the one to change."""
    _check_points(rules)
    _check_hands(rules)
    _check_runs(rules)
    _check_deal(rules)


def _check_points(rules: RuleSet) -> None:
    counted: list[int] = []
    for label, _ in rules.points:
        ranks = class_ranks(label, rules.pack)
        if not ranks:
            raise refuse("points", f"classes of the {rules.pack.name} deck's ranks such as 2-7 or A", label)
        counted += ranks
    if sorted(counted) != list(range(1, rules.pack.top + 1)):
        raise refuse("points", "every rank in exactly one class", dict(rules.points))


def _check_hands(rules: RuleSet) -> None:
    for name in ("dealt", "buys", "out_bonus"):
        value = getattr(rules, name)
        if isinstance(value, tuple) and len(value) != rules.hands:
            raise refuse(name, f"one value a hand ({rules.hands} hands)", list(value))
    for number, contract in enumerate(rules.contracts, start=1):
        for slot in contract.slots:
            least = rules.set_min if slot.kind == "set" else rules.run_min
            if slot.size < least:
                raise refuse("contracts", f"a {slot.kind} of at least {least} cards in hand {number}", str(slot))
            if slot.kind == "run" and slot.size > rules.longest_run:
                raise refuse("contracts", f"a run of at most {rules.longest_run} cards in hand {number}", str(slot))
        buys = rules.buys_in(number)
        if buys is not None and rules.least_buys(number) > buys:
            needed = f"at least {rules.least_buys(number)} buys in hand {number}, which needs {contract.cards} cards"
            raise refuse("buys", needed, buys)


def _check_runs(rules: RuleSet) -> None:
    if rules.aces == "round" and rules.first_rank > 1:
        raise refuse("first_rank", "1 where runs go round the corner", rules.first_rank)
    if rules.joker_swap == "runs-to-play" and rules.swap_when != "down":
        # Only who is down can lay the joker off in the same turn.
        raise refuse("swap_when", '"down" where a swapped joker has to be played', rules.swap_when)
    for hand in rules.jokerless_hands:
        if hand > rules.hands:
            raise refuse("jokerless_hands", f"hands from 1 to {rules.hands}", list(rules.jokerless_hands))
    for number, contract in enumerate(rules.contracts, start=1):
        if not rules.same_suit_runs and len(contract.runs) > len(rules.pack.suits):
            raise refuse("same_suit_runs", f"true, since hand {number} has more runs than there are suits", False)


def _check_deal(rules: RuleSet) -> None:
    for players in range(rules.players[0], rules.players[1] + 1):
        dealt = max(rules.dealt_in(number) for number in range(1, rules.hands + 1))
        cards = rules.shoe(players).cards
        if players * dealt + 1 > cards:
            raise refuse(
                "dealt", f"at most {(cards - 1) // players} cards for {players} players of {cards} cards", dealt
            )
