"""Games in which the twos are wild too."""

from __future__ import annotations

from referee.engine.rummy.presets.preset import Preset, pips
from referee.engine.rummy.presets.shanghai import SHANGHAI_7
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import gettext_noop as _

_WILD: dict[str, Json] = SHANGHAI_7 | {
    "wild_ranks": ["2"],
    "first_rank": 3,
    "wilds_at_most_naturals": True,
    "contract_jokers": None,
    "table_jokers": None,
    "same_rank_sets": True,
    "layoff_same_turn": False,
    "price": 1,
    "down_may_buy": False,
    "down_blocks": False,
    "shanghai_call": False,
}

_MAY_I: dict[str, Json] = _WILD | {
    "players": [3, 8],
    "decks": {"5": 2, "8": 3},
    "jokers": {"per_deck": 2},
    "contracts": ["2S3", "S3+R4", "2R4", "3S3", "2S3+R4", "S3+2R4"],
    "contract_size": "at-least",
    "consecutive_runs": 2,
    "joker_swap": "runs-to-hand",
    "swap_when": "before",
    "swap_all_wilds": False,
    "buys": None,
    "down_may_take": False,
    "claims_until": "discard",
    "points": {"2": 20} | pips(ace=15, low=3),
    "joker_points": 50,
    "max_reshuffles": 20,
}

_ONZE: dict[str, Json] = _WILD | {
    "players": [3, 6],
    "decks": {"4": 2, "6": 3},
    "jokers": {"per_deck": 2},
    "dealt": [11, 11, 11, 11, 11, 11, 13],
    "joker_swap": "runs-to-hand",
    "swap_when": "always",
    "set_swap": True,
    "buys": 3,
    "out_bonus": [5, 10, 15, 20, 25, 30, 35],
    "last_hand_all_cards": False,
    "points": {"2": 20} | pips(ace=15, low=3),
    "joker_points": 50,
}

PRESETS = (
    Preset(
        "may-i",
        _("May I?"),
        _("The family rules of May I? published with an open-source program for it"),
        _MAY_I,
        open=(
            _("Whether contract melds may be longer: the two texts of the source disagree; here they may."),
            _("Whether two sets of one rank count: here they do."),
        ),
    ),
    Preset(
        "onze",
        _("Onze"),
        _("The rules of Onze on the site The Bear Knows Best"),
        _ONZE,
        open=(
            _("The contracts of the seven rounds, the values and the ace: here the seven of Shanghai Rummy."),
            _("How the winner's 5 to 35 points count: here they are taken off the total."),
        ),
    ),
)
