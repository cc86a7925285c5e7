"""Accounts: the same sheets on two phones, in by a mailed code, out, exported, erased."""

import json
import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client

from scorekeeper import keys
from scorekeeper.circles import adopt, circle_of, kept_books, shared_device
from scorekeeper.devices import new_device
from scorekeeper.models import Circle, Kept, Sheet
from tests.scorekeeper.tables import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mailing(settings: pytest.FixtureRequest) -> None:
    settings.MAIL_IS_SENT = True  # type: ignore[attr-defined]
    cache.clear()


def sign_in(client: Client, email: str) -> None:
    """By a code, as a person does."""
    asked = client.post("/s/account/mail/", {"email": email})
    assert asked["Location"] == "/s/account/code/"
    assert mail.outbox[-1].to == [email.lower()]
    code = re.search(r"is:\s+(\S+)", str(mail.outbox[-1].body))
    assert code
    assert client.get("/s/account/code/").status_code == 200
    done = client.post("/s/account/code/", {"code": code[1]})
    assert done.status_code == 302, done.text
    assert done["Location"] == "/s/account/"
    assert client.get("/s/account/").status_code == 200


def test_sheets_of_one_phone_are_on_the_other_one() -> None:
    first, second = Phone(), Phone()
    first.begin("Ana", "Ben")
    sign_in(first.client, "ana@example.org")
    sign_in(second.client, "Ana@Example.org")
    assert User.objects.count() == 1
    assert first.key in second.client.get("/s/").text
    page = second.client.get("/s/new/").text
    assert 'value="Ana"' in page  # the last players in their seats
    second.begin("Cy", "Dee")
    assert second.key in first.client.get("/s/").text
    assert first.client.get("/s/").text.index(second.key) < first.client.get("/s/").text.index(first.key)
    circle = Circle.objects.get()
    assert circle.names[:2] == ["Cy", "Dee"]
    assert set(circle.names) == {"Ana", "Ben", "Cy", "Dee"}


def test_sheet_taken_off_the_list_is_gone_on_both_phones() -> None:
    first, second = Phone(), Phone()
    first.begin("Ana", "Ben")
    for phone in (first, second):
        sign_in(phone.client, "ana@example.org")
    second.client.post(f"/s/{first.key}/forget/")
    assert first.key not in second.client.get("/s/").text
    assert not Kept.objects.exists()
    assert Sheet.objects.count() == 1


def test_deleted_sheet_leaves_the_account() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben")
    sign_in(phone.client, "ana@example.org")
    phone.client.post(phone.url("delete/"))
    assert not Kept.objects.exists()


def test_stranger_sees_nothing_of_an_account() -> None:
    phone, stranger = Phone(), Phone()
    phone.begin("Ana", "Ben")
    sign_in(phone.client, "ana@example.org")
    assert phone.key not in stranger.client.get("/s/").text
    assert "ana@example.org" not in stranger.client.get("/s/account/").text
    assert stranger.client.get("/s/account/export/").status_code == 302
    sign_in(stranger.client, "eve@example.org")
    assert phone.key not in stranger.client.get("/s/").text


def test_database_alone_opens_no_kept_sheet(settings: pytest.FixtureRequest) -> None:
    phone = Phone()
    phone.begin("Ana", "Ben")
    sign_in(phone.client, "ana@example.org")
    kept = Kept.objects.get()
    assert phone.key not in (kept.sealed, kept.sheet.edit_digest)
    circle = circle_of(User.objects.get())
    assert circle is not None
    assert [book.key for book in kept_books(circle)] == [phone.key]
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another secret"  # type: ignore[attr-defined]
    assert kept_books(circle) == []
    settings.SECRET_KEY_FALLBACKS = [old]  # type: ignore[attr-defined]
    assert [book.key for book in kept_books(circle)] == [phone.key]


def test_sealed_key_opens_only_for_its_own_sheet() -> None:
    key, other = keys.new_key(), keys.new_key()
    sealed = keys.seal(key, "secret")
    assert keys.unseal(sealed, keys.digest(key), ["wrong", "secret"]) == key
    assert keys.unseal(sealed, keys.digest(other), ["secret"]) == ""
    assert keys.unseal(sealed, keys.digest(key), ["wrong"]) == ""


