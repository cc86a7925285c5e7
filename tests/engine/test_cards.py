"""Cards as text: every way of writing, round trips, and errors that quote the text and its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rummy.cards import (
    FRENCH,
    JOKER,
    PACKS,
    ROOK,
    Card,
    NotationError,
    format_card,
    format_cards,
    pack_of,
    parse_card,
    parse_cards,
)
from referee.engine.rummy.contracts import Slot, parse_contract

packs = st.sampled_from([FRENCH, ROOK])
cards_of = {pack.name: st.sampled_from([*pack.faces, JOKER]) for pack in (FRENCH, ROOK)}


@given(pack=packs, data=st.data())
def test_every_card_is_read_as_it_is_written(pack, data):
    card = data.draw(cards_of[pack.name])
    assert parse_card(format_card(card), pack) == card
    assert parse_card(f" {format_card(card).lower()} ", pack) == card
    assert str(card) == format_card(card)


@given(pack=packs, data=st.data(), between=st.sampled_from([" ", "  ", ", ", ";", "\n", "\t"]))
def test_lists_of_cards_round_trip(pack, data, between):
    cards = tuple(data.draw(st.lists(cards_of[pack.name], max_size=20)))
    assert parse_cards(format_cards(cards), pack) == cards
    assert parse_cards(between.join(map(format_card, cards)), pack) == cards


def test_packs_hold_every_face_once():
    assert len(set(FRENCH.faces)) == len(FRENCH.faces) == 52
    assert len(set(ROOK.faces)) == len(ROOK.faces) == 56
    assert all(pack_of(card) is pack for pack in PACKS.values() for card in pack.faces)
    assert len({hash(FRENCH), hash(ROOK)}) == 2


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10♥", Card(10, "H")),
        ("TH", Card(10, "H")),
        ("th", Card(10, "H")),
        ("10h", Card(10, "H")),
        ("a♠️", Card(1, "S")),
        ("K♧", Card(13, "C")),
        ("JK", JOKER),
        ("jk", JOKER),
        ("*", JOKER),
        ("Joker", JOKER),
        ("2D", Card(2, "D")),
    ],
)
def test_a_card_can_be_written_in_several_ways(text, card):
    assert parse_card(text) == card


def test_rook_cards_have_numbers_and_colours():
    assert parse_cards("1R 14g 10Y 7B rook", ROOK) == (
        Card(1, "R"),
        Card(14, "G"),
        Card(10, "Y"),
        Card(7, "B"),
        JOKER,
    )


@pytest.mark.parametrize("text", ["", "1H", "11H", "0H", "07H", "7", "H", "7X", "7R", "HH", "77H", "7HH", "²H", "J"])
def test_no_card_of_the_french_deck(text):
    with pytest.raises(NotationError, match="expected a card such as 7H") as caught:
        parse_card(text, where="cards[4]")
    assert repr(text) in str(caught.value)
    assert (caught.value.where, caught.value.code) == ("cards[4]", "card.unknown")


@pytest.mark.parametrize("text", ["15R", "0R", "AR", "TR", "7H", "7D", "00R", "01R"])
def test_no_card_of_the_rook_deck(text):
    with pytest.raises(NotationError, match="expected a Rook card") as caught:
        parse_card(text, ROOK)
    assert repr(text) in str(caught.value)


def test_the_place_of_the_first_bad_card_is_named():
    with pytest.raises(NotationError) as caught:
        parse_cards("7H 7S 7X 9Z", where="melds[1]")
    assert caught.value.where == "melds[1][2]"


@given(st.text(max_size=300))
def test_any_text_is_cards_or_a_short_error(text):
    message = ""
    try:
        cards = parse_cards(text)
    except NotationError as error:
        message = str(error)
    else:
        assert parse_cards(format_cards(cards)) == cards
    assert len(message) < 200


slots = st.builds(Slot, st.sampled_from(["set", "run"]), st.integers(1, 99))


@given(st.lists(slots, min_size=1, max_size=8))
def test_contracts_round_trip(wanted):
    text = "+".join(map(str, wanted))
    contract = parse_contract(text)
    assert list(contract.slots) == wanted
    assert contract.cards == sum(slot.size for slot in wanted)
    assert sorted(parse_contract(str(contract)).slots) == sorted(wanted)
    assert sorted((*contract.sets, *contract.runs)) == sorted(slot.size for slot in wanted)


@pytest.mark.parametrize("text", ["", "S", "S0", "0S3", "X3", "S3+", "9S3", "3", "S3,R4", "S3R4"])
def test_no_contract(text):
    with pytest.raises(NotationError, match="contract"):
        parse_contract(text)


def test_contracts_are_written_with_counts():
    assert str(parse_contract(" s3 + s3+ r4")) == "2S3+R4"
