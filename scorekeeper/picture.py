"""What a picture of a sheet shows, for the script that draws it: see ``static/js/sheet-picture.js``."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.books import Book
from scorekeeper.grid import hand_title, make_grid
from scorekeeper.pages import podium, result_text
from scorekeeper.wording import game_name, number_text


def picture(book: Book) -> dict[str, object] | None:
    """Title, places and the table of points as words and numbers; None: nothing is written yet."""
    standings, grid = book.standings, make_grid(book)
    if not standings.written:
        return None
    columns = grid.columns
    rows = [
        {"hand": row.hand, "points": [cell.text for cell in row.cells], "out": [cell.out for cell in row.cells]}
        for row in grid.rows
        if any(cell.text for cell in row.cells)
    ]
    rows += [
        {"hand": "\u00b1", "points": [number_text(one.points, signed=True) if one.player == column.id else ""
                                      for column in columns], "out": [False for _column in columns]}
        for one in book.ledger.adjustments
        if one.player in standings.names
    ]  # fmt: skip
    return {
        "title": result_text(book) or hand_title(book, standings.current or standings.hands),
        "about": f"{game_name(book.game)}, {date_format(book.row.created, 'DATE_FORMAT')}",
        "places": [
            {"rank": column.rank, "name": column.name, "total": column.total_text, "leads": column.leads}
            for column in podium(grid)
        ],
        "names": [column.name for column in columns],
        "rows": rows,
        "total": _("Total"),
        "totals": [column.total_text for column in columns],
        "leads": [column.leads for column in columns],
    }
