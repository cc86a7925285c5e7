"""The sheet itself: the grid with its pad, what other phones poll, and the door for every operation."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import from_own_pages, with_edit_key, with_view_key
from scorekeeper.books import Book
from scorekeeper.devices import TWO_YEARS, device_of, mine_of
from scorekeeper.forms import OperationForm
from scorekeeper.pads import DRAFT_KEYS, draft_after
from scorekeeper.pages import home_of, live_context, place_url, sheet_context
from scorekeeper.services import Sending, SheetFull, operation_add
from scorekeeper.sheets import Place, place_of
from scorekeeper.views.begin import begin
from scorekeeper.views.memory import remember
from scorekeeper.views.polling import unless_known

ENTRY = "entry"
"""Cookie, one for each sheet: whether this phone types totals instead of counting cards."""


@require_safe
@gzip_page
@with_edit_key
def sheet(request: HttpRequest, book: Book) -> HttpResponse:
    """The sheet with the pad at the next blank cell."""
    return _page(request, book, book.standings.next_blank_of(mine_of(request)))


@require_safe
@gzip_page
@with_edit_key
def cell(request: HttpRequest, book: Book, hand: int, number: int) -> HttpResponse:
    """The sheet with the pad at one cell."""
    player = next((player for player in book.ledger.players if player.number + 1 == number), None)
    if player is None or not 1 <= hand <= book.standings.hands or not player.plays(hand):
        raise Http404
    return _page(request, book, (player.id, hand))


@require_safe
@with_edit_key
def hand(request: HttpRequest, book: Book, hand: int) -> HttpResponse:
    """The sheet with the pad at the first blank cell of a hand."""
    if not 1 <= hand <= book.standings.hands:
        raise Http404
    playing = book.standings.playing(hand)
    blank = next((player for player in playing if book.ledger.score(player.id, hand) is None), *playing[:1])
    return redirect(place_url(book, (blank.id, hand)))


def _page(request: HttpRequest, book: Book, place: Place | None) -> HttpResponse:
    device = device_of(request)
    by = request.GET.get("by") or request.COOKIES.get(ENTRY, "cards")
    draft = {name: request.GET[name] for name in ("taps", "total", "cards", "met") if name in request.GET}
    context = sheet_context(book, device.id, place, typing=by == "total", draft=_clean(draft))
    context["mine"] = mine_of(request)
    response = render(request, "scorekeeper/sheet.html", context)
    if request.GET.get("by") in ("cards", "total"):
        response.set_cookie(
            ENTRY, by, max_age=TWO_YEARS, path=home_of(book), samesite="Lax", secure=request.is_secure()
        )
    remember(request, response, device.with_sheet(book.key))
    return response


def _clean(draft: Mapping[str, str]) -> dict[str, str]:
    """A draft from the address, without what no pad could have made."""
    return {
        name: value
        for name, value in draft.items()
        if len(value) <= 300 and all(char in "0123456789,-" for char in value)
    }


# What changes -----------------------------------------------------------------------------------------------------


@require_safe
@gzip_page
@with_edit_key
def live(request: HttpRequest, book: Book) -> HttpResponse:
    """The living part of the sheet, or 304 when the phone has it already."""
    return _live(request, book, device_of(request).id)


@require_safe
@gzip_page
@with_view_key
def seen_live(request: HttpRequest, book: Book) -> HttpResponse:
    return _live(request, book, "")


@require_safe
@gzip_page
@with_view_key
def seen(request: HttpRequest, book: Book) -> HttpResponse:
    """The sheet for those who only look on."""
    return render(request, "scorekeeper/seen.html", live_context(book, ""))


def _live(request: HttpRequest, book: Book, device: str) -> HttpResponse:
    return unless_known(
        request, book, device, lambda: render(request, "scorekeeper/sheet.html#live", live_context(book, device))
    )


# Operations -------------------------------------------------------------------------------------------------------


@require_POST
@gzip_page
@from_own_pages
def operations(request: HttpRequest, key: str) -> HttpResponse:
    """Write one operation; the first one of a sheet that was begun without a network makes the sheet."""
    return (begin if request.POST.get("kind") == "begin" else _operation)(request, key=key)


@with_edit_key
def _operation(request: HttpRequest, book: Book) -> HttpResponse:
    """Write one operation. A script gets the living part back, a form is led to the page that comes next.

    A key of the pad pressed without a script only changes the draft, which goes back into the address.
    """
    if any(key in request.POST for key in DRAFT_KEYS):
        return _redraw(request, book)
    if request.POST.get("kind") == "score" and not any(request.POST.get(name) for name in ("out", "taps", "total")):
        return _skip(request, book)
    form = OperationForm(request.POST, book=book)
    if not form.is_valid():
        return _refused(request, book, [str(error) for errors in form.errors.values() for error in errors])
    device = device_of(request)
    sending = Sending(form.cleaned_data["uuid"], device.id, form.cleaned_data["saw"], form.change, device.who)
    try:
        outcome = operation_add(book.row, sending)
    except SheetFull:
        return _refused(request, book, [_("This sheet has no room for more entries.")])
    written = Book(book.row, book.key)  # read anew
    if request.headers.get("X-Sheet"):
        response = _live(request, written, device.id)
        response.headers["X-Outcome"] = outcome
    else:
        response = redirect(_after(request, written, place_of(form.change)))
    remember(request, response, device.with_sheet(book.key))
    return response


def _redraw(request: HttpRequest, book: Book) -> HttpResponse:
    """Back to the pad of the same cell with the draft in the address."""
    fields = {name: str(value) for name, value in request.POST.items()}
    player = book.ledger.player(fields.get("player", ""))
    if player is None or not fields.get("hand", "").isdigit():
        raise Http404
    query = draft_after(fields) | ({"by": fields["by"]} if "by" in fields else {})
    url = place_url(book, (player.id, int(fields["hand"])))
    return redirect(f"{url}?{urlencode(query)}")


def _skip(request: HttpRequest, book: Book) -> HttpResponse:
    """ "Next" without a score leaves the cell blank and goes on."""
    player, hand = request.POST.get("player", ""), request.POST.get("hand", "")
    following = book.standings.blank_after(player, int(hand)) if hand.isdigit() else None
    return redirect(place_url(book, following) if following else home_of(book))


def _after(request: HttpRequest, book: Book, place: Place | None) -> str:
    """Where a form leads: after a score to the next cell, else to the page that it was on."""
    match request.POST.get("next"):
        case "players" | "history" | "table" as page:
            return reverse(f"scorekeeper:{page}", args=[book.key])
    if place and (following := book.standings.blank_after(*place)) and following != book.standings.next_blank:
        return place_url(book, following)
    return home_of(book)


def _refused(request: HttpRequest, book: Book, errors: list[str]) -> HttpResponse:
    return render(request, "scorekeeper/refused.html", {"errors": errors, "home": home_of(book)}, status=422)
