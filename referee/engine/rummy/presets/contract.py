"""Contract Rummy and what goes by near names."""

from __future__ import annotations

from referee.engine.rummy.presets.preset import SEVEN, Preset, pips
from referee.engine.rummy.presets.shanghai import SHANGHAI_7
from referee.engine.rummy.ruledoc import Json
from referee.engine.verdicts import gettext_noop as _

_CONTRACT: dict[str, Json] = SHANGHAI_7 | {
    "aces": "either",
    "max_run": 14,
    "contract_jokers": None,
    "table_jokers": None,
    "layoff_same_turn": False,
    "joker_swap": "runs",
    "buys": None,
    "price": 1,
    "down_may_buy": False,
    "down_blocks": True,
    "shanghai_call": False,
    "points": pips(ace=15),
    "joker_points": 15,
}

_PAGAT: dict[str, Json] = _CONTRACT | {
    "players": [3, 5],
    "decks": 2,
    "jokers": {"3": 2, "4": 3, "5": 4},
    "dealt": [10, 10, 10, 12, 12, 12, 12],
    "contract_size": "runs-at-least",
    "same_rank_sets": True,
    "call_order": "first",
}

_BICYCLE: dict[str, Json] = _CONTRACT | {
    "players": [3, 8],
    "decks": {"4": 2, "8": 3},
    "jokers": {"4": 1, "8": 2},
    "dealt": [10, 10, 10, 10, 12, 12, 12],
    "same_rank_sets": True,
    "call_order": "first",
}

_PROGRESSIVE: dict[str, Json] = _CONTRACT | {
    "players": [3, 8],
    "decks": {"4": 2, "8": 3},
    "jokers": {"per_deck": 2},
    "dealt": [6, 7, 8, 9, 10, 11, 12],
    "joker_swap": "none",
    "last_hand_all_cards": False,
}

_KING: dict[str, Json] = _CONTRACT | {
    "players": [3, 6],
    "dealt": 10,
    "contracts": ["S3+R4", "3S3", "2R4", "2S3+R4"],
    "contract_size": "at-least",
    "layoff_same_turn": True,
    "joker_swap": "runs-to-hand",
    "swap_when": "at-once",
}

_ZIONCHECK: dict[str, Json] = _CONTRACT | {
    "players": [3, 8],
    "decks": {"4": 2, "6": 3, "8": 4},
    "jokers": {"per_deck": 2},
    "dealt": [10, 10, 10, 10, 11, 14],
    "contracts": SEVEN[:6],
    "same_rank_sets": True,
    "last_hand_all_cards": False,
}

_OPEN = (
    _("How many jokers a meld may hold: here any number, as long as one card is natural."),
    _("Where a swapped joker goes: here to an end of its run."),
    _("Whether a player who is down may buy: here not."),
)

PRESETS = (
    Preset(
        "contract-rummy",
        _("Contract Rummy"),
        _("Contract Rummy after Pagat, as Japanese and American collections tell it"),
        _PAGAT,
        open=_OPEN,
    ),
    Preset(
        "contract-rummy-bicycle",
        _("Contract Rummy, after Bicycle"),
        _("The rules of Contract Rummy by Bicycle Cards, and The Penguin Book of Card Games"),
        _BICYCLE,
        open=(*_OPEN, _("Whether longer melds may be laid: here each has exactly the size asked for.")),
    ),
    Preset(
        "zioncheck",
        _("Zioncheck"),
        _("Zioncheck as collected by Gambiter and Junglee Rummy"),
        _ZIONCHECK,
        open=(
            _("The contracts of its six hands: here the first six of Contract Rummy."),
            _("How many decks for how many players, and how often one may buy: here two to four decks, any number."),
            *_OPEN,
        ),
        differs=(_("In the source the first player has two turns, since there is no discard yet; here one."),),
    ),
    Preset(
        "progressive",
        _("Progressive Rummy"),
        _("Progressive Rummy on the sites Our Pastimes and Reference"),
        _PROGRESSIVE,
        open=(
            _("Cards for more than four players: here a third deck, as one of the two texts has it."),
            _("The values of the cards, jokers in melds and the last hand: here as in Contract Rummy, with a discard."),
        ),
    ),
    Preset(
        "king",
        _("King Rummy"),
        _("King Rummy in The Rummy Rulebook"),
        _KING,
        open=(
            _("The number of players, buying and the values of the cards: here as in Contract Rummy."),
            _("Whether a joker may be taken later, in a turn of one's own: here only at the moment when it is laid."),
        ),
    ),
)
