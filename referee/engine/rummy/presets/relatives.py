"""Shanghai as its near relatives play it."""

from __future__ import annotations

from referee.engine.rummy.presets.preset import Preset, pips
from referee.engine.rummy.presets.shanghai import SHANGHAI_7, SHANGHAI_10
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import gettext_noop as _

_AHMED: dict[str, Json] = SHANGHAI_7 | {
    "players": [3, 8],
    "decks": {"4": 2, "6": 3, "8": 4},
    "jokers": {"per_deck": 2},
    "aces": "either",
    "max_run": 14,
    "contract_size": "at-least",
    "layoff_same_turn": False,
    "down_may_buy": False,
    "own_discard_buyable": True,
    "shanghai_call": False,
    "discard_to_go_out": "never",
}

_MKD: dict[str, Json] = SHANGHAI_7 | {
    "aces": "either",
    "max_run": 14,
    "table_jokers": None,
    "layoff_same_turn": False,
    "joker_swap": "runs-to-hand",
    "buys": 3,
    "price": 1,
    "down_may_buy": False,
    "binding_calls": True,
    "shanghai_call": False,
    "last_hand_all_cards": False,
    "discard_to_go_out": "required",
}

_MICHIGAN: dict[str, Json] = SHANGHAI_7 | {
    "players": [3, 8],
    "decks": 3,
    "jokers": {"per_deck": 2},
    "aces": "low",
    "contract_jokers": None,
    "table_jokers": None,
    "adjacent_wilds": False,
    "shanghai_call": False,
}

_CALIFORNIA: dict[str, Json] = SHANGHAI_10 | {
    "players": [3, 8],
    "decks": 2,
    "jokers": 4,
    "dealt": 13,
    "contracts": ["2S3", "S3+R4", "2R4", "3S3", "R7", "S4+R5", "2S4"],
    "contract_jokers": 1,
    "buys": 3,
    "blind": "none",
    "points": pips(ace=15),
    "max_reshuffles": 20,
}

PRESETS = (
    Preset(
        "shanghai-ahmed",
        _("Shanghai, longer melds allowed"),
        _("The rules file of the shanghai-rummy project by Ahmed Musallam"),
        _AHMED,
        open=(
            _("The limit of one joker a meld is taken to last when cards are laid off."),
            _("Two further contracts, 2S3+2R4 and 4S3, may be added as hands 8 and 9; here they are left out."),
        ),
    ),
    Preset(
        "shanghai-mkd",
        _("Shanghai, jokers to be won back"),
        _("A public rule sheet named Shanghai, for 108 cards and seven contracts"),
        _MKD,
        open=(
            _("The number of players, the values of the cards and the turn in which one may first lay off."),
            _("Whether two sets of one rank or two runs that follow each other count."),
        ),
        differs=(_("The source also asks for a coin for each buy; a sheet cannot collect it."),),
    ),
    Preset(
        "shanghai-michigan",
        _("Shanghai, as in Michigan"),
        _("A family's rules from Michigan, told on the weblog goitaly"),
        _MICHIGAN,
        open=(
            _("The number of jokers and of players: here two jokers a deck, and three to eight people."),
            _("Buying, laying off, the contracts and the values are those of Shanghai Rummy in seven hands."),
        ),
    ),
    Preset(
        "california",
        _("California Rummy"),
        _("The rules of California Rummy on the site Adda52"),
        _CALIFORNIA,
        open=(
            _("Buying, jokers in melds, the ace and laying off are those of Shanghai Rum in ten hands."),
            _("With eight players only three cards are left for the stock, and the discards are soon shuffled."),
        ),
    ),
)
