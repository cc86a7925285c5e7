"""What the host does: bots and people in chairs, the start, settings; and playing again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from referee.tables.errors import NotYours
from referee.tables.forms import OptionsForm
from referee.tables.games import GAMES
from referee.tables.services import (
    chair_bot,
    chair_offer,
    chair_remove,
    seat_silence,
    table_options,
    table_rematch,
    table_start,
)
from referee.tables.visits import Visit, at_table, led_to, table_answer


@require_POST
@at_table
def start(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Deal; ``fill`` names the bot for the empty chairs, without it they are taken away."""
    table_start(table=visit.table, player=visit.player, fill=request.POST.get("fill", ""))
    visit.table.refresh_from_db()
    return table_answer(request, visit)


@require_POST
@at_table
def chair(request: HttpRequest, visit: Visit) -> HttpResponse:
    """One chair: ``do`` is ``bot``, ``free``, ``remove``, ``offer``, ``keep``, ``silence`` or ``hear``.

    :raises ValueError: a chair or a word that there is not.
    """
    seat = int(request.POST.get("seat", ""))
    table, player = visit.table, visit.player
    match request.POST.get("do"):
        case "bot":
            bots = list(GAMES[table.game].bots)
            chair_bot(table=table, player=player, seat=seat, bot=request.POST.get("bot") or bots[-1])
        case "free":
            chair_bot(table=table, player=player, seat=seat, bot="")
        case "remove":
            chair_remove(table=table, player=player, seat=seat)
        case ("offer" | "keep") as offer:
            chair_offer(table=table, player=player, seat=seat, offered=offer == "offer")
        case ("silence" | "hear") as silence:
            seat_silence(table=table, player=player, seat=seat, silenced=silence == "silence")
        case other:
            raise ValueError(f"expected a deed of the host, got {other!r}")
    return table_answer(request, visit)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def settings(request: HttpRequest, visit: Visit) -> HttpResponse:
    snap = visit.snapshot()
    if not snap.is_host:
        raise NotYours("expected the host of the table")
    form = OptionsForm(request.POST) if request.method == "POST" else OptionsForm.showing(snap.options)
    if form.is_bound and form.is_valid():
        table_options(table=visit.table, player=visit.player, options=form.options())
        return HttpResponseRedirect(reverse("tables:table", args=[snap.code]), status=303)
    context = {"form": form, "snap": snap, "code": snap.code}
    return render(request, "referee/tables/settings.html", context, status=422 if form.is_bound else 200)


@require_POST
@at_table
def rematch(request: HttpRequest, visit: Visit) -> HttpResponse:
    again = table_rematch(table=visit.table, player=visit.player)
    return led_to(request, reverse("tables:table", args=[again.code]))
