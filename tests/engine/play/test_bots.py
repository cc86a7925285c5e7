"""The bots of the rummy family: legal under any rules, the same for the same view, blind to what is hidden."""

from random import Random

import pytest

from referee.engine.bots.aims import aim_for
from referee.engine.bots.arena import ARENAS, arena_of, play_game
from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.actions import Buy, Discard, DrawStock, GoDown, LayOff, Pass, Take
from referee.engine.rummy.cards import JOKER, parse_card, parse_cards
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.judge import judge
from referee.engine.rummy.notation import format_action
from referee.engine.rummy.play import play
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.problems import problems
from referee.engine.rummy.record import replay
from referee.engine.rummy.resample import resample
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.solver import distance
from referee.engine.rummy.state import new_game
from referee.engine.rummy.window import waiting
from tests.engine.play.playouts import random_game
from tests.engine.play.tables import position, rules

UNUSUAL = {
    "never": rules(discard_to_go_out="never"),
    "required": rules("shanghai-10", discard_to_go_out="required"),
    "wild twos": rules(wild_ranks=["2"]),
    "at least": rules("shanghai-10", contract_size="at-least", contracts=["2S3", "S3+R4", "3S3"], buys=3),
    "apart": rules("shanghai-10", adjacent_wilds=False),
    "swap to hand": rules("shanghai-10", joker_swap="runs-to-hand"),
    "whole with more": rules(dealt=12),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_bots_finish_games_under_unusual_rules(name):
    bots = [BOTS["plain"], BOTS["plain"], BOTS["random"]]
    state, record = play_game(UNUSUAL[name], bots, game=name, seed=Random)
    assert state.is_over
    assert replay(record) == state


@pytest.mark.parametrize("key", BOTS)
@pytest.mark.parametrize("preset", ["shanghai-7", "shanghai-10"])
def test_a_bot_does_what_is_legal_and_the_same_whatever_is_hidden(key, preset):
    source, bot = Random(f"{key} {preset}"), BOTS[key]
    asked = 0
    for _, state in random_game(rules(preset), 4, source, help_one_in=4):
        if source.randrange(12):
            continue
        for seat in waiting(state):
            action = bot.act(view_for(state, seat), Random(1))
            assert judge(state, seat, action).legal, format_action(action)
            other = resample(state, seat, source)
            assert bot.act(view_for(other, seat), Random(1)) == action
            asked += 1
    assert asked > 40


def plain(text, seat=0, fewest=3):
    return BOTS["plain"].act(view_for(position(text, fewest=fewest), seat), Random(1))


def test_plain_goes_down_as_soon_as_it_can():
    found = plain("turn: p1; p1: 7H 7S 7D 9H 9S JK KS KD; pile: 2C")
    assert isinstance(found, GoDown)


def test_plain_lays_the_last_hand_whole_with_lay_offs():
    cards = "4H 5H 6H 7H 8H 9H TH 4S 5S 6S 7S TD JD QD KD"
    scores = " / ".join(["0 1 1 by p1"] * 6)
    found = plain(f"hand: 7; turn: p1; p1: {cards}; p1 is: bought 1; scores: {scores}; pile: 2C")
    assert isinstance(found, GoDown)
    assert sum(map(len, found.melds)) == 15


def test_plain_lays_off_its_dearest_card_first():
    text = "turn: p1; p1: 3H 9C 2D; p1 is: down; table: p1 9H 9S 9D / p1 4H 5H 6H 7H; pile: 2C"
    assert plain(text) == LayOff(parse_card("9C"), 0)


@pytest.mark.parametrize("key", ["plain", "mate", "top"])
def test_a_card_that_fits_a_set_and_a_run_is_laid_on_the_run(key):
    table = "table: p1 TH TS TC / p1 JD QD KD AD; p1 is: down"
    state = position(f"hand: 2; scores: 0 1 1 by p1; turn: p1; p1: TD 2C 3S; {table}; pile: 2H")
    assert BOTS[key].act(view_for(state, 0), Random(1)) == LayOff(parse_card("TD"), 1, "low")


def test_plain_throws_the_dearest_card_that_it_does_not_need():
    assert plain("turn: p1; p1: 7H 7S 9H 9S AC KD 2C; pile: 3C") == Discard(parse_card("AC"))
    assert plain("turn: p1; p1: 7H 7S 9H 9S JK; pile: 3C") in (
        Discard(parse_card("9S")),
        Discard(parse_card("9H")),
        Discard(parse_card("7S")),
    )


def test_plain_declares_what_fits():
    text = "turn: p1; p1: 7H 7S 9H 9S AC; p2 is: down; table: p2 AH AS AD; pile: 3C"
    assert plain(text) == Discard(parse_card("AC"), declare=True)


OPEN = "dealer: p4; turn: p2; phase: claim; open: p1; p1 discards: 7S"


def test_plain_buys_and_takes_what_brings_it_nearer():
    near = f"{OPEN}; pile: 2H 7S; p2: 7H 7D 2C 4S; p3: 7C 7D 2C 4S; p4: 3C"
    assert plain(near, 2, fewest=4) == Buy()
    assert plain(near, 1, fewest=4) == Take()
    far = f"{OPEN.replace('7S', 'KS')}; pile: 2H KS; p2: 7H 7D 2C 4S; p3: 7C 7D 2C 4S; p4: 3C"
    assert plain(far, 2, fewest=4) == Pass()
    assert plain(far, 1, fewest=4) == DrawStock()


def test_plain_takes_what_it_can_lay_off_once_down():
    down = "p2 is: down; table: p2 7H 7D 7C"
    assert plain(f"{OPEN}; pile: 2H 7S; {down}; p2: 3C", 1, fewest=4) == Take()


@pytest.mark.parametrize("preset", ["shanghai-7", "shanghai-10", "rook-10"])
def test_an_aim_is_as_far_as_the_distance_and_what_it_wants_brings_it_nearer(preset):
    under, source = rules(preset), Random(preset)
    deck = [card for card in new_deck(under, 4) if card != JOKER]
    for _ in range(80):
        hand = source.randrange(1, under.hands + 1)
        cards = tuple(sorted([*source.sample(deck, source.choice((10, 11, 14))), source.choice((JOKER, deck[0]))]))
        aim = aim_for(under, hand, cards)
        assert aim.lacking == distance(under, hand, cards, 4)
        if aim.lacking:
            wanted = source.choice(sorted(aim.wanted - {JOKER}))
            assert distance(under, hand, (*cards, wanted), 4) == aim.lacking - 1
        if aim.spare:
            rest = list(cards)
            rest.remove(source.choice(aim.spare))
            assert distance(under, hand, rest, 4) == aim.lacking


def test_an_aim_with_more_jokers_than_may_be_laid_wants_natural_cards():
    aim = aim_for(rules(), 3, parse_cards("JK JK 5H 6H 2D 9D TD JD QD KS"))
    assert aim.lacking == 1
    assert parse_card("4H") in aim.wanted


def test_an_aim_at_nothing_lacking_wants_nothing():
    aim = aim_for(rules(), 1, parse_cards("7S 7H 7D 9S 9H 9D KS"))
    assert (aim.lacking, aim.wanted, aim.spare) == (0, frozenset(), parse_cards("KS"))


def test_every_rule_set_has_an_arena():
    for arena in ARENAS:
        for key in arena.rules:
            assert arena_of(key) is arena
            least, most = arena.players(key)
            assert 2 <= least <= most
    with pytest.raises(KeyError):
        arena_of("bridge")


SEATS = {key: load_rules(key).players for key in PRESETS}
WHOLE = [(key, players) for key, (least, most) in SEATS.items() for players in range(least, most + 1)]


@pytest.mark.long
@pytest.mark.parametrize(("key", "players"), WHOLE)
def test_bots_play_every_rule_set_with_every_number_to_the_end(key, players):
    """By the moves of bots that each see their own view; nothing is wrong at any moment of the replayed game."""
    under = load_rules(key)
    bots = [BOTS["plain"], BOTS["mate"]] * 4
    state, record = play_game(under, bots[:players], game=f"{key} {players}", seed=Random)
    assert state.is_over
    checked = new_game(under, players, dealer=record.dealer)
    for move in record.moves:
        checked = play(checked, *move)
        assert problems(checked) == ()
    assert checked == state
    assert len(state.scores) == under.hands or under.is_personal or under.tie == "extra-hand"
    if under.is_personal:
        assert max(state.met) == under.hands or len(state.scores) == under.most_hands
