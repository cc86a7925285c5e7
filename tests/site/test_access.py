"""Who may do what at every address: a table of all of them, drawn against the URL resolver.

A new address fails the first test until it stands in ``DOORS`` with what each role gets there. Every request is undone
afterwards, so that each meets the same tables and sheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from referee.models import Chair, Table
from referee.tables.codes import digest
from referee.tables.fold import FOLDS
from referee.tables.options import dump_options, load_options
from referee.tables.services import remark_add
from scorekeeper import keys
from shanghai import asgi
from shanghai.health import HEALTH
from tests.referee.tables.visitors import Visitor, company
from tests.scorekeeper.tables import Phone

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "guest", "seat", "host", "staff")
"""Nobody known; a player without a seat here, who looks on; another seat; the host, in seat 0; somebody with an account
and all of Django's rights, who has no more than anybody."""

type Statuses = tuple[int, ...] | int
"""Of each role in order; one number: of everybody."""


@dataclass(frozen=True, slots=True)
class Door:
    """What each role gets by GET and by POST with what a good form holds; ``where`` fills the address."""

    get: Statuses
    post: Statuses = 405
    data: dict[str, object] = field(default_factory=dict)
    where: dict[str, object] = field(default_factory=dict)
    lobby: bool = False
    """At a table that has not been started."""


def only(*, host: int = 403, seat: int = 403, guest: int = 403, anonymous: int = 403) -> tuple[int, ...]:
    """The statuses of a door at a table; staff are strangers there."""
    return anonymous, guest, seat, host, anonymous


SEATED = only(host=303, seat=303)
DOORS = {
    # The site's own pages.
    "home": Door(200),
    "manifest": Door(200),
    "worker": Door(200),
    "appearance": Door(200, 302, {"theme": "dark"}),
    "design": Door(200),
    "set_language": Door(302, 302, {"language": "nl"}),
    # Score sheets. What a key opens does not depend on who has it; see the tests of keys below.
    "scorekeeper:sheets": Door(200),
    "scorekeeper:new": Door(200, 302, {"name1": "Ana", "name2": "Ben", "game": "shanghai-7", "dealer": "1"}),
    "scorekeeper:load": Door(200, 302, {"text": "Hand,Ana,Ben\n1,0,25\n", "game": "shanghai-7"}),
    "scorekeeper:blank": Door(200),
    "scorekeeper:figures": Door(200),
    "scorekeeper:seen": Door(200),
    "scorekeeper:seen-live": Door(200),
    "scorekeeper:board": Door(200),
    "scorekeeper:board-live": Door(200),
    "scorekeeper:sheet": Door(200),
    "scorekeeper:live": Door(200),
    "scorekeeper:hand": Door(302, where={"hand": 1}),
    "scorekeeper:cell": Door(200, where={"hand": 1, "number": 1}),
    "scorekeeper:operations": Door(
        405, 302, {"kind": "reopen", "uuid": "7f0d0f3e-8d0b-4c59-a1a5-5f4b24d0c111", "saw": 0}
    ),
    "scorekeeper:table": Door(200),
    "scorekeeper:table-live": Door(200),
    "scorekeeper:claim": Door(200),
    "scorekeeper:players": Door(200),
    "scorekeeper:players-live": Door(200),
    "scorekeeper:history": Door(200),
    "scorekeeper:share": Door(200),
    "scorekeeper:csv": Door(200),
    "scorekeeper:json": Door(200),
    "scorekeeper:delete": Door(200, 302),
    "scorekeeper:rematch": Door(405, 302),
    "scorekeeper:device": Door(405, 302, {"who": "kitchen", "mine": ""}),
    "scorekeeper:forget": Door(405, 302),
    # The referee's desk and the rule book: nothing is kept, everybody may ask.
    **{
        f"desk:{name}": Door(200)
        for name in (
            *("home", "meld", "contract", "hand", "claim", "fit", "swap", "shanghai", "count", "wrong", "last"),
            *("protocol", "rules", "rules-dice", "house"),
        )
    },
    "desk:forget": Door(405, 302),
    "desk:rulebook": Door(200, where={"key": "shanghai-7"}),
    "desk:api-rulings": Door(405, 400),
    "desk:api-schema": Door(200),
    # Tables.
    "tables:lobby": Door(200),
    "tables:open": Door(405, 303, {"name": "Zoe", "rules": "shanghai-7", "seats": "3", "pace": "slow"}),
    "tables:join": Door(302),
    "tables:seat": Door(200, (303, 303, 422, 422, 303)),  # who has another chair here keeps that
    "tables:table": Door(200),
    "tables:board": Door(200),
    "tables:player": Door(200, where={"seat": 1}),
    "tables:points": Door(200),
    "tables:more": Door(200),
    "tables:play": Door(405, only(host=303, seat=303), {"do": "say pass", "seen": "NEWEST"}),
    "tables:ready": Door(405, SEATED),
    "tables:sit": Door(405, 303, {"name": "Zoe"}, lobby=True),
    "tables:leave": Door(405, SEATED),
    "tables:link": Door(only(host=200, seat=200), only(host=200, seat=200)),
    "tables:wish": Door(200, SEATED, {"pass": "1"}),
    "tables:pause": Door(405, SEATED, {"wants": "1"}),
    "tables:time": Door(405, SEATED, {"more": "1"}),
    "tables:luck": Door(405, SEATED, {"nonce": "seven"}),
    "tables:start": Door(405, only(host=303), {"fill": "plain"}, lobby=True),
    "tables:chair": Door(405, only(host=303), {"seat": "3", "do": "bot"}, lobby=True),
    "tables:settings": Door(only(host=200), only(host=303), {"spectators": "on", "stand_in": "on"}),
    "tables:rematch": Door(405, only(host=422, seat=422)),  # the game is not over
    "tables:talk": Door(200, SEATED, {"phrase": "well-played"}),
    "tables:report": Door(405, SEATED, {"remark": "REMARK"}),
    "tables:mute": Door(405, SEATED, {"seat": "1", "muted": "1"}),
    "tables:replay": Door(404),  # no hand is over yet
    "tables:moment": Door(404, where={"seq": 1}),
    "tables:shuffle": Door(200),
    "tables:record": Door(200),
}
OUTSIDE_DJANGO = {"/t/<code>/events", *HEALTH}
"""What the ASGI application serves itself: the streams (see tests/referee/tables/test_stream.py) and what watches over
the site (see test_health.py)."""

