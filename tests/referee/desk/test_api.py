"""The referee over HTTP."""

import json
import re
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.test import Client

from referee.desk.schema import SCHEMA
from referee.desk.views import api
from referee.desk.views.protocol import ERRORS, KINDS
from referee.engine.rulebook import REASONS
from referee.engine.rulings import ANSWERS, rule
from tests.engine.vectors import load

ADDRESS = "/api/v1/rulings"
MELD = {"ask": "meld", "rules": "shanghai-7", "cards": "7H 7S 7D"}


@pytest.fixture(autouse=True)
def _fresh_count() -> Iterator[None]:
    caches["process"].clear()
    yield
    caches["process"].clear()


def test_one_question_gets_the_referee_s_answer(client: Client) -> None:
    response = client.post(ADDRESS, MELD, content_type="application/json")
    assert response.status_code == 200
    assert response.json() == rule(MELD)


def test_every_vector_has_the_same_answer_over_http(client: Client) -> None:
    questions = [vector["question"] for vector in load("rulings.jsonl")]
    response = client.post(ADDRESS, questions, content_type="application/json")
    assert response.json() == [rule(question) for question in questions]


def test_list_is_answered_in_order_with_errors_in_place(client: Client) -> None:
    asked = [MELD | {"id": 1}, {"ask": "nothing", "id": 2}, MELD | {"id": 3}]
    response = client.post(ADDRESS, asked, content_type="application/json")
    assert response.status_code == 200
    assert [answer["id"] for answer in response.json()] == [1, 2, 3]
    assert response.json()[1]["error"]["code"] == "ask.unknown"


def test_question_that_cannot_be_read_is_a_bad_request(client: Client) -> None:
    response = client.post(ADDRESS, MELD | {"cards": "7X"}, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "card.unknown"


@pytest.mark.parametrize("body", ["", "{", "\xff", '{"ask": NaN}', "[" * 50_000, '{"id": ' + "[" * 9000])
def test_body_that_is_no_json_is_told(client: Client, body: str) -> None:
    response = client.generic("POST", ADDRESS, body.encode("latin-1"), content_type="application/json")
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "json"


@pytest.mark.parametrize("depth", [500, 900, 990])
def test_question_nested_deeply_is_no_fault_of_ours(client: Client, depth: int) -> None:
    for body in ("[" * depth + "]" * depth, '{"ask": "meld", "id": ' + "[" * depth + "]" * depth + "}"):
        response = client.generic("POST", ADDRESS, body, content_type="application/json")
        assert response.status_code in (200, 400)
        json.loads(response.content)


def test_more_than_two_hundred_questions_are_refused(client: Client) -> None:
    assert client.post(ADDRESS, [MELD] * 200, content_type="application/json").status_code == 200
    response = client.post(ADDRESS, [MELD] * 201, content_type="application/json")
    assert response.status_code == 413
    assert response.json()["error"]["code"] == "too-large"


def test_question_of_more_than_64_kib_is_refused(client: Client) -> None:
    large = MELD | {"id": "x" * 65_536}
    assert client.post(ADDRESS, large, content_type="application/json").json()["error"]["code"] == "too-large"
    both = client.post(ADDRESS, [MELD, large], content_type="application/json").json()
    assert both[0]["legal"] is True
    assert both[1]["error"]["code"] == "too-large"


def test_body_of_more_than_a_megabyte_is_refused(client: Client) -> None:
    response = client.generic("POST", ADDRESS, b" " * (1 << 21), content_type="application/json")
    assert response.status_code == 413
    assert response.json()["error"]["code"] == "too-large"


def test_other_methods_are_refused(client: Client) -> None:
    response = client.get(ADDRESS)
    assert response.status_code == 405
    assert response["Allow"] == "POST, OPTIONS"


def test_pages_of_other_sites_may_ask() -> None:
    client = Client(enforce_csrf_checks=True)
    elsewhere = {"Origin": "https://cards.example"}
    before = client.options(ADDRESS, headers=elsewhere | {"Access-Control-Request-Method": "POST"})
    assert before.status_code == 204
    assert before["Access-Control-Allow-Origin"] == "*"
    assert "POST" in before["Access-Control-Allow-Methods"]
    assert "content-type" in before["Access-Control-Allow-Headers"].lower()
    response = client.post(ADDRESS, MELD, content_type="application/json", headers=elsewhere)
    assert response.status_code == 200
    assert response["Access-Control-Allow-Origin"] == "*"
    assert not response.cookies


def test_too_many_questions_have_to_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "QUESTIONS_A_MINUTE", 5)
    monkeypatch.setattr(api.time, "time", lambda: 600.0)
    assert client.post(ADDRESS, [MELD] * 5, content_type="application/json").status_code == 200
    response = client.post(ADDRESS, MELD, content_type="application/json")
    assert response.status_code == 429
    assert response.json()["error"]["code"] == "too-many"
    assert 1 <= int(response["Retry-After"]) <= 61
    assert client.post(ADDRESS, MELD, content_type="application/json", REMOTE_ADDR="10.0.0.9").status_code == 200
    monkeypatch.setattr(api.time, "time", lambda: 660.0)
    assert client.post(ADDRESS, MELD, content_type="application/json").status_code == 200


