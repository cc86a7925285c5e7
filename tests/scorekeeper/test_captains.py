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


@pytest.mark.parametrize("query", ["c=nonsense", "was=nonsense", "pen=9", "do=card+99", f"do=card+{'9' * 5_000}"])
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
    cut = client.get("/s/captains/", {"first": "Captain William van der Berg", "second": "Ben"})
    assert cut.context["names"][0] == "Captain William van der"


# A round at its end ------------------------------------------------------------------------------------------------

ROUND = "/s/captains/round/?first=Ana&second=Ben"


def test_round_gives_the_cards_to_those_who_win_them(client: Client) -> None:
    address = ROUND
    for card in (4, 9, 14, "t", 24, 29):
        address = tap(client, address, f"card {card}")
    for what in ("way right", "a + 1", "a + 2", "b + 3", "b + 4", "b + 5", "a + 5"):
        address = tap(client, address, what.replace("+", "%2B"))
    page = client.get(address).text
    assert "1</span> <span><strong>Ana</strong>: unopposed" in page
    assert "3</span> <span><strong>Ben</strong>: unopposed" in page
    assert "5</span> <span><strong>Ben</strong>: equal dice, higher neighbours 4 to 0" in page
    assert "6</span> <span><strong>nobody</strong>: no dice" in page
    back = tap(client, address, "give")
    assert back.startswith("/s/captains/?")
    tally = tally_of(back)
    # Counted from the right the row is 29, 24, a trick, 14, 9, 4.
    assert [tally.owners[place] for place in (29, 24, 14, 9, 4)] == [1, 1, 2, 2, GONE]
    assert tally.tricks == (0, 1)
    assert tally_of(tap(client, back, "undo")) == Tally()


def test_round_offers_only_cards_that_nobody_has(client: Client) -> None:
    sheet = tap(client, "/s/captains/?first=Ana&second=Ben", "card 4")
    address = sheet.replace("/s/captains/", "/s/captains/round/")
    page = client.get(address).text
    assert 'id="card-4"' not in page
    assert 'id="card-5"' in page
    address = tap(client, address, "card 4")
    assert "row=&" in address
    address = tap(client, tap(client, address, "card 5"), "card 5")
    assert "row=5&" in address
    assert "row=&" in tap(client, address, "back")


@pytest.mark.parametrize("query", ["", "&row=9.9.9.x.99", "&a=999999&b=x&way=up", "&row=0.1.2.3.5.6.7&do=a+%2B+9"])
def test_round_of_nonsense_is_empty(client: Client, query: str) -> None:
    assert client.get(f"{ROUND}{query}", follow=True).status_code == 200


def test_round_without_captains_leads_to_the_beginning(client: Client) -> None:
    assert client.get("/s/captains/round/").headers["Location"] == "/s/captains/"
