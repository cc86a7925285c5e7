"""Rule sets for tests: presets with some settings changed, and as hypothesis strategies."""

from __future__ import annotations

from hypothesis import strategies as st

from referee.engine.rummy.ruledoc import RulesError, load_rules
from referee.engine.rummy.rules import RuleSet

SEVEN = load_rules("shanghai-7")
TEN = load_rules("shanghai-10")
SEVEN_TEN = load_rules("shanghai-7-ten")
ROOK = load_rules("rook-10")
PRESETS = {"shanghai-7": SEVEN, "shanghai-10": TEN, "shanghai-7-ten": SEVEN_TEN, "rook-10": ROOK}


def variant(base: str = "shanghai-7", **changes: object) -> RuleSet:
    """The preset with the settings changed."""
    return load_rules({"base": base, "set": changes})


meld_rules = st.builds(
    variant,
    st.sampled_from(["shanghai-7", "shanghai-10"]),
    aces=st.sampled_from(["high", "low", "either", "round"]),
    max_run=st.integers(7, 14),
    contracts=st.just(["2S3", "S3+R4", "2R4"]),
    buys=st.just(2),
    contract_jokers=st.sampled_from([0, 1, 2, None, {"S3": 1, "S4": 2, "R4": 1, "R5": 2}]),
    table_jokers=st.sampled_from([1, 2, None]),
    wild_ranks=st.sampled_from([[], [], ["2"]]),
    wilds_at_most_naturals=st.booleans(),
    adjacent_wilds=st.booleans(),
)
"""Everything on which the reading of a meld depends."""


BOOLEANS = (
    "wilds_at_most_naturals", "adjacent_wilds", "same_rank_sets", "same_suit_runs",
    "layoff_same_turn", "down_may_buy", "down_may_take", "down_blocks", "own_discard_buyable", "upcard_buyable",
    "shanghai_call", "last_hand_all_cards", "binding_calls", "discard_wild", "discard_taken", "set_swap",
    "swap_all_wilds",
)  # fmt: skip
FRENCH_POINTS = ({"2-10": 5, "J-K": 10, "A": 20}, {"2-10": 0, "J-K": -5, "A": 1}, {"A-K": 1})
ROOK_POINTS = ({"1": 20, "2-10": 5, "11-14": 10}, {"1-14": 1})
OTHERS = {
    "deck": ("french", "french", "rook"),
    "players": ([3, 4], [2, 3], [2, 6]),
    "decks": (2, 3, {"3": 2, "6": 3}),
    "jokers": (0, 4, {"per_deck": 1}, {"per_deck": 2}, {"3": 2, "6": 5}),
    "aces": ("high", "low", "either", "round"),
    "max_run": (6, 13, 14, 15),
    "contract_size": ("exact", "at-least", "runs-at-least"),
    "contract_jokers": (0, 1, 2, None, {"S3": 1, "R4": 2}),
    "table_jokers": (0, 1, 2, None),
    "consecutive_runs": (True, False, 2),
    "joker_swap": ("none", "runs", "runs-to-hand", "runs-to-play"),
    "swap_when": ("down", "before", "always", "at-once"),
    "discard_to_go_out": ("optional", "never", "required"),
    "blind": ("none", "joker-value", "25-or-50", "10"),
    "tie": ("share", "extra-hand"),
    "call_order": ("turn", "first"),
    "claims_until": ("draw", "discard"),
    "wild_upcard": ("stays", "buried"),
    "wild_ranks": ([], ["2"], ["3", "2"]),
    "first_rank": (1, 3),
    "jokerless_hands": ([], [2]),
    "buys": (0, 2, 3, None, [1, 2]),
    "price": (0, 1, 2),
    "dealt": (10, 11, [10, 11]),
    "out_bonus": (0, 5, [5, 10]),
    "contracts": (["2S3", "S3+R4"], ["2R4", "S3+2R3"], ["R5", "S4+R4"], ["S2+R4", "S3+S4"]),
    "set_min": (2, 3),
    "run_min": (3, 4),
    "points": (*FRENCH_POINTS, *ROOK_POINTS),
    "joker_points": (0, 25, -10),
    "card_points": ({}, {}, {"AH": 1, "AD": 1}, {"5S": 40, "AC": -5, "KD": 0}),
    "direction": ("left", "right"),
    "progress": ("together", "together", "together", "personal"),
    "most_hands": (6, 60),
    "shanghai_effect": ("card", "penalty"),
    "first_down_bonus": (0, 10),
    "cut_bonus": (0, 50),
    "max_reshuffles": (0, 1, 3),
}
PERSONAL = {"last_hand_all_cards": False, "tie": "share", "dealt": 11, "out_bonus": 5, "buys": 3, "most_hands": 6}
"""What goes with everybody at a contract of their own."""
DRAWN = frozenset((*BOOLEANS, *OTHERS))
"""The settings that are drawn: a test holds that these are all there are."""


@st.composite
def rule_sets(draw):
    """Rule sets of two hands; a setting that does not go with another one gives way."""
    drawn = {name: draw(st.booleans()) for name in BOOLEANS}
    drawn |= {name: draw(st.sampled_from(values)) for name, values in OTHERS.items()}
    base = "rook-10" if drawn["deck"] == "rook" else "shanghai-10"
    if (drawn["points"] in ROOK_POINTS) != (base == "rook-10"):
        drawn["points"] = (ROOK_POINTS if base == "rook-10" else FRENCH_POINTS)[0]
    if base == "rook-10" and drawn["card_points"]:
        drawn["card_points"] = {"1R": 1, "14B": 40}
    if drawn["progress"] == "personal":
        drawn |= PERSONAL
    for _ in GIVES_WAY:
        try:
            return load_rules({"base": base, "name": "Drawn", "set": drawn})
        except RulesError as error:
            drawn |= {name: GIVES_WAY[name] for name in (error.setting, error.other) if name in GIVES_WAY}
    return load_rules({"base": base, "name": "Drawn", "set": drawn})


GIVES_WAY = {"set_min": 2, "run_min": 3, "first_rank": 1, "swap_when": "down", "set_swap": False}
"""Settings that take this value where they do not go with another one."""
