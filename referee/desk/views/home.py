"""The desk's first page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.desk.choice import chosen_game, remember_game
from referee.desk.pages import PAGES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The questions, as people ask them."""
    game = chosen_game(request)
    response = render(request, "referee/desk/home.html", {"pages": PAGES.values(), "game": game})
    if "rules" in request.GET:
        remember_game(response, request, game)
    return response
