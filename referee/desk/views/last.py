"""The last rulings that were given to this device."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from referee.desk.choice import Game
from referee.desk.log import Kept, forget_rulings, kept_rulings
from referee.engine.rummy.ruledoc import RulesError


@require_safe
def last(request: HttpRequest) -> HttpResponse:
    rows = [{"kept": kept, "asked": _asked(kept)} for kept in kept_rulings(request)]
    return render(request, "referee/desk/last.html", {"rows": rows})


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Empty the log."""
    response = redirect("desk:last")
    forget_rulings(response)
    return response


def _asked(kept: Kept) -> dict[str, str]:
    """What the log tells of a question: its cards as they were typed, and the rule set's name."""
    query = QueryDict(kept.query)
    names = [name for name in query if name in _SHOWN or (name[:1] in "mt" and name[1:].isdigit())]
    cards = " · ".join(query[name] for name in names if query[name].strip())
    key = query.get("rules", "")
    return {"cards": cards[:80], "rules": _name(key)}


def _name(key: str) -> str:
    """The name of the rules; empty where there are none of that key."""
    try:
        return Game(key, 1).name
    except RulesError:
        return ""


_SHOWN = frozenset({"cards", "card", "meld"})
