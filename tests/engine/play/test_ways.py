"""Ways of going down: every one, once, and nothing else, against the slow enumerator."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from referee.engine.rummy.actions import GoDown
from referee.engine.rummy.cards import format_card, parse_cards
from referee.engine.rummy.cards import pack_of as card_pack
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.going_down import judge_contract
from referee.engine.rummy.judge import judge
from referee.engine.rummy.legal import MOST_WAYS, legal_actions
from referee.engine.rummy.melds import format_laid, laid_cards
from referee.engine.rummy.solver import can_meet, witness
from referee.engine.rummy.ways import MOST_TRIED, counted_ways, ways
from tests.engine.play.enumerator import all_ways
from tests.engine.play.tables import position, rules

KEYS = ("shanghai-7", "shanghai-10", "rook-10")


def texts(found):
    """A way as the enumerator writes it."""
    melds = []
    for meld in found:
        words = [format_laid(laid, pack_of(meld)) for laid in laid_cards(meld)]
        melds.append(" ".join(sorted(words) if meld.kind == "set" else words))
    return tuple(sorted(melds))


def pack_of(meld):
    return next(card_pack(card) for card in meld.cards if card.suit)


def rich_hand(under, hand, size, source):
    """Cards that mostly hold the contract, and others of the same suits."""
    deck = list(new_deck(under, under.players[0]))
    source.shuffle(deck)
    melds = witness(under, hand, deck[:45]) or ()
    cards = [card for meld in melds for card in meld.cards][:size]
    for card in cards:
        deck.remove(card)
    suits = {card.suit for card in cards}
    rest = [card for card in deck if card.suit in suits]
    return tuple(sorted(cards + rest[: size - len(cards)]))


@pytest.mark.parametrize("key", KEYS)
def test_ways_are_all_there_are_each_once(key):
    under, source = rules(key), Random(key)
    met = 0
    for _ in range(60):
        hand = source.randrange(1, min(under.hands, 7) if key == "shanghai-7" else 8)
        cards = rich_hand(under, hand, 11, source)
        if sum(not card.rank for card in cards) > 3:
            continue
        found = [texts(way) for way in ways(under, hand, cards)]
        assert len(set(found)) == len(found)
        assert set(found) == all_ways(under, hand, cards), (hand, [format_card(card) for card in cards])
        assert bool(found) == can_meet(under, hand, cards)
        met += bool(found)
    assert met > 20


@pytest.mark.parametrize(
    "settings", [{}, {"wild_ranks": ["2"]}, {"contract_size": "at-least"}, {"adjacent_wilds": False}]
)
def test_every_way_is_legal_and_takes_its_cards_from_the_hand(settings):
    under, source = rules("shanghai-10", **settings), Random(str(settings))
    for _ in range(60):
        hand = source.randrange(1, 6)
        cards = rich_hand(under, hand, 12, source)
        for way in islice(ways(under, hand, cards), 20):
            assert not Counter(card for meld in way for card in meld.cards) - Counter(cards)
            laid = [laid_cards(meld) for meld in way]
            assert judge_contract(under, hand, laid, held=cards).verdict.legal


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        ("4H 5H 6H 7H 4S 5S 6S 7S TD JD QD KD", 1),
        ("4H 5H 6H 7H 8H 4S 5S 6S 7S TD JD QD KD", 1),
        ("4H 5H 6H 7H 4S 5S 6S 7S TD JD QD KD 2C", 0),
        ("4H 5H 6H 7H 4H 5H 6H 7H TD JD QD KD", 1),
        ("4H 5H 6H 7H 4H 5H 6H 7H 8H 9H TH JH", 0),  # two of them follow each other
        ("4H 5H 6H JK 4S 5S 6S 7S TD JD QD KD", 2),
    ],
)
def test_the_hand_that_is_laid_whole_uses_every_card(cards, count):
    found = list(ways(rules(), 7, parse_cards(cards)))
    assert len(found) == count
    for way in found:
        assert sorted(card for meld in way for card in meld.cards) == sorted(parse_cards(cards))


def test_wild_twos_lie_in_runs_for_other_cards_and_for_themselves():
    under = rules(wild_ranks=["2"], contracts=["R4", "R4"], last_hand_all_cards=False)
    found = {texts(way) for way in ways(under, 1, parse_cards("2H 3H 4H 5H 2S"))}
    assert ("2H 3H 4H 5H",) in found
    assert ("2S=6H 3H 4H 5H",) not in found
    assert ("3H 4H 5H 2S=6H",) in found
    assert ("3H 4H 5H 2H=6H",) in found


def test_ways_are_counted_and_the_first_of_them_listed():
    under, cards = rules(), parse_cards("7H 7S 7D 7C 9H 9S 9D 9C KD")
    every = list(ways(under, 1, cards))
    assert len(every) == 16
    found = counted_ways(under, 1, cards, 5)
    assert found.first == tuple(every[:5])
    assert found.number == 16
    assert found.is_whole


@pytest.mark.parametrize(
    "cards", ["7H " * 60, "JK " * 20 + "7H 8H 9H TH 7S 7D 2C 3C " * 5, "JK " * 8 + "2H 2S 2D 2C " * 10]
)
def test_counting_of_ways_ends_soon_and_says_so(cards):
    for key in ("shanghai-7", "may-i", "king"):
        found = counted_ways(rules(key), 2, parse_cards(cards), 3)
        assert len(found.first) == min(3, found.number)
        assert found.number <= MOST_TRIED
    found = counted_ways(
        rules("may-i"), 3, parse_cards("JK JK JK JK 3H 4H 5H 6H 7H 8H 9H TH JH QH 3S 4S 5S 6S 7S 8S"), 3
    )
    assert not found.is_whole


def test_ways_in_a_list_of_actions_are_bounded():
    state = position("turn: p1; p1: 7H 7H 7S 7S 7D 7D 9H 9H 9S 9D 9D JK JK JK; p2: 3C; p3: 4C; pile: 2C")
    every = [action for action in legal_actions(state, 0, most_ways=None) if isinstance(action, GoDown)]
    assert len(every) == 130
    assert [action for action in legal_actions(state, 0, most_ways=50) if isinstance(action, GoDown)] == every[:50]
    assert [action for action in legal_actions(state, 0) if isinstance(action, GoDown)] == every[:MOST_WAYS]


def test_a_large_hand_with_many_wild_cards_is_listed_with_one_way_at_least():
    # The search for ways would go on for hours: sets and runs of every length, with seven wild cards to put in them.
    state = position(
        "hand: 6; scores: " + " / ".join(["0 1 1 by p1"] * 5) + "; turn: p1; p1 is: bought 3; "
        "p1: JK 2D 2H 2H 2S 2S 5S 7S 8S 8S 9S 9S TS TS JC JD JH JS JS QS; p2: 3C; p3: 4C; pile: 6C",
        "may-i",
    )
    found = [action for action in legal_actions(state, 0) if isinstance(action, GoDown)]
    assert found
    assert all(judge(state, 0, action).legal for action in found)