def test_questions_beyond_the_time_of_a_request_are_told_where_to_begin_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "SECONDS_A_REQUEST", 0.0)
    asked = [MELD | {"id": 1}, MELD | {"id": 2}, MELD, "nothing"]
    first, *later = client.post(ADDRESS, asked, content_type="application/json").json()
    assert first == rule(asked[0])
    assert later[0]["id"] == 2
    assert all(answer["error"]["code"] == "out-of-time" for answer in later)
    assert all(answer["error"]["where"] == "[1]" for answer in later)
    again = client.post(ADDRESS, asked[1:], content_type="application/json").json()
    assert again[0] == rule(asked[1])


def test_question_by_itself_is_answered_however_long_it_takes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "SECONDS_A_REQUEST", 0.0)
    assert client.post(ADDRESS, MELD, content_type="application/json").json() == rule(MELD)


# Schema and page ----------------------------------------------------------------------------------------------------


def test_schema_is_served(client: Client) -> None:
    response = client.get("/api/v1/schema.json")
    assert response.json() == SCHEMA
    assert response["Access-Control-Allow-Origin"] == "*"


def test_schema_knows_every_key_of_every_vector() -> None:
    kinds = {kind["title"]: kind for kind in SCHEMA["$defs"]["question"]["oneOf"]}  # type: ignore[index,call-overload]
    assert set(kinds) == set(ANSWERS)
    for vector in load("rulings.jsonl"):
        question = vector["question"]
        if "error" in vector["expect"] or question["ask"] not in kinds:
            continue
        kind = kinds[question["ask"]]
        assert set(question) <= set(kind["properties"])
        assert set(kind["required"]) <= set(question)


def test_protocol_page_shows_every_kind_with_a_real_answer(client: Client) -> None:
    assert sorted(kind.ask for kind in KINDS) == sorted(ANSWERS)
    for kind in KINDS:
        assert "error" not in rule({"ask": kind.ask} | kind.question), kind
    page = client.get("/referee/protocol/").text
    assert all(f'id="ask-{ask}"' in page for ask in ANSWERS)


def test_protocol_page_lists_the_error_codes() -> None:
    codes = {code for code, _text in ERRORS}
    met = {vector["expect"]["error"] for vector in load("rulings.jsonl") if "error" in vector["expect"]}
    assert met <= codes


def test_protocol_page_explains_every_reason(client: Client) -> None:
    page = client.get("/referee/protocol/").text
    books = {address: client.get(address).text for address in ("/rules/shanghai-7/", "/rules/shanghaien/")}
    for code, reason in REASONS.items():
        row = re.search(rf'id="reason-{re.escape(code)}".*?href="([^"#]+)#([^"]+)"', page)
        assert row, code
        assert row[2] == f"rule-{reason.rule}"
        assert f'id="{row[2]}"' in books[row[1]]


def test_protocol_page_answers_a_question(client: Client) -> None:
    page = client.get("/referee/protocol/", {"question": json.dumps(MELD)}).text
    assert "a set of 7s" in page
    assert "error" in client.get("/referee/protocol/", {"question": "{"}).text
