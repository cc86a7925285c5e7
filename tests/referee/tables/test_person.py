"""What is kept of a person is told to them alone, and erased when they want it; the game stays whole."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from referee.models import Chair, Player, Remark, Table
from referee.tables.fold import FOLDS
from referee.tables.services import person_erase, remark_add
from tests.referee.tables.visitors import Visitor, company

pytestmark = pytest.mark.django_db


def test_file_says_all_that_is_known_of_the_player_alone() -> None:
    here = company(3)
    remark_add(table=here.table, player=here.at(1).player, kind="chat", text="what a hand", key="one")
    remark_add(table=here.table, player=here.at(2).player, kind="chat", text="nobody else's", key="two")
    answer = here.at(1).get("/t/me/export/")
    assert answer["Content-Type"] == "application/json"
    told = json.loads(answer.content)
    assert told["name"] == "Ben"
    assert told["seats"][0]["table"] == here.table.code
    assert told["seats"][0]["said"] == [{"kind": "chat", "text": "what a hand"}]
    assert "nobody else's" not in answer.text
    assert "Ana" not in answer.text
    assert json.loads(Client().get("/t/me/export/").content) == {}


def test_page_says_it_to_the_player_and_nothing_to_a_stranger() -> None:
    here = company(3)
    assert "plays as Ben" in here.at(1).get("/t/me/").text
    assert "do not know you" in Client().get("/t/me/").text


def test_erased_player_leaves_no_name_and_no_word() -> None:
    here = company(3)
    ben = here.at(1)
    remark_add(table=here.table, player=ben.player, kind="chat", text="what a hand", key="one")
    moves = list(here.table.moves.values_list("text", flat=True))
    answer = ben.post("/t/me/erase/")
    assert answer.status_code == 303
    assert ben.client.cookies["player"].value == ""
    chair = Chair.objects.get(table=here.table, seat=1)
    assert (chair.player, chair.name, bool(chair.bot)) == (None, "—", True)
    assert not Remark.objects.exists()
    assert not Player.objects.filter(name="Ben").exists()
    assert list(here.table.moves.values_list("text", flat=True)[: len(moves)]) == moves
    FOLDS.clear()
    page = here.at(0).get(here.path).text
    assert "Ben" not in page
    assert "Ben" not in here.at(0).get(f"{here.path}record/").text


def test_cookie_of_the_erased_player_is_nobodys() -> None:
    ben = Visitor.named("Ben")
    cookie = ben.client.cookies["player"].value
    ben.post("/t/me/erase/")
    again = Client()
    again.cookies["player"] = cookie
    assert "do not know you" in again.get("/t/me/").text


def test_finished_game_keeps_its_seats_without_the_name() -> None:
    here = company(3)
    Table.objects.filter(pk=here.table.pk).update(phase="over")
    ben = here.at(1).player
    assert ben is not None
    person_erase(ben)
    chair = Chair.objects.get(table=here.table, seat=1)
    assert (chair.player_id, chair.name) == (ben.pk, "—")


def test_host_who_is_erased_hands_the_table_on_or_takes_it_along() -> None:
    here, alone = company(3), Visitor.named("Zoe")
    alone.post("/t/open/", name="Zoe", rules="shanghai-7", seats="3", pace="slow")
    assert alone.player is not None
    mine = Table.objects.get(host=alone.player)
    person_erase(alone.player)
    assert not Table.objects.filter(pk=mine.pk).exists()
    host = here.at(0).player
    assert host is not None
    person_erase(host)
    here.table.refresh_from_db()
    assert here.table.host == here.visitors[1].player or here.table.host == here.visitors[2].player
