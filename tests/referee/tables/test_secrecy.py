"""S30: no page, answer or stream event of a game holds a card that its reader may not see."""

from __future__ import annotations

import logging
from dataclasses import replace
from random import Random
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.engine.rummy.cards import parse_card
from referee.engine.rummy.resample import resample
from referee.engine.rummy.seatview import SeatView
from referee.models import Chair
from referee.tables import identity
from referee.tables.fold import fold_of
from referee.tables.games.rummy import RummyPosition
from referee.tables.presentation import render_for
from referee.tables.selectors import TableReading, read_table
from referee.templatetags.kept import PARTS
from tests.referee.tables.gatherings import Gathering, gathered, position_of
from tests.referee.tables.seen import hidden, shown

pytestmark = pytest.mark.django_db


def as_imagined(reading: TableReading, seat: int | None, chance: Random) -> TableReading:
    """The table with all cards that the seat cannot see dealt otherwise."""
    assert reading.fold is not None
    position = cast(RummyPosition, reading.fold.position)
    other = RummyPosition(resample(position.state, seat, chance))
    return replace(reading, fold=reading.fold._replace(position=other))


def page(here: Gathering, reading: TableReading, seat: int | None) -> str:
    """What the seat's screen is pushed, rendered from nothing that was kept."""
    PARTS.clear()
    html = render_for(reading.seen_by(None if seat is None else here.people[seat].pk, here.now))
    # A form's own number, new in every page.
    key = html.find('name="key" value="')
    return html if key < 0 else html[:key] + html[html.index(">", key) :]


def test_cards_on_a_page_are_found() -> None:
    """The search itself: a page with a hidden card is caught, whichever way it names it."""
    cards = [parse_card("7H"), parse_card("QS")]
    assert shown('<input value="7H">', cards) == ["7H"]
    assert shown('<li aria-label="Queen of spades">', cards) == ["QS"]
    assert shown("<b>17H 7HX #7H</b> 7 of clubs", cards) == []


@pytest.mark.parametrize("rules", ["shanghai-7", pytest.param("shanghai-10", marks=pytest.mark.long)])
def test_every_screen_of_a_game_shows_only_what_its_seat_may_see(rules: str) -> None:
    here = gathered(4, rules=rules)
    chance = Random(1)
    searched = imagined = step = 0
    while not here.state.is_over and step < 1500:
        here.play_bot_step(step)
        reading = read_table(here.table.pk)
        assert reading.fold is not None
        seat = (0, 1, 2, 3, None)[step % 5]
        html = page(here, reading, seat)
        view = cast(SeatView, reading.fold.position.view(seat))
        away = hidden(view, reading.fold.events)
        assert shown(html, away) == []
        searched += len(away)
        if not reading.fold.position.is_between and step % 7 == 0:
            assert page(here, as_imagined(reading, seat, chance), seat) == html
            imagined += 1
        step += 1
    assert searched > 1000
    assert imagined > 50


def test_every_answer_to_every_request_keeps_the_secrets(caplog: pytest.LogCaptureFixture) -> None:
    """Pages, moves made and refused, polls, the record, the replay and the proofs, of all seats and a spectator."""
    caplog.set_level(logging.INFO)
    here = gathered(3, pace="slow", now=timezone.now())
    clients: list[Client] = []
    for seat in range(3):
        player, cookie = identity.player_make(f"P{seat}")
        Chair.objects.filter(table=here.table, seat=seat).update(player=player)
        clients.append(Client(headers={"HX-Request": "true"}))
        clients[-1].cookies[identity.COOKIE] = cookie
    clients.append(Client())
    here.people = tuple(here.owner(seat) for seat in range(3))
    searched = 0
    for step in range(60):
        here.play_bot_step(step)
        fold = fold_of(here.table)
        for place, client in enumerate(clients):
            seat = place if place < 3 else None
            away = hidden(cast(SeatView, fold.position.view(seat)), fold.events)
            asked = [
                client.get(reverse("tables:board", args=[here.table.code])),
                client.post(
                    reverse("tables:play", args=[here.table.code]), {"do": "say discard ZZ", "seen": here.table.version}
                )
                if seat is not None
                else client.get(reverse("tables:table", args=[here.table.code])),
            ]
            if step % 15 == 0 and not position_of(here.table).is_between:
                asked += [
                    client.get(reverse(f"tables:{name}", args=[here.table.code]))
                    for name in ("table", "record", "replay", "shuffle")
                ]
            for answer in asked:
                text = b"".join(answer).decode() if answer.streaming else answer.content.decode()
                if here.state.hand == 1 and not here.state.is_between:
                    assert shown(text, away) == [], (step, seat, answer.request["PATH_INFO"])
                    searched += 1
    assert searched > 100
    assert bytes(here.table.secret).hex() not in caplog.text
    assert "shuffle" not in caplog.text


def test_watchers_and_players_get_no_secret_of_a_running_hand() -> None:
    here = gathered(3)
    for seat in (None, 0):
        html = page(here, read_table(here.table.pk), seat)
        assert bytes(here.table.secret).hex() not in html
    snap = read_table(here.table.pk).seen_by(here.people[0].pk, here.now)
    assert bytes(here.table.secret) not in [proof.secret for proof in snap.proofs]
    assert not hasattr(snap, "table")
