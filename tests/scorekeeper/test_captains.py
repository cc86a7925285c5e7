"""The score sheet of the dice game, whose address holds it all."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from referee.engine.shanghaien.tally import GONE, Tally, read_tally

START = {"first": "Ana", "second": "Ben"}


def tap(client: Client, address: str, what: str) -> str:
    """The address after the tap."""
    answer = client.get(f"{address}&do={what.replace(' ', '+')}")
    assert answer.status_code == 302
    return answer.headers["Location"]


def tally_of(address: str) -> Tally:
    return read_tally(parse_qs(urlsplit(address).query).get("c", [""])[0])


def test_begins_with_two_names(client: Client) -> None:
    assert 'name="first"' in client.get("/s/captains/").text
    page = client.get("/s/captains/", START).text
    assert "Equal, 0 each." in page
    assert "40 sailors have not been seen." in page


def test_taps_fill_the_crews_and_the_address_holds_them(client: Client) -> None:
    address = "/s/captains/?first=Ana&second=Ben"
    for what in ("card 4", "card 9", "pen 2", "card 3", "joker red", "pen 3", "card 20", "trick 2"):
        address = tap(client, address, what)
    page = client.get(address).text
    assert "Ana leads, 7 to 1." in page
    assert 'aria-label="Danes 3: Ben"' in page
    assert 'aria-label="Dutch 1: out of the game"' in page
    assert tally_of(address).owners[20] == GONE


def test_undo_takes_the_last_tap_back_once(client: Client) -> None:
    address = tap(client, "/s/captains/?first=Ana&second=Ben", "card 4")
    second = tap(client, address, "card 5")
    assert tally_of(tap(client, second, "undo")) == tally_of(address)
    undone = tap(client, address, "undo")
    assert tally_of(undone) == Tally()
    assert 'id="undo"' not in client.get(undone).text
    assert tally_of(tap(client, undone, "undo")) == Tally()


def test_device_remembers_the_last_sheet(client: Client) -> None:
    address = tap(client, "/s/captains/?first=Ana&second=Ben", "card 4")
    client.get(address)
    page = client.get("/s/captains/").text
    assert "Go on with Ana and Ben" in page
    client.cookies["captains"] = "forged"
    assert "Go on with" not in client.get("/s/captains/").text


@pytest.mark.parametrize("query", ["c=nonsense", "was=nonsense", "pen=9", "do=card+99"])
def test_nonsense_in_the_address_is_nobodys_card(client: Client, query: str) -> None:
    answer = client.get(f"/s/captains/?first=Ana&second=Ben&{query}", follow=True)
    assert answer.status_code == 200
    assert answer.context["tally"] == Tally()


def test_names_are_cut_and_shown_as_text(client: Client) -> None:
    page = client.get("/s/captains/", {"first": "<b>" + "x" * 80, "second": "Ben"}).text
    assert "<b>x" not in page
    heading = page.partition("<h1>")[2].partition("</h1>")[0]
    assert heading.startswith("&lt;b&gt;xxx")
    assert heading.count("x") == 21
