"""The rule sets of Shanghaien: the full game with dirty tricks, the basic game without, and settings on top.

Knows the settings, their names in documents and which of them contradict each other. Enforces nothing itself.
Documents look like those of the card games: `{"base": "shanghaien", "set": {"rounds": 6}}`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from referee.engine.quoting import shown
from referee.engine.rummy.presets import Preset
from referee.engine.rummy.ruledoc import OLDEST, VERSION, Json, RulesError
from referee.engine.shanghaien.cards import SAILORS, TRICKS, Card, Trick, format_card, parse_trick
from referee.engine.shanghaien.scoring import Equal, Tie
from referee.engine.shanghaien.tavern import ROW, TieBreak
from referee.engine.verdicts import gettext_noop


class NextStarter(StrEnum):
    """Who begins the next round."""

    UNCALLED = "uncalled"
    CALLER = "caller"


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of one game; `base` is the preset that they started from.

    The printed game leaves open which effects share a card (`trick_cards`), who begins the next round
    (`next_starter`), what equal crews of a nationality score (`equal`) and who wins on equal totals (`tie`).
    """

    base: str
    name: str
    tricks: bool
    rounds: int
    trick_cards: tuple[Trick, ...] = TRICKS
    tie_break: TieBreak = TieBreak.PIPS
    next_starter: NextStarter = NextStarter.UNCALLED
    equal: Equal = Equal.NOBODY
    tie: Tie = Tie.SHARE

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards of the game in the printed order, sailors first."""
        return (*SAILORS, *self.trick_cards) if self.tricks else SAILORS

    @property
    def left_out(self) -> int:
        """How many cards stay out of the game face down."""
        return len(self.deck) - ROW * self.rounds


SETTINGS = tuple(field.name for field in fields(Rules) if field.name not in ("base", "name"))

_BASES = {
    rules.base: rules
    for rules in (
        Rules("shanghaien", gettext_noop("Shanghaien"), tricks=True, rounds=8),
        Rules("shanghaien-basic", gettext_noop("Shanghaien without dirty tricks"), tricks=False, rounds=6),
    )
}
_SOURCE = gettext_noop("Shanghaien, dice game for two by Roman Pelek and Michael Schacht")


def settings_of(rules: Rules) -> dict[str, Json]:
    """Every setting by name, as a document writes it."""
    return {name: _plain(rules, name) for name in SETTINGS}


def changed_settings(rules: Rules) -> dict[str, Json]:
    """The settings in which the rule set differs from its base, by name."""
    base = settings_of(_BASES[rules.base])
    return {name: value for name, value in settings_of(rules).items() if value != base[name]}


def preset_rules(key: str) -> Rules:
    """The preset's rule set, the same object at every call.

    :raises RulesError: when there is no such preset.
    """
    if key not in _BASES:
        raise RulesError(f"expected a rule set: {', '.join(_BASES)}, got {shown(key)}", code="rules.unknown")
    return _BASES[key]


def load_rules(document: object) -> Rules:
    """The rule set that a preset's key or a document names.

    :raises RulesError: an unknown preset, an unknown or ill-valued setting, settings that contradict each other.
    """
    if isinstance(document, str):
        return preset_rules(document)
    if not isinstance(document, Mapping):
        raise _misfit("", "a preset's key or a document with a base", document, code="rules.unknown")
    for key in document:
        if key not in ("version", "base", "name", "set"):
            raise _misfit(_key(key), "base, set, name and version", key)
    if (version := document.get("version", VERSION)) not in range(OLDEST, VERSION + 1) or isinstance(version, bool):
        raise _misfit("version", f"version {OLDEST} to {VERSION} of a rule set", version)
    base, changes = document.get("base"), document.get("set", {})
    if not isinstance(base, str):
        raise _misfit("base", "a preset's key as base", base, code="rules.unknown")
    if not isinstance(changes, Mapping):
        raise _misfit("set", "the changed settings by name", changes)
    rules = preset_rules(base)
    name = document.get("name", rules.name)
    if not isinstance(name, str) or not 1 <= len(name) <= 80:
        raise _misfit("name", "a name of 1 to 80 characters", name)
    rules = replace(rules, name=name)
    for setting, value in changes.items():
        rules = _with_setting(rules, setting, value)
    _check(rules)
    return rules


def _key(key: object) -> str:
    """The key for an error's place, cut where it is long; JSON has only text, Python may send anything."""
    return f"{key:.40}" if isinstance(key, str) else shown(key)


def _misfit(key: str, allowed: str, value: object, *, code: str = "rules.setting") -> RulesError:
    """The error for a part of a document; an empty `key` is the whole."""
    return RulesError(f"expected {allowed}, got {shown(value)}", setting=key, where=key, code=code)


def dump_rules(rules: Rules) -> dict[str, Json]:
    """The whole document: `load_rules(dump_rules(rules)) == rules`."""
    settings: dict[str, Json] = settings_of(rules)
    return {"version": VERSION, "base": rules.base, "name": rules.name, "set": settings}


def _with_setting(rules: Rules, setting: object, value: object) -> Rules:
    try:
        match setting, value:
            case "tricks", bool():
                return replace(rules, tricks=value)
            case "rounds", int() if not isinstance(value, bool):
                return replace(rules, rounds=value)
            case "trick_cards", str():
                return replace(rules, trick_cards=tuple(parse_trick(word) for word in value.split()))
            case "tie_break", str():
                return replace(rules, tie_break=_word(TieBreak, value))
            case "next_starter", str():
                return replace(rules, next_starter=_word(NextStarter, value))
            case "equal", str():
                return replace(rules, equal=_word(Equal, value))
            case "tie", str():
                return replace(rules, tie=_word(Tie, value))
    except ValueError as error:
        raise RulesError(f"{setting}: {error}", setting=str(setting)) from error
    if setting in SETTINGS:
        raise RulesError(f"{setting}: expected another kind of value, got {shown(value)}", setting=str(setting))
    raise RulesError(f"expected one of the settings {', '.join(SETTINGS)}, got {shown(setting)}", setting=_key(setting))


def _word[T: StrEnum](words: type[T], value: str) -> T:
    if value not in set(words):
        raise ValueError(f"expected {' or '.join(words)}, got {shown(value)}")
    return words(value)


def _check(rules: Rules) -> None:
    if len(rules.trick_cards) > len(TRICKS):
        raise RulesError(
            f"trick_cards: expected at most {len(TRICKS)}, got {len(rules.trick_cards)}", setting="trick_cards"
        )
    most = len(rules.deck) // ROW
    if not 1 <= rules.rounds <= most:
        cards = len(rules.deck)
        raise RulesError(
            f"rounds: expected 1 to {most} with {cards} cards, got {shown(rules.rounds)}", setting="rounds"
        )


def _plain(rules: Rules, name: str) -> Json:
    """A setting's value as JSON."""
    match getattr(rules, name):
        case bool() | int() as value:
            return value
        case tuple() as tricks:
            return " ".join(format_card(trick) for trick in tricks)
        case value:
            return str(value)


PRESETS = {key: Preset(key, rules.name, _SOURCE, settings_of(rules)) for key, rules in _BASES.items()}
