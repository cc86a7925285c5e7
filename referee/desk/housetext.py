"""Settings as a person types them: ``2S3 S3+R4``, ``4: 2, 6: 3``, ``2 per deck``, ``any number``.

Knows how each kind of value is written in a field; what is allowed the rule set's own readers say.
"""

from __future__ import annotations

import re

from referee.engine.rummy.ruledoc import Json

NONE = "any number"
_NUMBER = re.compile(r"-?[0-9]{1,4}")
_LISTS = ("contracts", "players", "jokerless_hands", "wild_ranks")
MOST = 600
"""The most characters of one field."""


def typed(setting: str, text: str) -> Json:
    """The value that the text means; what cannot be read comes back as it is, for the reader to refuse."""
    text = text.strip()[:MOST]
    if text.lower() in (NONE, "any", "no limit"):
        return None
    per_deck = re.fullmatch(r"([0-9]{1,3}) per deck", text.lower())
    if per_deck:
        return {"per_deck": int(per_deck[1])}
    words = [word for word in re.split(r"[\s,;]+", text.replace(": ", ":")) if word]
    if any(":" in word for word in words):
        pairs = [word.partition(":") for word in words]
        return {key: _value(value) for key, _colon, value in pairs}
    if setting == "card_points" and not words:
        return {}
    if setting in ("contracts", "wild_ranks"):
        return list(words)
    if setting in _LISTS or len(words) > 1:
        return [_value(word) for word in words]
    return _value(text)


def _value(word: str) -> Json:
    if word.lower() == "any":
        return None
    return int(word) if _NUMBER.fullmatch(word) else word


def written(value: Json) -> str:
    """The text of a value: ``typed(setting, written(value)) == value``."""
    match value:
        case None:
            return NONE
        case {"per_deck": number}:
            return f"{number} per deck"
        case dict():
            return ", ".join(f"{key}: {_word(one)}" for key, one in value.items())
        case list():
            return " ".join(map(_word, value))
        case _:
            return _word(value)


def _word(value: Json) -> str:
    return "any" if value is None else str(value)
