"""The rule sets that come with the game: data, each naming its source, one module for each branch of the family.

Whatever a preset needs is a setting of a rule set; nothing in the engine asks for a preset's name.
"""

from __future__ import annotations

from referee.engine.rummy.presets import carioca, contract, liverpool, personal, relatives, rook, shanghai, wild
from referee.engine.rummy.presets.preset import Preset

__all__ = ["PRESETS", "Preset"]

PRESETS: dict[str, Preset] = {
    preset.key: preset
    for branch in (shanghai, relatives, contract, liverpool, wild, personal, carioca, rook)
    for preset in branch.PRESETS
}
"""The presets by key, in the order in which pages list them."""
