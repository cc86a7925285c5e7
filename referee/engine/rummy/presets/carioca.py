"""Carioca and its kin of Latin America and Spain: runs go round the corner, and play goes to the right."""

from __future__ import annotations

from referee.engine.rummy.presets.preset import SEVEN, Preset, pips
from referee.engine.rummy.presets.shanghai import SHANGHAI_7
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import gettext_noop as _

_CARIOCA: dict[str, Json] = SHANGHAI_7 | {
    "players": [2, 4],
    "jokers": {"per_deck": 2},
    "dealt": 12,
    "direction": "right",
    "aces": "round",
    "adjacent_wilds": False,
    "table_jokers": None,
    "layoff_same_turn": False,
    "consecutive_runs": True,
    "same_rank_sets": True,
    "buys": 0,
    "shanghai_call": False,
    "last_hand_all_cards": False,
    "points": pips(ace=20),
    "joker_points": 30,
}

_EIGHT: dict[str, Json] = _CARIOCA | {"contracts": [*SEVEN, "4S3"]}

_NINE: dict[str, Json] = _CARIOCA | {
    "players": [2, 7],
    "contracts": [*SEVEN, "R13", "R13"],
    "jokerless_hands": [9],
    "discard_wild": False,
}

_CONTINENTAL: dict[str, Json] = _CARIOCA | {
    "dealt": [7, 8, 9, 10, 11, 12, 13],
    "contracts": SEVEN,
    "layoff_same_turn": True,
    "contract_jokers": None,
    "joker_swap": "runs",
    "buys": None,
    "price": 1,
    "down_may_buy": True,
    "own_discard_buyable": True,
    "discard_to_go_out": "required",
    "blind": "10",
    "joker_points": 50,
}

PRESETS = (
    Preset(
        "carioca-8",
        _("Carioca, eight rounds"),
        _("Carioca as played in Chile: the eight rounds with which every list begins"),
        _EIGHT,
        open=(
            _("Buying: the texts do not speak of it, and here nobody buys."),
            _("How many jokers a meld may hold: here one when it is laid for the contract."),
        ),
    ),
    Preset(
        "carioca-9",
        _("Carioca, nine rounds"),
        _("Carioca with the dirty and the royal run of thirteen, after an open-source specification"),
        _NINE,
        open=(
            _("Buying: the text does not speak of it, and here nobody buys."),
            _("The run of thirteen in hands 8 and 9 takes the whole hand with the card drawn; one joker in hand 8."),
            _("Jokers in the royal run of hand 9: none, as the text has it; there they may be discarded as well."),
        ),
    ),
    Preset(
        "continental",
        _("Continental, as in Spain"),
        _("Continental after continental.org.es, Fournier and the Spanish Wikipedia"),
        _CONTINENTAL,
        open=(
            _("Jokers: two a deck, the texts say two or three; in a meld any number, never side by side in a run."),
            _("The cards dealt grow from 7 to 13, one more than the contract needs."),
            _("More than four players: one text names up to eight, but no further decks; here two to four play."),
            _("When one may first lay off: here in the turn of going down, or nobody could go out in it for −10."),
        ),
        differs=(
            _("The source lets a swapped joker go to another run of the same player; here it moves within its run."),
        ),
    ),
)
