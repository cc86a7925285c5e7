"""House rules in an account: kept, opened, renamed, copied, deleted, offered where rules are chosen."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rulelink import PREFIX, name_of, named_rules, packed
from scorekeeper import houserules
from scorekeeper.models import HouseRules
from tests.scorekeeper.tables import Phone
from tests.scorekeeper.test_account import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mailing(settings: pytest.FixtureRequest) -> None:
    settings.MAIL_IS_SENT = True  # type: ignore[attr-defined]
    cache.clear()


def rules_key(name: str = "Ours", base: str = "shanghai-7", **changes: object) -> str:
    """House rules as a link has them."""
    return PREFIX + packed({"version": 1, "base": base, "name": name, "set": changes})  # type: ignore[dict-item]


def signed_in(email: str = "ana@example.org") -> Client:
    client = Client()
    sign_in(client, email)
    return client


def kept(client: Client, key: str) -> HouseRules:
    answer = client.post("/s/account/rules/keep/", {"key": key})
    assert answer["Location"] == "/s/account/rules/"
    return HouseRules.objects.latest("changed")


def test_rules_of_one_phone_are_on_the_other_one() -> None:
    key = rules_key(buys=3)
    first, second = signed_in(), signed_in()
    assert "Keep in my account" in first.get(f"/rules/{key}/").text
    row = kept(first, key)
    assert named_rules(row.key) == named_rules(key)
    page = second.get("/s/account/rules/").text
    assert f'href="/rules/{row.key}/">Ours</a>' in page
    for place in (f"/s/new/?game={row.key}", f"/t/?rules={row.key}", f"/referee/?rules={row.key}"):
        assert place in page
        assert second.get(place).status_code == 200


def test_rules_are_offered_wherever_rules_are_chosen() -> None:
    client = signed_in()
    row = kept(client, rules_key(buys=3))
    for place in ("/s/new/", "/t/", "/referee/meld/", "/referee/hand/"):
        assert f'value="{row.key}"' in client.get(place).text, place
        assert f'value="{row.key}"' not in Client().get(place).text, place
    for place in ("/rules/", "/rules/house/"):
        assert f"/rules/{row.key}/" in client.get(place).text, place


def test_sheet_and_table_begun_by_kept_rules_keep_them_when_they_are_deleted() -> None:
    client = signed_in()
    row = kept(client, rules_key(buys=3))
    phone = Phone(client=client)
    phone.begin("Ana", "Ben", game=row.key)
    opened = client.post("/t/open/", {"name": "Ana", "rules": row.key, "seats": "3", "pace": "slow", "do": "friends"})
    assert opened.status_code == 303
    assert client.post(f"/s/account/rules/{row.pk}/drop/").status_code == 302
    assert not HouseRules.objects.exists()
    assert "Ours" not in client.get("/s/account/rules/").text
    rules = phone.book.game.rules
    assert rules is not None
    assert (rules.name, rules.buys) == ("Ours", 3)
    assert "Ours" in client.get(opened["Location"]).text


def test_new_version_takes_the_place_of_its_name() -> None:
    client = signed_in()
    first = kept(client, rules_key(buys=3))
    second = kept(client, rules_key(buys=4))
    assert first.pk == second.pk
    assert named_rules(HouseRules.objects.get().key).buys == 4


def test_rules_without_a_name_get_one_of_their_own() -> None:
    client = signed_in()
    for buys in (3, 4):
        kept(client, PREFIX + packed({"version": 1, "base": "king", "set": {"buys": buys}}))
    assert list(HouseRules.objects.order_by("pk").values_list("name", flat=True)) == ["King Rummy", "King Rummy 2"]
    assert [named_rules(row.key).name for row in HouseRules.objects.order_by("pk")] == ["King Rummy", "King Rummy 2"]


def test_rename_is_part_of_the_document() -> None:
    client = signed_in()
    row = kept(client, rules_key(buys=3))
    assert client.post(f"/s/account/rules/{row.pk}/rename/", {"name": "  At  Granny's "}).status_code == 302
    row.refresh_from_db()
    assert row.name == named_rules(row.key).name == "At Granny's"
    assert named_rules(row.key).buys == 3


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "1 to 80 characters"),
        ("x" * 81, "1 to 80 characters"),
        ("x" * 300, "1 to 80"),
        ("Theirs", "have this name"),
    ],
)
def test_rename_that_is_refused_changes_nothing(name: str, said: str) -> None:
    client = signed_in()
    kept(client, rules_key("Theirs", buys=4))
    row = kept(client, rules_key(buys=3))
    answer = client.post(f"/s/account/rules/{row.pk}/rename/", {"name": name})
    assert answer.status_code == 422
    assert said in answer.text
    row.refresh_from_db()
    assert row.name == "Ours"


def test_copy_is_changed_while_the_first_stays() -> None:
    client = signed_in()
    row = kept(client, rules_key(buys=3))
    assert client.post(f"/s/account/rules/{row.pk}/fork/").status_code == 302
    copy = HouseRules.objects.exclude(pk=row.pk).get()
    assert copy.name == named_rules(copy.key).name == "Ours 2"
    kept(client, rules_key("Ours 2", buys=5))
    assert [named_rules(one.key).buys for one in HouseRules.objects.order_by("pk")] == [3, 5]


@pytest.mark.parametrize("key", ["", "shanghai-7", "house:", "house:none", "x" * 2000, "house:" + "A" * 1200])
def test_what_is_no_house_rules_is_not_kept(key: str) -> None:
    client = signed_in()
    answer = client.post("/s/account/rules/keep/", {"key": key})
    assert answer.status_code == 422
    assert "holds no house rules that can be read" in answer.text
    assert not HouseRules.objects.exists()


def test_rules_that_contradict_each_other_are_not_kept() -> None:
    client = signed_in()
    assert client.post("/s/account/rules/keep/", {"key": rules_key(max_run=3)}).status_code == 422
    assert not HouseRules.objects.exists()


def test_list_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houserules, "MOST_RULES", 2)
    client = signed_in()
    for name in ("One", "Two"):
        row = kept(client, rules_key(name))
    for answer in (
        client.post("/s/account/rules/keep/", {"key": rules_key("Three")}),
        client.post(f"/s/account/rules/{row.pk}/fork/"),
    ):
        assert answer.status_code == 422
        assert "Your list is full" in answer.text
    assert HouseRules.objects.count() == 2


def test_rules_are_nobody_elses() -> None:
    row = kept(signed_in(), rules_key(buys=3))
    other = signed_in("eve@example.org")
    assert "Ours" not in other.get("/s/account/rules/").text
    for client, status in ((other, 404), (Client(), 302)):
        for what in ("rename", "fork", "drop"):
            answer = client.post(f"/s/account/rules/{row.pk}/{what}/", {"name": "Mine"})
            assert answer.status_code == status
    assert HouseRules.objects.get().name == "Ours"
    kept(other, rules_key(buys=3))  # the same name in another list
    assert HouseRules.objects.count() == 2


def test_account_file_has_the_rules_and_erasure_takes_them() -> None:
    client = signed_in()
    row = kept(client, rules_key(buys=3))
    assert "1 set of house rules" in client.get("/s/account/").text
    [told] = json.loads(client.get("/s/account/export/").content)["rules"]
    assert told["name"] == "Ours"
    assert told["address"] == f"http://testserver/rules/{row.key}/"
    assert load_rules(told["document"]) == named_rules(row.key)
    client.post("/s/account/erase/")
    assert not HouseRules.objects.exists()


def test_rules_that_can_no_longer_be_read_do_not_break_the_list() -> None:
    client = signed_in()
    row = kept(client, rules_key(buys=3))
    HouseRules.objects.filter(pk=row.pk).update(key="house:gone")
    assert client.get("/s/account/rules/").status_code == 200
    assert client.get("/s/new/").status_code == 200
    [told] = json.loads(client.get("/s/account/export/").content)["rules"]
    assert told["document"] is None


def test_shortest_name_of_rules_can_be_kept() -> None:
    assert kept(signed_in(), name_of(named_rules(rules_key(buys=3)))).name == "Ours"
