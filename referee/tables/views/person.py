"""What the tables know of whoever asks: shown, given as a file, erased."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.tables.identity import COOKIE, player_of
from referee.tables.selectors import tables_of
from referee.tables.services import person_data, person_erase


@require_safe
def me(request: HttpRequest) -> HttpResponse:
    player = player_of(request.COOKIES)
    context = {"player": player, "mine": tables_of(player) if player else [], "erased": "erased" in request.GET}
    answer = render(request, "referee/tables/me.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """A file of all that is known; to a stranger one that says nothing."""
    player = player_of(request.COOKIES)
    answer = JsonResponse(person_data(player) if player else {}, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="shanghai-me.json"'
    answer["Cache-Control"] = "no-store"
    return answer


@require_POST
def erase(request: HttpRequest) -> HttpResponse:
    """Erase the player of this device, for good."""
    player = player_of(request.COOKIES)
    if player is not None:
        person_erase(player)
    answer = HttpResponseRedirect(f"{reverse('tables:me')}?erased", status=303)
    answer.delete_cookie(COOKIE, samesite="Lax")
    return answer
