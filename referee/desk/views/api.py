"""The referee over HTTP: the protocol's questions as JSON, for programs and for pages of other sites."""

from __future__ import annotations

import json
import time
from typing import cast

from django.core.cache import caches
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from referee.desk.schema import SCHEMA
from referee.engine.rulings import LARGEST_QUESTION, Answer, rule, rule_error

MOST_QUESTIONS = 200
QUESTIONS_A_MINUTE = 6000
"""For one address; far more than people at a table ask, and a bound for programs that ask in a loop."""

SECONDS_A_REQUEST = 2.0
"""Processor time of one request, after which no further question of a list is begun; lists seldom take a tenth."""

CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Retry-After",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
PREFLIGHT = CORS | {
    "Access-Control-Allow-Methods": "POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type",
    "Access-Control-Max-Age": "86400",
}


@csrf_exempt  # a ruling changes nothing, and programs have no token
def rulings(request: HttpRequest) -> HttpResponse:
    """The answer to the question in the body, or the answers to a list of them in order."""
    if request.method == "OPTIONS":
        return HttpResponse(status=204, headers=PREFLIGHT)
    if request.method != "POST":
        refused = _error("method", f"expected POST, got {request.method}", status=405)
        refused["Allow"] = "POST, OPTIONS"
        return refused
    try:
        body = request.body
    except RequestDataTooBig:
        return _error("too-large", "expected a smaller body: at most one megabyte", status=413)
    try:
        asked = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        return _error("json", f"expected a question as JSON: {error}", status=400)
    questions = asked if isinstance(asked, list) else [asked]
    if len(questions) > MOST_QUESTIONS:
        text = f"expected at most {MOST_QUESTIONS} questions at once, got {len(questions)}"
        return _error("too-large", text, status=413)
    wait = _seconds_to_wait(request, len(questions))
    if wait:
        slow = _error("too-many", f"expected fewer questions: ask again in {wait} seconds", status=429)
        slow["Retry-After"] = str(wait)
        return slow
    answers = _answers(questions, is_checked=len(body) <= LARGEST_QUESTION)
    if isinstance(asked, list):
        return _json(answers)
    return _json(answers[0], status=400 if "error" in answers[0] else 200)


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _answers(questions: list[object], *, is_checked: bool) -> list[Answer]:
    """The answers in order; once the request's time is used up, errors that say from where to ask again."""
    start = time.thread_time()
    answers: list[Answer] = []
    for index, question in enumerate(questions):
        if index and time.thread_time() - start > SECONDS_A_REQUEST:
            return answers + [_unanswered(later, index) for later in questions[index:]]
        answers.append(_answer(question, is_checked=is_checked))
    return answers


def _unanswered(question: object, first: int) -> Answer:
    """The error of a question that was not begun, ``first`` being the index of the first such one."""
    echo: Answer = {"id": question["id"]} if isinstance(question, dict) and "id" in question else {}
    text = (
        f"expected questions that take at most {SECONDS_A_REQUEST:g} seconds of processor time together, and those"
        f" before [{first}] did: ask again from [{first}] on in a request of its own"
    )
    return echo | rule_error("out-of-time", text, f"[{first}]")


def _answer(question: object, *, is_checked: bool) -> Answer:
    """The answer; ``is_checked``: the question is known to be small enough."""
    try:
        if not is_checked and len(json.dumps(question, ensure_ascii=False).encode(errors="replace")) > LARGEST_QUESTION:
            return rule_error("too-large", f"expected at most {LARGEST_QUESTION} bytes a question")
        answer = rule(question)
        json.dumps(answer)
    except RecursionError:
        return rule_error("json", "expected a question, got one nested too deeply")
    return answer


def _seconds_to_wait(request: HttpRequest, questions: int) -> int:
    """Count the questions of this minute for the address; 0 while there are not too many."""
    now = time.time()
    minute = int(now // 60)
    key = f"rulings:{request.META.get('REMOTE_ADDR', '')}:{minute}"
    counts = caches["process"]
    counts.add(key, 0, timeout=120)
    try:
        asked = counts.incr(key, max(questions, 1))
    except ValueError:  # the count was thrown out in this instant, which only happens when it is old
        return 0
    return 0 if asked <= QUESTIONS_A_MINUTE else int((minute + 1) * 60 - now) + 1


def _error(code: str, text: str, *, status: int) -> HttpResponse:
    return _json(rule_error(code, text), status=status)


def _json(data: Answer | list[Answer], *, status: int = 200) -> HttpResponse:
    return cast("HttpResponse", JsonResponse(data, status=status, safe=False, headers=CORS))


@require_safe
@cache_control(public=True, max_age=3600)
def schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of questions and answers."""
    return JsonResponse(SCHEMA, headers=CORS, content_type="application/schema+json")