WITHOUT_TOKEN = {"scorekeeper:operations", "desk:api-rulings"}
"""POST without a CSRF token: the first checks the origin, the second changes nothing."""


def patterns() -> Iterator[tuple[str, URLPattern]]:
    """Every address that Django serves: its full name and its pattern."""

    def walk(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, URLPattern]]:
        for entry in resolver.url_patterns:
            if isinstance(entry, URLResolver):
                yield from walk(entry, f"{prefix}{entry.namespace}:" if entry.namespace else prefix)
            else:
                yield f"{prefix}{entry.name}", entry

    yield from walk(get_resolver(), "")


def test_every_address_is_classified() -> None:
    found = [name for name, _pattern in patterns()]
    assert len(found) == len(set(found)), "two addresses of one name"
    missing, gone = set(found) - set(DOORS), set(DOORS) - set(found)
    assert not missing, f"say in DOORS who may do what at: {', '.join(sorted(missing))}"
    assert not gone, f"no such address any more: {', '.join(sorted(gone))}"


def test_what_is_served_beside_django_is_known() -> None:
    assert asgi.EVENTS.pattern == r"/t/(?P<code>[^/]{1,20})/events"
    assert {"/healthz", "/readyz", "/metrics", "/t/<code>/events"} == OUTSIDE_DJANGO


def test_forms_without_a_token_are_refused_everywhere_else() -> None:
    exempt = {name for name, pattern in patterns() if getattr(pattern.callback, "csrf_exempt", False)}
    assert exempt == WITHOUT_TOKEN
    strict = Client(enforce_csrf_checks=True)
    for name, pattern in patterns():
        if name not in exempt:
            answer = strict.post(reverse(name, kwargs=_any(pattern)), {})
            assert answer.status_code == 403, name


def _any(pattern: URLPattern) -> dict[str, Any]:
    numbers = {"seat", "seq", "hand", "number"}
    return {key: 1 if key in numbers else "x" for key in pattern.pattern.converters}


@dataclass(frozen=True, slots=True)
class House:
    """A table that plays, one in its lobby, a sheet, and somebody of each role."""

    playing: Table
    lobby: Table
    people: dict[str, Client]
    sheet: str
    seat_secret: str
    remark: int

    def address(self, name: str, pattern: URLPattern, door: Door) -> str:
        here = self.lobby if door.lobby else self.playing
        known: dict[str, object] = {"code": here.code, "secret": self.seat_secret, "key": self.sheet, **door.where}
        if pattern.pattern.converters and "v/<str:key>" in str(pattern.pattern):
            known["key"] = keys.view_key(self.sheet)
        address = reverse(name, kwargs={key: known[key] for key in pattern.pattern.converters})
        return f"{address}?code={self.playing.code}" if name == "tables:join" else address

    def data(self, door: Door) -> dict[str, object]:
        named = {"NEWEST": self.playing.version, "REMARK": self.remark}
        return {key: named.get(str(value), value) for key, value in door.data.items()}


