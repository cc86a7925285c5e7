"""Sheets as files: what goes out comes back, other keepers' tables are read, anything else is refused with a reason."""

import csv
import dataclasses
import io
import json

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.changes import Adjust, Enter, Join, Score
from scorekeeper.exchange import ExchangeError, dump_json, load_json
from scorekeeper.games import named_game
from scorekeeper.models import Operation, Sheet
from scorekeeper.sheets import fold
from scorekeeper.spreadsheet import dump_csv, load_csv
from scorekeeper.standings import Standings
from tests.scorekeeper.sheet_logs import SEVEN, Log
from tests.scorekeeper.tables import Phone
from tests.scorekeeper.test_any_log import Opened, any_logs


def by_name(standings: Standings) -> dict[str, tuple[tuple[int | None, ...], int]]:
    """Everybody's points hand by hand, and the total."""
    found = {}
    for player, name in standings.names.items():
        scores = [standings.ledger.score(player, hand) for hand in range(1, standings.hands + 1)]
        found[name] = (tuple(score.points if score else None for score in scores), standings.total(player))
    return found


@settings(max_examples=60)
@given(any_logs())
def test_json_holds_the_whole_log(log: Log) -> None:
    for index, entry in enumerate(log.entries):
        log.entries[index] = dataclasses.replace(entry, uuid=f"00000000-0000-4000-8000-{entry.seq:012}")
    loaded = load_json(dump_json(Opened(log)))
    assert list(loaded.entries) == log.entries
    assert loaded.game == log.game
    assert fold(loaded.entries) == log.ledger


names = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=24),
    min_size=2,
    max_size=8,
    unique_by=str.casefold,
)


@settings(max_examples=100)
@given(names, st.data())
def test_csv_comes_back_as_the_same_table(people: list[str], data: st.DataObject) -> None:
    log = Log(game=SEVEN)
    for name in people:
        log.add(Join(name, name), device="")
    for hand in range(1, data.draw(st.integers(1, 7)) + 1):
        for name in people:
            if data.draw(st.integers(0, 5)):
                log.add(Enter(name, hand, Score(data.draw(st.integers(-99, 400)))))
    log.add(Enter(people[0], 1, Score(0, out=True)))
    log.add(Adjust(people[0], 2, -10, 'misdeal, "twice"'))
    loaded = load_csv(dump_csv(Opened(log)), SEVEN)
    assert by_name(Standings(fold(loaded.entries), SEVEN)) == by_name(log.standings)


def test_csv_is_a_plain_table() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0, ben=25)
    log.score("ana", 2, 75)
    log.add(Adjust("ben", 2, -10, "misdeal"))
    rows = list(csv.reader(io.StringIO(dump_csv(Opened(log)))))
    assert rows == [["hand", "Ana", "Ben"], ["1", "0", "25"], ["2", "75", ""], ["2 + misdeal", "", "-10"],
                    ["total", "75", "15"]]  # fmt: skip


def test_csv_gives_no_spreadsheet_a_formula() -> None:
    log = Log("=1+1", "@Ben")
    log.hand(1, **{"=1+1": 0, "@ben": 5})
    text = dump_csv(Opened(log))
    assert text.splitlines()[0] == "hand,'=1+1,'@Ben"
    assert set(Standings(fold(load_csv(text, SEVEN).entries), SEVEN).names.values()) == {"=1+1", "@Ben"}


@pytest.mark.parametrize(
    "text",
    [
        "Ana,Ben,Cy\n0,25,75\n10,0,20\n",
        "Ana;Ben;Cy\r\n0;25;75\r\n10;0;20\r\n",
        "\ufeffRound\tAna\tBen\tCy\n1\t0\t25\t75\n2\t10\t0\t20\nTotal\t10\t25\t95",
        "hand,Ana,Ben,Cy\nHand 1,0,25,75\n\nhand 2,10,0,20\nRank,1,2,3",
        '"",Ana,Ben,Cy\n1.,0,25.0,"75,00"\n2.,10,0,20',
    ],
)
def test_tables_of_other_keepers_are_read(text: str) -> None:
    standings = Standings(fold(load_csv(text, SEVEN).entries), SEVEN)
    assert by_name(standings) == {
        "Ana": ((0, 10, *[None] * 5), 10),
        "Ben": ((25, 0, *[None] * 5), 25),
        "Cy": ((75, 20, *[None] * 5), 95),
    }
    ana = standings.ledger.score(standings.ledger.players[0].id, 1)
    assert ana is not None
    assert ana.out


