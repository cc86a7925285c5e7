"""Sheets that a phone begins by a key of its own, without having asked the server."""

import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from scorekeeper.books import open_book
from scorekeeper.keys import new_key
from scorekeeper.models import Sheet
from scorekeeper.shells import KEY
from tests.scorekeeper.tables import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def begun(*names: str, **fields: object) -> dict[str, object]:
    """What a phone sends first."""
    return {
        "kind": "begin",
        "uuid": str(uuid4()),
        "saw": 0,
        "game": "shanghai-7",
        "dealer": 2,
        "players": ",".join(str(uuid4()) for _name in names),
        **{f"name{seat}": name for seat, name in enumerate(names, start=1)},
        **fields,
    }


def test_sheet_begun_on_a_phone_is_made_once() -> None:
    key, sent, client = new_key(), begun("Ana", "Ben"), Client()
    for outcome in ("applied", "same", "same"):
        answer = client.post(f"/s/{key}/operations/", sent, headers={"X-Sheet": "1"})
        assert answer.status_code == 200
        assert answer["X-Outcome"] == outcome
        assert 'data-revision="3"' in answer.text
    assert Sheet.objects.count() == 1
    phone = Phone(key, client)
    assert [player.id for player in phone.book.ledger.players] == str(sent["players"]).split(",")
    assert phone.book.standings.dealer(1) == phone.player("Ben")
    phone.hand(1, Ana=0, Ben=25)
    assert phone.total("Ben") == 25
    assert key in client.get("/s/").text


def test_form_whose_answer_was_lost_begins_the_same_sheet() -> None:
    key, client = new_key(), Client()
    form = begun("Ana", "Ben", key=key)
    for _again in range(2):
        assert client.post("/s/new/", form)["Location"] == f"/s/{key}/"
    client.post(f"/s/{key}/operations/", form, headers={"X-Sheet": "1"})
    assert Sheet.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"name2": ""},
        {"players": ""},
        {"players": "a,b"},
        {"players": f"{uuid4()}"},
        {"players": ",".join(["00000000-0000-4000-8000-000000000001"] * 2)},
    ],
)
def test_sheet_that_cannot_be_begun_is_refused(wrong: dict[str, object]) -> None:
    answer = Client().post(f"/s/{new_key()}/operations/", begun("Ana", "Ben") | wrong)
    assert answer.status_code == 422
    assert not Sheet.objects.exists()


@pytest.mark.parametrize("key", ["short", "x" * 23, "x" * 21 + ".", "é" * 22])
def test_key_that_is_none_begins_nothing(key: str) -> None:
    assert Client().post(f"/s/{key}/operations/", begun("Ana", "Ben")).status_code == 422
    assert Client().post("/s/new/", begun("Ana", "Ben", key=key)).status_code == 422
    assert not Sheet.objects.exists()


def test_other_site_begins_nothing() -> None:
    answer = Client().post(
        f"/s/{new_key()}/operations/", begun("Ana", "Ben"), headers={"Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403
    assert not Sheet.objects.exists()


def test_beginning_is_bounded_like_any_new_sheet(settings: pytest.FixtureRequest) -> None:
    settings.NEW_SHEETS_AN_HOUR = 2  # type: ignore[attr-defined]
    keys = [new_key() for _sheet in range(3)]
    codes = [Client().post(f"/s/{key}/operations/", begun("Ana", "Ben")).status_code for key in keys]
    assert codes == [200, 200, 429]
    again = [Client().post(f"/s/{keys[0]}/operations/", begun("Ana", "Ben")).status_code for _time in range(3)]
    assert again == [200, 200, 200]


@pytest.mark.parametrize("game", ["shanghai-7", "rook-10", "lowest"])
def test_shell_is_a_sheet_of_nobody(game: str) -> None:
    page = Client().get(f"/s/shell/?game={game}")
    assert page.status_code == 200
    assert "phone" not in page.cookies
    assert page["Cache-Control"] == "private, no-cache"
    assert f'data-operations="/s/{KEY}/operations/"' in page.text
    assert re.findall(r'class="head__name" dir="auto">(.)<', page.text) == [chr(0xE000 + seat) for seat in range(1, 9)]
    assert not Sheet.objects.exists()
    assert open_book(KEY) is None


def test_shell_of_no_game_is_not_found() -> None:
    assert Client().get("/s/shell/").status_code == 404
    assert Client().get("/s/shell/?game=chess").status_code == 404
    assert Client().get("/s/shell/?game=house:x").status_code == 404
