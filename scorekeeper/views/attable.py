"""At the table: the hand in large type, who gets a card, the board for everybody to see."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from scorekeeper.access import with_edit_key, with_view_key
from scorekeeper.attable import table_hand
from scorekeeper.books import Book
from scorekeeper.builds import build
from scorekeeper.charts import totals_chart
from scorekeeper.claiming import read_claim
from scorekeeper.grid import make_grid
from scorekeeper.pages import page_context, podium, result_text
from scorekeeper.views.polling import unless_known


@require_safe
@gzip_page
@with_edit_key
def table(request: HttpRequest, book: Book) -> HttpResponse:
    """The hand that is being played, readable from an arm away."""
    return render(request, "scorekeeper/table.html", _table_context(book))


@require_safe
@gzip_page
@with_edit_key
def table_live(request: HttpRequest, book: Book) -> HttpResponse:
    return unless_known(request, book, "", lambda: render(request, "scorekeeper/table.html#live", _table_context(book)))


def _table_context(book: Book) -> dict[str, object]:
    return page_context(book) | {"now": table_hand(book), "build": build()}


@require_safe
@with_edit_key
def claim(request: HttpRequest, book: Book) -> HttpResponse:
    """Who gets this card?"""
    context = page_context(book) | {"claim": read_claim(book, request.GET.dict()), "now": table_hand(book)}
    return render(request, "scorekeeper/claim.html", context)


@require_safe
@gzip_page
@with_view_key
def board(request: HttpRequest, book: Book) -> HttpResponse:
    """For a tablet or a television: large, dark, nothing to press."""
    return render(request, "scorekeeper/board.html", _board_context(book))


@require_safe
@gzip_page
@with_view_key
def board_live(request: HttpRequest, book: Book) -> HttpResponse:
    return unless_known(request, book, "", lambda: render(request, "scorekeeper/board.html#live", _board_context(book)))


def _board_context(book: Book) -> dict[str, object]:
    return {
        "book": book,
        "now": table_hand(book),
        "podium": podium(make_grid(book)),
        "result": result_text(book),
        "chart": totals_chart(book),
        "revision": book.ledger.revision,
        "build": build(),
    }