ODD = {
    "a divider written down": "sep=;\r\nHand;Ana;Ben;Cy\r\n1;0;25;75\r\n2;10;0;20\r\n",
    "semicolons and decimal commas": "\ufeff;Ana;Ben;Cy\n1;0,0;25,00;75\n2;10,0;0;20\n",
    "a title and empty lines": "Friday at Dee's, cards\n\nRound,Ana,Ben,Cy\n\n1,0,25,75\n\n2,10,0,20\n",
    "contracts beside the hands": '"Hand",Ana,Ben,Cy\n"Hand 1: 2 sets of 3",0,25,75\nHand 2 (set + run),10,0,20\n',
    "contracts for hands": "Contract,Ana,Ben,Cy\n2 sets of 3,0,25,75\n1 set and 1 run,10,0,20\n",
    "a column and a row of totals": "Deal #,Ana,Ben,Cy,Winner\n1,0,25,75,Ana\n2,10,0,20,Ben\nTotals:,10,25,95,Ana\n",
    "a row of sums without a label": "Ana,Ben,Cy\n0,25,75\n10,0,20\n10,25,95\n",
    "players in lines": "Player,1,2,Total\nAna,0,10,10\nBen,25,0,25\nCy,75,20,95\n",
    "players in lines, hands named": "Naam\tRonde 1\tRonde 2\nAna\t0\t10\nBen\t25\t0\nCy\t75\t20\n",
    "old line ends and a tail of commas": "hand,Ana,Ben,Cy,,\r1,0,25,75,,\r2,+10,0,20,,\r3,,,,,\r",
    "numbers in an unnamed first column": "Game night,Ana,Ben,Cy\n1,0,25,75\n2,10,0,20\n3,,,\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_tables_of_other_keepers_are_read(text: str) -> None:
    standings = Standings(fold(load_csv(text, SEVEN).entries), SEVEN)
    assert by_name(standings) == {
        "Ana": ((0, 10, *[None] * 5), 10),
        "Ben": ((25, 0, *[None] * 5), 25),
        "Cy": ((75, 20, *[None] * 5), 95),
    }


@pytest.mark.parametrize(
    ("text", "where", "column", "cell"),
    [
        ("Ana,Ben\n5,x", "2", "Ben", "x"),
        ("Ana;Ben\n5;5\n\n\n7,5;5", "5", "Ana", "7,5"),
        ("sep=;\nhand;Ana;Ben\n1;5;5\n2;5;1.000", "4", "Ben", "1.000"),
        ("hand,Ana,Ben\n1,12345,5", "2", "Ana", "12345"),
        ('hand,Ana,Ben\n1,5,"5\n6"\n', "3", "Ben", "5\n6"),
    ],
)
def test_cell_that_is_no_number_is_named(text: str, where: str, column: str, cell: str) -> None:
    with pytest.raises(ExchangeError) as caught:
        load_csv(text, SEVEN)
    assert (caught.value.code, caught.value.where, caught.value.column, caught.value.cell) == (
        "number", where, column, cell,
    )  # fmt: skip


def test_empty_cell_is_blank_and_zero_is_a_score() -> None:
    standings = Standings(fold(load_csv("Ana,Ben\n0,\n,−25\n", SEVEN).entries), SEVEN)
    assert [points[:2] for points, _total in by_name(standings).values()] == [(0, None), (None, -25)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("Ana,Ben", "empty"),
        ("Ana,Ben\n,\n", "empty"),
        ("Ana\n5\n", "players"),
        (",".join(f"P{n}" for n in range(21)) + "\n" + "5," * 21, "players"),
        (f"Ana,{'B' * 25}\n5,5", "long-name"),
        ("Ana,,Cy\n5,5,5", "no-name"),
        ("Ana,Ben\n5,5,5", "wide"),
        ("hand,Ana,Ben\n1,5,5\n1,5,5", "hand-twice"),
        ("Ana,Ben\n5,x", "number"),
        ("Ana,Ben\n5,2.5", "number"),
        ("Ana,Ben\n5,99999", "number"),
        ("hand,Ana,Ben\n61,5,5", "hands"),
        ("hand,Ana,Ben\n0,5,5", "hands"),
        ('Ana,Ben\n"5,5', "empty"),
    ],
)
def test_table_that_is_none_is_refused(text: str, code: str) -> None:
    with pytest.raises(ExchangeError) as caught:
        load_csv(text, SEVEN)
    assert caught.value.code == code


