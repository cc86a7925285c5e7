"""At the table: what the strip says, how buys are counted, who gets a card, and the board."""

import re
from itertools import pairwise

import pytest

from scorekeeper.attable import table_hand
from scorekeeper.charts import HEIGHT, LABEL_GAP, make_chart, totals_chart
from scorekeeper.claiming import read_claim
from tests.scorekeeper.tables import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    phone = Phone()
    phone.begin("Ana", "Ben", "Cy")
    return phone


def test_table_page_says_all_of_the_hand(phone: Phone) -> None:
    phone.hand(1, Ana=0, Ben=10, Cy=20)
    now = table_hand(phone.book)
    assert (now.hand, now.title, now.contract) == (2, "Hand 2 of 7", "1 set of 3 and 1 run of 4")
    assert now.dealer == "Ben"
    assert now.needs.startswith("7 cards")
    assert [buyer.name for buyer in now.buyers] == ["Ana", "Ben", "Cy"]
    assert dict(now.values) == {"2–7": "5", "8–K": "10", "Ace": "20", "Joker": "50"}
    assert {meld for meld, _cap in now.jokers} == {"set of 3", "run of 4"}
    page = phone.page("table/")
    for word in (now.title, now.contract, "Ben deals", "Who gets this card?", "set of 3"):
        assert word in page


def test_buy_is_counted_up_and_down_and_by_hand(phone: Phone) -> None:
    ana = phone.player("Ana")
    for _buy in range(2):
        assert phone.send("buy", player=ana, hand=1, move=1, next="table").endswith("/table/")
    phone.send("buy", player=ana, hand=1, move=-1, next="table")
    buyer = table_hand(phone.book).buyers[0]
    assert buyer.used == 1
    assert buyer.may_unbuy
    assert buyer.text.startswith("1")
    phone.hand(1, Ana=0, Ben=10, Cy=20)
    assert [buyer.used for buyer in table_hand(phone.book).buyers] == [0, 0, 0]
    assert "Ana bought in hand 1" in phone.page("history/")


def test_focus_finds_the_same_button_where_players_share_a_colour() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben", "Cy", "Dot", "Eve", "Fay", "Gil", "Hal")
    phone.send("join", name="Ivy", hand=1)
    buyers = table_hand(phone.book).buyers
    assert (buyers[8].name, buyers[8].hue) == ("Ivy", buyers[0].hue)
    kept = re.findall(r'data-keep="(\d+-more)"', phone.page("table/"))
    assert kept == [f"{number}-more" for number in range(1, 10)]


def test_no_more_buys_than_the_rules_allow(phone: Phone) -> None:
    rules = phone.book.game.rules
    assert rules is not None
    most = rules.buys_in(1)
    assert most is not None
    for _buy in range(most):
        phone.send("buy", player=phone.player("Ben"), hand=1, move=1)
    assert not table_hand(phone.book).buyers[1].may_buy


def test_player_in_turn_takes_before_a_buyer(phone: Phone) -> None:
    fields = {"discarder": phone.player("Ana"), "wants2": "on", "wants3": "on"}
    claim = read_claim(phone.book, fields)
    assert claim is not None
    assert claim.answer is not None
    assert claim.answer.title == "Ben gets it"
    assert claim.answer.buyer == ""
    assert "Ben gets it" in phone.client.get(phone.url("claim/"), fields).text


def test_buyer_gets_it_and_the_buy_is_counted(phone: Phone) -> None:
    fields = {"discarder": phone.player("Ana"), "wants3": "on"}
    page = phone.client.get(phone.url("claim/"), fields).text
    assert "Cy gets it" in page
    assert "Count the buy for Cy" in page
    claim = read_claim(phone.book, fields)
    assert claim is not None
    assert claim.answer is not None
    assert claim.answer.buyer == phone.player("Cy")


def test_discarder_and_one_without_buys_do_not_get_it(phone: Phone) -> None:
    rules = phone.book.game.rules
    assert rules is not None
    for _buy in range(rules.buys_in(1) or 0):
        phone.send("buy", player=phone.player("Cy"), hand=1, move=1)
    claim = read_claim(phone.book, {"discarder": phone.player("Ana"), "wants1": "on", "wants3": "on"})
    assert claim is not None
    assert claim.answer is not None
    assert claim.answer.title == "Nobody gets it"
    assert [sentence.partition(":")[0] for sentence in claim.answer.said] == ["Ana", "Cy"]
    assert f"buys2={rules.buys_in(1)}" in claim.desk_query


def test_card_turned_up_is_first_for_the_seat_behind_the_dealer(phone: Phone) -> None:
    claim = read_claim(phone.book, {"discarder": "nobody", "wants2": "on", "wants3": "on"})
    assert claim is not None
    assert claim.answer is not None
    assert claim.answer.title == "Ben gets it"


def test_game_without_rules_has_no_buys() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben", game="lowest")
    assert read_claim(phone.book, {}) is None
    assert "knows no buying" in phone.page("claim/")
    assert "Buys used" not in phone.page("table/")


def test_board_shows_places_and_chart_and_nothing_to_press(phone: Phone) -> None:
    phone.hand(1, Ana=0, Ben=10, Cy=20)
    path = f"/s/v/{phone.book.row.view_key}/board/"
    page = phone.client.get(path).text
    assert "polyline" in page
    for part in ("<form", "<button", "<a "):
        assert part not in page
    answer = phone.client.get(f"{path}live/")
    assert answer.status_code == 200
    again = phone.client.get(f"{path}live/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_question_every_second_is_two_queries(phone: Phone, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    etag = phone.client.get(phone.url("live/"))["ETag"]
    with django_assert_num_queries(2):
        answer = phone.client.get(phone.url("live/"), headers={"If-None-Match": etag})
    assert answer.status_code == 304


def test_chart_says_the_same_as_its_table(phone: Phone) -> None:
    assert totals_chart(phone.book) is None
    phone.hand(1, Ana=0, Ben=10, Cy=20)
    phone.hand(2, Ana=50, Ben=0, Cy=20)
    chart = totals_chart(phone.book)
    assert chart is not None
    assert chart.rows == (("1", ("0", "10", "20")), ("2", ("50", "10", "40")))
    heights = [[float(point.split(",")[1]) for point in line.points.split()] for line in chart.lines]
    assert heights[0][2] < heights[2][2] < heights[1][2]  # more points stand higher
    assert heights[1][1] == heights[1][2]


@pytest.mark.parametrize("values", [[0, 0, 0], [-25, 400, 399], [5] * 8, [1000, 990, 10, 0, 5, 995, 500, 505]])
def test_names_beside_the_lines_do_not_overlap(values: list[int]) -> None:
    names = [f"P{number}" for number in range(len(values))]
    chart = make_chart(names, [1] * len(values), [[(0, 0), (1, value)] for value in values], last=1)
    heights = sorted(line.label_y for line in chart.lines)
    assert all(below - above >= LABEL_GAP - 0.01 for above, below in pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < HEIGHT
