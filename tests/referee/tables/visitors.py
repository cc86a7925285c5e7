"""People with browsers, for tests of the tables' pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from referee.engine.rummy.cards import format_card
from referee.engine.rummy.seatview import SeatView
from referee.models import Player, Table
from referee.tables.identity import COOKIE, player_make
from referee.tables.selectors import TableSnapshot, snapshot_for
from referee.tables.services import chair_take, table_open, table_start
from tests.referee.tables.gatherings import NAMES, Gathering


@dataclass
class Visitor:
    """Somebody with a cookie, or without one; ``player`` is None until they are known."""

    player: Player | None = None
    client: Client = field(default_factory=Client)

    @classmethod
    def named(cls, name: str) -> Visitor:
        player, cookie = player_make(name)
        visitor = cls(player)
        visitor.client.cookies[COOKIE] = cookie
        return visitor

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(path, headers=headers or None)

    def post(self, path: str, *, scripted: bool = False, **data: object) -> HttpResponse:
        return self.client.post(path, data, headers={"HX-Request": "true"} if scripted else None)


@dataclass
class Company:
    """A table with its visitors by seat, whose clock stands still unless a test moves it."""

    table: Table
    visitors: tuple[Visitor, ...]

    @property
    def path(self) -> str:
        return f"/t/{self.table.code}/"

    def at(self, seat: int) -> Visitor:
        player = self.table.chairs.get(seat=seat).player
        return next(visitor for visitor in self.visitors if visitor.player == player)

    def snapshot(self, seat: int | None) -> TableSnapshot:
        self.table.refresh_from_db()
        return snapshot_for(self.table, None if seat is None else self.at(seat).player, timezone.now())

    def view(self, seat: int | None) -> SeatView:
        view = self.snapshot(seat).view
        assert isinstance(view, SeatView)
        return view

    def play(self, seat: int, do: str, *cards: str, seen: int | None = None, scripted: bool = True) -> HttpResponse:
        """What the seat's form sends when the button is pressed with these cards picked."""
        self.table.refresh_from_db()
        version = self.table.version if seen is None else seen
        return self.at(seat).post(f"{self.path}play/", scripted=scripted, do=do, card=cards, seen=version)

    def to_turn(self) -> int:
        """Everybody passes until somebody has drawn; the seat that is to play."""
        while (view := self.view(None)).phase != "play":
            seat = view.waiting[0]
            assert self.play(seat, "say draw" if seat == view.turn else "say pass").status_code == 200
        return view.turn

    def gathering(self) -> Gathering:
        """The same table for tests that play with services."""
        return Gathering(self.table, tuple(visitor.player for visitor in self.visitors if visitor.player))

    def hand(self, seat: int) -> list[str]:
        return [format_card(card) for card in self.view(seat).own]


def company(players: int = 3, *, rules: object = "shanghai-7", pace: str = "slow", started: bool = True) -> Company:
    """Visitors at a table of a pace at which no test is overtaken by the clock."""
    visitors = tuple(Visitor.named(name) for name in NAMES[:players])
    host = visitors[0].player
    assert host is not None
    table = table_open(host=host, game="rummy", rules=rules, pace=pace, seats=players)
    for visitor in visitors:
        assert visitor.player is not None
        chair_take(table=table, player=visitor.player, name=visitor.player.name)
    Table.objects.filter(pk=table.pk).update(secret=bytes(range(32)))
    table.refresh_from_db()
    if started:
        table_start(table=table, player=host)
        table.refresh_from_db()
    return Company(table, visitors)


def cards_of(page: str) -> list[str]:
    """The cards that can be picked on a page, in order."""
    return re.findall(r'name="card" value="([^"]+)"', page)
