"""In and out: files, paper, and the end of a sheet."""

from __future__ import annotations

import codecs
from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from referee.engine.rummy.presets import PRESETS
from scorekeeper.access import limit_new_sheets, with_edit_key
from scorekeeper.blanks import blank_paper
from scorekeeper.books import Book
from scorekeeper.devices import device_of, keep_device
from scorekeeper.exchange import LARGEST, ExchangeError, Loaded, dump_json, load_json
from scorekeeper.forms import LoadForm
from scorekeeper.pages import page_context
from scorekeeper.services import sheet_delete, sheet_load
from scorekeeper.spreadsheet import dump_csv, load_csv
from scorekeeper.views.memory import remember


@require_safe
@with_edit_key
def as_csv(request: HttpRequest, book: Book) -> HttpResponse:
    """A table for spreadsheets; the mark at its beginning tells them that it is UTF-8."""
    return _file(book, f"\ufeff{dump_csv(book)}", "text/csv", "csv")


@require_safe
@with_edit_key
def as_json(request: HttpRequest, book: Book) -> HttpResponse:
    """The whole log, to be read back here or elsewhere."""
    return _file(book, dump_json(book), "application/json", "json")


def _file(book: Book, text: str, kind: str, ending: str) -> HttpResponse:
    name = f"shanghai-{book.row.created:%Y-%m-%d}.{ending}"
    return HttpResponse(
        text, content_type=f"{kind}; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@limit_new_sheets
def load(request: HttpRequest) -> HttpResponse:
    """A sheet from a file, from pasted text, or from what another phone showed."""
    form = LoadForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            key = sheet_load(_read(form))
        except ExchangeError as error:
            form.add_error(None, _words(error))
        else:
            response = redirect("scorekeeper:sheet", key=key)
            remember(request, response, device_of(request).with_sheet(key))
            return response
    return render(request, "scorekeeper/load.html", {"form": form}, status=422 if form.is_bound else 200)


def _read(form: LoadForm) -> Loaded:
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    if file is not None:
        if file.size > LARGEST:
            raise ExchangeError("large")
        text = _text(file.read())
    return load_json(text) if text.lstrip().startswith("{") else load_csv(text, form.chosen_game())


def _text(content: bytes) -> str:
    """A file's text: UTF-8, or what spreadsheets write besides.

    :raises ExchangeError: it is no text.
    """
    wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = content.decode(encoding)
            if "\0" not in text:
                return text
    raise ExchangeError("encoding")


def _words(error: ExchangeError) -> str:
    """What is wrong with the file, for the person who chose it."""
    match error.code:
        case "large":
            return _("This file is too large for a score sheet.")
        case "encoding":
            return _("This file is no text.")
        case "no-json" | "other-format" | "game" | "twice":
            return _("This is not a file that this site wrote.")
        case "line":
            return _("Entry %(where)s of this file cannot be read.") % {"where": error.where}
        case "players":
            return _("The first line has to name 2 to 20 players; it names %(where)s.") % {"where": error.where or 0}
        case "no-name":
            return _("The first line has no name in column %(where)s.") % {"where": error.where}
        case "long-name":
            return _("The name “%(where)s” is too long: at most 24 letters.") % {"where": error.where}
        case "hands":
            return _("Line %(where)s is beyond the most hands of a sheet.") % {"where": error.where}
        case "hand-twice":
            return _("Line %(line)s is hand %(hand)s once more.") % {"line": error.where, "hand": error.column}
        case "wide":
            return _("Line %(line)s, column %(column)s: there is no name above this cell.") % {
                "line": error.where,
                "column": error.column,
            }
        case "number":
            return _("Line %(line)s, %(name)s: “%(cell)s” is no whole number of at most four digits.") % {
                "line": error.where,
                "name": error.column,
                "cell": error.cell,
            }
        case _:
            return _("There are no scores in this.")


@require_safe
def blank(request: HttpRequest) -> HttpResponse:
    """A sheet for pen and paper, with the contracts of a game."""
    key = request.GET.get("game", "")
    players = request.GET.get("players", "")
    paper = blank_paper(key if key in PRESETS else next(iter(PRESETS)), int(players) if players in {*"12345678"} else 5)
    choices = [(preset.key, _(preset.name)) for preset in PRESETS.values()]
    return render(request, "scorekeeper/blank.html", {"paper": paper, "games": choices, "numbers": range(2, 9)})


@require_http_methods(["GET", "HEAD", "POST"])
@with_edit_key
def delete(request: HttpRequest, book: Book) -> HttpResponse:
    """Ask, then delete the sheet for good, for everybody."""
    if request.method != "POST":
        return render(request, "scorekeeper/delete.html", page_context(book))
    sheet_delete(book.row)
    response = redirect("scorekeeper:sheets")
    keep_device(response, device_of(request).without_sheet(book.key))
    return response
