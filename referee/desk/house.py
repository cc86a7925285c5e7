"""House rules: a preset with settings changed, as a form shows it and a link carries it.

Knows the fields and the document. Whether settings are allowed and go together the rule set judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise

from referee.desk import book
from referee.desk.houselabels import CHOICES, GROUPS, LABELS, SILENT, VALUES, rule_of_setting
from referee.desk.housetext import typed, written
from referee.desk.words import say
from referee.desk.words.advice import advice_words, error_words
from referee.engine.rulebook import Rule
from referee.engine.rummy.advice import advice
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import (
    VERSION,
    Json,
    RulesError,
    changed_settings,
    dump_rules,
    load_rules,
    preset_rules,
)
from referee.engine.rummy.rules import RuleSet


class Choice(NamedTuple):
    """One value of a list, said in a sentence where the rule book has one."""

    value: str
    words: str
    is_chosen: bool
    is_usual: bool


class Advised(NamedTuple):
    """A consequence of the settings, in words; ``setting`` is the one to change, with its label."""

    words: str
    is_tight: bool
    setting: str
    label: str | Promise


class Field(NamedTuple):
    """A setting in the form: its text or its choices, what the preset has, and what is wrong with it.

    ``rule`` explains it; ``usual`` is the preset's value as it is typed, ``told`` the same as a sentence.
    """

    name: str
    label: str | Promise
    text: str
    choices: tuple[Choice, ...]
    usual: str
    told: str
    rule: Rule
    is_changed: bool
    error: str
    advised: tuple[Advised, ...]


class Group(NamedTuple):
    """Settings that people think of together; ``is_open``: something in it is changed or wrong."""

    title: str | Promise
    fields: tuple[Field, ...]
    changed: int
    is_open: bool


class Wrong(NamedTuple):
    """Why there are no such rules: a sentence, and the settings to look at with their labels."""

    words: str
    settings: tuple[tuple[str, str | Promise], ...]


class Differences(NamedTuple):
    """Where rules differ from their preset.

    The sentences, the hands with another contract or another number of buys, the labels of card values; ``number`` of
    settings.
    """

    sentences: frozenset[str] = frozenset()
    contracts: frozenset[int] = frozenset()
    buys: frozenset[int] = frozenset()
    values: frozenset[str] = frozenset()
    number: int = 0


def sent_document(sent: Mapping[str, str]) -> dict[str, Json]:
    """The document of a sent form: the settings in which it differs from its preset."""
    base = sent.get("base", "")
    if base not in PRESETS:
        base = next(iter(PRESETS))
    usual = _settings(preset_rules(base))
    changes: dict[str, Json] = {}
    for name in LABELS:
        if name in sent and (value := _read(name, sent[name])) != usual[name]:
            changes[name] = value
    document: dict[str, Json] = {"version": VERSION, "base": base, "set": changes}
    if name := " ".join(sent.get("name", "").split())[:80]:
        document["name"] = name
    return document


def _read(name: str, text: str) -> Json:
    if name in CHOICES:
        return text
    if name in VALUES and text in ("yes", "no"):
        return text == "yes"
    return typed(name, text)


def _settings(rules: RuleSet) -> dict[str, Json]:
    found = dump_rules(rules)["set"]
    return found if isinstance(found, dict) else {}


def judged(document: Mapping[str, Json]) -> tuple[RuleSet | None, RulesError | None]:
    """The rule set of the document, or why there is none."""
    try:
        return load_rules(document), None
    except RulesError as error:
        return None, error


def wrong(error: RulesError) -> Wrong:
    """The error in words, with the settings that it names."""
    names = [name for name in (error.setting, error.other) if name in LABELS]
    return Wrong(error_words(error), tuple((name, LABELS[name]) for name in names))


def consequences(rules: RuleSet) -> tuple[Advised, ...]:
    """What follows from the settings, in words."""
    return tuple(
        Advised(advice_words(found), found.is_tight, found.setting, LABELS[found.setting]) for found in advice(rules)
    )


def groups(document: Mapping[str, Json], rules: RuleSet | None, error: RulesError | None) -> list[Group]:
    """The form's fields by group."""
    base = preset_rules(str(document["base"]))
    changes = document.get("set")
    changed = changes if isinstance(changes, dict) else {}
    usual = _settings(base)
    advised: dict[str, list[Advised]] = {}
    for one in consequences(rules) if rules else ():
        advised.setdefault(one.setting, []).append(one)
    shown = []
    for title, names in GROUPS:
        found_fields = tuple(_field(name, base, usual, changed, error, advised.get(name, [])) for name in names)
        count = sum(field.is_changed for field in found_fields)
        is_open = bool(count) or any(field.error for field in found_fields)
        shown.append(Group(title, found_fields, count, is_open))
    return shown


def _field(
    name: str,
    base: RuleSet,
    usual: Mapping[str, Json],
    changed: Mapping[str, Json],
    error: RulesError | None,
    advised: list[Advised],
) -> Field:
    value = changed.get(name, usual[name])
    said = error_words(error) if error and name in (error.setting, error.other) else ""
    text, usually = _text(value), _text(usual[name])
    values = VALUES.get(name, ())
    if values:
        values = tuple(dict.fromkeys((*values, usually, text)))
    choices = tuple(Choice(one, _words(base, name, one), one == text, one == usually) for one in values)
    return Field(
        name=name,
        label=LABELS[name],
        text=text,
        choices=choices,
        usual=usually,
        told=say(base, name),
        rule=rule_of_setting(name),
        is_changed=name in changed,
        error=said,
        advised=tuple(advised),
    )


def _text(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return written(value)


NEEDED: Mapping[str, Mapping[str, Json]] = {
    "swap_when": {"joker_swap": "runs-to-hand"},
    "set_swap": {"joker_swap": "runs-to-hand"},
    "swap_all_wilds": {"joker_swap": "runs-to-hand", "wild_ranks": ["2"]},
    "shanghai_effect": {"shanghai_call": True},
}
"""What a value needs beside it, so that the rule book has a sentence for it."""
BASES = ("shanghai-10", "frustration", "rook-10")
"""Presets that every value of a list goes with, one or another of them."""


def _words(base: RuleSet, name: str, value: str) -> str:
    """The sentence that the rule book has for the value, whether or not it goes with the rest; else the value."""
    changes = {**NEEDED.get(name, {}), name: _read(name, value)}
    for key in (base.base, *BASES):
        rules, _error = judged({"base": key, "set": changes})
        if rules is not None and (said := say(rules, name)):
            return said
    return str(SILENT.get((name, value), value))


def differences(rules: RuleSet) -> Differences:
    """Where the rule set differs from its preset."""
    base = preset_rules(rules.base)
    changed = changed_settings(rules)
    hands = range(1, rules.hands + 1)
    usual = dict(enumerate(base.contracts, start=1))
    usual_values = book.value_rows(base)
    return Differences(
        frozenset(said for name in changed if (said := say(rules, name)) and said != say(base, name)),
        frozenset(hand for hand in hands if rules.contract(hand) != usual.get(hand)),
        frozenset(hand for hand in hands if hand in usual and rules.buys_in(hand) != base.buys_in(hand)),
        frozenset(row.label for row in book.value_rows(rules) if row not in usual_values),
        len(changed),
    )
