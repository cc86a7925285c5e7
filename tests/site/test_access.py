"""Who may do what at every address: the table of ``addresses``, held against the URL resolver.

A new address fails the first test until it stands in ``DOORS`` with what each role gets there. Every request is undone
afterwards, so that each meets the same tables and sheets.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse

from referee.models import Table
from referee.tables.fold import FOLDS
from referee.tables.options import dump_options, load_options
from scorekeeper import keys
from shanghai import asgi
from tests.site.addresses import DOORS, OUTSIDE_DJANGO, ROLES, WITHOUT_TOKEN, House, make_house, patterns

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return make_house()


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
    numbers = {"seat", "seq", "hand", "number", "level", "row"}
    return {key: 1 if key in numbers else "x" for key in pattern.pattern.converters}


def asked(client: Client, method: str, address: str, data: dict[str, object]) -> int:
    """The status of the answer; whatever it wrote is undone."""
    kept = deepcopy(client.cookies)
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


def test_the_rules_are_one_tap_from_every_page(house: House) -> None:
    """The board of a large screen is the one page without anything to tap."""
    pages, without = 0, []
    for name, pattern in patterns():
        door = DOORS[name]
        answer = house.people["host"].get(house.address(name, pattern, door))
        if answer.status_code != 200 or "<html" not in getattr(answer, "text", ""):
            continue
        pages += 1
        if 'href="/rules/' not in answer.text:
            without.append(name)
    assert pages > 40
    assert without == ["scorekeeper:board"]
