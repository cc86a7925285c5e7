"""What holds at every step of any game: the cards, who can act, what is listed, what is hidden."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from referee.engine.rummy.actions import GoDown
from referee.engine.rummy.judge import judge
from referee.engine.rummy.legal import legal_actions
from referee.engine.rummy.play import play
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.problems import problems
from referee.engine.rummy.resample import resample
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.rummy.state import new_game
from referee.engine.rummy.window import waiting
from tests.engine.play.playouts import any_action, dealers_move, listed, random_game, random_move, spelled
from tests.engine.play.tables import position, rules

ODD = {
    "never": rules(discard_to_go_out="never"),
    "required": rules("shanghai-10", discard_to_go_out="required"),
    "never-swaps": rules("shanghai-10", discard_to_go_out="never", layoff_same_turn=True),
    "wild-twos": rules("shanghai-10", wild_ranks=["2"], buys=None, tie="extra-hand"),
    "round": rules("shanghai-10", aces="round", max_run=13, own_discard_buyable=True, down_may_buy=True),
    "no-buys": rules(buys=0, price=0, contracts=["2S3", "S3+R4"], max_reshuffles=0),
    "free-buys": rules(buys=None, price=0, max_reshuffles=1, upcard_buyable=False, blind="25-or-50"),
    "crowd": rules("shanghai-10", players=[2, 12], dealt=12, contract_size="at-least"),
}
FIRST = ("shanghai-7", "shanghai-7-ten", "shanghai-10", "rook-10")
TABLES = [(key, load_rules(key), n) for key in FIRST for n in range(PRESETS[key].settings["players"][0], 9)]
TABLES = [(f"{key}-{n}", under, n) for key, under, n in TABLES if n <= under.players[1]]
TABLES += [(f"{key}-{under.players[0]}", under, under.players[0]) for key, under in ODD.items()]
TABLES += [("crowd-12", ODD["crowd"], 12), ("shanghai-10-2", rules("shanghai-10", players=[2, 8]), 2)]
FAMILY = [(f"{key}-{n}", load_rules(key), n) for key in PRESETS if key not in FIRST for n in (2, 3, 4, 5, 6, 7, 8)]
FAMILY = [(name, under, n) for name, under, n in FAMILY if under.players[0] <= n <= under.players[1]]
EVERY = TABLES + FAMILY
FEW = [(name, under, n) for name, under, n in FAMILY if n == max(3, under.players[0])]
IDS = [name for name, _, _ in TABLES]


def check_step(state, source):
    """Nothing is wrong, somebody can act, what is listed is legal and what is not is refused."""
    assert problems(state) == ()
    lists = {seat: listed(state, seat) for seat in range(state.players)}
    for seat, actions in lists.items():
        assert len(set(actions)) == len(actions)
        for action in source.sample(actions, min(3, len(actions))):
            assert judge(state, seat, action).legal, (seat, action)
    for seat in waiting(state):
        assert lists[seat]
    for _ in range(3):
        seat, action = any_action(state, source)
        verdict = judge(state, seat, action)
        assert verdict.legal == (seat is not None and spelled(state, action) in lists[seat]), (
            seat,
            action,
            verdict.codes,
        )


def check_secrets(state, source):
    """Nobody can tell the state from one with everything dealt anew that they cannot see."""
    for seat in (None, *range(state.players)):
        other = resample(state, seat, source)
        assert problems(other) == ()
        assert view_for(other, seat) == view_for(state, seat)
        if seat is not None:
            assert listed(other, seat) == listed(state, seat)
            _, action = any_action(state, source)
            assert judge(other, seat, action) == judge(state, seat, action)


def walk(under, players, seed, *, check_one_in, check):
    """Play a random game and check some of its steps."""
    source = Random(seed)
    for _, state in random_game(under, players, source, help_one_in=source.choice((0, 2, 3, 8))):
        if not source.randrange(check_one_in):
            check(state, source)
    assert state.is_over


def short(under, source):
    """The rule set with one or two of its hands and a short stock, so that many games can be played."""
    hands = sorted(source.sample(range(under.hands), min(source.choice((1, 1, 2)), under.hands)))
    if under.last_hand_all_cards and source.random() < 0.3:
        hands[-1] = under.hands - 1

    def of(setting):
        return tuple(setting[hand] for hand in hands) if isinstance(setting, tuple) else setting

    return replace(
        under,
        contracts=of(under.contracts),
        buys=of(under.buys),
        dealt=of(under.dealt),
        out_bonus=of(under.out_bonus),
        jokerless_hands=tuple(place for place, hand in enumerate(hands, 1) if hand + 1 in under.jokerless_hands),
        last_hand_all_cards=under.last_hand_all_cards and hands[-1] == under.hands - 1,
        max_reshuffles=min(under.max_reshuffles, source.choice((0, 1))),
    )


def walk_many(name, under, players, games, **checks):
    """One whole game in twenty, and short ones."""
    for number in range(games):
        seed = f"{name} {number}"
        walk(short(under, Random(seed)) if number % 20 else under, players, seed, **checks)


@pytest.mark.parametrize(("name", "under", "players"), TABLES, ids=IDS)
def test_every_step_of_a_random_game_is_sound(name, under, players):
    walk(under, players, name, check_one_in=4, check=check_step)


@pytest.mark.parametrize(("name", "under", "players"), TABLES, ids=IDS)
def test_no_step_of_a_random_game_gives_a_hidden_card_away(name, under, players):
    walk(under, players, f"{name} secrets", check_one_in=30, check=check_secrets)


@pytest.mark.parametrize(("name", "under", "players"), FEW, ids=[name for name, _, _ in FEW])
def test_every_step_of_a_game_of_the_family_is_sound(name, under, players):
    state, source = new_game(under, players), Random(name)
    secret: HandSecret | None = None
    for _ in range(50):
        dealt = dealers_move(state, source, secret)
        if dealt is not None:
            move, secret = dealt
        else:
            move = random_move(state, source)
        state = play(state, *move)
        if state.is_over:
            break
        if not source.randrange(4):
            check_step(state, source)
        if not source.randrange(30):
            check_secrets(state, source)


@pytest.mark.long
@pytest.mark.parametrize(("name", "under", "players"), EVERY, ids=[name for name, _, _ in EVERY])
def test_every_step_of_20_000_random_games_is_sound(name, under, players):
    walk_many(name, under, players, 20_000 // len(EVERY) + 1, check_one_in=1, check=check_step)


@pytest.mark.long
@pytest.mark.parametrize(("name", "under", "players"), EVERY, ids=[name for name, _, _ in EVERY])
def test_no_step_of_2_000_random_games_gives_a_hidden_card_away(name, under, players):
    walk_many(f"{name} secrets", under, players, 2_000 // len(EVERY) + 1, check_one_in=1, check=check_secrets)


def test_a_world_can_be_imagined_when_every_card_is_in_somebodys_hand():
    dealt = position("turn: p1; p1: 7C 8D KS")
    hand = tuple(sorted((*dealt.seats[1].hand, *dealt.stock)))
    state = dealt._replace(seats=dealt.with_seat(1, dealt.seats[1]._replace(hand=hand)), stock=())
    assert problems(state) == ()
    check_secrets(state, Random(1))


def test_random_games_reach_every_kind_of_move():
    seen = set()
    for seed in range(3):
        for key in ("shanghai-7", "shanghai-10"):
            seen |= {
                type(move.action) for move, _ in random_game(load_rules(key), 4, Random(seed), help_one_in=4) if move
            }
    assert len(seen) == 14


def test_ways_of_going_down_are_bounded_and_can_all_be_had():
    for _, state in random_game(rules(), 3, Random(5), help_one_in=3):
        found = [action for action in legal_actions(state, state.turn) if isinstance(action, GoDown)]
        if found:
            break
    assert found
    assert len(list(islice(legal_actions(state, state.turn, most_ways=None), len(found)))) == len(found)
