"""Text as records write it."""

from __future__ import annotations

import json


def quoted(text: str) -> str:
    """A TOML basic string; JSON writes every string so that TOML reads the same, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
