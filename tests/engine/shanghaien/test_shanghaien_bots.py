"""The bots: the solved round against a second search, sound choices, honest strength, a hint in words."""

import itertools
import random
import re
from dataclasses import replace
from functools import cache

import pytest

from referee.engine.bots.shanghaien import BOSUN, BOTS, CAPTAIN, MATE, STOWAWAY
from referee.engine.bots.shanghaien_hint import REASONS, advise, format_worth
from referee.engine.bots.shanghaien_playout import playout
from referee.engine.bots.shanghaien_round import (
    OUTCOMES,
    VECTORS,
    expected_best,
    outcome_code,
    plus,
    solve_round,
)
from referee.engine.bots.shanghaien_worth import SHARE, prospect
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.shanghaien.actions import (
    CallShanghai,
    Change,
    Direction,
    Enlist,
    Place,
    PlaceBoth,
    Reroll,
    Roll,
    RollDice,
)
from referee.engine.shanghaien.cards import NATION_KEYS
from referee.engine.shanghaien.play import play
from referee.engine.shanghaien.preview import card_at, fates_after, score_after, with_dice
from referee.engine.shanghaien.seatview import view_for
from referee.engine.shanghaien.state import Crew, Phase
from referee.engine.shanghaien.tavern import NO_DICE, TieBreak, distribute, owners
from tests.engine.shanghaien.playouts import (
    BASIC,
    FULL,
    LEFT,
    RIGHT,
    cards,
    dealt,
    holding,
    position,
    random_game,
    random_rules,
)


def worths(seed):
    source = random.Random(seed)
    return tuple(source.uniform(-5, 5) for _ in range(OUTCOMES))


def test_vectors_are_all_ways_to_place():
    assert [len(vectors) for vectors in VECTORS] == [1, 6, 21, 56, 126, 252, 462]


@pytest.mark.parametrize("tie_break", TieBreak)
def test_outcome_code_is_the_distribution(tie_break):
    source = random.Random(4)
    every = [vector for vectors in VECTORS for vector in vectors]
    for _ in range(3000):
        mine, theirs = source.choice(every), source.choice(every)
        won = owners(distribute(6, mine, theirs, tie_break=tie_break))
        assert outcome_code(mine, theirs, tie_break) == sum((owner or 0) * 3**place for place, owner in enumerate(won))


def test_expected_best_is_the_mean_over_36_rolls():
    values = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0]
    rolls = itertools.product(values, values)
    assert expected_best(values) == pytest.approx(sum(max(roll) for roll in rolls) / 36)


@cache
def slow_value(table, mover, other, my_turn):
    """The worth to me by the rule itself: every roll of two dice, every choice, no table of layers."""
    mine, theirs = (mover, other) if my_turn else (other, mover)
    stop = table[outcome_code(mine, theirs)]
    if sum(mover) > 4:
        return stop
    pick = max if my_turn else min
    after = [slow_value(table, other, plus(mover, number), not my_turn) for number in range(1, 7)]
    rolled = sum(pick(after[first], after[second]) for first in range(6) for second in range(6)) / 36
    return pick(rolled, stop) if sum(mover) >= 2 else rolled


STARTS = [
    ((1, 1, 0, 0, 0, 1), (0, 1, 1, 0, 1, 0), True),
    ((1, 1, 0, 0, 0, 0), (0, 1, 1, 0, 1, 0), False),
    ((1, 1, 1, 1, 1, 1), (0, 1, 1, 0, 1, 0), False),
    ((1, 1, 1, 1, 1, 0), (0, 1, 1, 0, 1, 0), True),
    ((0, 0, 0, 0, 0, 0), (0, 2, 1, 0, 1, 0), True),
]


@pytest.mark.parametrize(("mine", "theirs", "my_turn"), STARTS)
def test_solve_round_equals_a_plain_search(mine, theirs, my_turn):
    table = worths(1)
    solved = solve_round(table, mine, theirs, my_turn)
    mover, other = (mine, theirs) if my_turn else (theirs, mine)
    assert solved.value(mine, theirs, my_turn=my_turn) == pytest.approx(slow_value(table, mover, other, my_turn))


