"""The desk's pages for the dice game: tapped dice and crews, explained card by card and by nationality."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

from referee.desk.dicebook import scores, taverns
from referee.engine.shanghaien.cards import SAILORS, TRICKS, card_words
from referee.engine.shanghaien.tally import FIRST, SECOND, Tally


def said(page: str) -> str:
    """The ruling of the page as plain text."""
    ruling = page.partition('id="ruling"')[2].partition("</section>")[0]
    return re.sub(r"\s+", " ", unescape(strip_tags(ruling.partition(">")[2]))).strip()


def test_tavern_tells_every_card_with_its_reason_and_the_rule(client: Client) -> None:
    page = client.get("/referee/tavern/", {"first": "102010", "second": "012002"}).text
    assert said(page).startswith("First captain 2, second captain 3")
    assert "1 First captain: unopposed" in said(page)
    assert "3 Second captain: equal dice, higher neighbours 2 to 0" in said(page)
    assert "4 nobody: no dice" in said(page)
    assert 'href="/rules/shanghaien/#rule-9.6"' in page


@pytest.mark.parametrize(
    ("first", "tap", "after"),
    [
        ("000000", "first + 3", "001000"),
        ("002000", "first - 3", "001000"),
        ("000000", "first - 3", "000000"),
        ("222000", "first + 6", "222000"),
        ("222000", "clear", "000000"),
        ("010000", "first + 7", "010000"),
        ("010000", "nonsense", "010000"),
    ],
)
def test_tavern_tap_leads_to_the_address_of_what_lies_there(client: Client, first: str, tap: str, after: str) -> None:
    answer = client.get("/referee/tavern/", {"first": first, "second": "000000", "do": tap})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/referee/tavern/?first={after}&second=000000"


@pytest.mark.parametrize("counts", ["", "1", "7000000", "333000", "٣00000", "-1-2-3"])
def test_tavern_of_no_such_dice_is_empty(client: Client, counts: str) -> None:
    page = client.get("/referee/tavern/", {"first": counts, "second": counts}).text
    assert said(page) == "The ruling appears here as soon as a die lies in the tavern."


def test_crews_count_by_nationality_as_the_rule_says(client: Client) -> None:
    tally = Tally()
    for place in (3, 4):
        tally = tally.tapped(f"card {place}", FIRST)
    for tap in ("card 1", "card 6", "trick 2"):
        tally = tally.tapped(tap, SECOND)
    page = client.get("/referee/crews/", {"c": tally.word, "pen": "2"}).text
    assert said(page).startswith("The second captain wins, 3 to 2")
    assert 'href="/rules/shanghaien/#rule-9.10"' in page
    assert 'aria-label="Danes 4: First captain"' in page
    assert 'aria-label="French 2: Second captain"' in page
    assert 'id="pen-2" name="do" value="pen 2" aria-pressed="true"' in page


def test_crews_tap_gives_a_card_to_the_pen(client: Client) -> None:
    answer = client.get("/referee/crews/", {"pen": "2", "do": "card 0"}, follow=True)
    assert 'aria-label="Danes 1: Second captain"' in answer.text
    again = client.get("/referee/crews/", {"c": answer.context["tally"].word, "pen": "2", "do": "pen 1"}, follow=True)
    assert again.context["pen"] == 1
    assert again.context["tally"] == answer.context["tally"]
    clear = client.get("/referee/crews/", {"c": answer.context["tally"].word, "do": "clear"}, follow=True)
    assert clear.context["tally"] == Tally()


@pytest.mark.parametrize("asked", [{"c": "nonsense"}, {"do": "card 99"}, {"pen": "7", "do": "joker"}])
def test_crews_of_nonsense_are_empty(client: Client, asked: dict[str, str]) -> None:
    assert client.get("/referee/crews/", asked, follow=True).context["tally"] == Tally()


def test_last_rulings_keep_one_of_many_taps(client: Client) -> None:
    for counts in ("100000", "110000", "111000"):
        client.get("/referee/tavern/", {"first": counts, "second": "000000"})
    page = client.get("/referee/last/").text
    assert page.count("/referee/tavern/?") == 1
    assert "first=111000" in page


def test_rules_show_both_games_every_card_and_every_effect(client: Client) -> None:
    page = client.get("/rules/shanghaien/").text
    sheet = page.partition('id="chapter-9"')[0]
    for sailor in SAILORS:
        assert f'aria-label="{card_words(sailor, str)}"' in sheet
    for trick in TRICKS:
        assert f'aria-label="{card_words(trick, str)}"' in sheet
    rows = re.findall(r"<tr><th[^>]*>(.*?)</th>(.*?)</tr>", sheet)
    figures = {name: re.findall(r">(\d+)<", cells) for name, cells in rows}
    assert figures["Shanghaien"] == ["40", "8", "8", "0"]
    assert figures["Shanghaien without dirty tricks"] == ["40", "0", "6", "4"]


def test_rules_say_of_their_examples_what_the_engine_says() -> None:
    examples = {(example.rule, example.direction): example for example in taverns()}
    left, right = examples["9.3", "left"], examples["9.4", "right"]
    assert [one.number for one in left.berths] == [1, 2, 3, 4, 5, 6]
    assert [one.number for one in right.berths] == [6, 5, 4, 3, 2, 1]
    tied = next(example for example in taverns() if example.rule == "9.6")
    told = {one.number: (one.owner, one.why) for one in tied.berths}
    assert told[4] == (1, "equal dice, higher neighbours 8 to 5")
    assert told[5] == (0, "still equal, dice 1 each and neighbours 4 each")
    assert [(one.strengths, max(one.points)) for one in scores()] == [
        ((12, 1), 1),
        ((7, 6), 6),
        ((10, 0), 10),
        ((3, 3), 0),
    ]


def test_dutch_sailors_are_people_and_no_language(client: Client) -> None:
    page = client.get("/rules/shanghaien/", headers={"accept-language": "nl"}).text
    assert 'aria-label="Nederlanders 4"' in page
    assert "met één veranderen" in page
    assert "nog steeds gelijk, dobbelstenen elk 1 en buren elk 4" in page
