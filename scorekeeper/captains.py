"""The score sheet of the dice game: two captains' crews, tapped in as the cards are won.

The sheet is its address: the browser's way back undoes a tap, the address sent to somebody is the sheet as it stands,
and a signed cookie keeps the last one for this device. No database.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from referee.engine.rummy.cards import NotationError
from referee.engine.shanghaien.tally import FIRST, GONE, SECOND, Tally, read_tally

LONGEST_NAME = 24
COOKIE = "captains"
SALT = "scorekeeper.captains"
PATH = "/s/"
QUARTER = 60 * 60 * 24 * 90
NOTHING = "-"
"""How an address says that nobody had anything before the last tap."""
PENS = (FIRST, SECOND, GONE)


@dataclass(frozen=True, slots=True)
class CrewSheet:
    """The captains by name, who has which card, and to whom taps give cards.

    ``before`` is the word of the tally before the last tap; None where there is nothing to undo.
    """

    names: tuple[str, str]
    tally: Tally = Tally()  # noqa: RUF009  # a frozen value
    pen: int = FIRST
    before: str | None = None

    @property
    def fields(self) -> dict[str, str]:
        """The sheet as a form sends it."""
        given = {"first": self.names[0], "second": self.names[1], "c": self.tally.word, "pen": str(self.pen)}
        if self.before is not None:
            given["was"] = self.before or NOTHING
        return {name: value for name, value in given.items() if value}

    @property
    def query(self) -> str:
        """The sheet as an address says it."""
        return urlencode(self.fields)

    def tapped(self, tap: str) -> CrewSheet:
        """The sheet after a tap on a card, a joker, a trick, a pen or ``undo``; as it is after a tap on nothing."""
        if tap == "undo":
            return self if self.before is None else replace(self, tally=_read(self.before), before=None)
        if tap in {f"pen {pen}" for pen in PENS}:
            return replace(self, pen=int(tap.removeprefix("pen ")))
        try:
            return replace(self, tally=self.tally.tapped(tap, self.pen), before=self.tally.word)
        except NotationError:
            return self


def sheet_of(request: HttpRequest) -> CrewSheet | None:
    """The sheet of the address; None where it names no captains."""
    names = tuple(request.GET.get(key, "").strip()[:LONGEST_NAME].strip() for key in ("first", "second"))
    if not all(names):
        return None
    first, second = names
    pen = request.GET.get("pen", "")
    was = request.GET.get("was")
    return CrewSheet(
        names=(first, second),
        tally=_read(request.GET.get("c", "")),
        pen=int(pen) if pen in {str(other) for other in PENS} else FIRST,
        before=None if was is None else _read("" if was == NOTHING else was).word,
    )


def _read(word: str) -> Tally:
    """The tally of the word; an empty one where nobody can read it."""
    try:
        return read_tally(word)
    except NotationError:
        return Tally()


def keep(response: HttpResponse, sheet: CrewSheet) -> None:
    """Have this device remember the sheet."""
    text = signing.dumps(sheet.query, salt=SALT)
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, text, max_age=QUARTER, path=PATH, secure=secure, httponly=True, samesite="Lax")


def kept_query(request: HttpRequest) -> str:
    """The query of the sheet that this device remembers; empty without one."""
    try:
        return str(signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT))
    except signing.BadSignature:
        return ""
