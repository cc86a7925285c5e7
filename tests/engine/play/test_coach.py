"""The coach and the bots that weigh: sound reasons, blind to what is hidden, legal under any rules."""

from random import Random

import pytest

from referee.engine.bots.arena import play_game
from referee.engine.bots.coach import REASONS, advise, reason_for
from referee.engine.bots.goals import nearest
from referee.engine.bots.ladder import BOTS
from referee.engine.bots.outlook import outs_of, weigh
from referee.engine.bots.throwing import to_throw
from referee.engine.rummy.actions import Buy, Discard, DrawStock, GoDown, LayOff, Pass, Take
from referee.engine.rummy.cards import JOKER, parse_card, parse_cards
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.judge import judge
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.record import replay
from referee.engine.rummy.resample import resample
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.seatview import view_for
from referee.engine.rummy.solver import distance
from referee.engine.rummy.state import Phase
from referee.engine.rummy.window import waiting
from tests.engine.play.playouts import random_game
from tests.engine.play.tables import position, rules


def view(text, seat=0, fewest=3):
    return view_for(position(text, fewest=fewest), seat)


def told(text, seat=0, fewest=3):
    """The advised action and its reason's code."""
    advice = advise(view(text, seat, fewest))
    return advice.action, advice.reason.code


# Weighing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["shanghai-7", "shanghai-10", "rook-10"])
def test_the_nearest_ways_are_as_far_as_the_solver_says(preset):
    under, source = rules(preset), Random(preset)
    deck = new_deck(under, 4)
    for _ in range(150):
        hand = source.randrange(1, under.hands + 1)
        cards = tuple(sorted(source.sample(deck, source.choice((10, 12, 15)))))
        found = nearest(under, hand, cards)
        assert found.lacking == distance(under, hand, cards, 4)
        assert found.ways


def test_a_card_held_twice_is_used_once():
    cards = parse_cards("5C 5C 6C 7C 9D TD JD KS")
    found = nearest(rules(), 3, cards)
    five = 16 * "SHDC".index("C") + 5
    assert all(five not in dict(way.uses) for way in found.ways)


def test_an_outlook_falls_without_what_it_uses_and_rises_with_what_it_lacks():
    seen = view("turn: p1; p1: 7H 7S 9H 9S 2C JK; pile: 3C")
    outlook = weigh(seen.rules, seen.hand, seen.own, outs_of(seen), 4)
    assert outlook.loss(parse_card("2C")) == 0
    assert outlook.loss(parse_card("7H")) > 0.5
    assert outlook.loss(JOKER) > 0.5
    assert outlook.gain(parse_card("7D")) > outlook.draw > 0
    assert outlook.gain(parse_card("KD")) == 0
    assert outlook.gain(JOKER) > 0


def test_dead_cards_are_not_waited_for():
    text = "hand: 2; scores: 0 1 1 by p1; turn: p1; p1: 4H 5H 7H 7S 7D 9C TC; p2: 2C 2D; pile: 6H 6H 8H 8H 3H 3H AC"
    seen = view(text)
    outlook = weigh(seen.rules, seen.hand, seen.own, outs_of(seen), 4)
    assert outlook.gain(parse_card("8C")) > outlook.gain(parse_card("6H"))


# Reasons ----------------------------------------------------------------------------------------------------------

OPEN = "dealer: p4; turn: p2; phase: claim; open: p1; p1 discards: 7S"


def test_advice_names_the_discard_that_nothing_uses():
    action, reason = told("turn: p1; p1: 7H 7S 9H 9S KD AC; pile: 3C")
    assert action == Discard(parse_card("AC"))
    assert reason == "throw-spare"


def test_advice_goes_down_and_lays_off():
    assert told("turn: p1; p1: 7H 7S 7D 9H 9S JK KS KD; pile: 2C")[1] == "down"
    action, reason = told("turn: p1; p1: 9C 2D; p1 is: down; table: p1 9H 9S 9D / p1 4H 5H 6H 7H; pile: 2C")
    assert isinstance(action, LayOff)
    assert reason == "lay"


def test_advice_takes_what_brings_nearer_and_leaves_the_rest():
    near = f"{OPEN}; pile: 2H 7S; p2: 7H 7D 2C 4S; p3: 3D; p4: 3C"
    assert told(near, 1, 4) == (Take(), "take-nearer")
    far = f"{OPEN.replace('7S', 'KS')}; pile: 2H KS; p2: 7H 7D 2C 4S; p3: 3D; p4: 3C"
    assert told(far, 1, 4) == (DrawStock(), "draw-useless")


def test_advice_weighs_a_buy():
    useless = f"{OPEN.replace('7S', 'KS')}; pile: 2H KS; p2: 3D; p3: 7C 7D 2C 4S; p4: 3C"
    assert told(useless, 2, 4) == (Pass(), "pass-useless")
    whole = f"hand: 7; scores: {' / '.join(['0 1 1 1 by p1'] * 6)}; {OPEN}; pile: 2H 7S; p3: 4S 5S 6S; p2: 3D; p4: 3C"
    assert told(whole, 2, 4) == (Pass(), "pass-whole")
    near = f"hand: 4; scores: {' / '.join(['0 1 1 1 by p1'] * 3)}; {OPEN}; pile: 2H 7S; p2: 3D; p4: 3C"
    assert told(f"{near}; p3: 7C 7D 2C 2S 9H 9D 9C KH", 2, 4) == (Buy(), "buy-nearer")


