"""The editor of house rules: every setting has a field, rules go round by link, and what cannot be is said."""

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from referee.desk import house
from referee.desk.housetext import typed, written
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import SETTINGS, dump_rules, load_rules
from referee.engine.rummy.rulelink import LONGEST, named_rules, packed, unpacked
from referee.models import Table
from scorekeeper.games import load_game
from scorekeeper.models import Sheet


def test_every_setting_has_one_field():
    listed = [name for _title, names in house.GROUPS for name in names]
    assert sorted(listed) == sorted(house.LABELS) == sorted(SETTINGS)


@pytest.mark.parametrize("key", PRESETS)
def test_values_are_read_as_they_are_written(key):
    for name, value in dump_rules(load_rules(key))["set"].items():
        if not isinstance(value, bool) and name not in house.CHOICES:
            assert typed(name, written(value)) == value


@pytest.mark.parametrize("key", PRESETS)
def test_the_form_sent_back_unchanged_is_the_preset(key):
    groups = house.fields({"base": key}, None)
    sent = {field.name: field.text for _title, fields in groups for field in fields}
    assert house.sent_document({"base": key, **sent}) == {"base": key, "set": {}}


def test_changed_rules_are_shown_with_their_link(client: Client):
    page = client.get("/rules/house/", {"base": "shanghai-7", "name": "Ours", "buys": "3", "tie": "extra-hand"})
    assert page.status_code == 200
    assert "<mark>You may buy 3 times a hand.</mark>" in page.text
    again = client.get(page.context["link"])
    assert again.status_code == 200
    assert load_rules(unpacked(page.context["link"].partition("d=")[2])) == page.context["rules"]
    assert again.context["rules"] == page.context["rules"]


def test_what_cannot_be_is_said_beside_its_setting(client: Client):
    page = client.get("/rules/house/", {"base": "shanghai-10", "buys": "1"})
    assert page.status_code == 422
    assert "at least 2 buys in hand 10" in page.text
    assert "aria-invalid" in page.text


@pytest.mark.parametrize("text", ["", "x", "é", "A" * 5000, packed({"base": "bridge"}), packed({"set": {}})])
def test_a_link_that_holds_nothing_is_refused(client: Client, text):
    assert client.get("/rules/house/", {"d": text}).status_code == 422


@given(text=st.text(max_size=200), name=st.sampled_from(SETTINGS))
def test_anything_typed_is_a_rule_set_or_an_error(text, name):
    rules, error = house.judged(house.sent_document({"base": "shanghai-7", name: text}))
    assert (rules is None) == (error is not None)


def test_links_stay_short():
    document = dump_rules(load_rules({"base": "kalooki", "name": "x" * 80, "set": {"buys": None}}))
    assert len(packed(document)) < LONGEST


OURS = "house:" + packed({"base": "shanghai-7", "name": "Ours at home", "set": {"buys": 3}})


@pytest.mark.django_db
def test_a_sheet_is_kept_by_house_rules(client: Client):
    assert "Ours at home" in client.get("/s/new/", {"game": OURS}).text
    sent = {"game": OURS, "name1": "Ana", "name2": "Ben", "dealer": "1"}
    assert client.post("/s/new/", sent, follow=True).status_code == 200
    (sheet,) = Sheet.objects.all()
    assert load_game(sheet.game).rules == named_rules(OURS)
    assert client.post("/s/new/", sent | {"game": "house:nothing"}).status_code == 422


@pytest.mark.django_db
def test_a_table_is_opened_with_house_rules(client: Client):
    lobby = reverse("tables:lobby")
    assert "Ours at home" in client.get(lobby, {"rules": OURS}).text
    sent = {"rules": OURS, "name": "Ana", "seats": "3", "pace": "live"}
    assert client.post(reverse("tables:open"), sent).status_code == 303
    table = Table.objects.get()
    assert load_rules(table.rules) == load_rules({"base": "shanghai-7", "name": "Ours at home", "set": {"buys": 3}})
    assert client.post(reverse("tables:open"), sent | {"rules": "house:nothing"}).status_code == 422
    assert client.post(reverse("tables:open"), sent | {"seats": "7"}).status_code == 422
