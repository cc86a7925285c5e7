"""Rule sets drawn at random: their documents round trip, their pages render, and their games come to an end."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.desk.book import chapters, hand_rows, sheet
from referee.desk.words import SENTENCES, say
from referee.engine.bots.arena import play_game
from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.problems import problems
from referee.engine.rummy.ruledoc import SETTINGS, dump_rules, load_rules
from tests.engine.play.test_invariants import check_step, walk
from tests.engine.rulesets import DRAWN, rule_sets


def test_every_setting_is_drawn():
    assert frozenset(SETTINGS) == DRAWN


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
    least, most = rules.players
    players = least + seed % (most - least + 1)
    state, _record = play_game(rules, [BOTS["plain"]] * players, game=f"drawn {seed}", seed=Random)
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


@given(rules=rule_sets(), seed=st.integers(0, 99))
@settings(max_examples=6, deadline=None)
def test_every_step_of_random_games_of_drawn_rules_is_sound(rules, seed):
    walk(rules, rules.players[0], f"drawn {seed}", check_one_in=6, check=check_step)


@pytest.mark.long
@given(rules=rule_sets(), seed=st.integers(0, 999))
@settings(max_examples=300, deadline=None)
def test_every_step_of_many_random_games_of_drawn_rules_is_sound(rules, seed):
    walk(rules, rules.players[0], f"drawn {seed}", check_one_in=2, check=check_step)


@pytest.mark.long
@given(rules=rule_sets(), seed=st.integers(0, 999))
@settings(max_examples=500, deadline=None)
def test_many_games_of_drawn_rules_come_to_an_end(rules, seed):
    play_out(rules, seed)
