"""Questions with checked answers: read, asked, and compared as the expectations say."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from referee.engine.rulings import rule

VECTORS = Path(__file__).parent.parent / "vectors"


def load(name: str) -> list[dict[str, Any]]:
    """The vectors of a file, each with ``id``, ``question`` and ``expect``."""
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines() if line.strip()]


def differences(question: dict[str, Any], expect: dict[str, Any]) -> list[str]:
    """What the answer has otherwise than expected; empty when it is right."""
    answer = rule(question)
    found = []
    if "error" in answer:
        code = answer["error"]["code"]
        return [] if expect.get("error") == code else [f"error {answer['error']}"]
    for key, value in expect.items():
        match key:
            case "reasons_include":
                right = set(value) <= set(answer["reasons"])
            case "reasons_any":
                right = bool(set(value) & set(answer["reasons"]))
            case "readings":
                right = {_comparable(cards) for cards in value} == {
                    _comparable(one["cards"]) for one in answer["readings"]
                }
            case "meld":
                right = answer["meld"] == (value.split() if isinstance(value, str) else value)
            case "refused":
                right = answer["refused"] == value
            case "improves":
                right = sorted(answer["improves"]) == sorted(value)
            case _:
                right = answer.get(key) == value
        if not right:
            found.append(f"{key}: expected {value!r}, got {answer.get(key, answer)!r}")
    return found


def _comparable(cards: list[str]) -> tuple[str, ...]:
    """A run as it lies; a set, whose cards are of one rank, as a multiset."""
    ranks = {card[:-1] for card in cards if "=" not in card}
    return tuple(sorted(cards)) if len(ranks) == 1 else tuple(cards)


def counted(cards: str) -> Counter[str]:
    """The cards as a multiset."""
    return Counter(cards.split())
