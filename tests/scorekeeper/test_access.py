"""Who may do what: the edit key writes, the view key shows, any other key is nothing."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from scorekeeper import keys
from scorekeeper.models import Operation, Sheet
from tests.scorekeeper.tables import Phone

pytestmark = pytest.mark.django_db

READ = ("", "live/", "hand/1/", "hand/1/1/", "players/", "history/", "share/")
WRITE = ("operations/", "rematch/", "rekey/", "device/")


@pytest.fixture
def phone() -> Phone:
    cache.clear()
    phone = Phone()
    phone.begin("Ana", "Ben")
    return phone


def test_edit_key_opens_every_page(phone: Phone) -> None:
    for page in READ:
        assert phone.client.get(phone.url(page)).status_code in (200, 302), page


def test_other_phone_with_the_edit_key_writes(phone: Phone) -> None:
    Phone(phone.key).score("Ben", 1, 25)
    assert phone.total("Ben") == 25


@pytest.mark.parametrize("page", READ)
def test_wrong_key_shows_nothing(phone: Phone, page: str) -> None:
    for key in (
        keys.new_key(),
        "x",
        phone.book.row.edit_digest,
        phone.key[:-1] + ("A" if phone.key[-1] != "A" else "B"),
    ):
        assert phone.client.get(f"/s/{key}/{page}").status_code == 404


@pytest.mark.parametrize("page", WRITE)
def test_wrong_key_writes_nothing(phone: Phone, page: str) -> None:
    before = (Sheet.objects.count(), Operation.objects.count())
    assert phone.client.post(f"/s/{keys.new_key()}/{page}", {}).status_code == 404
    assert (Sheet.objects.count(), Operation.objects.count()) == before


def test_view_key_shows_the_sheet_and_never_the_edit_key(phone: Phone) -> None:
    phone.score("Ben", 1, 25)
    view = phone.book.row.view_key
    onlooker = Client()
    for page in (f"/s/v/{view}/", f"/s/v/{view}/live/"):
        answer = onlooker.get(page)
        assert answer.status_code == 200
        assert "25" in answer.text
        assert phone.key not in answer.text
        assert "<form" not in answer.text.split("<main")[-1].split("</main>")[0]


def test_view_key_is_no_edit_key(phone: Phone) -> None:
    view = phone.book.row.view_key
    lines = Operation.objects.count()
    for page in READ:
        assert phone.client.get(f"/s/{view}/{page}").status_code == 404
    for page in WRITE:
        assert phone.client.post(f"/s/{view}/{page}", {}).status_code == 404
    for page in (f"/s/v/{view}/", f"/s/v/{view}/live/"):
        assert phone.client.post(page, {}).status_code == 405
    assert Operation.objects.count() == lines


def test_edit_key_is_no_view_key(phone: Phone) -> None:
    assert phone.client.get(f"/s/v/{phone.key}/").status_code == 404


def test_pages_with_a_key_are_kept_out_of_caches_and_search(phone: Phone) -> None:
    for url in (phone.url(), phone.url("share/"), f"/s/v/{phone.book.row.view_key}/"):
        answer = phone.client.get(url)
        assert "private" in answer["Cache-Control"]
        assert "noindex" in answer["X-Robots-Tag"]


def test_changed_address_shuts_the_former_one_and_only_that(phone: Phone) -> None:
    phone.hand(1, Ana=0, Ben=25)
    former, seen = phone.key, phone.book.row.view_key
    rematch = phone.client.post(phone.url("rematch/"))["Location"]
    answer = phone.client.post(phone.url("rekey/"))
    phone.key = answer["Location"].split("/")[2]
    assert phone.key != former
    assert phone.total("Ben") == 25
    assert phone.client.get(f"/s/{former}/").status_code == 404
    assert phone.client.get(f"/s/v/{seen}/").status_code == 200
    assert f"/s/{phone.key}/" in phone.client.get("/s/").text
    assert former not in phone.client.get("/s/").text
    again = phone.client.post(phone.url("rematch/"))["Location"]
    assert again != rematch
    assert phone.client.get(again).status_code == 200


def test_pages_that_write_refuse_to_be_read(phone: Phone) -> None:
    for page in WRITE:
        assert phone.client.get(phone.url(page)).status_code == 405
    for page in READ:
        assert phone.client.post(phone.url(page)).status_code == 405


def test_form_from_another_site_is_refused(phone: Phone) -> None:
    operation = {"kind": "reopen", "uuid": str(uuid4()), "saw": 0}
    strict = Client(enforce_csrf_checks=True)
    for origin in ("https://elsewhere.example", "http://testserver:81", "null"):
        answer = strict.post(phone.url("operations/"), operation, headers={"Origin": origin})
        assert answer.status_code == 403, origin
    assert strict.post(phone.url("forget/"), {}).status_code == 403


def test_kept_page_writes_without_a_token(phone: Phone) -> None:
    operation = {"kind": "reopen", "uuid": str(uuid4()), "saw": 0}
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(phone.url("operations/"), operation, headers={"Origin": "http://testserver"})
    assert answer.status_code == 302
    assert len(phone.book.entries) == len(phone.book.ledger.players) + 2


def test_keys_are_of_128_bits_and_the_row_does_not_hold_the_edit_key(phone: Phone) -> None:
    assert len({keys.new_key() for _ in range(100)}) == 100
    assert len(keys.new_key()) == 22
    row = phone.book.row
    assert phone.key not in (row.edit_digest, row.view_key)
    assert keys.view_key(phone.key) == row.view_key
    assert keys.rematch_key(phone.key) not in (phone.key, row.view_key)


def test_new_sheets_are_bounded_by_address(phone: Phone) -> None:
    cache.clear()
    for _ in range(settings.NEW_SHEETS_AN_HOUR):
        phone.begin("Ana", "Ben")
    answer = phone.client.post("/s/new/", {"name1": "Ana", "name2": "Ben", "game": "shanghai-7"})
    assert answer.status_code == 429
    assert answer["Retry-After"]
    assert phone.client.get("/s/new/").status_code == 200
    cache.clear()


@override_settings(NEW_SHEETS_AN_HOUR=2)
def test_hour_of_new_sheets_begins_with_the_first_one(phone: Phone) -> None:
    cache.clear()
    sent = {"name1": "Ana", "name2": "Ben", "game": "shanghai-7"}
    start = timezone.now()
    codes = []
    for minutes in (0, 40, 50, 70):
        with time_machine.travel(start + timedelta(minutes=minutes), tick=False):
            codes.append(phone.client.post("/s/new/", sent).status_code)
    assert codes == [302, 302, 429, 302]
    cache.clear()
