"""Every address of the site with what each role gets there, and a house in which all of them lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from referee.models import Chair, Table
from referee.tables.codes import digest
from referee.tables.services import remark_add
from scorekeeper import keys
from shanghai.health import HEALTH
from tests.referee.tables.visitors import Visitor, company
from tests.scorekeeper.tables import Phone

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
    "scorekeeper:captains": Door(200),
    "scorekeeper:captains-round": Door(302),
    "scorekeeper:shell": Door(404),  # of no game
    # An account is opened by whoever has its passkey or its mail; these lead nobody to another one's.
    "scorekeeper:account": Door(200),
    "scorekeeper:passkey-options": Door(200),
    "scorekeeper:passkey": Door(405, 302, {"credential": "{}"}),
    "scorekeeper:mail": Door(405, 422, {"email": "ana@example.org"}),  # this site sends no mail
    "scorekeeper:leave": Door(405, 302),
    "scorekeeper:account-export": Door((302, 302, 302, 302, 200)),
    "scorekeeper:account-erase": Door(405, 302),  # each only their own
    "scorekeeper:rules": Door((302, 302, 302, 302, 200)),
    "scorekeeper:rules-keep": Door(405, (302, 302, 302, 302, 422), {"key": "house:none"}),
    # No rules of that number are theirs: 404 for whoever has an account.
    **{
        f"scorekeeper:rules-{name}": Door(405, (302, 302, 302, 302, 404), {"name": "Ours"}, {"row": 1})
        for name in ("rename", "fork", "drop")
    },
    "account_login": Door(302),
    "account_inactive": Door(302),
    "account_request_login_code": Door(302),
    "account_confirm_login_code": Door(302, 302, {"code": "ABC123"}),
    "mfa_login_webauthn": Door(302, 302, {"credential": "{}"}),
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
    "scorekeeper:rekey": Door(405, 302),
    "scorekeeper:rematch": Door(405, 302),
    "scorekeeper:device": Door(405, 302, {"who": "kitchen", "mine": ""}),
    "scorekeeper:forget": Door(405, 302),
    # The referee's desk and the rule book: nothing is kept, everybody may ask.
    **{
        f"desk:{name}": Door(200)
        for name in (
            *("home", "meld", "contract", "hand", "claim", "fit", "swap", "shanghai", "count", "wrong", "last"),
            *("tavern", "crews", "protocol", "rules", "rules-dice", "house", "puzzles"),
        )
    },
    "desk:forget": Door(405, 302),
    "desk:rulebook": Door(200, where={"key": "shanghai-7"}),
    "desk:puzzles-some": Door(302, where={"level": 2}),
    "desk:puzzle": Door(200, where={"level": 2, "number": 3}),
    "desk:api-rulings": Door(405, 400),
    "desk:api-schema": Door(200),
    # Tables.
    "tables:lobby": Door(200),
    "tables:open": Door(405, 303, {"name": "Zoe", "rules": "shanghai-7", "seats": "3", "pace": "slow"}),
    "tables:learn": Door(405, 303),
    "tables:join": Door(302),
    "tables:bots": Door(200),
    "tables:me": Door(200),
    "tables:export": Door(200),
    "tables:erase": Door(405, 303),  # each only themselves
    "tables:notices": Door(405, only(host=303, seat=303, guest=303), {"do": "none"}),  # each only the own devices
    "tables:seat": Door(200, (303, 303, 422, 422, 303)),  # who has another chair here keeps that
    "tables:table": Door(200),
    "tables:board": Door(200),
    "tables:player": Door(200, where={"seat": 1}),
    "tables:points": Door(200),
    "tables:more": Door(200),
    "tables:hint": Door(422),  # the coach is asked at tables of bots, or where the host lets everybody
    "tables:play": Door(405, only(host=303, seat=303), {"do": "say pass", "seen": "NEWEST"}),
    "tables:ready": Door(405, SEATED),
    "tables:sit": Door(405, 303, {"name": "Zoe"}, lobby=True),
    "tables:leave": Door(405, SEATED),
    "tables:link": Door(only(host=200, seat=200), only(host=200, seat=200)),
    "tables:wish": Door(200, SEATED, {"pass": "1"}),
    "tables:pause": Door(405, SEATED, {"wants": "1"}),
    "tables:time": Door(405, SEATED, {"more": "1"}),
    "tables:guide": Door(405, SEATED, {"guide": "0"}),
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
    "tables:tried": Door(404, where={"seq": 1}),
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


def make_house() -> House:
    """The house, in a test's database."""
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
