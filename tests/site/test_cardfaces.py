"""What cards look like and what they are called."""

import pytest
from django.template.loader import render_to_string

from referee.engine.rummy.cards import FRENCH, JOKER, ROOK, Card, parse_card, parse_cards
from referee.engine.rummy.melds import Meld, run_of, set_of
from shanghai.cardfaces import card_face, card_name, meld_face


@pytest.mark.parametrize(
    ("text", "corner", "name", "symbol"),
    [
        ("7H", "7", "7 of hearts", "heart"),
        ("TS", "10", "10 of spades", "spade"),
        ("AD", "A", "ace of diamonds", "diamond"),
        ("QC", "Q", "queen of clubs", "club"),
        ("JK", "JK", "joker", "joker"),
    ],
)
def test_face_of_a_french_card(text: str, corner: str, name: str, symbol: str) -> None:
    face = card_face(parse_card(text))
    assert (face.corner, face.name, face.symbol, face.code) == (corner, name, symbol, text)


@pytest.mark.parametrize(
    ("text", "corner", "name", "symbol"),
    [
        ("1R", "1", "red 1", "circle"),
        ("14G", "14", "green 14", "square"),
        ("11Y", "11", "yellow 11", "triangle"),
        ("7B", "7", "black 7", "lozenge"),
    ],
)
def test_face_of_a_rook_card(text: str, corner: str, name: str, symbol: str) -> None:
    face = card_face(parse_card(text, ROOK))
    assert (face.corner, face.name, face.symbol, face.code) == (corner, name, symbol, text)


def test_faces_of_a_pack_are_all_different() -> None:
    for pack in (FRENCH, ROOK):
        faces = [card_face(card) for card in pack.faces]
        assert len({(face.css, face.corner) for face in faces}) == len({face.name for face in faces}) == len(faces)


def test_court_cards_alone_have_the_frame() -> None:
    framed = [card for card in FRENCH.faces if "card--court" in card_face(card).css]
    assert {card.rank for card in framed} == {11, 12, 13}


def test_joker_of_a_rook_deck_is_the_bird() -> None:
    face = card_face(JOKER, deck="rook")
    assert (face.name, face.symbol, face.code) == ("Rook", "rook", "JK")


def test_placed_joker_says_and_shows_its_card() -> None:
    face = card_face(JOKER, stands_for=Card(8, "H"))
    assert face.name == "joker as 8 of hearts"
    assert face.stands_for is not None
    assert (face.stands_for.corner, face.stands_for.symbol) == ("8", "heart")


def test_card_of_an_open_suit_has_its_rank_only() -> None:
    assert card_name(Card(12, "")) == "queen"
    assert card_face(Card(7, "")).symbol == ""


@pytest.mark.parametrize(
    ("meld", "label"),
    [
        (run_of(parse_cards("4H 5H JK 7H"), "H", 4), "run, 4 to 7 of hearts, joker as 6"),
        (run_of(parse_cards("JK 3S 4S JK"), "S", 2), "run, 2 to 5 of spades, joker as 2 and joker as 5"),
        (run_of(parse_cards("TS JS QS KS AS"), "S", 10), "run, 10 to ace of spades"),
        (run_of(parse_cards("5D 2C 7D"), "D", 5), "run, 5 to 7 of diamonds, 2 of clubs as 6"),
        (set_of(parse_cards("7H 7S 7D"), 7), "set of 7s"),
        (set_of(parse_cards("QH JK QS"), 12), "set of queens with joker"),
        (set_of(parse_cards("11R JK 11B", ROOK), 11), "set of 11s with Rook"),
    ],
)
def test_meld_label(meld: Meld, label: str) -> None:
    row = meld_face(meld)
    assert row.label == label
    assert [face.code for face in row.faces] == [str(card) for card in meld.cards]


def test_meld_of_a_rook_deck_has_the_bird() -> None:
    row = meld_face(run_of(parse_cards("12G JK 14G", ROOK), "G", 12), deck="rook")
    assert row.label == "run, 12 to green 14, Rook as 13"
    assert row.faces[1].symbol == "rook"


def test_card_partials_name_every_card() -> None:
    card = Card(12, "D")
    image = render_to_string("cards.html#card", {"card": card, "look": "card--small"})
    assert 'role="img" aria-label="queen of diamonds"' in image
    assert "card--small" in image
    button = render_to_string("cards.html#card-button", {"card": card, "pressed": True})
    assert 'aria-pressed="true"' in button
    assert 'data-card="QD"' in button
    check = render_to_string("cards.html#card-check", {"card": card, "name": "cards", "checked": True})
    assert 'name="cards" value="QD" aria-label="queen of diamonds" checked' in check


def test_meld_partial_is_a_named_list() -> None:
    meld = render_to_string("cards.html#meld", {"meld": run_of(parse_cards("4H JK 6H"), "H", 4)})
    assert 'aria-label="run, 4 to 6 of hearts, joker as 5"' in meld
    assert meld.count("<li>") == 3


def test_hand_partial_keeps_the_order() -> None:
    hand = render_to_string("cards.html#cards", {"cards": parse_cards("9C 2D JK"), "label": "Ana's hand"})
    assert 'aria-label="Ana&#x27;s hand"' in hand
    assert hand.index("9 of clubs") < hand.index("2 of diamonds") < hand.index("joker")


@pytest.mark.parametrize("rank", [1, 11, 13, 14])
def test_bird_in_a_set_stands_for_a_number(rank: int) -> None:
    row = meld_face(set_of([JOKER, Card(rank, "R"), Card(rank, "G")], rank))
    bird = row.faces[0]
    assert row.label == f"set of {rank}s with Rook"
    assert bird.name == f"Rook as {rank}"
    assert bird.stands_for is not None
    assert bird.stands_for.corner == str(rank)
