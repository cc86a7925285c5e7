"""Rule sets drawn at random: their documents round trip, their pages render, and their games come to an end."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.desk.book import chapters, hand_rows, sheet
from referee.desk.words import SENTENCES, say
from referee.engine.bots.arena import BOTS, play_game
from referee.engine.rummy.problems import problems
from referee.engine.rummy.ruledoc import RulesError, dump_rules, load_rules

BOOLEANS = (
    "wilds_at_most_naturals", "adjacent_wilds", "same_rank_sets", "consecutive_runs", "same_suit_runs",
    "layoff_same_turn", "down_may_buy", "down_may_take", "down_blocks", "own_discard_buyable", "upcard_buyable",
    "shanghai_call", "last_hand_all_cards", "binding_calls", "discard_wild", "discard_taken",
)  # fmt: skip
OTHERS = {
    "aces": ("high", "low", "either", "round"),
    "contract_size": ("exact", "at-least", "runs-at-least"),
    "contract_jokers": (0, 1, 2, None, {"S3": 1, "R4": 2}),
    "table_jokers": (1, 2, None),
    "joker_swap": ("none", "runs", "runs-to-hand", "runs-to-play"),
    "swap_when": ("down", "before", "always"),
    "discard_to_go_out": ("optional", "never", "required"),
    "blind": ("none", "joker-value", "25-or-50", "10"),
    "tie": ("share", "extra-hand"),
    "call_order": ("turn", "first"),
    "claims_until": ("draw", "discard"),
    "wild_upcard": ("stays", "buried"),
    "wild_ranks": ([], ["2"]),
    "first_rank": (1, 3),
    "jokerless_hands": ([], [2]),
    "buys": (0, 2, 3),
    "price": (0, 1, 2),
    "dealt": (10, 11, [10, 11]),
    "out_bonus": (0, 5, [5, 10]),
    "contracts": (["2S3", "S3+R4"], ["2R4", "S3+2R3"], ["R5", "S4+R4"]),
    "run_min": (3, 4),
    "direction": ("left", "right"),
    "shanghai_effect": ("card", "penalty"),
    "first_down_bonus": (0, 10),
    "cut_bonus": (0, 50),
    "max_reshuffles": (0, 1, 3),
}


@st.composite
def rule_sets(draw):
    """Rule sets of two hands; settings that do not go together are drawn again."""
    changes = {name: draw(st.booleans()) for name in BOOLEANS}
    changes |= {name: draw(st.sampled_from(values)) for name, values in OTHERS.items()}
    changes["players"] = [3, 4]
    if draw(st.integers(0, 3)) == 0:
        # Everybody at a contract of their own, and what goes with it.
        changes |= {"progress": "personal", "most_hands": 6, "last_hand_all_cards": False, "tie": "share"}
        changes |= {"dealt": 11, "out_bonus": 5}
    try:
        return load_rules({"base": "shanghai-10", "name": "Drawn", "set": changes})
    except RulesError:
        return load_rules(
            {"base": "shanghai-10", "set": changes | {"first_rank": 1, "run_min": 3, "swap_when": "down"}}
        )


@given(rules=rule_sets())
@settings(max_examples=40, deadline=None)
def test_drawn_rules_go_round_and_are_told(rules):
    assert load_rules(dump_rules(rules)) == rules
    told = [say(rules, name) for name in SENTENCES]
    assert all("%" not in sentence for sentence in told)
    assert len(hand_rows(rules)) == 2
    assert sheet(rules)


@given(rules=rule_sets())
@settings(max_examples=3, deadline=None)
def test_the_book_of_drawn_rules_has_every_chapter(rules):
    assert all(chapter.entries for chapter in chapters(rules))


def play_out(rules, seed):
    state, _record = play_game(rules, [BOTS["plain"]] * 3, game=f"drawn {seed}", seed=Random)
    assert state.is_over
    assert problems(state) == ()
    if rules.is_personal:
        assert max(state.met) == rules.hands or len(state.scores) == rules.most_hands
    else:
        assert len(state.scores) >= rules.hands


@given(rules=rule_sets(), seed=st.integers(0, 99))
@settings(max_examples=12, deadline=None)
def test_games_of_drawn_rules_come_to_an_end(rules, seed):
    play_out(rules, seed)


@pytest.mark.long
@given(rules=rule_sets(), seed=st.integers(0, 999))
@settings(max_examples=500, deadline=None)
def test_many_games_of_drawn_rules_come_to_an_end(rules, seed):
    play_out(rules, seed)
