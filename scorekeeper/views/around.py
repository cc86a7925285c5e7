"""Around the sheet: its players, its history, and how it is shared."""

from __future__ import annotations

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from scorekeeper.access import with_edit_key
from scorekeeper.books import Book
from scorekeeper.devices import device_of, mine_of
from scorekeeper.grid import make_grid
from scorekeeper.history import history as history_lines
from scorekeeper.pages import live_context, page_context, summary_text
from scorekeeper.picture import picture
from scorekeeper.views.polling import unless_known
from scorekeeper.wording import number_text


@require_safe
@gzip_page
@with_edit_key
def players(request: HttpRequest, book: Book) -> HttpResponse:
    return render(request, "scorekeeper/players.html", _players_context(request, book))


@require_safe
@gzip_page
@with_edit_key
def players_live(request: HttpRequest, book: Book) -> HttpResponse:
    return unless_known(
        request, book, "", lambda: render(request, "scorekeeper/players.html#live", _players_context(request, book))
    )


BONUSES = {"first-down": _("First to go down"), "exact-cut": _("Exact cut")}


def _players_context(request: HttpRequest, book: Book) -> dict[str, object]:
    standings = book.standings
    hand = standings.current or standings.hands
    columns = make_grid(book).columns
    playing = {player.id for player in standings.playing(hand)}
    return live_context(book, device_of(request).id) | {
        "people": [(column, column.id in playing) for column in columns],
        "hand": hand,
        "bonuses": [(bonus.points, BONUSES[bonus.key], number_text(bonus.points)) for bonus in book.game.bonuses],
        "next_hand": hand if standings.current else standings.hands + 1,
    }


@require_safe
@with_edit_key
def history(request: HttpRequest, book: Book) -> HttpResponse:
    lines = history_lines(book, device_of(request).id)
    context = page_context(book) | {"lines": lines}
    return render(request, "scorekeeper/history.html", context)


@require_safe
@with_edit_key
def share(request: HttpRequest, book: Book) -> HttpResponse:
    edit = request.build_absolute_uri(reverse("scorekeeper:sheet", args=[book.key]))
    view = request.build_absolute_uri(reverse("scorekeeper:seen", args=[book.row.view_key]))
    context = page_context(book) | {
        "edit_url": edit,
        "edit_code": _qr(edit),
        "view_url": view,
        "view_code": _qr(view),
        "who": device_of(request).who,
        "mine": mine_of(request),
        "columns": make_grid(book).columns,
        "summary": summary_text(book),
        "picture": picture(book),
        "picture_name": f"shanghai-{book.row.created:%Y-%m-%d}.png",
    }
    return render(request, "scorekeeper/share.html", context)


def _qr(address: str) -> SafeString:
    """A QR code as an inline SVG without styles, dark on light in every theme."""
    code = segno.make(address, error="m", micro=False)
    svg: str = code.svg_inline(
        scale=4, border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(svg)  # noqa: S308  # made here from an address, which it holds only as black and white squares
