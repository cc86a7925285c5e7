"""A table's page, and what is done at it: cards, claims, the own hand."""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_POST, require_safe

from referee.engine.shanghaien.seatview import SeatView as DiceView
from referee.tables.asks import AskRefused, read_action, read_ask
from referee.tables.errors import NotYours
from referee.tables.playing import Act, Arrange, Question, Wish, answer_to
from referee.tables.presentation import etag_for, render_for
from referee.tables.services import Made, Refused, Repeated, Stale, arrangement_set, hand_ready, move_make, wishes_set
from referee.tables.visits import Panel, Visit, at_table, refused, table_answer, view_of

NOBODY = -1


@require_safe
@at_table
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    return table_answer(request, visit)


@require_safe
@at_table
def board(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The board alone, for the safety net: 304 while nothing has changed."""
    snap = visit.snapshot()
    etag = etag_for(snap)
    if request.headers.get("If-None-Match") == etag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = HttpResponse(render_for(snap, request=request))
    answer["ETag"] = etag
    answer["Cache-Control"] = "no-cache, private"
    return answer


@require_POST
@at_table
def play(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the large form asks for."""
    said = read_action(request.POST)
    if said is not None:
        return _moves(request, visit, _seen(request), Act((said,)))
    snap = visit.snapshot()
    view = view_of(snap)
    if isinstance(view, DiceView):
        return refused(request, visit, "unreadable")
    try:
        ask = read_ask(request.POST, view.rules)
        if view.seat is None:
            raise NotYours("expected somebody with a seat at the table")
        answer = answer_to(ask, snap, view)
    except AskRefused as error:
        return refused(request, visit, error.code)
    match answer:
        case Act():
            return _moves(request, visit, _seen(request), answer)
        case Arrange(text):
            arrangement_set(table=visit.table, player=visit.player, arrangement=text)
            return table_answer(request, visit)
        case Wish(wishes):
            wishes_set(table=visit.table, player=visit.player, wishes=wishes)
            return table_answer(request, visit)
        case Question():
            return table_answer(request, visit, Panel(question=answer), status=200)


def _seen(request: HttpRequest) -> int:
    """The version that the page showed."""
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else NOBODY


def _moves(request: HttpRequest, visit: Visit, seen: int, act: Act) -> HttpResponse:
    """The moves made, or why not. One page can ask for one thing once: a second tap gets the first outcome."""
    who = visit.player.pk if visit.player else ""
    asked = f"{request.POST.get('do')} {sorted(request.POST.getlist('card'))}"
    key = sha256(f"{who} {seen} {asked}".encode()).hexdigest()[:36]
    for action in act.actions:
        outcome = move_make(table=visit.table, player=visit.player, seen=seen, key=key, action=action)
        match outcome:
            case Made():
                visit.made, seen, key = outcome.revision, outcome.version, ""
            case Repeated():
                return table_answer(request, visit)
            case Refused(verdict):
                return table_answer(request, visit, Panel(verdict=verdict), status=422)
            case Stale():
                return table_answer(request, visit, Panel(is_stale=True), status=409)
    if act.then is not None:
        return table_answer(request, visit, Panel(question=act.then))
    return table_answer(request, visit)


@require_POST
@at_table
def ready(request: HttpRequest, visit: Visit) -> HttpResponse:
    hand_ready(table=visit.table, player=visit.player)
    return table_answer(request, visit)