def test_solve_round_has_all_positions_of_a_round():
    solved = solve_round(worths(2), NO_DICE, NO_DICE, True)
    assert sum(len(grid) * len(grid[0]) for grid in solved.grids.values()) == 123_110
    late = (1, 1, 0, 1, 0, 0), (0, 0, 1, 1, 1, 0)
    again = solve_round(worths(2), *late, True)
    assert again.value(*late, my_turn=True) == pytest.approx(solved.value(*late, my_turn=True))
    with pytest.raises(KeyError):
        solved.value((1, 0, 0, 0, 0, 0), NO_DICE, my_turn=True)


def test_worths_without_foresight_are_the_score_as_it_would_stand():
    source = random.Random(12)
    checked = 0
    for state, _, _, _ in random_game(BASIC, source):
        view = view_for(state, state.turn)
        if not view.legal or view.direction is None:
            continue
        mine, theirs = view.dice[view.turn], view.dice[1 - view.turn]
        table = prospect(view, foresee=False).worths(view.direction)
        points = score_after(view).points
        lead = points[view.turn] - points[1 - view.turn]
        assert table[outcome_code(mine, theirs)] == pytest.approx(lead)
        checked += 1
    assert checked > 10


def test_foresight_averages_over_who_gets_the_cards_to_come():
    state = dealt(FULL, "R1 R2 R3 R3 B1 B2")
    ahead = prospect(view_for(state, 0), foresee=True)
    assert ahead.unseen["red"] == (4,)
    assert ahead.chance == 1.0
    # I have 3, the other 2: with the 4 to me 7:2 is 2, to them 3:6 is −3, to nobody 3:2 is 2.
    assert ahead.nation("red", 3, 2) == pytest.approx(SHARE * 2 - SHARE * 3 + (1 - 2 * SHARE) * 2)


def test_foresight_in_the_last_round_is_the_score_itself():
    *_, (state, _, _, _) = random_game(FULL, random.Random(2))
    view = view_for(state, state.turn)
    assert view.round == 8
    near, far = prospect(view, foresee=False), prospect(view, foresee=True)
    assert all(near.worths(direction) == far.worths(direction) for direction in Direction)


def test_bots_stop_when_only_worse_can_follow():
    state = position((1, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 0), rules=BASIC)
    choice = CAPTAIN.act(view_for(state, 0), random.Random(0))
    options = {option.action: option.worth for option in CAPTAIN.options(view_for(state, 0))}
    assert options[choice] == max(options.values())
    assert CallShanghai() in options


@pytest.mark.parametrize("bot", [BOSUN, MATE, CAPTAIN])
def test_bots_know_what_each_trick_does(bot):
    state = holding(position((0, 1, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), rolled=(3, 5)), 0, "*rc", "*bj")
    options = {option.action: option.worth for option in bot.options(view_for(state, 0))}
    kinds = {type(action) for action in options}
    assert kinds == {Place, Reroll, Change, PlaceBoth, Enlist}
    assert len([action for action in options if isinstance(action, Enlist)]) == len(NATION_KEYS)


def test_change_is_worth_what_placing_the_turned_die_is_worth_less_the_card():
    state = holding(position((0, 1, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), rolled=(3, 3)), 0, "*rc")
    trick = state.crews[0].tricks[0].trick
    options = {option.action: option.worth for option in CAPTAIN.options(view_for(state, 0))}
    turned = play(state, 0, Change(trick, 3, 4))
    after = {option.action: option.worth for option in CAPTAIN.options(view_for(turned, 0))}
    assert options[Change(trick, 3, 4)] == pytest.approx(max(after.values()))


def share(rules, first, second, seeds):
    """The share of games that `first` wins, every seed from both sides, a shared game as half a win."""
    won = 0.0
    for seed in seeds:
        secret = HandSecret(seed.to_bytes(32))
        for mine, bots in ((0, (first, second)), (1, (second, first))):
            winners = playout(rules, bots, secret, random.Random(seed)).result.winners
            won += (mine in winners) / len(winners)
    return won / (2 * len(seeds))


@pytest.mark.parametrize(("rules", "seeds"), [(BASIC, 5), (FULL, 3)])
def test_captain_beats_the_stowaway_clearly(rules, seeds):
    assert share(rules, CAPTAIN, STOWAWAY, range(seeds)) >= 0.85


def test_bosun_beats_the_stowaway_clearly():
    assert share(FULL, BOSUN, STOWAWAY, range(15)) >= 0.8


@pytest.mark.long
@pytest.mark.parametrize("rules", [BASIC, FULL])
def test_captain_beats_the_bosun(rules):
    assert share(rules, CAPTAIN, BOSUN, range(100)) >= 0.62


