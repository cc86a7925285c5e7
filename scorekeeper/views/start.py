"""Begin: a new sheet, the sheets that this phone remembers, its name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.access import limit_new_sheets, with_edit_key
from scorekeeper.books import Book, open_book
from scorekeeper.circles import forget_sheet, shared_device
from scorekeeper.devices import MINE, TWO_YEARS, Device, device_of, keep_device
from scorekeeper.figures import all_figures
from scorekeeper.forms import SEATS, DeviceForm, NewSheetForm, house_rules
from scorekeeper.grid import Column, make_grid
from scorekeeper.houserules import own_choices
from scorekeeper.pages import home_of, result_text
from scorekeeper.services import sheet_begin, sheet_create, sheet_rekey, sheet_rematch
from scorekeeper.shells import KEY
from scorekeeper.views.memory import remember
from scorekeeper.wording import game_name

MOST_SHOWN = 60
"""Sheets of a list; figures are of all."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A sheet in this phone's list."""

    key: str
    columns: tuple[Column, ...]
    game: str
    created: datetime
    hand: int
    hands: int
    result: str


@require_http_methods(["GET", "HEAD", "POST"])
@limit_new_sheets
def new(request: HttpRequest) -> HttpResponse:
    device = shared_device(request.user, device_of(request))
    sent = request.POST if request.method == "POST" else None
    house = sent.get("game", "") if sent is not None else request.GET.get("game", "")
    choices = _last_choices(device) | ({"game": house} if house_rules(house) else {})
    form = NewSheetForm(sent, initial=choices, house=house, own=own_choices(request.user))
    if form.is_valid():
        game, names, dealer, key, players = (
            form.cleaned_data[field] for field in ("game", "names", "first", "key", "players")
        )
        if key:
            sheet_begin(form.chosen_game(), names, dealer=dealer, key=key, players=players)
        else:
            key = sheet_create(form.chosen_game(), names, dealer=dealer)
        device = device.with_choices(names, game)
        response = redirect("scorekeeper:sheet", key=key)
        remember(request, response, device.with_sheet(key), names)
        return response
    status = 422 if form.is_bound else 200
    context = {
        "form": form,
        "shell_key": KEY,
        "names": device.names,
        "unfinished": _unfinished(device),
        "has_sheets": bool(device.sheets),
    }
    return render(request, "scorekeeper/new.html", context, status=status)


def _last_choices(device: Device) -> dict[str, object]:
    """The players of the last sheet in their fields, and its game."""
    last = open_book(device.sheets[0]) if device.sheets else None
    players = [player.name for player in last.ledger.players] if last else []
    names: dict[str, object] = {f"name{seat}": name for seat, name in enumerate(players[:SEATS], start=1)}
    return names | {"game": device.game, "dealer": "lots"}


def _unfinished(device: Device) -> Kept | None:
    """The last sheet, if its game goes on: most likely that is what this phone is looking for."""
    book = open_book(device.sheets[0]) if device.sheets else None
    return _kept(book) if book and book.standings.written and not book.standings.is_over else None


@require_safe
def sheets(request: HttpRequest) -> HttpResponse:
    device = shared_device(request.user, device_of(request))
    kept = [_kept(book) for book in map(open_book, device.sheets[:MOST_SHOWN]) if book]
    return render(request, "scorekeeper/sheets.html", {"sheets": kept, "has_more": len(device.sheets) > MOST_SHOWN})


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """What the finished games of this phone's sheets say."""
    device = shared_device(request.user, device_of(request))
    books = [book for book in map(open_book, device.sheets) if book]
    found = all_figures(sorted(books, key=lambda book: book.row.created))
    return render(request, "scorekeeper/figures.html", {"all_figures": found})


def _kept(book: Book) -> Kept:
    standings = book.standings
    return Kept(
        key=book.key,
        columns=make_grid(book).columns,
        game=game_name(book.game),
        created=book.row.created,
        hand=standings.current or standings.hands,
        hands=standings.hands,
        result=result_text(book),
    )


@require_POST
def forget(request: HttpRequest, key: str) -> HttpResponse:
    """Take a sheet off this phone's list; the sheet itself stays."""
    response = redirect("scorekeeper:sheets")
    keep_device(response, device_of(request).without_sheet(key))
    forget_sheet(request.user, key)
    return response


@require_POST
@with_edit_key
def device(request: HttpRequest, book: Book) -> HttpResponse:
    """Name this phone."""
    form = DeviceForm(request.POST)
    response = redirect("scorekeeper:share", key=book.key)
    if form.is_valid():
        keep_device(response, replace(device_of(request), who=form.cleaned_data["who"]).with_sheet(book.key))
        mine, path = form.cleaned_data["mine"] or "", home_of(book)
        response.set_cookie(MINE, mine, TWO_YEARS, path=path, samesite="Lax", secure=request.is_secure())
    return response


@require_POST
@with_edit_key
def rekey(request: HttpRequest, book: Book) -> HttpResponse:
    """Give the sheet another address to write, for when the former one is with somebody who should not write."""
    key = sheet_rekey(book.row)
    response = redirect("scorekeeper:share", key=key)
    remember(request, response, device_of(request).without_sheet(book.key).with_sheet(key))
    return response


@require_POST
@limit_new_sheets
@with_edit_key
def rematch(request: HttpRequest, book: Book) -> HttpResponse:
    key = sheet_rematch(book)
    response = redirect("scorekeeper:sheet", key=key)
    remember(request, response, device_of(request).with_sheet(key))
    return response
