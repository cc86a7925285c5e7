"""What cards look like and what they are called."""

import pytest
from django.template.loader import render_to_string

from referee.engine.rummy.cards import FRENCH, JOKER, ROOK, Card, parse_card, parse_cards
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
    ("cards", "places", "label"),
    [
        ("4H 5H JK 7H", {2: "6H"}, "run, 4 to 7 of hearts, joker as 6"),
        ("JK 3S 4S JK", {0: "2S", 3: "5S"}, "run, 2 to 5 of spades, joker as 2 and 5"),
        ("TS JS QS KS AS", {}, "run, 10 to ace of spades"),
        ("7H 7S 7D", {}, "set of 7s"),
        ("QH JK QS", {}, "set of queens with joker"),
        ("JK JK JK", {}, "3 cards"),
    ],
)
def test_meld_label(cards: str, places: dict[int, str], label: str) -> None:
    hand = parse_cards(cards)
    stands_for = [parse_card(places[i]) if i in places else None for i in range(len(hand))]
    meld = meld_face(hand, stands_for)
    assert meld.label == label
    assert len(meld.faces) == len(hand)


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
    cards = parse_cards("4H JK 6H")
    meld = render_to_string("cards.html#meld", {"cards": cards, "stands_for": [None, Card(5, "H"), None]})
    assert 'aria-label="run, 4 to 6 of hearts, joker as 5"' in meld
    assert meld.count("<li>") == 3


def test_hand_partial_keeps_the_order() -> None:
    hand = render_to_string("cards.html#cards", {"cards": parse_cards("9C 2D JK"), "label": "Ana's hand"})
    assert 'aria-label="Ana&#x27;s hand"' in hand
    assert hand.index("9 of clubs") < hand.index("2 of diamonds") < hand.index("joker")
