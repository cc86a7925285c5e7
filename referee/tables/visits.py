"""Who comes to a table's page, and what they get back.

A visit is a table with the player of the request's cookie. Every visit first applies what the clock has due and notes
that the player is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Concatenate

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from referee.engine.rummy.cards import NotationError
from referee.engine.verdicts import Verdict
from referee.models import Player, Table, TablePhase
from referee.tables import clock
from referee.tables.errors import NotYours, TableRefused
from referee.tables.games import View
from referee.tables.identity import arrival_of
from referee.tables.limits import CODE_TRIES, Limit, count, is_over
from referee.tables.playing import Question
from referee.tables.presentation import parts, render_for
from referee.tables.selectors import TableSnapshot, read_table
from referee.tables.services import owner_back
from referee.tables.whereabouts import note
from referee.tables.words import refusal_words

PANEL = "referee/tables/panel.html"


@dataclass
class Visit:
    """A request's player at a table.

    ``made`` is the revision that the request itself has made, if it has: then the page shows that one or a newer.
    """

    table: Table
    player: Player | None
    made: int | None = None

    def snapshot(self) -> TableSnapshot:
        """What the player may know of the table now.

        :raises PermissionDenied: nothing, where the host lets nobody watch.
        """
        reading = read_table(self.table.pk, at_least=self.made)
        player_id = self.player.pk if self.player else None
        if not reading.may_see(player_id):
            raise PermissionDenied
        return reading.seen_by(player_id, timezone.now())


@dataclass(frozen=True, slots=True)
class Panel:
    """What the table says to one person beside the board: a ruling, a question, or that something did not work."""

    verdict: Verdict | None = None
    question: Question | None = None
    words: str = ""
    is_stale: bool = False


type TableView[**P] = Callable[Concatenate[HttpRequest, Visit, P], HttpResponse]


def at_table[**P](view: TableView[P]) -> Callable[..., HttpResponse]:
    """The view for a table's code in the address; what a service refuses becomes the answer that says so."""

    @wraps(view)
    def visited(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        table, player, chair = arrival_of(request.COOKIES, code)
        # Who sits at the table has not guessed its code.
        if chair is None and is_over(CODE_TRIES, address_of(request)):
            return too_many(request, CODE_TRIES)
        if table is None:
            count(CODE_TRIES, address_of(request))
            raise Http404
        if code != table.code and request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(reverse("tables:table", args=[table.code]))
        came = table.revision
        table = clock.advance(table, timezone.now())
        if chair is not None and table.revision != came:
            chair.refresh_from_db()
        note(table.pk, chair.seat if chair else None)
        if chair is not None:
            owner_back(table=table, chair=chair)
        visit = Visit(table, player)
        try:
            return view(request, visit, *args, **kwargs)
        except NotYours as error:
            raise PermissionDenied from error
        except TableRefused as error:
            return refused(request, visit, error.code)
        except (NotationError, ValueError):
            return refused(request, visit, "unreadable")

    return visited


def address_of(request: HttpRequest) -> str:
    """Where the request comes from, for counting tries."""
    return str(request.META.get("REMOTE_ADDR", ""))


def too_many(request: HttpRequest, limit: Limit) -> HttpResponse:
    """The answer to somebody who tries too often."""
    answer = render(request, "429.html", status=429)
    answer["Retry-After"] = str(limit.seconds)
    return answer


def refused(request: HttpRequest, visit: Visit, code: str, *, status: int = 422) -> HttpResponse:
    """The table with the reason, nothing changed."""
    return table_answer(request, visit, Panel(words=refusal_words(code)), status=status)


def table_answer(request: HttpRequest, visit: Visit, panel: Panel | None = None, *, status: int = 200) -> HttpResponse:
    """The table as it is now: to scripts the board and the panel; to others the page, after a deed by way of its
    address."""
    if request.method == "POST" and panel is None and not is_scripted(request):
        return HttpResponseRedirect(reverse("tables:table", args=[visit.table.code]), status=303)
    snap = visit.snapshot()
    # Scripts send the form's token in a header: what they get is rendered without the request, as streams are.
    beside = _beside(snap, panel) if is_scripted(request) else ""
    if is_scripted(request) and snap.phase != TablePhase.LOBBY:
        answer = HttpResponse(render_for(snap) + beside, status=status)
    else:
        template, context = parts(snap)
        address = request.build_absolute_uri(reverse("tables:table", args=[visit.table.code]))
        context |= {"panel": panel, "address": address, "my_name": visit.player.name if visit.player else ""}
        if is_scripted(request):
            answer = HttpResponse(render_to_string(template, context) + beside, status=status)
        else:
            answer = render(request, "referee/tables/table.html", context | {"template": template}, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def _beside(snap: TableSnapshot, panel: Panel | None) -> str:
    """What the table says beside the board, with an answer to scripts; it takes the place of what it said before."""
    if panel is None:
        return _no_panel()
    return render_to_string(PANEL, {"snap": snap, "code": snap.code, "panel": panel, "is_beside": True})


@lru_cache(maxsize=1)
def _no_panel() -> str:
    """What takes the place of an old panel where there is nothing to say."""
    return render_to_string(PANEL, {"panel": None, "is_beside": True})


def led_to(request: HttpRequest, address: str) -> HttpResponse:
    """The answer that leads to a page, for scripts too: they load it whole, with a stream for who they are now."""
    if is_scripted(request):
        return HttpResponse(headers={"HX-Redirect": address})
    return HttpResponseRedirect(address, status=303)


def is_scripted(request: HttpRequest) -> bool:
    """Whether htmx asks, for a part of the page."""
    return request.headers.get("HX-Request") == "true"


def view_of(snap: TableSnapshot) -> View:
    """What the viewer sees of the game.

    :raises TableRefused: (``not-playing``) where there is none.
    """
    if snap.view is None:
        raise TableRefused("not-playing", "expected a table that has been started")
    return snap.view
