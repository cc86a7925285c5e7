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


@pytest.mark.django_db
def test_an_exact_cut_is_one_tap_where_the_rules_have_it(client: Client):
    home = begin(client, "liverpool")
    players = client.get(f"{home}players/")
    assert "Exact cut \N{MINUS SIGN}50" in players.text
    assert [bonus.points for bonus in named_game("liverpool").bonuses] == [-50]
    assert named_game("shanghai-7").bonuses == ()
    assert "Exact cut" not in client.get(f"{begin(client, 'shanghai-7')}players/").text
    assert Sheet.objects.count() == 2
