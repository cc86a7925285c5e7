"""Games in which everybody is at a contract of their own."""

from __future__ import annotations

from referee.engine.rummy.presets.preset import Preset
from referee.engine.rummy.presets.shanghai import SHANGHAI_7
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import gettext_noop as _

_FRUSTRATION: dict[str, Json] = SHANGHAI_7 | {
    "players": [2, 5],
    "dealt": 13,
    "contracts": [
        "3S3", "S3+R4", "2S3+R4", "2S4", "2R4", "4S3", "S3+R7", "3S4", "3R4", "2S5", "2R5", "2S4+R4", "S4+2R4", "S3+R9"
    ],
    "progress": "personal",
    "most_hands": 60,
    "wild_ranks": ["2"],
    "first_rank": 3,
    "wilds_at_most_naturals": True,
    "contract_jokers": None,
    "table_jokers": None,
    "same_rank_sets": True,
    "consecutive_runs": True,
    "layoff_same_turn": False,
    "buys": 0,
    "shanghai_call": False,
    "last_hand_all_cards": False,
    "discard_to_go_out": "required",
    "points": {"2": 20, "3-9": 5, "10-K": 10, "A": 15},
    "joker_points": 20,
    "max_reshuffles": 20,
}  # fmt: skip

PRESETS = (
    Preset(
        "frustration",
        _("Frustration"),
        _("Frustration Rummy as sold with its board by makers in Canada, and on Cool Old Games"),
        _FRUSTRATION,
        open=(
            _("The values of the cards: here those of another table's Frustration, 20 for wild cards, 15 for aces."),
            _("The ace: here high, and runs begin with the three, since twos are wild."),
            _("Buying and the turn in which one may first lay off: here nobody buys, and from the next turn on."),
            _("How the game ends: here with the hand in which somebody meets the last contract; lowest total wins."),
        ),
        differs=(_("One maker also lets a player who is down lay new sets and runs; here only cards are laid off."),),
    ),
)
