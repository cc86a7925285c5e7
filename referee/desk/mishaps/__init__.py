"""What goes wrong at a real table, and how it is put right.

The published rules say next to nothing about this. Where a remedy follows from a rule, the rule is named; the others
are what most tables do, and are marked as custom.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.desk.mishaps import claims, dealing, melds, scores, turns
from referee.desk.mishaps.entries import Mishap, Remedy, Text

__all__ = ["MISHAPS", "Mishap", "Remedy", "grouped"]

_PARTS = (dealing, turns, melds, claims, scores)

MISHAPS: Mapping[str, Mishap] = MappingProxyType({mishap.key: mishap for part in _PARTS for mishap in part.MISHAPS})
"""The mishaps by key, in the order in which the page lists them."""


def grouped() -> list[tuple[Text, tuple[Mishap, ...]]]:
    """The mishaps by heading."""
    return [(part.TITLE, part.MISHAPS) for part in _PARTS]
