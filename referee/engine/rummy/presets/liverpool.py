"""Liverpool Rummy and Jamaican Kalooki."""

from __future__ import annotations

from referee.engine.rummy.presets.preset import Preset, pips
from referee.engine.rummy.presets.shanghai import SHANGHAI_7
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import gettext_noop as _

_LIVERPOOL: dict[str, Json] = SHANGHAI_7 | {
    "players": [3, 5],
    "decks": {"4": 2, "5": 3},
    "jokers": {"per_deck": 2},
    "aces": "either",
    "max_run": 14,
    "contract_size": "at-least",
    "contract_jokers": None,
    "table_jokers": None,
    "same_rank_sets": True,
    "consecutive_runs": True,
    "layoff_same_turn": False,
    "buys": None,
    "price": 1,
    "down_may_buy": False,
    "down_may_take": False,
    "down_blocks": False,
    "shanghai_call": False,
    "points": pips(ace=15),
    "joker_points": 15,
    "cut_bonus": 50,
}

# Two natural cards in a set, every second card of a run, and four jokers in the pack: for every size that can be.
_KALOOKI_SETS: dict[str, Json] = {f"S{size}": min(size - 2, 4) for size in range(3, 13)}
_KALOOKI_RUNS: dict[str, Json] = {f"R{size}": min((size + 1) // 2, 4) for size in range(4, 15)}

_KALOOKI: dict[str, Json] = _LIVERPOOL | {
    "players": [3, 6],
    "decks": 2,
    "jokers": 4,
    "dealt": [9, 10, 11, 12, 12, 13, 14, 15, 16],
    "contracts": ["3S3", "2S3+R4", "S3+2R4", "3R4", "4S3", "3S3+R4", "2S3+2R4", "S3+3R4", "4R4"],
    "contract_jokers": {**_KALOOKI_SETS, **_KALOOKI_RUNS},
    "adjacent_wilds": False,
    "same_rank_sets": False,
    "same_suit_runs": False,
    "joker_swap": "runs",
    "down_may_take": True,
    "down_blocks": True,
    "last_hand_all_cards": False,
    "joker_points": 50,
    "buys": 3,
    "max_reshuffles": 6,
    "cut_bonus": 0,
    "card_points": {"AH": 1, "AD": 1},
}

PRESETS = (
    Preset(
        "liverpool",
        _("Liverpool Rummy"),
        _("Liverpool Rummy as told by the radio programme Weekend America"),
        _LIVERPOOL,
        open=(
            _("How often one may buy, and at what price: here any number of times, for one card of the stock."),
            _("Jokers in melds, and the turn in which one may first lay off: here no limit, and the next turn."),
        ),
        differs=(
            _("The exact cut, 50 points off, is Wikipedia's; it goes on a sheet, for a computer shuffles unseen."),
        ),
    ),
    Preset(
        "kalooki",
        _("Jamaican Kalooki"),
        _("Jamaican Kalooki as collected by Gambiter, Denexa and kalooki.net"),
        _KALOOKI,
        open=(
            _("The price of a call and how often one may call: here one card of the stock, three times."),
            _("How many jokers a longer run may hold: here every second card, since they never lie side by side."),
        ),
    ),
)