def test_signing_out_leaves_the_phone_empty() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben")
    sign_in(phone.client, "ana@example.org")
    phone.client.post("/s/account/leave/")
    assert phone.key not in phone.client.get("/s/").text
    assert "Ana" not in phone.client.get("/s/new/").text
    sign_in(phone.client, "ana@example.org")
    assert phone.key in phone.client.get("/s/").text


def test_account_is_exported_whole_and_erased_for_good() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben")
    phone.hand(1, Ana=0, Ben=25)
    sign_in(phone.client, "ana@example.org")
    document = json.loads(phone.client.get("/s/account/export/").content)
    assert document["names"] == ["Ana", "Ben"]
    assert document["mail"] == "ana@example.org"
    assert [sheet["address"] for sheet in document["sheets"]] == [f"http://testserver/s/{phone.key}/"]
    assert len(document["sheets"][0]["sheet"]["log"]) == 5
    phone.client.post("/s/account/erase/")
    for model in (get_user_model(), Circle, Kept, EmailAddress):
        assert not model.objects.exists()  # type: ignore[attr-defined]
    assert phone.key not in phone.client.get("/s/").text
    assert Phone(phone.key).page()  # the table's sheet is where it was


def test_wrong_code_opens_nothing_and_ends_after_some_tries() -> None:
    client = Client()
    client.post("/s/account/mail/", {"email": "ana@example.org"})
    codes = [client.post("/s/account/code/", {"code": "WRONG1"}).status_code for _try in range(6)]
    assert codes[0] == 200
    assert codes[-1] == 302
    assert "Sign in with a passkey" in client.get("/s/account/").text


def test_code_is_good_in_the_browser_that_asked_only() -> None:
    asking, other = Client(), Client()
    asking.post("/s/account/mail/", {"email": "ana@example.org"})
    assert other.get("/s/account/code/").status_code == 302


def test_mails_to_one_address_are_bounded() -> None:
    codes = [Client().post("/s/account/mail/", {"email": "ana@example.org"}).status_code for _mail in range(12)]
    assert codes == [302] * 10 + [429] * 2
    assert len(mail.outbox) == 10


def test_without_a_mail_server_only_passkeys_are_offered(settings: pytest.FixtureRequest) -> None:
    settings.MAIL_IS_SENT = False  # type: ignore[attr-defined]
    page = Client().get("/s/account/").text
    assert "Sign in with a passkey" in page
    assert "Send me a code" not in page
    assert Client().post("/s/account/mail/", {"email": "ana@example.org"}).status_code == 422
    assert not mail.outbox


def test_address_that_is_none_is_told() -> None:
    answer = Client().post("/s/account/mail/", {"email": "ana"})
    assert answer.status_code == 422
    assert "Enter a valid email address." in answer.text


@pytest.mark.parametrize("credential", ["", "{}", "[]", "7", '{"response": {}}', '{"id": "x", "rawId": "x"}'])
def test_passkey_that_is_none_makes_no_account(credential: str) -> None:
    client = Client()
    assert client.post("/s/account/passkey/", {"credential": credential})["Location"].endswith("?failed")
    options = client.get("/s/account/options/").json()
    assert options["publicKey"]["authenticatorSelection"]["userVerification"] == "required"
    assert client.post("/s/account/passkey/", {"credential": credential})["Location"].endswith("?failed")
    assert client.post("/s/account/in/passkey/", {"credential": credential})["Location"] == "/s/account/in/"
    assert not User.objects.exists()


def test_phone_without_an_account_keeps_its_own_memory() -> None:
    device = new_device().with_sheet("x" * 22)
    client = Client()
    client.get("/s/account/")
    assert shared_device(client.get("/s/account/").wsgi_request.user, device) == device
    assert adopt(client.get("/s/account/").wsgi_request.user, device) == 0
    assert not Circle.objects.exists()
