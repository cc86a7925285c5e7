"""Beginning: a new sheet, and what a phone remembers."""

import pytest
from django.core.cache import cache
from django.test import Client

from scorekeeper.devices import COOKIE, MOST_SHEETS
from tests.scorekeeper.tables import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _unbounded() -> None:
    cache.clear()


def test_new_sheet_has_players_rules_and_first_dealer() -> None:
    phone = Phone()
    phone.begin("Ana", " Ben  Benson ", "", "Cy", game="shanghai-10", dealer="2")
    book = phone.book
    assert list(book.standings.names.values()) == ["Ana", "Ben Benson", "Cy"]
    assert book.game.hands == 10
    assert book.standings.names[book.standings.dealer(1) or ""] == "Ben Benson"


def test_lots_choose_a_first_dealer_among_the_players() -> None:
    phone = Phone()
    phone.begin("", "Ana", "", "Ben", dealer="lots")
    assert phone.book.standings.dealer(1) in phone.book.standings.names


def test_fewer_than_two_names_are_asked_for_again() -> None:
    client = Client()
    answer = client.post("/s/new/", {"name1": "Ana", "game": "shanghai-7"})
    assert answer.status_code == 422
    assert "at least two names" in answer.text
    assert 'value="Ana"' in answer.text


def test_unknown_game_and_long_names_are_refused() -> None:
    answer = Client().post("/s/new/", {"name1": "A" * 25, "name2": "Ben", "game": "poker"})
    assert answer.status_code == 422


def test_last_names_and_game_are_offered_again() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben", game="shanghai-10")
    text = phone.client.get("/s/new/").text
    assert 'value="Ana"' in text
    assert 'value="Ben"' in text
    assert '<option value="shanghai-10" selected>' in text
    assert 'value="Ana"' not in Client().get("/s/new/").text


def test_phone_remembers_its_sheets_the_last_first() -> None:
    phone = Phone()
    first = phone.begin("Ana", "Ben")
    second = phone.begin("Cy", "Dee")
    text = phone.client.get("/s/").text
    assert text.index(second) < text.index(first)
    assert "In hand 1" in text
    other = Phone(first)
    other.page()
    assert first in other.client.get("/s/").text
    assert second not in other.client.get("/s/").text


def test_sheet_is_taken_off_the_list_and_stays() -> None:
    phone = Phone()
    key = phone.begin("Ana", "Ben")
    assert phone.client.post(f"/s/{key}/forget/").status_code == 302
    assert key not in phone.client.get("/s/").text
    assert Client().get(f"/s/{key}/").status_code == 200


def test_list_of_sheets_is_bounded() -> None:
    phone = Phone()
    for _ in range(MOST_SHEETS + 2):
        phone.begin("Ana", "Ben")
    assert phone.client.get("/s/").text.count("kept__sheet") == MOST_SHEETS
    assert len(phone.client.cookies[COOKIE].value) < 4000


def test_forged_memory_is_a_new_phone() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben")
    phone.client.cookies[COOKIE] = phone.client.cookies[COOKIE].value[:-1] + "x"
    assert "kept__sheet" not in phone.client.get("/s/").text


def test_phone_is_named_in_the_history() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben")
    phone.client.post(phone.url("device/"), {"who": "Ana"})
    phone.score("Ben", 1, 25)
    other = Phone(phone.key)
    other.score("Ana", 1, 5)
    assert "this phone" in phone.page("history/")
    text = other.page("history/")
    assert "</time> Ana" in text
    assert "phone 2" in phone.page("history/")


def test_rematch_has_the_same_players_and_the_deal_moved_on() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben", "Cy", dealer="2")
    phone.send("leave", player=phone.player("Cy"), hand=2)
    phone.hand(1, Ana=0, Ben=25, Cy=5)
    phone.send("end", hand=1)
    old = phone.book
    assert old.standings.names[old.standings.dealer(2) or ""] == "Ana"
    answer = phone.client.post(phone.url("rematch/"))
    again = phone.client.post(phone.url("rematch/"))
    assert answer["Location"] == again["Location"]
    assert answer["Location"] != phone.url()
    rematch = Phone(answer["Location"].split("/")[2])
    assert list(rematch.book.standings.names.values()) == ["Ana", "Ben", "Cy"]
    assert rematch.book.standings.names[rematch.book.standings.dealer(1) or ""] == "Ana"
    assert rematch.total("Ben") == 0
    onlooker = Client().get(f"/s/v/{old.row.view_key}/").text
    assert f"/s/v/{rematch.book.row.view_key}/" in onlooker


def test_unfinished_game_is_offered_first() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben")
    assert "is still open" not in phone.client.get("/s/new/").text
    phone.hand(1, Ana=0, Ben=25)
    assert "Hand 2 is still open" in phone.client.get("/s/new/").text
    phone.send("end", hand=1)
    assert "is still open" not in phone.client.get("/s/new/").text


def test_result_stands_in_the_list() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben")
    phone.hand(1, Ana=0, Ben=25)
    phone.send("end", hand=1)
    assert "Ana wins with 0" in phone.client.get("/s/").text
