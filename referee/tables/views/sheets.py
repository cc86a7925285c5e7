"""What is one tap away from the board: a sheet over it for scripts, a page of its own for others."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.engine.shanghaien.seatview import SeatView as DiceView
from referee.tables import presentation
from referee.tables.advice import advice_for, may_ask
from referee.tables.errors import TableRefused
from referee.tables.hints import hint_for
from referee.tables.visits import Visit, at_table, is_scripted, view_of


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


@require_safe
@at_table
def hint(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the strongest bot would do in the viewer's seat, with its reasons, where the table allows it."""
    snap = visit.snapshot()
    view = view_of(snap)
    if not may_ask(snap):
        raise TableRefused("no-coach", "expected a table of bots, or one that lets everybody ask the coach")
    if isinstance(view, DiceView):
        return _shown(request, presentation.sheet(snap, view, "hint") | {"hint": hint_for(view)})
    return _shown(request, presentation.sheet(snap, view, "advice") | {"advice": advice_for(view)})


def sheet(request: HttpRequest, visit: Visit, which: str, seat: int | None = None) -> HttpResponse:
    """The sheet of that name.

    :raises Http404: a seat that there is not.
    """
    snap = visit.snapshot()
    view = view_of(snap)
    if seat is not None and seat >= len(snap.chairs):
        raise Http404
    return _shown(request, presentation.sheet(snap, view, which, seat))


def _shown(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    part = "#sheet" if is_scripted(request) else ""
    answer = render(request, f"referee/tables/sheet.html{part}", context | {"sheet_url": request.path})
    answer["Cache-Control"] = "no-store"
    return answer
