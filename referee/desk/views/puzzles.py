"""Puzzles: can you go down? One for each day, and as many as one likes on five levels."""

from __future__ import annotations

from random import Random

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from referee.desk.words.contracts import contract_words
from referee.engine.bots.puzzles import LEVELS, Puzzle, puzzle

MOST = 9999
ANSWERS = {"yes": True, "no": False}


def _seed(text: str) -> Random:
    return Random(text)  # noqa: S311  # puzzles that anybody may make again, not secrets


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, and the levels."""
    day = timezone.localdate()
    # The week grows harder from Monday on.
    level = 1 + min(day.weekday(), len(LEVELS) - 1)
    context = {"levels": range(1, len(LEVELS) + 1), "day": day, "is_daily": True}
    return _page(request, puzzle(day.isoformat(), level, _seed), level, context)


@require_safe
def one(request: HttpRequest, level: int, number: int) -> HttpResponse:
    """One puzzle of a level, which has the same cards for everybody."""
    if not 1 <= level <= len(LEVELS) or not 1 <= number <= MOST:
        raise Http404
    following = reverse("desk:puzzle", args=[level, number % MOST + 1])
    return _page(request, puzzle(str(number), level, _seed), level, {"number": number, "following": following})


@require_safe
def some(request: HttpRequest, level: int) -> HttpResponse:
    """Some puzzle of the level, another one each minute."""
    if not 1 <= level <= len(LEVELS):
        raise Http404
    return redirect("desk:puzzle", level, int(timezone.now().timestamp()) // 60 % MOST + 1)


def _page(request: HttpRequest, asked: Puzzle, level: int, more: dict[str, object]) -> HttpResponse:
    said = ANSWERS.get(request.GET.get("answer", ""))
    context = {
        "puzzle": asked,
        "level": level,
        "contract": contract_words(asked.contract),
        "deck": asked.rules.deck,
        "said": said,
        "is_right": said == asked.can,
    }
    return render(request, "referee/desk/puzzle.html", context | more)
