"""The lobby: opening a table, finding one, and one's own tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST, require_safe

from referee.engine.rummy.ruledoc import dump_rules
from referee.engine.rummy.rulelink import named_rules
from referee.models import Table
from referee.tables.errors import TableRefused
from referee.tables.forms import CodeForm, OpenForm, house_rules
from referee.tables.games import game_with
from referee.tables.identity import NameRefused, guest_name, keep_player, player_of, player_or_new
from referee.tables.limits import CODE_TRIES, TABLES_OPENED, count, is_over, tried
from referee.tables.options import Options
from referee.tables.selectors import open_tables, table_by_code, tables_of
from referee.tables.services import chair_take, lesson_open, table_open, table_start
from referee.tables.visits import address_of, too_many
from referee.tables.words import PACES, presets, refusal_words


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return _lobby(request)


def _lobby(
    request: HttpRequest,
    *,
    opening: OpenForm | None = None,
    joining: CodeForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    player = player_of(request.COOKIES)
    name = "" if player is None or player.name == guest_name() else player.name
    now = timezone.now()
    house = request.GET.get("rules", "")
    chosen: dict[str, object] = {"rules": house} if house_rules(house) or house in dict(presets()) else {}
    context = {
        "opening": opening or OpenForm(initial={"name": name} | chosen, house=house),
        "joining": joining or CodeForm(),
        "mine": tables_of(player, most=12) if player else [],
        "open": open_tables(now),
        "paces": PACES,
        "has_chosen": bool(chosen),
        "refused": refused,
    }
    return render(request, "referee/tables/lobby.html", context, status=status)


@require_POST
def open_table(request: HttpRequest) -> HttpResponse:
    """A new table with its host at it; ``do=bots`` fills it and deals at once, and then needs no name."""
    sent = request.POST.copy()
    if sent.get("do") == "bots" and not sent.get("name", "").strip():
        sent["name"] = guest_name()
    form = OpenForm(sent, house=sent.get("rules", ""))
    if not form.is_valid():
        return _lobby(request, opening=form, status=422)
    if not tried(TABLES_OPENED, address_of(request)):
        return too_many(request, TABLES_OPENED)
    data = form.cleaned_data
    game = game_with(data["rules"])
    try:
        player, cookie = player_or_new(request, data["name"])
        table = table_open(
            host=player,
            game=game.key,
            rules=data["rules"] if data["rules"] in game.presets else dump_rules(named_rules(data["rules"])),
            pace=data["pace"],
            seats=data["seats"],
            options=Options(listed=data["listed"]),
        )
        chair_take(table=table, player=player, name=player.name)
        if sent.get("do") == "bots":
            table_start(table=table, player=player, fill=list(game.bots)[-1])
    except NameRefused:
        form.add_error("name", refusal_words("name"))
        return _lobby(request, opening=form, status=422)
    except TableRefused as error:
        form.add_error(None, refusal_words(error.code))
        return _lobby(request, opening=form, status=422)
    return _at(table, cookie)


@require_POST
def learn(request: HttpRequest) -> HttpResponse:
    """A first hand against bots, with the guide beside it; nobody has to say who they are."""
    if not tried(TABLES_OPENED, address_of(request)):
        return too_many(request, TABLES_OPENED)
    known = player_of(request.COOKIES)
    player, cookie = player_or_new(request, known.name if known and known.name else guest_name())
    try:
        table = lesson_open(player=player)
    except TableRefused as error:
        opening = OpenForm(initial={"name": player.name})
        return _lobby(request, opening=opening, refused=refusal_words(error.code), status=422)
    return _at(table, cookie)


def _at(table: Table, cookie: str | None) -> HttpResponse:
    """To the table, with the cookie of a player who has just been made."""
    answer = HttpResponseRedirect(reverse("tables:table", args=[table.code]), status=303)
    if cookie:
        keep_player(answer, cookie)
    return answer


@require_GET
def join(request: HttpRequest) -> HttpResponse:
    """To the table of a code that somebody typed."""
    if is_over(CODE_TRIES, address_of(request)):
        return too_many(request, CODE_TRIES)
    form = CodeForm(request.GET)
    if not form.is_valid():
        return _lobby(request, joining=form, status=422)
    table = table_by_code(form.cleaned_data["code"])
    if table is None:
        count(CODE_TRIES, address_of(request))
        form.add_error("code", refusal_words("no-table"))
        return _lobby(request, joining=form, status=404)
    return HttpResponseRedirect(reverse("tables:table", args=[table.code]))
