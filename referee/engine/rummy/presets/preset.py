"""What a preset is, and the pieces that many of them share."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rummy.ruledoc import Json


@dataclass(frozen=True)
class Preset:
    """A named rule set: its settings as a document and where its rules come from.

    ``open``: what the source does not tell and we have settled. ``differs``: where this rule set departs from it.
    """

    key: str
    name: str
    source: str
    settings: dict[str, Json]
    open: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()


SEVEN: list[Json] = ["2S3", "S3+R4", "2R4", "3S3", "2S3+R4", "S3+2R4", "3R4"]
"""The seven contracts that most of the family plays."""
TEN: list[Json] = ["2S3", "S3+R4", "2R4", "3S3", "S3+R7", "2S3+R5", "3R4", "S3+R10", "3S3+R5", "3R5"]


def pips(*, ace: int, court: int = 10, low: int = 2) -> dict[str, Json]:
    """Points by the pips from ``low`` to 9; tens and courts alike."""
    return {**{str(rank): rank for rank in range(low, 10)}, "10-K": court, "A": ace}
