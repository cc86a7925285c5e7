"""Something went wrong: the mishaps, and the remedy for one of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.desk.choice import chosen_game
from referee.desk.log import keep_ruling
from referee.desk.mishaps import MISHAPS, grouped
from referee.desk.pages import PAGES
from referee.desk.ruling import Ruling
from referee.engine.rulebook import RULEBOOK


@require_safe
def wrong(request: HttpRequest) -> HttpResponse:
    """The list of mishaps, or with ``case`` in the address the one that it names."""
    key = request.GET.get("case", "")
    if key and key not in MISHAPS:
        raise Http404
    mishap = MISHAPS.get(key)
    game = chosen_game(request)
    rules = [RULEBOOK[number] for number in mishap.rules] if mishap else []
    context = {"page": PAGES["wrong"], "game": game, "mishap": mishap, "rules": rules, "groups": grouped()}
    response = render(request, "referee/desk/wrong.html", context)
    if mishap:
        keep_ruling(response, request, "wrong", Ruling("question", gettext(str(mishap.title))))
    return response
