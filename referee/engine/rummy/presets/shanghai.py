"""Shanghai itself: seven hands, ten hands, Rook cards."""

from __future__ import annotations

from referee.engine.rummy.presets.preset import SEVEN, TEN, Preset
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import gettext_noop

SHANGHAI_7: dict[str, Json] = {
    "players": [3, 5],
    "deck": "french",
    "decks": 2,
    "jokers": 4,
    "dealt": 11,
    "contracts": SEVEN,
    "aces": "high",
    "max_run": 13,
    "contract_size": "exact",
    "contract_jokers": 1,
    "table_jokers": 1,
    "same_rank_sets": False,
    "consecutive_runs": False,
    "layoff_same_turn": True,
    "joker_swap": "none",
    "buys": 2,
    "price": 2,
    "down_may_buy": True,
    "down_blocks": True,
    "own_discard_buyable": False,
    "upcard_buyable": True,
    "shanghai_call": True,
    "last_hand_all_cards": True,
    "discard_to_go_out": "optional",
    "blind": "none",
    "points": {"2-7": 5, "8-K": 10, "A": 20},
    "joker_points": 50,
    "max_reshuffles": 3,
    "tie": "share",
}

SHANGHAI_10: dict[str, Json] = SHANGHAI_7 | {
    "players": [3, 8],
    "decks": {"4": 2, "6": 3, "8": 4},
    "jokers": {"per_deck": 2},
    "contracts": TEN,
    "aces": "either",
    "max_run": 14,
    "contract_jokers": {"S3": 1, "R4": 1, "R5": 2, "R7": 3, "R10": 4},
    "table_jokers": None,
    "same_rank_sets": True,
    "consecutive_runs": True,
    "layoff_same_turn": False,
    "joker_swap": "runs",
    "buys": [3, 3, 3, 3, 3, 3, 3, 3, 4, 4],
    "price": 1,
    "down_may_buy": False,
    "down_blocks": False,
    "shanghai_call": False,
    "last_hand_all_cards": False,
    "blind": "joker-value",
    "points": {"2-10": 5, "J-K": 10, "A": 20},
    "joker_points": 25,
}

_SHANGHAI_7_TEN: dict[str, Json] = SHANGHAI_7 | {"contracts": TEN, "last_hand_all_cards": False}

ROOK_10: dict[str, Json] = SHANGHAI_10 | {
    "deck": "rook",
    "jokers": {"per_deck": 1},
    "max_run": 15,
    "points": {"2-10": 5, "11-14": 10, "1": 20},
}

SEVEN_SOURCE = gettext_noop("Shanghai Rummy in seven hands, after Pagat and The Rummy Rulebook")
TEN_SOURCE = gettext_noop("Shanghai Rum in ten hands, after the rules of the World Poker Showdown site")

PRESETS = (
    Preset("shanghai-7", gettext_noop("Shanghai Rummy, seven hands"), SEVEN_SOURCE, SHANGHAI_7),
    Preset("shanghai-7-ten", gettext_noop("Shanghai Rummy, ten hands"), SEVEN_SOURCE, _SHANGHAI_7_TEN),
    Preset("shanghai-10", gettext_noop("Shanghai Rum, ten hands"), TEN_SOURCE, SHANGHAI_10),
    Preset("rook-10", gettext_noop("Shanghai Rum with Rook cards"), TEN_SOURCE, ROOK_10),
)
