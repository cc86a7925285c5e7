"""Sheets of games that count otherwise: contracts of one's own, and bonuses that no hand of cards tells."""

import pytest
from django.test import Client

from scorekeeper.games import named_game
from scorekeeper.models import Sheet


def begin(client: Client, game: str) -> str:
    sent = {"game": game, "name1": "Ana", "name2": "Ben", "dealer": "1"}
    return client.post("/s/new/", sent, follow=True).request["PATH_INFO"]


def test_a_game_of_ones_own_contracts_has_no_last_hand():
    game = named_game("frustration")
    assert game.hands is None
    assert game.contract(1) is None
    assert str(named_game("shanghai-7").contract(2)) == "S3+R4"


@pytest.mark.django_db
def test_a_sheet_of_ones_own_contracts_goes_on_and_names_no_contract(client: Client):
    page = client.get(begin(client, "frustration"))
    assert page.status_code == 200
    assert "Hand 1" in page.text
    assert "sets of 3" not in page.text
    assert "everybody has a contract of their own" in page.text


@pytest.mark.django_db
def test_a_table_of_ones_own_contracts_says_what_it_knows(client: Client):
    home = begin(client, "frustration")
    table = client.get(f"{home}table/").text
    assert "everybody has a contract of their own" in table
    assert "this sheet does not keep who has met which" in table
    assert "Points left in the hand" in table
    assert "Jokers when going down" not in table


@pytest.mark.django_db
def test_where_nobody_buys_no_buys_are_counted(client: Client):
    table = client.get(f"{begin(client, 'carioca-8')}table/").text
    assert "Jokers when going down" in table
    assert "Buys used" not in table
    assert "Who gets this card?" not in table


@pytest.mark.django_db
def test_wild_card_of_a_rook_deck_is_no_joker(client: Client):
    page = client.get(f"{begin(client, 'rook-10')}claim/").text
    assert "<span>Rook</span>" in page
    assert "It is a joker" not in page


@pytest.mark.django_db
def test_an_exact_cut_is_one_tap_where_the_rules_have_it(client: Client):
    home = begin(client, "liverpool")
    players = client.get(f"{home}players/")
    assert "Exact cut \N{MINUS SIGN}50" in players.text
    assert [bonus.points for bonus in named_game("liverpool").bonuses] == [-50]
    assert named_game("shanghai-7").bonuses == ()
    assert "Exact cut" not in client.get(f"{begin(client, 'shanghai-7')}players/").text
    assert Sheet.objects.count() == 2
