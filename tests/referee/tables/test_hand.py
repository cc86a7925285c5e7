"""The own hand as it is laid out: kept as text, sorted, moved, built with."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rummy.cards import FRENCH, JOKER, Card, format_cards, parse_cards
from referee.engine.rummy.contracts import parse_contract
from referee.engine.rummy.melds import format_laid
from referee.engine.rummy.ruledoc import load_rules
from referee.tables import hand
from referee.tables.hand import Layout, face, read_layout, write_layout

RULES = load_rules("shanghai-7")
CONTRACT = parse_contract("S3+R4")
HANDS = st.lists(st.sampled_from([*FRENCH.faces, JOKER]), min_size=1, max_size=26)


def layout(cards: str, text: str = "") -> Layout:
    return read_layout(text, parse_cards(cards), CONTRACT, RULES, down=False)


def all_cards(shown: Layout) -> Counter[Card]:
    return Counter([*shown.loose, *(face(laid) for tray in shown.trays for laid in tray)])


def test_hand_without_a_layout_lies_by_suit() -> None:
    assert format_cards(layout("KS 7H JK 2S AH").loose) == "2S KS 7H AH JK"
    assert layout("KS 7H").sort == "suit"


def test_ace_lies_where_runs_use_it() -> None:
    ten = load_rules("shanghai-10")
    assert format_cards(hand.sorted_cards(parse_cards("AH 2H KH"), "suit", CONTRACT, ten)) == "AH 2H KH"
    assert format_cards(hand.sorted_cards(parse_cards("AH 2H KH"), "suit", CONTRACT, RULES)) == "2H KH AH"


def test_sort_by_contract_puts_together_what_belongs_together() -> None:
    cards = hand.sorted_cards(parse_cards("2S 7H 9D 7S KC 5D 6D"), "contract", CONTRACT, RULES)
    assert format_cards(cards[:2]) == "7S 7H"
    assert {format_cards([card]) for card in cards[2:4]} == {"5D", "6D"}


def test_kept_order_survives_and_new_cards_lie_at_the_end() -> None:
    shown = layout("7H 2S KS 9D", "KS 7H 2S | / ")
    assert format_cards(shown.loose) == "KS 7H 2S 9D"
    assert shown.sort is None


def test_card_that_is_gone_falls_out_of_order_and_tray() -> None:
    shown = layout("7H KS", "KS 7S | 7H 7D / JK=5H")
    assert format_cards(shown.loose) == "KS"
    assert [list(map(format_laid, tray)) for tray in shown.trays] == [["7H"], []]


def test_text_that_is_nonsense_is_nothing() -> None:
    assert all_cards(layout("7H KS", "fly me | / / / to 99 / JK=JK")) == Counter(parse_cards("7H KS"))


def test_player_who_is_down_has_no_trays() -> None:
    shown = read_layout("KS | 7H", parse_cards("7H KS"), CONTRACT, RULES, down=True)
    assert shown.trays == ()
    assert Counter(shown.loose) == Counter(parse_cards("7H KS"))


@given(HANDS, st.text(max_size=60))
def test_layout_of_any_text_holds_the_hand_and_is_kept(cards: list[Card], text: str) -> None:
    shown = read_layout(text, cards, CONTRACT, RULES, down=False)
    assert all_cards(shown) == Counter(cards)
    assert read_layout(write_layout(shown), cards, CONTRACT, RULES, down=False) == shown


@given(HANDS, st.data())
def test_moving_and_building_lose_no_card(cards: list[Card], data: st.DataObject) -> None:
    shown = read_layout("", cards, CONTRACT, RULES, down=False)
    picked = data.draw(st.lists(st.sampled_from([*cards, Card(5, "H")]), max_size=4))
    to = data.draw(st.integers(0, 30))
    assert all_cards(hand.moved(shown, picked, to)) == Counter(cards)
    assert all_cards(hand.shifted(shown, picked, -1)) == Counter(cards)
    built = hand.put(shown, data.draw(st.integers(0, 1)), picked, CONTRACT, RULES)
    assert all_cards(built) == Counter(cards)
    assert all_cards(hand.cleared(built)) == Counter(cards)
    for tray, laid in enumerate(built.trays):
        if laid:
            assert all_cards(hand.take_back(built, tray, 0, CONTRACT, RULES)) == Counter(cards)


def test_moving_left_goes_one_place_and_no_further() -> None:
    shown = layout("2S 3S 4S 5S", "2S 3S 4S 5S | / ")
    assert format_cards(hand.shifted(shown, parse_cards("4S"), -1).loose) == "2S 4S 3S 5S"
    assert format_cards(hand.shifted(shown, parse_cards("2S"), -1).loose) == "2S 3S 4S 5S"
    assert format_cards(hand.shifted(shown, parse_cards("5S"), 1).loose) == "2S 3S 4S 5S"
    assert hand.shifted(shown, parse_cards("KH"), 1) == shown


def test_tray_orders_its_run_and_says_what_the_joker_is() -> None:
    shown = hand.put(layout("8H JK 5H 6H KS"), 1, parse_cards("8H JK 5H 6H"), CONTRACT, RULES)
    assert [format_laid(laid) for laid in shown.trays[1]] == ["5H", "6H", "JK=7H", "8H"]


def test_joker_with_two_places_can_be_placed_at_the_other() -> None:
    shown = hand.put(layout("JK 5H 6H 7H"), 1, parse_cards("JK 5H 6H 7H"), CONTRACT, RULES)
    found = hand.readings(shown.trays[1], CONTRACT.slots[1], RULES)
    assert len(found) == 2
    other = hand.placed(shown, 1, 1, CONTRACT, RULES)
    assert [format_laid(laid) for laid in shown.trays[1]] == ["5H", "6H", "7H", "JK=8H"]
    assert [format_laid(laid) for laid in other.trays[1]] == ["JK=4H", "5H", "6H", "7H"]
    assert hand.placed(shown, 1, 9, CONTRACT, RULES) == shown


def test_suggestion_finds_what_a_greedy_choice_misses() -> None:
    shown = hand.suggested(layout("7H 7S 7D 7C 4H 5H 6H KS"), CONTRACT, RULES, 2)
    assert shown is not None
    assert {format_laid(laid) for laid in shown.trays[0]} == {"7S", "7D", "7C"}
    assert [format_laid(laid) for laid in shown.trays[1]] == ["4H", "5H", "6H", "7H"]
    assert format_cards(shown.loose) == "KS"
    assert hand.suggested(layout("7H 2S"), CONTRACT, RULES, 2) is None