@pytest.fixture
def house() -> House:
    cache.clear()
    playing, gathering = company(3), company(3, started=False)
    Table.objects.filter(pk=gathering.table.pk).update(host=playing.table.host)
    # Two free chairs at the table that gathers, and the same host in seat 0.
    Chair.objects.filter(table=gathering.table, seat=0).update(player=playing.at(0).player)
    Chair.objects.filter(table=gathering.table, seat=1).update(player=playing.at(1).player)
    Chair.objects.filter(table=gathering.table, seat=2).update(player=None, name="")
    Chair.objects.create(table=gathering.table, seat=3)
    for table in (playing.table, gathering.table):
        table.refresh_from_db()
    secret = "a-secret-of-a-seats-link"
    Chair.objects.filter(table=playing.table, seat=2).update(secret_hash=digest(secret))
    remark_add(table=playing.table, player=playing.at(2).player, kind="phrase", text="well-played", key="one")
    staff = Client()
    staff.force_login(User.objects.create_superuser("root", "root@example.org", "a long pass phrase"))
    people = {
        "anonymous": Client(),
        "guest": Visitor.named("Zoe").client,
        "seat": playing.at(1).client,
        "host": playing.at(0).client,
        "staff": staff,
    }
    phone = Phone()
    phone.begin("Ana", "Ben")
    remark = playing.table.remarks.get().pk
    playing.table.refresh_from_db()
    return House(playing.table, gathering.table, people, phone.key, secret, remark)


def asked(client: Client, method: str, address: str, data: dict[str, object]) -> int:
    """The status of the answer; whatever it wrote is undone."""
    kept = client.cookies.copy()
    try:
        with transaction.atomic():
            answer = client.get(address) if method == "get" else client.post(address, data)
            transaction.set_rollback(True)
    finally:
        client.cookies = kept
        FOLDS.clear()
    return answer.status_code


def test_every_role_gets_what_is_written_at_every_address(house: House) -> None:
    wrong = []
    for name, pattern in patterns():
        door = DOORS[name]
        address, data = house.address(name, pattern, door), house.data(door)
        for method, statuses in (("get", door.get), ("post", door.post)):
            expected = (statuses,) * len(ROLES) if isinstance(statuses, int) else statuses
            for role, status in zip(ROLES, expected, strict=True):
                got = asked(house.people[role], method, address, data)
                if got != status:
                    wrong.append(f"{method.upper()} {name} by {role}: expected {status}, got {got}")
    cache.clear()
    assert not wrong, "\n".join(wrong)


def test_table_without_spectators_is_closed_to_whoever_has_no_seat(house: House) -> None:
    options = load_options(house.playing.options)
    Table.objects.filter(pk=house.playing.pk).update(options=dump_options(replace(options, spectators=False)))
    looked_at = [name for name, door in DOORS.items() if name.startswith("tables:") and "code" in _names(name)]
    assert len(looked_at) > 20
    for name, pattern in patterns():
        if name in looked_at and not DOORS[name].lobby:
            door = DOORS[name]
            address = house.address(name, pattern, door)
            for role in ("anonymous", "guest", "staff"):
                for method in ("get", "post"):
                    status = asked(house.people[role], method, address, house.data(door))
                    assert status in (403, 404, 405), f"{method} {name} by {role}: {status}"


def _names(name: str) -> set[str]:
    return set(next(pattern for found, pattern in patterns() if found == name).pattern.converters)


def test_no_key_but_the_right_one_opens_a_sheet(house: House) -> None:
    """The edit key writes, the view key shows; another key of the same kind, or each in the place of the other: 404."""
    for name, pattern in patterns():
        if not name.startswith("scorekeeper:") or "key" not in pattern.pattern.converters or name.endswith(":forget"):
            continue
        door = DOORS[name]
        good = house.address(name, pattern, door)
        for key in (keys.new_key(), keys.view_key(house.sheet), house.sheet, "x"):
            own = keys.view_key(house.sheet) if "/v/" in good else house.sheet
            if key != own:
                address = good.replace(own, key)
                for method in ("get", "post"):
                    status = asked(house.people["anonymous"], method, address, house.data(door))
                    assert status in (404, 405), f"{method} {name} with {key}: {status}"


def test_nobody_gets_in_by_an_account() -> None:
    """There is no admin: the site is run from the command line."""
    for path in ("/admin/", "/admin/login/", "/accounts/admin/"):
        assert Client().get(path).status_code == 404
    assert not [name for name, _pattern in patterns() if "admin" in name]
