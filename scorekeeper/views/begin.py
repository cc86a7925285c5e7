"""A sheet begun on a phone without a network: the page that it is made from, and its coming to the server."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from referee.engine.rummy.ruledoc import RulesError
from scorekeeper.access import limit_new_sheets, private
from scorekeeper.books import open_book
from scorekeeper.devices import device_of
from scorekeeper.forms import NewSheetForm
from scorekeeper.games import named_game
from scorekeeper.pages import live_context, sheet_context
from scorekeeper.services import sheet_begin
from scorekeeper.sheets import Outcome
from scorekeeper.shells import shell as make_shell
from scorekeeper.views.memory import remember
from scorekeeper.views.polling import unless_known


@require_safe
@gzip_page
def shell(request: HttpRequest) -> HttpResponse:
    """The page of a sheet that is none, for the game in the address."""
    try:
        book = make_shell(named_game(request.GET.get("game", "")))
    except RulesError:
        raise Http404 from None
    context = sheet_context(book, "", book.standings.next_blank, typing=False, draft={})
    return private(render(request, "scorekeeper/sheet.html", context))


def begin(request: HttpRequest, key: str) -> HttpResponse:
    """Make the sheet that a phone has begun, and answer with its living part. Told again: the same."""
    # What is told again because an answer was lost counts for nothing.
    return _answer(request, key, Outcome.SAME) if open_book(key) else _make(request, key=key)


@limit_new_sheets
def _make(request: HttpRequest, key: str) -> HttpResponse:
    form = NewSheetForm({**request.POST.dict(), "key": key}, house=request.POST.get("game", ""))
    if not form.is_valid():
        errors = [str(error) for errors in form.errors.values() for error in errors]
        return render(request, "scorekeeper/refused.html", {"errors": errors}, status=422)
    game, names, dealer, players = (form.cleaned_data[field] for field in ("game", "names", "first", "players"))
    outcome = sheet_begin(form.chosen_game(), names, dealer=dealer, key=key, players=players)
    return _answer(request, key, outcome, names, game)


def _answer(
    request: HttpRequest, key: str, outcome: Outcome, names: Sequence[str] = (), game: str = ""
) -> HttpResponse:
    book = open_book(key)
    if book is None:
        raise Http404
    device = device_of(request).with_sheet(key)
    if names:
        device = device.with_choices(names, game)
    response = unless_known(
        request, book, device.id, lambda: render(request, "scorekeeper/sheet.html#live", live_context(book, device.id))
    )
    response.headers["X-Outcome"] = outcome
    remember(request, response, device, names)
    return private(response)
