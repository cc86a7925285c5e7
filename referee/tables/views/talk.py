"""Talk at the table: saying something, not hearing somebody, reporting a remark."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from referee.tables.forms import TalkForm
from referee.tables.services import remark_add, remark_report, seat_mute
from referee.tables.views.sheets import sheet
from referee.tables.visits import Visit, at_table, refused, table_answer


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def talk(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What was said, and saying something."""
    if request.method != "POST":
        return sheet(request, visit, "talk")
    form = TalkForm(request.POST)
    if not form.is_valid():
        return refused(request, visit, "too-long")
    kind, text = form.said()
    remark_add(table=visit.table, player=visit.player, kind=kind, text=text, key=form.cleaned_data["key"])
    return table_answer(request, visit)


@require_POST
@at_table
def report(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Hide a remark. :raises ValueError: text that is no number."""
    remark_report(table=visit.table, player=visit.player, remark_id=int(request.POST.get("remark", "")))
    return table_answer(request, visit)


@require_POST
@at_table
def mute(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Hear a seat or not. :raises ValueError: text that is no number."""
    seat_mute(
        table=visit.table,
        player=visit.player,
        seat=int(request.POST.get("seat", "")),
        muted=request.POST.get("muted") == "1",
    )
    return table_answer(request, visit)
