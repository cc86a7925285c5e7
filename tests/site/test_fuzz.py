"""Every form, address, cookie and file with something wrong in it: an answer, never a fault of the site."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, override_settings
from django.urls import reverse

from referee.engine.rummy import recordtext
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.record import RecordError, replay
from referee.engine.rummy.ruledoc import RulesError, load_rules
from referee.engine.rummy.settings import SETTINGS
from referee.tables.fold import FOLDS
from tests.engine.fuzzing import Mutator
from tests.site.addresses import DOORS, make_house, patterns
from tests.site.junk import Junk, Request

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.toml"))


@contextmanager
def strict_database() -> Iterator[None]:
    """SQLite takes a text with a zero in it, PostgreSQL fails: here both do."""

    def execute(run: Any, sql: str, given: Any, many: bool, context: Any) -> Any:  # as Django calls it
        rows = given if many else [given]
        texts = [value for row in rows or () for value in (row or ()) if isinstance(value, str)]
        assert not any("\x00" in text for text in texts), f"a zero reaches the database: {sql[:80]}"
        return run(sql, given, many, context)

    with connection.execute_wrapper(execute):
        yield


def sent(client: Client, request: Request) -> int:
    """The status of the answer; whatever the request wrote is undone."""
    kept = deepcopy(client.cookies)
    for name, value in request.cookies.items():
        try:
            client.cookies[name] = value
        except Exception:  # noqa: S112  # no browser could send it
            continue
    given: dict[str, Any] = {"headers": request.headers}
    if request.body is not None:
        given |= {"data": request.body, "content_type": request.kind or "application/octet-stream"}
    elif request.method in ("get", "head"):
        given["query_params"] = request.fields
    elif request.method == "post":
        given["data"] = request.fields
    try:
        with transaction.atomic():
            answer = getattr(client, request.method)(request.address, **given)
            transaction.set_rollback(True)
    finally:
        client.cookies = kept
        FOLDS.clear()
    return int(answer.status_code)


def fuzz(seed: int, count: int) -> dict[int, int]:
    """How often each status was answered."""
    house = make_house()
    good = [(house.address(name, pattern, DOORS[name]), house.data(DOORS[name])) for name, pattern in patterns()]
    sheet = Client().get(f"/s/{house.sheet}/sheet.json").text
    junk = Junk(seed, sheet=sheet)
    people = [house.people[role] for role in ("anonymous", "seat", "host", "host")]
    seen: dict[int, int] = {}
    with strict_database(), override_settings(POSTS_A_MINUTE=10**9, NEW_SHEETS_AN_HOUR=10**9):
        for number, request in enumerate(junk.requests(good, count)):
            if number % 10 == 0:
                cache.clear()  # no limit is to hide what lies behind it
            try:
                status = sent(people[number % len(people)], request)
            except Exception as error:
                raise AssertionError(f"request {number} of seed {seed}: {request}") from error
            assert status < 500 or status == 501, (status, request)
            seen[status] = seen.get(status, 0) + 1
    cache.clear()
    return seen


@pytest.mark.django_db
def test_no_request_makes_the_site_fail() -> None:
    seen = fuzz(1, 700)
    assert seen.keys() >= {200, 302, 303, 400, 403, 404, 405, 422}, seen  # it reaches behind the first checks


@pytest.mark.django_db
def test_zero_in_an_address_leads_nowhere(client: Client) -> None:
    """What PostgreSQL would fail at never reaches the database, wherever the address has room for text."""
    with strict_database():
        for name, pattern in patterns():
            texts = [key for key, converter in pattern.pattern.converters.items() if converter.regex == "[^/]+"]
            if texts:
                numbers = {key: 1 for key in pattern.pattern.converters if key not in texts}
                address = reverse(name, kwargs=numbers | dict.fromkeys(texts, "a\x00b"))
                assert client.get(address).status_code in (404, 405), name


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2, 8))
def test_no_request_of_many_makes_the_site_fail(seed: int) -> None:
    fuzz(seed, 4000)


# Documents ----------------------------------------------------------------------------------------------------------


def documents(seed: int, count: int) -> Iterator[object]:
    """Rule sets with something wrong in them."""
    random, mutator = Random(seed), Mutator(seed)
    sensible: Sequence[object] = (0, 1, 2, 5, -1, True, None, "round", "either", [], [2, 8], {"R4": 3}, "JK", 10**9)
    for _ in range(count):
        base: object = random.choice([*PRESETS, mutator.strange()])
        names = random.sample(SETTINGS, random.choice((0, 1, 2, 5)))
        settings = {name: random.choice((mutator.strange(), random.choice(sensible))) for name in names}
        document: dict[str, object] = {"base": base, "set": settings}
        if random.random() < 0.3:
            document[random.choice(("name", "set", "base", "x", ""))] = mutator.strange()
        yield document if random.random() < 0.95 else mutator.strange()


def test_no_rule_set_makes_the_engine_fail() -> None:
    """Each is rules, or a fault that is told by its place."""
    good = 0
    for document in documents(1, 3000):
        try:
            load_rules(document)
        except RulesError:
            continue
        except Exception as error:
            raise AssertionError(f"{document!r:.500}") from error
        good += 1
    assert good > 50


def spoiled(random: Random, text: str) -> str:
    """A record in which something was changed by hand."""
    lines = text.splitlines()
    for _ in range(random.choice((1, 1, 2, 4))):
        place = random.randrange(len(lines))
        match random.randrange(6):
            case 0:
                del lines[place : place + random.choice((1, 1, 5))]
            case 1:
                lines.insert(place, random.choice(lines))
            case 2:
                line = lines[place]
                at = random.randrange(len(line) + 1)
                lines[place] = line[:at] + random.choice(("", "?", '"', "7H", "= 3", "[", "\x00", "é")) + line[at + 1 :]
            case 3:
                other = random.randrange(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
            case 4:
                lines[place] = lines[place].replace(random.choice("0123456789HSDC"), random.choice("0123456789HSDCX"))
            case _:
                lines = lines[: place + 1]
        lines = lines or [""]
    return "\n".join(lines)


def read(text: str) -> bool:
    """Whether the text is a record and replays."""
    try:
        replay(recordtext.loads(text))
    except RecordError:
        return False
    return True


def check_records(seed: int, count: int) -> None:
    random = Random(seed)
    texts = [file.read_text(encoding="utf-8") for file in sorted(RECORDS, key=lambda file: file.stat().st_size)[:6]]
    outcomes = set()
    for _ in range(count):
        text = spoiled(random, random.choice(texts))
        try:
            outcomes.add(read(text))
        except Exception as error:
            raise AssertionError(f"a record that makes the engine fail:\n{text}") from error
    assert False in outcomes


def test_no_record_makes_the_engine_fail() -> None:
    check_records(1, 60)


@pytest.mark.long
def test_no_record_of_many_makes_the_engine_fail() -> None:
    check_records(2, 3000)


def test_junk_is_the_same_for_the_same_seed() -> None:
    sheet = json.dumps({"format": "x", "entries": [1, 2, {"a": "b"}]})
    good = [("/s/import/", {"text": "x"}), ("/t/ABCDEF/play/", {"do": "say draw", "seen": 3})]
    one, other = (list(Junk(5, sheet=sheet).requests(good, 50)) for _ in range(2))
    assert one == other
