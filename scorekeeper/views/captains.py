"""The pages of the dice game's score sheet."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.engine.shanghaien.cards import SAILORS
from referee.engine.shanghaien.tally import FIRST, GONE, SECOND
from referee.engine.shanghaien.tavern import DICE
from scorekeeper.captains import LONGEST_NAME, keep, kept_query, sheet_of
from scorekeeper.rounds import TRICK, read_round


@require_safe
def captains(request: HttpRequest) -> HttpResponse:
    """The sheet of the address, or the beginning of one; ``do`` is a tap."""
    sheet = sheet_of(request)
    if sheet is None:
        last = kept_query(request)
        names = [parse_qs(last).get(key, [""])[0] for key in ("first", "second")]
        context = {"last": last, "names": names, "longest": LONGEST_NAME}
        return render(request, "scorekeeper/captains_new.html", context)
    tap = request.GET.get("do", "")
    if tap:
        return redirect(f"{reverse('scorekeeper:captains')}?{sheet.tapped(tap).query}")
    context = {
        "sheet": sheet,
        "tally": sheet.tally,
        "nations": sheet.tally.nations(),
        "score": sheet.tally.score(),
        "pen": sheet.pen,
        "pens": [(FIRST, sheet.names[0]), (SECOND, sheet.names[1]), (GONE, gettext("Out"))],
        "names": sheet.names,
        "to_come": len(SAILORS) - sheet.tally.seen,
        "address": request.build_absolute_uri(f"{reverse('scorekeeper:captains')}?{sheet.query}"),
    }
    response = render(request, "scorekeeper/captains.html", context)
    keep(response, sheet)
    return _pushed(request, response)


@require_safe
def captains_round(request: HttpRequest) -> HttpResponse:
    """A round at its end: the cards and the dice tapped in, who gets what, and back to the sheet with it."""
    sheet = sheet_of(request)
    if sheet is None:
        return redirect("scorekeeper:captains")
    lies = read_round(sheet, request.GET.dict())
    tap = request.GET.get("do", "")
    if tap == "give":
        return redirect(f"{reverse('scorekeeper:captains')}?{lies.given().query}")
    if tap:
        query = urlencode(sheet.fields | lies.tapped(tap).fields)
        return redirect(f"{reverse('scorekeeper:captains-round')}?{query}")
    context = {
        "sheet": sheet,
        "names": sheet.names,
        "lies": lies,
        "fields": (sheet.fields | lies.fields).items(),
        "query": urlencode(sheet.fields | lies.fields),
        "berths": lies.berths() if lies.is_full else (),
        "row": [None if card == TRICK else SAILORS[int(card)] for card in lies.row],
        "left": [(place, SAILORS[place]) for place in lies.left()],
        "full": (sum(lies.first) >= DICE, sum(lies.second) >= DICE),
    }
    return _pushed(request, render(request, "scorekeeper/captains_round.html", context))


def _pushed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """With the page's own address for the browser's bar, when a script has asked for it by way of another."""
    if getattr(request, "htmx", False):
        response["HX-Push-Url"] = request.get_full_path()
    return response
