"""The editor of house rules: every setting has a field, rules go round by link, and what cannot be is said."""

import re
from pathlib import Path

import pytest
from django.conf import settings as settings_of_project
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.desk import house
from referee.desk.houselabels import CHOICES, GROUPS, LABELS
from referee.desk.housetext import typed, written
from referee.desk.words.advice import _CONTRADICTIONS
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import SETTINGS, VERSION, changed_settings, dump_rules, load_rules
from referee.engine.rummy.rulelink import LONGEST, name_of, named_rules, packed
from referee.models import Table
from scorekeeper.games import load_game
from scorekeeper.models import Sheet
from tests.engine.rulesets import rule_sets


def test_every_setting_has_one_field():
    listed = [name for _title, names in GROUPS for name in names]
    assert sorted(listed) == sorted(LABELS) == sorted(SETTINGS)


@pytest.mark.parametrize("key", PRESETS)
def test_values_are_read_as_they_are_written(key):
    for name, value in dump_rules(load_rules(key))["set"].items():
        if not isinstance(value, bool) and name not in CHOICES:
            assert typed(name, written(value)) == value


@pytest.mark.parametrize("key", PRESETS)
def test_the_form_sent_back_unchanged_is_the_preset(key):
    groups = house.groups({"base": key}, None, None)
    sent = {field.name: field.text for group in groups for field in group.fields}
    assert house.sent_document({"base": key, **sent}) == {"version": VERSION, "base": key, "set": {}}


def test_every_choice_is_said_in_words_and_every_setting_explained():
    for group in house.groups({"base": "shanghai-7"}, None, None):
        for field in group.fields:
            assert field.name in field.rule.settings
            assert sum(choice.is_chosen for choice in field.choices) == bool(field.choices)
            words = [choice.words for choice in field.choices]
            assert len(set(words)) == len(words)
            assert not {choice.value for choice in field.choices} & set(words)


def test_changed_rules_are_shown_with_their_link(client: Client):
    page = client.get("/rules/house/", {"base": "shanghai-7", "name": "Ours", "buys": "3", "tie": "extra-hand"})
    assert page.status_code == 200
    assert "<mark>You may buy 3 times a hand.</mark>" in page.text
    book = client.get(page.context["link"])
    assert book.status_code == 200
    assert book.context["rules"] == page.context["rules"]
    assert book.text.count("<mark>You may buy 3 times a hand.</mark>") == 4
    again = client.get("/rules/house/", {"d": book.context["packed"]})
    assert again.context["rules"] == page.context["rules"]


def test_what_cannot_be_is_said_beside_its_setting(client: Client):
    page = client.get("/rules/house/", {"base": "shanghai-10", "buys": "1"})
    assert page.status_code == 422
    assert "Hand 10 needs 15 cards: at least 2 buys, and you allow 1." in page.text
    assert page.text.count('aria-invalid="true"') == 2
    assert 'href="#set-buys"' in page.text
    assert 'href="#set-contracts"' in page.text


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


@pytest.mark.parametrize(
    ("sent", "said", "is_tight"),
    [
        ({"base": "shanghai-10", "buys": "2"}, "Hand 10 needs 15 cards: at least 2 buys, and you allow 2.", True),
        ({"base": "shanghai-7", "dealt": "8"}, "Hand 7 needs 12 cards: at least 1 of the 2 buys.", False),
        (
            {"base": "shanghai-7", "decks": "1", "players": "3 4"},
            "With 4 players and 11 cards each only 11 are left",
            True,
        ),
        ({"base": "shanghai-7", "jokers": "30"}, "30 of the 134 cards are wild with 3 players", True),
        (
            {"base": "shanghai-7", "shanghai_call": "no", "shanghai_effect": "penalty"},
            "There is no Shanghai call",
            True,
        ),
        ({"base": "shanghai-10"}, "Only in these hands can somebody go out blind: 6, 7, 8, 9, 10.", False),
        ({"base": "frustration"}, "The game takes at least 14 hands, and 60 at most.", False),
        ({"base": "shanghai-10", "buys": "any number"}, "Hand 10 needs 15 cards: at least 2 bought.", False),
    ],
)
def test_what_follows_from_settings_is_said(client: Client, sent, said, is_tight):
    page = client.get("/rules/house/", sent)
    assert page.status_code == 200
    found = [one for one in page.context["advised"] if said in one.words]
    assert [one.is_tight for one in found] == [is_tight]
    assert said in page.text


@given(rules=rule_sets())
@settings(max_examples=20, deadline=None)
def test_consequences_and_differences_of_any_rules_are_said(rules):
    for one in house.consequences(rules):
        assert "%" not in one.words
    assert house.differences(rules).number == len(changed_settings(rules))
    assert named_rules(name_of(rules)) == rules


@pytest.mark.parametrize(("setting", "other"), sorted(_CONTRADICTIONS))
def test_contradictions_are_said_with_the_figures_that_the_engine_gives(setting, other):
    pattern = str(_CONTRADICTIONS[setting, other])
    source = Path(settings_of_project.BASE_DIR, "referee/engine/rummy/consistency.py").read_text(encoding="utf-8")
    assert all(f"{name}=" in source for name in re.findall(r"%[(]([a-z]+)[)]s", pattern))


@pytest.mark.parametrize("page", ["meld", "contract", "hand", "claim", "fit", "swap", "shanghai", "count"])
def test_the_referee_is_asked_by_house_rules(client: Client, page):
    shown = client.get(reverse(f"desk:{page}"), {"rules": OURS, "hand": "2", "cards": "7H 7C 7D 5S 6S 7S 8S"})
    assert shown.status_code == 200
    assert shown.context["game"].rules == named_rules(OURS)
    assert "Ours at home" in shown.text
    # The choice is kept for the next question.
    assert client.get(reverse(f"desk:{page}")).context["game"].rules == named_rules(OURS)


def test_the_referee_judges_by_the_house_rules_that_were_chosen(client: Client):
    short = "house:" + packed({"base": "shanghai-7", "set": {"contracts": ["2R3"], "run_min": 3}})
    asked = {"hand": "1", "cards": "5S 6S 7S"}
    assert client.get(reverse("desk:meld"), {"rules": short, **asked}).context["ruling"].tone == "legal"
    assert client.get(reverse("desk:meld"), {"rules": "shanghai-7", **asked}).context["ruling"].tone == "illegal"
    assert client.get(reverse("desk:meld"), {"rules": "house:nothing", **asked}).context["game"].key == "shanghai-7"


def test_a_book_of_rules_that_cannot_be_read_is_not_there(client: Client):
    assert client.get("/rules/house:nothing/").status_code == 404
    assert client.get("/rules/bridge/").status_code == 404


def test_rules_of_a_preset_are_named_by_its_key():
    assert [name_of(load_rules(key)) for key in PRESETS] == list(PRESETS)


@pytest.mark.django_db
def test_a_sheet_and_a_table_lead_to_the_rules_they_keep(client: Client):
    book = reverse("desk:rulebook", args=[name_of(named_rules(OURS))])
    sent = {"game": OURS, "name1": "Ana", "name2": "Ben", "dealer": "1"}
    sheet = client.post("/s/new/", sent, follow=True)
    assert book in client.get(f"{sheet.request['PATH_INFO']}share/").text
    opened = client.post(
        reverse("tables:open"), {"rules": OURS, "name": "Ana", "seats": "3", "pace": "live"}, follow=True
    )
    assert book in opened.text
    assert client.get(book).context["rules"] == named_rules(OURS)
