"""Rule sets for tests: presets with some settings changed, and as hypothesis strategies."""

from __future__ import annotations

from hypothesis import strategies as st

from referee.engine.rummy.ruledoc import load_rules
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
