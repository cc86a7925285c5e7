"""The referee's questions and answers as plain data: one interface for Python, the command and HTTP.

``rule(question)`` never raises on any JSON value: what cannot be read gets ``{"error": {"code", "where", "text"}}``.
The protocol is described on the site's own page and held by the vectors in the tests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from referee.engine.quoting import shown
from referee.engine.rulings import claiming, counting, dice, laying, solving
from referee.engine.rulings.questions import Question, QuestionError
from referee.engine.rummy.ruledoc import Json

type Answer = dict[str, Json]

LARGEST_QUESTION = 64 * 1024
"""Bytes of one question's text."""

ANSWERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], Callable[[Question], Answer]]] = {
    "meld": (("cards",), ("bag", "size", "on"), laying.meld),
    "contract": (("hand", "melds"), ("held", "down"), laying.contract),
    "layoff": (("meld", "card"), ("end", "down", "same_turn"), laying.layoff),
    "swap": (("meld", "card"), ("to", "down", "same_turn"), laying.swap),
    "solve": (("hand", "cards"), ("table", "players", "ways"), solving.solve),
    "distance": (("hand", "cards"), ("players", "seen"), solving.distance),
    "claim": (
        ("players", "turn", "discarder", "card", "hand", "calls"),
        ("down", "buys", "declared", "table", "stock", "discards"),
        claiming.claim,
    ),
    "discard": (("hand", "card", "held"), ("declared", "table", "down", "taken"), claiming.discard),
    "score": ((), ("cards", "counts"), counting.score),
    "deck": (("players",), (), counting.deck),
    "hand": (("hand",), (), counting.hand),
    "dice.tavern": (("first", "second"), ("row",), dice.tavern),
    "dice.score": (("crews",), ("tricks",), dice.score),
}
"""By the kind of question: the keys that it needs, those that it may have, and who answers."""

_NO_RULES = frozenset({"dice.tavern", "dice.score"})
_MAY_BE_NULL = frozenset({"discarder"})


def rule(question: object) -> Answer:
    """The answer to a question, or ``{"error": …}`` when it cannot be read; ``id`` is given back."""
    given: Mapping[object, object] = question if isinstance(question, Mapping) else {}
    echo: Answer = {"id": given["id"]} if "id" in given else {}  # type: ignore[dict-item]  # any JSON is echoed as it is
    try:
        return echo | _answer(question)
    except QuestionError as error:
        return echo | {"error": {"code": error.code, "where": error.where, "text": str(error)}}


def rule_text(text: str) -> Answer:
    """The answer to a question written as JSON."""
    if len(text) > LARGEST_QUESTION or len(text.encode(errors="surrogatepass")) > LARGEST_QUESTION:
        return rule_error("too-large", f"expected at most {LARGEST_QUESTION} bytes a question")
    try:
        question = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        return rule_error("json", f"expected a question as JSON, got {text[:40]!r}: {error}")
    return rule(question)


def _no_number(text: str) -> None:
    """Refuses NaN and the infinities, which Python reads and JSON does not have."""
    raise ValueError(f"{text} is no JSON number")


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def rule_error(code: str, text: str, where: str = "") -> Answer:
    """An error answer from outside the question itself."""
    return {"error": {"code": code, "where": where, "text": text}}


def _answer(question: object) -> Answer:
    if not isinstance(question, Mapping):
        raise QuestionError("json", "", f"expected a question as an object, got {shown(question)}")
    if "ask" not in question:
        raise QuestionError("key.missing", "ask", f"expected the key 'ask': one of {', '.join(ANSWERS)}")
    ask = question["ask"]
    if not isinstance(ask, str) or ask not in ANSWERS:
        raise QuestionError("ask.unknown", "ask", f"expected one of {', '.join(ANSWERS)}, got {shown(ask)}")
    needed, optional, answer = ANSWERS[ask]
    if ask not in _NO_RULES:
        needed = ("rules", *needed)
    known = {"id", "ask", "rules", *needed, *optional}
    strangers = [key for key in question if key not in known]
    if strangers:
        names = ", ".join((*needed, *optional))
        got = ", ".join(map(shown, strangers[:10]))
        raise QuestionError("key.unknown", f"{strangers[0]!s:.60}", f"expected the keys {names}, got {got}")
    for key in needed:
        if key not in question:
            raise QuestionError("key.missing", key, f"expected the key {key!r} in a question of the kind {ask!r}")
        if question[key] is None and key not in _MAY_BE_NULL:
            raise QuestionError("value", key, f"{key}: expected a value, got null")
    return answer(Question(question))
