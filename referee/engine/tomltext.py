"""Text as records write it, and records as TOML with a list of moves, one a line."""

from __future__ import annotations

import json
import re
import tomllib
from typing import NamedTuple

_MOVES = re.compile(r"\s*moves\s*=\s*\[\s*(#.*)?")


def quoted(text: str) -> str:
    """A TOML basic string; JSON writes every string so that TOML reads the same, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class BrokenLine(NamedTuple):
    """A line of the list of moves that is no TOML; ``move`` is the number that its move would have, from 1."""

    move: int
    text: str


def read_toml(text: str) -> tuple[dict[str, object], BrokenLine | None]:
    """The document. Where a line of its list of moves is broken: with the moves before that line, and the line.

    :raises tomllib.TOMLDecodeError: text that is broken elsewhere, or that ends within the moves.
    """
    try:
        return tomllib.loads(text), None
    except tomllib.TOMLDecodeError:
        lines = text.splitlines()
        found = _broken_line(lines)
        if found is None:
            raise
        at, end, broken = found
        return tomllib.loads("\n".join((*lines[:at], *lines[end:]))), broken


def _broken_line(lines: list[str]) -> tuple[int, int, BrokenLine] | None:
    """Where the first broken line of the list is, where the list ends, and the line."""
    start = next((at for at, line in enumerate(lines) if _MOVES.fullmatch(line)), None)
    if start is None:
        return None
    end = next((at for at in range(start, len(lines)) if lines[at].strip() == "]"), None)
    if end is None:
        return None
    number = 1
    for at in range(start + 1, end):
        moves = _moves_in(lines[at], last=at + 1 == end)
        if moves is None:
            return at, end, BrokenLine(number, lines[at].strip())
        number += moves
    return None


def _moves_in(line: str, *, last: bool) -> int | None:
    """How many values the line of a list holds; None where it is broken, as without the comma before the next."""
    try:
        values = tomllib.loads(f"values = [\n{line}\n{'' if last else '0'}\n]")["values"]
    except tomllib.TOMLDecodeError:
        return None
    return len(values) - (not last)
