"""The JSON Schema of the protocol: what may be asked, and what comes back.

The keys of each kind of question come from the referee itself; here stands only what each key may hold.
"""

from __future__ import annotations

from referee.engine.rulings import ANSWERS
from referee.engine.rulings.solving import MOST_WAYS
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import OLDEST, SETTINGS, VERSION, Json

type Schema = dict[str, Json]

_CARD: Schema = {"type": "string", "description": "a card such as 7H, TS, JK, JK=8H or 14R"}
_CARDS: Schema = {
    "description": "cards as a list, or as one text with spaces",
    "oneOf": [{"type": "string"}, {"type": "array", "items": _CARD, "maxItems": 60}],
}
_MELDS: Schema = {"type": ["array", "null"], "items": {"$ref": "#/$defs/cards"}, "maxItems": 60}
_FLAG: Schema = {"type": ["boolean", "null"], "description": "null: false"}
_END: Schema = {"enum": ["low", "high", None]}
_SEAT: Schema = {"type": "integer", "minimum": 0}
_SEATS: Schema = {"type": ["array", "null"], "items": _SEAT}
_COUNT: Schema = {"type": ["integer", "null"], "minimum": 0}
_DICE: Schema = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 6}}
_CREW: Schema = {
    "type": "object",
    "additionalProperties": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 4}},
}
_CALL: Schema = {
    "type": "object",
    "required": ["seat", "call"],
    "additionalProperties": False,
    "properties": {"seat": _SEAT, "call": {"enum": ["take", "buy", "shanghai"]}},
}

_KEYS: Schema = {
    "rules": {"$ref": "#/$defs/rules"},
    "hand": {"type": "integer", "minimum": 1, "description": "the number of the hand, counted from 1"},
    "cards": {"$ref": "#/$defs/cards"},
    "melds": {"type": "array", "items": {"$ref": "#/$defs/cards"}, "maxItems": 60},
    "meld": {"$ref": "#/$defs/cards"},
    "card": _CARD,
    "held": {"oneOf": [{"$ref": "#/$defs/cards"}, {"type": "null"}]},
    "bag": _FLAG,
    "on": {"enum": ["contract", "table", None]},
    "size": {"type": ["integer", "null"], "minimum": 1, "maximum": 60},
    "same_turn": _FLAG,
    "end": _END,
    "to": _END,
    "table": _MELDS,
    "players": {"type": ["integer", "null"], "minimum": 2},
    "ways": {"type": ["integer", "null"], "minimum": 1, "maximum": MOST_WAYS},
    "seen": {"oneOf": [{"$ref": "#/$defs/cards"}, {"type": "null"}]},
    "turn": _SEAT,
    "discarder": {"type": ["integer", "null"], "minimum": 0, "description": "null for the first card turned up"},
    "buys": {"type": ["array", "null"], "items": {"type": "integer", "minimum": 0}, "description": "used, by seat"},
    "declared": _FLAG,
    "taken": {"oneOf": [{"$ref": "#/$defs/card"}, {"type": "null"}], "description": "the discard that was the draw"},
    "stock": _COUNT,
    "discards": {"type": ["integer", "null"], "minimum": 0, "description": "the claimed card included"},
    "calls": {"type": "array", "items": _CALL, "maxItems": 60},
    "counts": {"type": ["object", "null"], "additionalProperties": {"type": "integer", "minimum": 0}},
    "first": _DICE,
    "second": _DICE,
    "row": {"enum": [6, None]},
    "crews": {"type": "array", "items": _CREW, "minItems": 2, "maxItems": 2},
    "tricks": {"type": ["array", "null"], "items": {"type": "integer", "minimum": 0}},
}
_DOWN: Schema = {"claim": _SEATS}
"""What ``down`` is in questions where it is not a plain yes or no."""


def _question(ask: str) -> Schema:
    """The schema of one kind of question."""
    needed, optional, _answer = ANSWERS[ask]
    names = (*needed, *optional) if ask.startswith("dice.") else ("rules", *needed, *optional)
    properties: Schema = {"id": {}, "ask": {"const": ask}, **{name: _key(ask, name) for name in names}}
    if ask.startswith("dice."):
        properties["rules"] = {}
    required: list[Json] = ["ask", *(name for name in names if name in ("rules", *needed))]
    return {
        "title": ask,
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


def _key(ask: str, name: str) -> Json:
    return _DOWN.get(ask, _FLAG) if name == "down" else _KEYS[name]


_RULES: Schema = {
    "description": "a rule set: a preset's key, or changes to one",
    "oneOf": [
        {"enum": [*PRESETS]},
        {
            "type": "object",
            "required": ["base"],
            "additionalProperties": False,
            "properties": {
                "version": {"enum": [*range(OLDEST, VERSION + 1)]},
                "base": {"enum": [*PRESETS]},
                "name": {"type": "string", "minLength": 1, "maxLength": 80},
                "set": {"type": "object", "propertyNames": {"enum": [*SETTINGS]}},
            },
        },
    ],
}
_ERROR: Schema = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "id": {},
        "error": {
            "type": "object",
            "required": ["code", "where", "text"],
            "properties": {"code": {"type": "string"}, "where": {"type": "string"}, "text": {"type": "string"}},
        },
    },
}
_ANSWER: Schema = {
    "type": "object",
    "required": ["text", "rules"],
    "properties": {
        "id": {},
        "legal": {"type": "boolean"},
        "reasons": {"type": "array", "items": {"type": "string"}, "description": "codes, the most useful first"},
        "at": {
            "type": "array",
            "items": {"type": ["integer", "null"]},
            "description": "beside reasons: the meld meant",
        },
        "cards": {"description": "beside reasons: the cards to point at; in answers to deck and hand a number"},
        "values": {"type": "array", "items": {"type": "object"}, "description": "beside reasons: figures to name"},
        "text": {"type": "string", "description": "one plain English sentence"},
        "rules": {"type": "array", "items": {"type": "string"}, "description": "numbers of the rules cited"},
    },
}

SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Rulings",
    "description": "A question, or a list of at most 200, to POST to /api/v1/rulings; and what comes back.",
    "oneOf": [
        {"$ref": "#/$defs/question"},
        {"type": "array", "items": {"$ref": "#/$defs/question"}, "maxItems": 200},
    ],
    "$defs": {
        "cards": _CARDS,
        "rules": _RULES,
        "question": {"oneOf": [_question(ask) for ask in ANSWERS]},
        "answer": {"oneOf": [_ANSWER, _ERROR]},
    },
}
"""The whole schema; the root describes the question."""
