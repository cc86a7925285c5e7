"""Chance that anybody may have again: for games of bots and imagined worlds, never for what is secret."""

from __future__ import annotations

from random import Random


def chance_of(text: str) -> Random:
    """A source of chance, the same one for the same text."""
    return Random(text)  # noqa: S311  # nothing that it decides is hidden from anybody
