"""What is one tap away from the board: a sheet over it for scripts, a page of its own for others."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.tables import presentation
from referee.tables.visits import Visit, at_table, is_scripted, rummy_of


@require_safe
@at_table
def player(request: HttpRequest, visit: Visit, seat: int) -> HttpResponse:
    return sheet(request, visit, "player", seat)


@require_safe
@at_table
def points(request: HttpRequest, visit: Visit) -> HttpResponse:
    return sheet(request, visit, "points")


@require_safe
@at_table
def more(request: HttpRequest, visit: Visit) -> HttpResponse:
    return sheet(request, visit, "more")


def sheet(request: HttpRequest, visit: Visit, which: str, seat: int | None = None) -> HttpResponse:
    """The sheet of that name.

    :raises Http404: a seat that there is not.
    """
    snap = visit.snapshot()
    view = rummy_of(snap)
    if seat is not None and seat >= view.players:
        raise Http404
    context = presentation.sheet(snap, view, which, seat) | {"sheet_url": request.path}
    part = "#sheet" if is_scripted(request) else ""
    answer = render(request, f"referee/tables/sheet.html{part}", context)
    answer["Cache-Control"] = "no-store"
    return answer
