"""Rule sets as documents: read, checked and written.

A document is plain JSON: a preset's key, or ``{"base": "shanghai-7", "set": {"buys": 3}}``; written out it also holds
its version, its name and every setting, so that a later change of a preset never changes a game that is being played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from referee.engine.quoting import shown
from referee.engine.rummy.cards import JOKER, PACKS, Card, NotationError, Pack, format_card, format_rank, parse_card
from referee.engine.rummy.consistency import check
from referee.engine.rummy.rules import RuleSet, class_ranks
from referee.engine.rummy.settings import (
    READERS,
    SETTINGS,
    RulesError,
    read_card_points,
    read_jokers,
    read_wild_ranks,
    refuse,
)

__all__ = ["SETTINGS", "VERSION", "Json", "RulesError", "changed_settings", "dump_rules", "load_rules", "preset_rules"]

VERSION = 4
"""What is written. A document of an older version knows nothing of the settings that came after it."""
OLDEST = 1
ADDED: Mapping[int, tuple[str, ...]] = {
    2: SETTINGS[SETTINGS.index("first_rank") : SETTINGS.index("progress")],
    3: SETTINGS[SETTINGS.index("progress") : SETTINGS.index("set_swap")],
    4: SETTINGS[SETTINGS.index("set_swap") :],
}
"""The settings that came with each version."""

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
    version = document.get("version", VERSION)
    if not isinstance(version, int) or isinstance(version, bool) or not OLDEST <= version <= VERSION:
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
    return _build(base, name, {**_known(PRESETS[base].settings, version), **changes})


def _known(settings: Mapping[str, Json], version: int) -> dict[str, Json]:
    """A preset's settings as a document of the version meant them: what came later had its usual value then."""
    later = {name for added, names in ADDED.items() if added > version for name in names}
    return {name: value for name, value in settings.items() if name not in later}


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
    """The settings in which the rule set differs from its base, by name; the order of a table's rows counts."""
    base = preset_rules(rules.base)
    found = ((name, _plain(rules, name), _plain(base, name)) for name in SETTINGS)
    return {name: value for name, value, usual in found if json.dumps(value) != json.dumps(usual)}


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
        case "card_points":
            return {format_card(card): points for card, points in value}
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
    card_points = read_card_points("card_points", document.get("card_points", {}))
    values["card_points"] = tuple((_card(text, pack), points) for text, points in card_points)
    rules = RuleSet(base=base, name=name, **values)  # type: ignore[arg-type]  # each reader returns its field's type
    check(rules)
    return rules


def _card(text: str, pack: Pack) -> Card:
    try:
        card = parse_card(text, pack)
    except NotationError:
        card = JOKER
    if card == JOKER:
        raise refuse("card_points", f"natural cards of the {pack.name} deck", text)
    return card


def _rank(text: str, pack: Pack) -> int:
    ranks = class_ranks(text, pack)
    if len(ranks) != 1:
        raise refuse("wild_ranks", f"ranks of the {pack.name} deck", text)
    return ranks[0]