def test_a_buy_that_brings_nobody_nearer_is_not_told_as_one_that_does():
    """Whoever bought the card: the sentence has to hold for a person's buy as for the bot's."""
    useless = f"{OPEN.replace('7S', 'KS')}; pile: 2H KS; p2: 3D; p3: 7C 7D 2C 4S; p4: 3C"
    assert reason_for(view(useless, 2, 4), Buy()).code == "take-other"
    assert reason_for(view(useless.replace("KS", "7S"), 2, 4), Buy()).code == "buy-nearer"


def test_there_is_no_advice_where_nothing_is_to_be_decided():
    assert advise(view("turn: p2; p1: 7H; p2: 8H 9H; pile: 3C", 0)) is None


def test_advice_puts_the_choices_in_order_with_what_they_cost():
    advice = advise(view("turn: p1; p1: 7H 7S 9H 9S KD AC 2C; pile: 3C"))
    costs = [option.cost for option in advice.options]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert len({option.action for option in advice.options}) == len(advice.options) == 7


@pytest.mark.parametrize("preset", ["shanghai-7", "shanghai-10"])
def test_advice_is_legal_has_words_and_knows_nothing_hidden(preset):
    source, asked = Random(f"coach {preset}"), set()
    for _, state in random_game(rules(preset), 4, source, help_one_in=4):
        if source.randrange(10):
            continue
        for seat in waiting(state):
            advice = advise(view_for(state, seat))
            assert judge(state, seat, advice.action).legal
            assert advice.reason.sentence
            other = advise(view_for(resample(state, seat, source), seat))
            assert other == advice
            asked.add(advice.reason.code)
    assert asked <= set(REASONS)
    assert len(asked) > 5


def test_every_bots_deeds_have_a_reason():
    state, record = play_game(rules(), [BOTS["plain"], BOTS["random"], BOTS["mate"]], game="why", seed=Random)
    assert state.is_over
    codes = set()
    for before, move in steps(record):
        if move.seat is not None and before.phase in (Phase.CLAIM, Phase.DRAW, Phase.PLAY):
            reason = reason_for(view_for(before, move.seat), move.action)
            assert reason.sentence
            codes.add(reason.code)
    assert len(codes) > 8


def steps(record):
    """Each move with the state before it."""
    from referee.engine.rummy.play import play
    from referee.engine.rummy.state import new_game

    state = new_game(record.rules, len(record.players), dealer=record.dealer)
    for move in record.moves:
        yield state, move
        state = play(state, *move)
    assert state == replay(record)


# Every rule set ---------------------------------------------------------------------------------------------------


def mixed(preset, number):
    """A game of all bots, turned round the seats."""
    under = load_rules(preset)
    source = Random(f"mixed {preset} {number}")
    seats = source.randint(*under.players)
    bots = [BOTS[source.choice(tuple(BOTS)[1:] if seat else ("top", "mate"))] for seat in range(seats)]
    return play_game(under, bots, game=f"mixed {preset} {number}", seed=Random)


@pytest.mark.parametrize("preset", PRESETS)
def test_bots_finish_a_game_under_every_preset(preset):
    state, record = mixed(preset, 0)
    assert state.is_over
    assert all(isinstance(score.points, tuple) for score in state.scores)
    assert any(isinstance(move.action, GoDown) for move in record.moves)


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_finish_hundreds_of_games_under_every_preset(preset):
    """With the other presets ten thousand games: none stands still, and the judge refuses nothing."""
    for number in range(1, 1 + -(-10_000 // len(PRESETS))):
        state, _ = mixed(preset, number)
        assert state.is_over


# From the cards alone ---------------------------------------------------------------------------------------------


def test_what_no_way_uses_is_thrown_dearest_first():
    found = to_throw(rules(), 1, 4, parse_cards("7H 7S 9H 9S KD AC 2C JK"), ())
    assert found == (parse_cards("AC KD 2C"), True)


def test_where_all_could_help_the_least_loss_is_thrown():
    cards = parse_cards("7H 7S 9H 9S JK JK")
    found = to_throw(rules(), 1, 4, cards, parse_cards("9D 9D 9C 9C 9H"))
    assert not found.is_spare
    assert found.cards[0].rank == 7  # another seven may come, another nine hardly
    with pytest.raises(ValueError, match="expected cards"):
        to_throw(rules(), 1, 4, (), ())


@pytest.mark.parametrize("preset", ["shanghai-7", "shanghai-10", "rook-10"])
def test_without_a_spare_card_the_hand_is_as_far_from_its_contract(preset):
    under, source = rules(preset), Random(f"throwing {preset}")
    deck = new_deck(under, 4)
    for _ in range(60):
        hand = source.randrange(1, under.hands + 1)
        cards = tuple(sorted(source.sample(deck, 12)))
        found = to_throw(under, hand, 4, cards, ())
        if found.is_spare:
            rest = list(cards)
            rest.remove(found.cards[0])
            assert distance(under, hand, rest, 4) == distance(under, hand, cards, 4)


def test_who_follows_the_coach_plays_as_the_captain():
    """So its strength against the Bosun's own choices is what docs/bots.md says of the two."""
    source = Random("followed")
    for _, state in random_game(rules(), 4, source, help_one_in=4):
        for seat in waiting(state):
            seen = view_for(state, seat)
            advice = advise(seen)
            assert advice is None or advice.action == BOTS["top"].act(seen, Random(1))
