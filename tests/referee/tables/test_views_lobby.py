"""The lobby, the waiting room, and who may come in, through the web."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from referee.models import Table
from referee.tables.identity import COOKIE
from tests.referee.tables.visitors import Visitor, company

pytestmark = pytest.mark.django_db

OPEN = {"name": "Ana", "rules": "shanghai-7", "seats": "4", "pace": "live"}


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def test_opening_a_table_seats_its_host() -> None:
    visitor = Visitor()
    answer = visitor.post("/t/open/", **OPEN)
    table = Table.objects.get()
    assert answer.status_code == 303
    assert answer["Location"] == f"/t/{table.code}/"
    assert visitor.client.cookies[COOKIE]["httponly"]
    page = visitor.get(answer["Location"]).text
    assert "Ana" in page
    assert table.code in page
    assert 'class="qr"' in page
    assert "Seat a bot" in page


def test_opening_with_bots_deals_at_once() -> None:
    visitor = Visitor()
    answer = visitor.post("/t/open/", **OPEN, do="bots")
    assert Table.objects.get().phase == "playing"
    assert "Your hand, 11 cards" in visitor.get(answer["Location"]).text


def test_opening_says_what_is_wrong() -> None:
    visitor = Visitor()
    answer = visitor.post("/t/open/", **(OPEN | {"seats": "8"}))
    assert answer.status_code == 422
    assert "These rules are for 3 to 5 players." in answer.text
    assert visitor.post("/t/open/", **(OPEN | {"name": "\u200b"})).status_code == 422
    assert not Table.objects.exists()


def test_open_tables_are_listed_only_where_the_host_says_so() -> None:
    Visitor().post("/t/open/", **OPEN)
    quiet = Table.objects.get().code
    Visitor().post("/t/open/", **(OPEN | {"listed": "on"}))
    page = Visitor().get("/t/").text
    assert quiet not in page
    assert "3 free chairs" in page


def test_code_leads_to_the_table_however_it_is_typed() -> None:
    table = company(started=False).table
    answer = Visitor().get(f"/t/join/?code={table.code[:3].lower()}-{table.code[3:]}")
    assert answer["Location"] == f"/t/{table.code}/"
    assert Visitor().get(f"/t/{table.code.lower()}/")["Location"] == f"/t/{table.code}/"


def test_unknown_code_is_said_to_be_unknown() -> None:
    answer = Visitor().get("/t/join/?code=BBBBBB")
    assert answer.status_code == 404
    assert "There is no table with this code." in answer.text
    assert Visitor().get("/t/join/?code=AEIOU").status_code == 422


def test_guessing_codes_is_stopped() -> None:
    visitor = Visitor()
    answers = [visitor.get(f"/t/join/?code=BBBBB{letter}").status_code for letter in "23456789BCDFGHJKMNPQRSTV"]
    assert answers[0] == 404
    assert answers[-1] == 429
    assert visitor.get("/t/BBBBBB/").status_code == 429


def test_stranger_at_a_table_sees_no_hand_and_may_sit_in_the_lobby() -> None:
    visitor = Visitor()
    visitor.post("/t/open/", **OPEN)
    path = f"/t/{Table.objects.get().code}/"
    guest = Visitor()
    assert "Sit down" in guest.get(path).text
    answer = guest.post(f"{path}sit/", name="Ben", seat="2")
    assert answer.status_code == 303
    chairs = Table.objects.get().chairs
    assert chairs.get(seat=2).name == "Ben"
    assert "you" in guest.get(path).text


def test_seat_that_is_taken_is_refused() -> None:
    visitor = Visitor()
    visitor.post("/t/open/", **OPEN)
    path = f"/t/{Table.objects.get().code}/"
    answer = Visitor().post(f"{path}sit/", scripted=True, name="Ben", seat="0")
    assert answer.status_code == 422
    assert "Somebody sits there already." in answer.text


def test_only_the_host_seats_bots_removes_and_starts() -> None:
    here = company(started=False)
    guest = here.at(1)
    for path, data in (
        ("chair/", {"do": "remove", "seat": "2"}),
        ("chair/", {"do": "bot", "seat": "2"}),
        ("start/", {"fill": ""}),
    ):
        assert guest.post(here.path + path, **data).status_code == 403
    assert guest.get(f"{here.path}settings/").status_code == 403
    assert here.table.chairs.filter(player__isnull=False).count() == 3
    assert here.at(0).post(f"{here.path}chair/", do="remove", seat="2").status_code == 303
    assert here.at(0).post(f"{here.path}chair/", do="bot", seat="2").status_code == 303
    assert here.table.chairs.get(seat=2).bot
    assert here.at(0).post(f"{here.path}start/", fill="").status_code == 303
    here.table.refresh_from_db()
    assert here.table.phase == "playing"


def test_settings_keep_what_the_host_chose() -> None:
    here = company(started=False)
    page = here.at(0).get(f"{here.path}settings/").text
    assert 'name="hints"' in page
    assert here.at(0).post(f"{here.path}settings/", chat="on", window_seconds="20").status_code == 303
    options = here.snapshot(0).options
    assert (options.hints, options.chat, options.spectators, options.window_seconds) == (False, True, False, 20)
    assert here.at(0).post(f"{here.path}settings/", window_seconds="1").status_code == 422


def test_leaving_frees_the_chair() -> None:
    here = company(started=False)
    here.at(1).post(f"{here.path}leave/")
    assert here.table.chairs.get(seat=1).is_free


def test_own_tables_are_in_the_lobby_with_whose_turn_it_is() -> None:
    here = company()
    waited = here.snapshot(None).waiting[0]
    assert "Your turn" in here.at(waited).get("/t/").text
    assert here.table.code in here.at(waited).get("/t/").text
    assert here.table.code not in Visitor.named("Zoe").get("/t/").text


def test_nothing_changes_by_a_link_that_is_only_opened(client: Client) -> None:
    here = company()
    for name in ("play", "ready", "sit", "leave", "start", "chair", "pause", "time", "report", "mute", "luck"):
        assert client.get(f"{here.path}{name}/").status_code == 405, name
