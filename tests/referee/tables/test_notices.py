"""Notices: one unread a seat, to whoever asked, of what is really asked of them, and with no card in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone
from py_vapid import Vapid02
from pytest_django.fixtures import Settings

from referee.engine.rummy.cards import format_card
from referee.models import Chair, PushSubscription
from referee.tables.notices import keys
from referee.tables.notices.due import letters
from referee.tables.notices.round import send_due_now
from referee.tables.presence import screen_closed, screen_opened
from tests.referee.tables.pushed import Device, PushService, push_service
from tests.referee.tables.visitors import Company, Visitor, company

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
MINUTES = timedelta(minutes=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(NOON, tick=True) as travel:
        yield travel


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    settings.PUSH_LOCAL = True
    with push_service() as service:
        yield service


def wants_notices(who: Visitor, service: PushService, where: str = "/device") -> Device:
    device = Device()
    assert who.post("/t/me/notices/", **device.form(service.address + where)).status_code == 204
    return device


def come(here: Company) -> None:
    """Everybody has looked at the table once."""
    for visitor in here.visitors:
        visitor.get(here.path)


def test_player_who_is_away_is_told_once_and_sees_no_card(
    clock: time_machine.Coordinates, service: PushService
) -> None:
    here = company(3)
    come(here)
    clock.shift(5 * MINUTES)
    turn = here.to_turn()
    later = (turn + 1) % 3
    device = wants_notices(here.at(later), service)
    assert send_due_now() == 0  # it is not their turn
    here.play(turn, "say discard " + here.hand(turn)[0])
    clock.shift(5 * MINUTES)
    assert send_due_now() == 1
    (letter,) = service.received
    assert letter.path == "/device"
    assert letter.headers["Topic"] == here.table.code
    assert 0 < int(letter.headers["TTL"]) <= 3 * 86400
    assert Vapid02.verify(letter.headers["Authorization"])
    assert keys.public_key() in letter.headers["Authorization"]
    told = device.opened(letter.body)["notification"]
    assert told["title"] in ("Your turn", "May I?")
    assert told["navigate"] == f"http://testserver{here.path}"
    words = f"{told['title']} {told['body']}"
    cards = {format_card(card) for seat in range(3) for card in here.view(seat).own}
    assert not cards & set(re.findall(r"\w+", words.replace(here.table.code, "")))
    assert send_due_now() == 0


def test_slow_game_has_one_unread_notice_until_the_seat_has_looked(
    clock: time_machine.Coordinates, service: PushService
) -> None:
    here = company(3)
    come(here)
    away = here.view(None).turn
    wants_notices(here.at(away), service)

    def once_round() -> None:
        """Whoever is in turn plays, the one who is away too, who looks for that moment."""
        clock.shift(5 * MINUTES)
        turn = here.to_turn()
        here.play(turn, "say discard " + here.hand(turn)[0])
        clock.shift(5 * MINUTES)

    Chair.objects.filter(table=here.table).update(seen=NOON - 60 * MINUTES)
    assert send_due_now() == 1
    # A seat whose owner does not look is told no more, whatever is asked.
    for _ in range(3):
        here.table.since = timezone.now()
        here.table.save(update_fields=["since"])
        clock.shift(5 * MINUTES)
        assert send_due_now() == 0
    # The owner has looked and left: the same question is not told again, the next one is.
    here.at(away).get(here.path)
    clock.shift(5 * MINUTES)
    assert send_due_now() == 0
    for _ in range(3):
        once_round()
    assert send_due_now() == 1
    assert len(service.received) == 2


def test_whoever_sees_the_table_is_not_told(clock: time_machine.Coordinates, service: PushService) -> None:
    here = company(3)
    come(here)
    clock.shift(5 * MINUTES)
    turn = here.to_turn()
    later = (turn + 1) % 3
    player = here.at(later).player
    assert player is not None
    wants_notices(here.at(later), service)
    screen_opened(here.table.pk, player.pk, timezone.now())
    here.play(turn, "say discard " + here.hand(turn)[0])
    clock.shift(5 * MINUTES)
    assert send_due_now() == 0
    # The question came while they saw it: they know when they put the phone away.
    screen_closed(here.table.pk, player.pk, timezone.now())
    clock.shift(5 * MINUTES)
    assert send_due_now() == 0
    # A server that died left the screen written down as connected.
    Chair.objects.filter(player=player).update(here=True, seen=NOON - 60 * MINUTES)
    assert send_due_now() == 1


def test_finished_hand_is_told_to_whoever_has_not_seen_it(
    clock: time_machine.Coordinates, service: PushService
) -> None:
    here = company(3)
    come(here)
    device = wants_notices(here.at(2), service)
    gathering = here.gathering()
    step = 0
    while not gathering.state.is_between:
        gathering.now = timezone.now()
        gathering.play_bot_step(step)
        step += 1
    Chair.objects.filter(table=here.table).update(seen=NOON - 60 * MINUTES)
    assert send_due_now() == 1
    assert device.opened(service.received[0].body)["notification"]["title"] == "The next hand waits for you"
    here.at(2).post(f"{here.path}ready/")
    Chair.objects.filter(table=here.table).update(seen=NOON - 60 * MINUTES, noticed=None)
    assert send_due_now() == 0  # they are ready


def test_question_that_closes_at_once_is_not_told(clock: time_machine.Coordinates, service: PushService) -> None:
    here = company(3, pace="live")
    come(here)
    wants_notices(here.at(1), service)
    wants_notices(here.at(0), service)
    wants_notices(here.at(2), service)
    assert here.view(None).phase == "claim"
    Chair.objects.filter(table=here.table).update(seen=NOON - 60 * MINUTES)
    assert send_due_now() == 0


def test_device_that_is_gone_is_forgotten(clock: time_machine.Coordinates, service: PushService) -> None:
    here = company(3)
    here.to_turn()
    turn = here.view(None).turn
    wants_notices(here.at(turn), service)
    Chair.objects.filter(table=here.table).update(seen=NOON - 60 * MINUTES)
    service.status = 410
    assert send_due_now() == 0
    assert len(service.received) == 1
    assert not PushSubscription.objects.exists()


def test_notice_that_no_service_took_is_not_counted_as_unread(
    clock: time_machine.Coordinates, service: PushService
) -> None:
    here = company(3)
    turn = here.to_turn()
    wants_notices(here.at(turn), service)
    Chair.objects.filter(table=here.table).update(seen=NOON - 60 * MINUTES)
    service.status = 503
    assert send_due_now() == 0
    assert send_due_now() == 0
    assert len(service.received) == 1  # and it is not tried again and again
    assert not Chair.objects.get(table=here.table, seat=turn).unread
    service.status = 201
    here.table.since = timezone.now() + MINUTES
    here.table.save(update_fields=["since"])
    clock.shift(5 * MINUTES)
    assert send_due_now() == 1


def test_seat_is_told_by_one_process_alone(clock: time_machine.Coordinates, service: PushService) -> None:
    here = company(3)
    turn = here.to_turn()
    wants_notices(here.at(turn), service)
    wants_notices(here.at(turn), service, "/second")
    Chair.objects.filter(table=here.table).update(seen=NOON - 60 * MINUTES)
    assert sorted(letter.endpoint for letter in letters(timezone.now())) == [
        f"{service.address}/device",
        f"{service.address}/second",
    ]
    assert letters(timezone.now()) == []


def test_letter_is_in_the_language_of_its_page(clock: time_machine.Coordinates, service: PushService) -> None:
    here = company(3)
    turn = here.to_turn()
    who = here.at(turn)
    who.client.cookies["django_language"] = "nl"
    device = wants_notices(who, service)
    Chair.objects.filter(table=here.table).update(seen=NOON - 60 * MINUTES)
    call_command("tick")
    told = device.opened(service.received[0].body)["notification"]
    assert told["lang"] == "nl"
    assert told["title"] == "Jouw beurt"


def test_notices_are_off_until_wanted_and_can_be_stopped(service: PushService) -> None:
    here = company(3)
    who = here.at(1)
    assert "data-push-key=" in who.get(here.path).text
    assert not PushSubscription.objects.exists()
    wants_notices(who, service)
    wants_notices(who, service, "/second")
    assert "2 devices" in who.get("/t/me/").text
    told = json.loads(who.get("/t/me/export/").content)["told_at"]
    assert [one["push_service"] for one in told] == ["localhost", "localhost"]
    who.post("/t/me/notices/", do="stop", endpoint=f"{service.address}/second")
    assert PushSubscription.objects.get().endpoint == f"{service.address}/device"
    here.at(2).post("/t/me/notices/", do="stop", endpoint=f"{service.address}/device")  # another one's
    assert PushSubscription.objects.count() == 1
    who.post("/t/me/notices/", do="none")
    assert not PushSubscription.objects.exists()
    wants_notices(who, service)
    who.post("/t/me/erase/")
    assert not PushSubscription.objects.exists()


def test_device_belongs_to_whoever_used_it_last_and_a_player_has_a_few(service: PushService) -> None:
    here = company(3)
    wants_notices(here.at(1), service)
    wants_notices(here.at(2), service)
    assert PushSubscription.objects.get().player == here.at(2).player
    for number in range(8):
        wants_notices(here.at(2), service, f"/{number}")
    kept = [one.endpoint.rsplit("/", 1)[1] for one in PushSubscription.objects.order_by("pk")]
    assert kept == ["2", "3", "4", "5", "6", "7"]


def test_site_without_a_contact_offers_and_sends_nothing(settings: Settings) -> None:
    settings.PUSH_CONTACT = ""
    here = company(3)
    assert "push" not in here.at(1).get(here.path).text
    assert "data-push" not in here.at(1).get(f"{here.path}more/").text
    assert here.at(1).post("/t/me/notices/", **Device().form("https://push.example/one")).status_code == 404
    assert send_due_now() == 0