@pytest.mark.long
@pytest.mark.parametrize("rules", [BASIC, FULL])
def test_captain_beats_the_stowaway_in_two_hundred_games(rules):
    assert share(rules, CAPTAIN, STOWAWAY, range(100)) >= 0.9


def test_bots_offer_nothing_illegal():
    source = random.Random(21)
    for _ in range(20):
        for state, seat, _, _ in random_game(random_rules(source), source):
            if seat is not None:
                view = view_for(state, seat)
                assert all(bot.act(view, source) in view.legal for bot in (STOWAWAY, BOSUN))


def test_bots_are_a_ladder_with_names():
    assert list(BOTS) == ["random", "plain", "exact", "top"]
    assert len({bot.name for bot in BOTS.values()}) == 4
    assert all(bot.about.endswith(".") for bot in BOTS.values())


def test_advise_ranks_every_option_and_says_why():
    state = position((0, 1, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0), rolled=(2, 6))
    hint = advise(view_for(state, 0))
    assert hint is not None
    assert {option.action for option in hint.options} == {Place(2), Place(6)}
    assert hint.options[0].worth >= hint.options[1].worth
    assert hint.best == CAPTAIN.act(view_for(state, 0), random.Random(0))
    assert re.search(r"[+−]\d+\.\d|0\.0", hint.sentence)


def test_advise_gives_its_reasons_in_random_games():
    source = random.Random(31)
    reasons = set()
    for _ in range(4):
        for state, seat, _, _ in random_game(FULL, source):
            # Late in a round the search is short.
            if seat is not None and sum(state.dice[0]) + sum(state.dice[1]) >= 4:
                hint = advise(view_for(state, seat))
                assert hint is not None
                assert "%" not in hint.sentence
                reasons.add(hint.reason)
    assert reasons >= set(REASONS) - {"trick"}


def test_advise_a_joker_that_turns_a_nationality():
    state = holding(position((0, 1, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), rolled=(5, 5)), 0, "*rj", won=7)
    mine = replace(state.crews[0], sailors=cards("B3"))
    hint = advise(view_for(replace(state, crews=(mine, Crew(sailors=cards("B4")))), 0))
    assert hint is not None
    assert hint.best == Enlist(mine.tricks[0].trick, "blue")
    assert hint.reason == "trick"


def test_advise_has_nothing_to_say_out_of_turn():
    assert advise(view_for(dealt(), 1)) is None
    assert advise(view_for(dealt(), None)) is None


@pytest.mark.parametrize(("worth", "text"), [(1.25, "+1.2"), (-0.61, "−0.6"), (0.04, "0.0"), (-0.04, "0.0")])
def test_format_worth(worth, text):
    assert format_worth(worth) == text


def test_preview_shows_what_a_die_would_win():
    state = position(NO_DICE, NO_DICE, rolled=(3, 5), direction=None)
    view = view_for(state, 0)
    assert owners(fates_after(view)) == (None,) * 6
    assert owners(fates_after(view, Place(3, RIGHT))) == (None, None, 1, None, None, None)
    assert with_dice(view, Place(3, RIGHT)) == (((0, 0, 1, 0, 0, 0), NO_DICE), RIGHT)
    assert with_dice(view, CallShanghai()) == ((NO_DICE, NO_DICE), None)
    assert (card_at(view, 3, LEFT), card_at(view, 3, RIGHT)) == (state.row[2], state.row[3])
    assert score_after(view).points == (0, 0)
    assert score_after(view, Place(3, LEFT)).points == (3, 0)


def test_preview_counts_tricks_and_both_dice_of_the_second_captain():
    state = holding(dealt(FULL, "*rc R1 R2 B1 B2 B3", starter=1), 1, "*cb")
    state = play(play(state, 1, RollDice()), None, Roll((1, 2)))
    view = view_for(state, 1)
    both = PlaceBoth(state.crews[1].tricks[0].trick, LEFT)
    assert with_dice(view, both) == ((NO_DICE, (1, 1, 0, 0, 0, 0)), LEFT)
    assert score_after(view, both).points == (0, 2)
    assert score_after(view).points == (0, 1)


def test_preview_counts_a_joker_where_it_joins():
    state = replace(holding(dealt(FULL, "*rc R1 R2 B1 B2 B3"), 0, "*cj"), rolled=(1, 2), phase=Phase.PLACE)
    view = view_for(state, 0)
    assert score_after(view, Enlist(state.crews[0].tricks[0].trick, "blue")).points == (2, 0)
