"""Chairs: sitting down and getting up, the seat's link, and what a seat wishes."""

from __future__ import annotations

from uuid import uuid4

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from referee.tables.advice import may_ask
from referee.tables.errors import NotYours, TableRefused
from referee.tables.forms import NameForm
from referee.tables.games import Wishes
from referee.tables.identity import NameRefused, keep_player, player_make, player_of, player_or_new
from referee.tables.limits import NAMES_TAKEN, SEAT_TRIES, count, is_over, tried
from referee.tables.qr import qr_code
from referee.tables.services import (
    chair_by_secret,
    chair_leave,
    chair_link,
    chair_move,
    chair_take,
    guide_set,
    more_time_set,
    nonce_set,
    table_pause,
    wishes_set,
)
from referee.tables.views.sheets import sheet
from referee.tables.visits import Visit, address_of, at_table, led_to, refused, table_answer, too_many
from referee.tables.words import refusal_words


@require_POST
@at_table
def sit(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A chair for whoever gives a name; a stranger becomes a player with it."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return refused(request, visit, "name")
    if visit.player is None and not tried(NAMES_TAKEN, address_of(request)):
        return too_many(request, NAMES_TAKEN)
    try:
        visit.player, cookie = player_or_new(request, form.cleaned_data["name"])
    except NameRefused:
        return refused(request, visit, "name")
    chair_take(table=visit.table, player=visit.player, name=visit.player.name, seat=form.cleaned_data["seat"])
    answer = led_to(request, reverse("tables:table", args=[visit.table.code]))
    if cookie:
        keep_player(answer, cookie)
    return answer


@require_POST
@at_table
def leave(request: HttpRequest, visit: Visit) -> HttpResponse:
    chair_leave(table=visit.table, player=visit.player)
    return led_to(request, reverse("tables:table", args=[visit.table.code]))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def link(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The link that moves the seat to another device; made anew by each POST, since a new one voids the last."""
    snap = visit.snapshot()
    if snap.seat is None:
        raise NotYours("expected somebody with a seat at the table")
    context: dict[str, object] = {"snap": snap, "code": snap.code}
    if request.method == "POST":
        _chair, secret = chair_link(table=visit.table, player=visit.player)
        address = request.build_absolute_uri(reverse("tables:seat", args=[secret]))
        context |= {"address": address, "drawing": qr_code(address)}
    answer = render(request, "referee/tables/link.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, secret: str) -> HttpResponse:
    """What a seat's link opens: the seat here, once its owner says so. Opening alone moves nothing, since chat
    programs open links too."""
    if is_over(SEAT_TRIES, address_of(request)):
        return too_many(request, SEAT_TRIES)
    chair = chair_by_secret(secret)
    if chair is None or chair.player_id is None:
        count(SEAT_TRIES, address_of(request))
        return render(request, "referee/tables/seat.html", {"words": refusal_words("wrong-seat")}, status=404)
    if request.method != "POST":
        return render(request, "referee/tables/seat.html", {"chair": chair, "secret": secret})
    player, cookie = player_of(request.COOKIES), None
    if player is None:
        player, cookie = player_make(chair.name)
    try:
        chair_move(seat_secret=secret, player=player)
    except NotYours:
        return render(request, "referee/tables/seat.html", {"words": refusal_words("wrong-seat")}, status=404)
    except TableRefused as error:
        return render(request, "referee/tables/seat.html", {"words": refusal_words(error.code)}, status=422)
    answer = HttpResponseRedirect(reverse("tables:table", args=[chair.table.code]), status=303)
    if cookie:
        keep_player(answer, cookie)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def wish(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Standing wishes until the next deal: pass everything, buy certain cards."""
    if request.method != "POST":
        return sheet(request, visit, "wishes")
    data = request.POST
    buy = tuple(data.get("buy", "").replace(",", " ").split())
    wishes_set(table=visit.table, player=visit.player, wishes=Wishes(pass_hand="pass" in data, buy=buy))
    return table_answer(request, visit)


@require_POST
@at_table
def pause(request: HttpRequest, visit: Visit) -> HttpResponse:
    table_pause(table=visit.table, player=visit.player, wants=request.POST.get("wants") == "1")
    return table_answer(request, visit)


@require_POST
@at_table
def time(request: HttpRequest, visit: Visit) -> HttpResponse:
    """More time whenever this seat is waited for, or as much as everybody has."""
    more_time_set(table=visit.table, player=visit.player, more_time=request.POST.get("more") == "1")
    return table_answer(request, visit)


@require_POST
@at_table
def guide(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The guide beside the table, for this seat: on where the coach may be asked, off always."""
    wants = request.POST.get("guide") == "1"
    if wants and not may_ask(visit.snapshot()):
        raise TableRefused("no-coach", "expected a table of bots, or one that lets everybody ask the coach")
    guide_set(table=visit.table, player=visit.player, guide=wants)
    return table_answer(request, visit)


@require_POST
@at_table
def luck(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The seat's own words in the next shuffles; without any, chance's."""
    nonce_set(table=visit.table, player=visit.player, nonce=request.POST.get("nonce", "") or uuid4().hex)
    return HttpResponseRedirect(reverse("tables:shuffle", args=[visit.table.code]), status=303)
