"""Between hands, at the end, and looking back: results, replay, record, rematch."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from referee.engine.rummy.recordtext import loads
from referee.engine.rummy.scoring import points
from referee.models import Table
from referee.tables import fold
from referee.tables.limits import TRIALS, count
from tests.referee.tables.gatherings import state_of
from tests.referee.tables.visitors import Company, Visitor, company

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def played_to(here: Company, *, hands: int) -> Company:
    """The table when so many hands are over, played by what bots would do."""
    gathering = here.gathering()
    for seed in range(20_000):
        here.table.refresh_from_db()
        if len(state_of(here.table).scores) >= hands:
            break
        gathering.now = timezone.now()
        gathering.play_bot_step(seed)
    return here


@pytest.fixture
def between() -> Company:
    return played_to(company(3), hands=1)


def test_finished_hand_is_shown_and_counted_card_by_card(between: Company) -> None:
    page = between.at(0).get(between.path).text
    state = state_of(between.table)
    for record, scored in zip(state.seats, state.scores[-1].points, strict=True):
        assert scored == points(state.rules, record.hand)
    counted = [int(number) for number in re.findall(r"</span><span>(\d+)</span></li>", page)]
    assert sum(counted) == sum(state.scores[-1].points)
    assert "Next hand" in page
    assert 'id="hand"' not in page


def test_next_hand_begins_when_all_are_ready(between: Company) -> None:
    for seat in range(3):
        answer = between.at(seat).post(f"{between.path}ready/", scripted=True)
        assert answer.status_code == 200
    assert "Hand 2 of 7" in answer.text
    assert 'id="hand"' in answer.text


def test_replay_shows_every_hand_at_every_moment(between: Company) -> None:
    visitor = Visitor()
    page = visitor.get(f"{between.path}replay/").text
    assert page.count('class="replay__hand"') == 3
    assert page.count("’s hand") == 3
    moments = re.findall(rf"{between.path}replay/(\d+)/", page)
    assert len(set(moments)) > 5
    last = max(map(int, moments))
    ended = visitor.get(f"{between.path}replay/{last}/").text
    assert 'rel="next"' not in ended
    assert 'rel="prev"' in ended
    assert visitor.get(f"{between.path}replay/{last + 500}/").status_code == 404


def test_hand_that_is_played_cannot_be_replayed() -> None:
    here = company(3)
    assert here.at(0).get(f"{here.path}replay/").status_code == 404
    assert here.at(0).get(f"{here.path}replay/1/").status_code == 404
    record = here.at(0).get(f"{here.path}record/")
    assert "??" in record.text
    assert here.table.chairs.count() == 3


def test_record_is_a_file_that_loads(between: Company) -> None:
    answer = between.at(0).get(f"{between.path}record/")
    assert answer["Content-Disposition"].endswith('.toml"')
    assert len(loads(answer.text).players) == 3


def test_own_words_go_into_the_next_shuffle(between: Company) -> None:
    assert between.at(1).post(f"{between.path}luck/", nonce="horseshoe").status_code == 303
    for seat in range(3):
        between.at(seat).post(f"{between.path}ready/", scripted=True)
    page = between.at(0).get(f"{between.path}shuffle/").text
    assert "horseshoe" in page


def test_points_sheet_has_the_chart_and_the_same_figures() -> None:
    here = played_to(company(3), hands=2)
    page = here.at(0).get(f"{here.path}points/").text
    assert page.count("<polyline") == 3
    for seat, total in enumerate(state_of(here.table).totals):
        assert f"<td>{total}</td>" in page, seat


def test_ten_hands_with_bots_for_the_rest_end_in_a_ranking_and_a_rematch() -> None:
    """One person through the web, three bots."""
    host = Visitor()
    path = host.post("/t/open/", name="Ana", rules="shanghai-10", seats="4", pace="slow")["Location"]
    table = Table.objects.get()
    table.rules["set"]["max_reshuffles"] = 0  # no hand outlasts its stock
    table.save()
    bot = next(iter(fold.GAMES[table.game].bots))
    assert host.post(f"{path}start/", fill=bot).status_code == 303
    table.refresh_from_db()
    here = Company(table, (host,))
    seat = table.chairs.get(bot="").seat
    host.player = table.chairs.get(seat=seat).player
    gathering = here.gathering()
    for _step in range(40_000):
        table.refresh_from_db()
        if table.phase == "over":
            break
        position = fold.fold_of(table).position
        if position.is_between:
            assert host.post(f"{path}ready/", scripted=True).status_code == 200
        elif seat in position.waiting:
            answer = here.play(seat, f"say {bot_says(table, seat)}")
            assert answer.status_code == 200, answer.text
        else:
            gathering.now = table.due or timezone.now()
            gathering.wait(0.1)
    page = host.get(path).text
    assert "The game is over." in page
    assert "Hand 10 of 10" in page
    assert "wins the game" in page or "share the game" in page
    again = host.post(f"{path}rematch/")
    assert again.status_code == 303
    assert again["Location"] != path
    room = host.get(again["Location"]).text
    assert "Chairs taken: 4 of 4." in room
    assert again["Location"] in host.get(path).text


def bot_says(table: Table, seat: int) -> str:
    return fold.fold_of(table).position.bots_action("plain", seat, seat + table.version)


# Choices played out -----------------------------------------------------------------------------------------------


def improvable(here: Company) -> str:
    """The address of a moment where the coach would have done otherwise."""
    page = here.at(0).get(f"{here.path}replay/").text
    for number in map(int, dict.fromkeys(re.findall(rf"{here.path}replay/(\d+)/", page))):
        if f"{here.path}replay/{number}/tried/" in here.at(0).get(f"{here.path}replay/{number}/").text:
            return f"{here.path}replay/{number}/"
    raise AssertionError("expected a choice that the coach would have made otherwise")


def test_a_choice_is_played_out_on_request_but_only_so_often(between: Company) -> None:
    moment = improvable(between)
    tried = between.at(0).get(f"{moment}tried/").text
    assert "Both were played out in 24 imagined deals" in tried
    assert "Play both out" not in tried
    for _ in range(TRIALS.tries - 1):
        count(TRIALS, "127.0.0.1")
    assert between.at(0).get(f"{moment}tried/").status_code == 429


def test_nothing_of_a_hand_that_is_played_is_played_out() -> None:
    here = company(3)
    assert here.at(0).get(f"{here.path}replay/1/tried/").status_code == 404


def test_the_bots_strength_can_be_read_from_the_waiting_room() -> None:
    page = Visitor().get(reverse("tables:bots")).text
    for name in ("Stowaway", "Cook", "Bosun", "Mate", "Captain"):
        assert name in page
    assert page.count(" against ") >= 4
