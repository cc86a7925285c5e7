"""How strong the bots are: each rung in a sentence, and what they did against each other."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.engine.bots.figures import MATCHES
from referee.engine.bots.ladder import BOTS
from referee.engine.bots.shanghaien import BOTS as DICE_BOTS
from referee.engine.bots.standings import Figure
from referee.tables.words import presets


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    names = dict(presets())
    matches = [
        {
            "rules": names[match.rules],
            "bot": BOTS[match.bot],
            "other": BOTS[match.other],
            "deals": match.deals,
            "share": _percent(match.share),
            "points": _points(match.points),
        }
        for match in MATCHES
    ]
    context = {"bots": BOTS.values(), "dice_bots": DICE_BOTS.values(), "matches": matches}
    return render(request, "referee/tables/bots.html", context)


def _percent(share: Figure) -> dict[str, int]:
    """The share in percent, with its interval."""
    return {"mean": round(100 * share.mean), "low": round(100 * share.low), "high": round(100 * share.high)}


def _points(points: Figure) -> Figure:
    """By how many points a hand the stronger one has fewer, with the interval."""
    return Figure(-points.mean, -points.high, -points.low)
