"""Contract games with Rook cards."""

from __future__ import annotations

from referee.engine.rummy.presets.preset import SEVEN, Preset
from referee.engine.rummy.presets.shanghai import ROOK_10
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import gettext_noop as _

_TOONERVILLE: dict[str, Json] = ROOK_10 | {
    "players": [3, 5],
    "decks": {"3": 3, "4": 4, "5": 5},
    "dealt": [12, 12, 12, 12, 12, 12, 12, 12, 15, 16, 14],
    "contracts": ["2S3", "S3+R4", "2R4", "3S3", "2S3+R4", "S3+2R4", "4S3", "3R4", "5S3", "4R4", "2S3+2R4"],
    "aces": "low",
    "max_run": 14,
    "contract_jokers": None,
    "joker_swap": "runs-to-play",
    "buys": None,
    "discard_taken": False,
    "last_hand_all_cards": True,
    "blind": "none",
}

_ROOK_SHANGHAI: dict[str, Json] = ROOK_10 | {
    "players": [4, 6],
    "decks": {"5": 2, "6": 3},
    "jokers": 4,
    "contracts": SEVEN,
    "contract_size": "at-least",
    "contract_jokers": None,
    "layoff_same_turn": True,
    "joker_swap": "none",
    "buys": 3,
    "wild_upcard": "buried",
    "blind": "none",
}

PRESETS = (
    Preset(
        "toonerville-rook",
        _("Toonerville Rook"),
        _("Toonerville Rook as collected by Gamerules, Gambiter and Rummyo"),
        _TOONERVILLE,
        open=(
            _("Whether the 1 stands below the 2 or above the 14: here below, and never in the middle."),
            _("The values of the cards and the price of a buy: here as in Shanghai Rum with Rook cards."),
        ),
    ),
    Preset(
        "rook-shanghai",
        _("Rook Shanghai"),
        _("Rook Shanghai among the invented games on Pagat"),
        _ROOK_SHANGHAI,
        open=(_("Buying, the values and the 1 in a run: here as in Shanghai Rum with Rook cards."),),
        differs=(
            _("The two further wild cards of the source count as birds here: four birds go in."),
            _("The source's other way, two black 14s wild and the other 14s taken out, is left out."),
        ),
    ),
)