def test_json_that_is_none_is_refused() -> None:
    good = json.loads(dump_json(Opened(Log("Ana", "Ben"))))
    line = {"uuid": "00000000-0000-4000-8000-000000000001", "saw": 0, "at": "2026-11-29T12:00:00+00:00",
            "device": "", "who": "", "kind": "join",
            "payload": {"player": "a", "name": "A", "hand": 1, "start": "zero"}}  # fmt: skip
    assert load_json(json.dumps(good | {"log": [line]})).entries
    bad: list[object] = [
        [],
        {},
        "text",
        good | {"format": "other"},
        good | {"version": 2},
        good | {"game": {"game": "rummy", "rules": "none"}},
        good | {"game": {}},
        good | {"log": []},
        good | {"log": [line, line]},
        good | {"log": [line | {"uuid": "x"}]},
        good | {"log": [line | {"saw": 1}]},
        good | {"log": [line | {"at": "noon"}]},
        good | {"log": [line | {"at": "2026-11-29T12:00:00"}]},
        good | {"log": [line | {"kind": "shout"}]},
        good | {"log": [line | {"payload": []}]},
        good | {"log": [17]},
    ]
    for document in bad:
        with pytest.raises(ExchangeError):
            load_json(json.dumps(document))
    for text in ("{", "[" * 100_000):
        with pytest.raises(ExchangeError):
            load_json(text)


# Through the pages ----------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(db: None) -> Phone:
    cache.clear()
    phone = Phone()
    phone.begin("Ana", "Ben")
    phone.hand(1, Ana=0, Ben=25)
    return phone


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_file_goes_out_and_comes_in(phone: Phone, ending: str) -> None:
    answer = phone.client.get(phone.url(f"sheet.{ending}"))
    assert answer["Content-Disposition"].endswith(f'.{ending}"')
    file = SimpleUploadedFile(f"sheet.{ending}", answer.content)
    led = phone.client.post("/s/import/", {"file": file, "game": "shanghai-7"})
    assert led.status_code == 302
    copy = Phone(led["Location"].split("/")[2], phone.client)
    assert by_name(copy.book.standings) == by_name(phone.book.standings)
    assert copy.key in phone.client.get("/s/").text
    copy.hand(2, Ana=10, Ben=0)
    assert phone.total("Ana") == 0


def test_pasted_text_is_read_and_a_bad_one_says_why(phone: Phone) -> None:
    led = phone.client.post("/s/import/", {"text": "Ana,Ben\n5,6", "game": "lowest"})
    assert led.status_code == 302
    bad = phone.client.post("/s/import/", {"text": "Ana,Ben\n5,six", "game": "lowest"})
    assert bad.status_code == 422
    assert "Line 2, Ben: \u201csix\u201d is no whole number of at most four digits." in bad.text
    assert "Choose a file or paste its text." in phone.client.post("/s/import/", {"game": "lowest"}).text
    picture = SimpleUploadedFile("x.csv", b"\x89PNG\r\n\x1a\n\0\0")
    assert "This file is no text." in phone.client.post("/s/import/", {"file": picture, "game": "lowest"}).text
    assert Sheet.objects.count() == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_file_may_be_written_as_spreadsheets_write(phone: Phone, encoding: str) -> None:
    file = SimpleUploadedFile("x.csv", "Hand;Zoë;Jürgen\r\n1;5;6\r\n".encode(encoding))
    led = phone.client.post("/s/import/", {"file": file, "game": "lowest"})
    assert led.status_code == 302
    assert set(Phone(led["Location"].split("/")[2]).book.standings.names.values()) == {"Zoë", "Jürgen"}


def test_sheet_is_deleted_for_good(phone: Phone) -> None:
    assert "Delete for good" in phone.page("delete/")
    assert Sheet.objects.count() == 1
    assert phone.client.post(phone.url("delete/")).status_code == 302
    assert not Sheet.objects.exists()
    assert not Operation.objects.exists()
    assert phone.client.get(phone.url()).status_code == 404
    assert phone.key not in phone.client.get("/s/").text


def test_paper_has_a_column_for_each_player_and_a_row_for_each_hand(phone: Phone) -> None:
    page = phone.client.get("/s/blank/?game=shanghai-10&players=6").text
    assert page.count('<td class="paper__name">') == 6
    assert page.count("<tr>") == 12
    rules = named_game("shanghai-10").rules
    assert rules is not None
    assert phone.client.get("/s/blank/?game=nothing&players=99").status_code == 200


def test_result_can_be_sent_as_text(phone: Phone) -> None:
    assert "data-share-text" not in phone.page("share/")
    phone.send("end", hand=1)
    page = phone.page("share/")
    assert "1. Ana 0\n2. Ben 25" in page


def test_phone_that_writes_for_one_player_begins_at_that_column(phone: Phone) -> None:
    phone.client.post(phone.url("device/"), {"who": "Ben", "mine": 2})
    page = phone.page()
    assert 'data-mine="2"' in page
    assert f'name="player" value="{phone.player("Ben")}"' in page
    phone.client.post(phone.url("device/"), {"who": "Ben", "mine": ""})
    assert "data-mine" not in phone.page()
