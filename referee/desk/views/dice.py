"""The desk's pages for the dice game: who wins the cards of a tavern, and what two crews score.

Everything is tapped: a tap is a button that sends what lies there and what changes. The address of a page is what lies
there, so that the browser's own way back undoes a tap.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.desk.log import keep_ruling
from referee.desk.pages import PAGES
from referee.desk.ruling import Ruling, ask, cited
from referee.engine.rummy.cards import NotationError
from referee.engine.shanghaien.scoring import Score
from referee.engine.shanghaien.tally import FIRST, SECOND, Tally, read_tally
from referee.engine.shanghaien.tavern import DICE, NO_DICE, ROW, Counts, Fate, distribute, explain

PENS = (FIRST, SECOND)


class Berth(NamedTuple):
    """A card's place in the tavern with what becomes of the card; ``owner`` is 0 for nobody."""

    number: int
    first: int
    second: int
    owner: int
    why: str


@require_safe
def tavern(request: HttpRequest) -> HttpResponse:
    """The dice at the six cards, and who gets each card."""
    dice = {name: read_counts(request.GET.get(name, "")) for name in ("first", "second")}
    tap = request.GET.get("do", "")
    if tap:
        return _to("tavern", {name: "".join(map(str, counts)) for name, counts in tapped(dice, tap).items()})
    fates = distribute(ROW, dice["first"], dice["second"])
    is_empty = dice["first"] == dice["second"] == NO_DICE
    ruling = None if is_empty else _tavern_ruling(dice, fates)
    context = {
        "page": PAGES["tavern"],
        "words": {name: "".join(map(str, counts)) for name, counts in dice.items()},
        "berths": [_berth(fate) for fate in fates],
        "full": {name: sum(counts) >= DICE for name, counts in dice.items()},
        "left": {name: DICE - sum(counts) for name, counts in dice.items()},
        "ruling": ruling,
    }
    return _answer(request, "tavern", ruling, context)


def read_counts(text: str) -> Counts:
    """The dice that six digits name; none where they name none that can lie so."""
    if len(text) != ROW or not text.isascii() or not text.isdigit():
        return NO_DICE
    counts = tuple(map(int, text))
    return counts if sum(counts) <= DICE else NO_DICE


def tapped(dice: dict[str, Counts], tap: str) -> dict[str, Counts]:
    """The dice after a tap such as ``first + 3``; unchanged where nothing can be put or taken there."""
    match tap.split():
        case [("first" | "second") as name, ("+" | "-") as way, number] if number in "123456" and len(number) == 1:
            counts = list(dice[name])
            counts[int(number) - 1] += 1 if way == "+" else -1
            if min(counts) >= 0 and sum(counts) <= DICE:
                return dice | {name: tuple(counts)}
        case ["clear"]:
            return dict.fromkeys(dice, NO_DICE)
    return dice


def _berth(fate: Fate) -> Berth:
    return Berth(fate.position, *fate.dice, fate.owner or 0, explain(fate, gettext))


def _tavern_ruling(dice: dict[str, Counts], fates: tuple[Fate, ...]) -> Ruling:
    answer = ask({"ask": "dice.tavern", "first": list(dice["first"]), "second": list(dice["second"])})
    won = cast("list[int | None]", answer["won"])
    word = gettext("First captain %(first)s, second captain %(second)s") % {
        "first": won.count(1),
        "second": won.count(2),
    }
    return Ruling("legal", word, rules=cited(answer))


@require_safe
def crews(request: HttpRequest) -> HttpResponse:
    """The crews tapped in, and what they score."""
    tally, pen = tally_of(request), pen_of(request)
    tap = request.GET.get("do", "")
    if tap:
        return _to("crews", {"c": after_tap(tally, tap, pen).word, "pen": _pen_after(tap, pen)})
    ruling = _crews_ruling(tally) if tally != Tally() else None
    context = {
        "page": PAGES["crews"],
        "tally": tally,
        "nations": tally.nations(),
        "score": tally.score(),
        "pen": pen,
        "pens": [(FIRST, gettext("First captain")), (SECOND, gettext("Second captain"))],
        "names": (gettext("First captain"), gettext("Second captain")),
        "ruling": ruling,
    }
    return _answer(request, "crews", ruling, context)


def tally_of(request: HttpRequest) -> Tally:
    """The crews of the address; empty ones where it holds none that can be read."""
    try:
        return read_tally(request.GET.get("c", ""))
    except NotationError:
        return Tally()


def pen_of(request: HttpRequest) -> int:
    """To whom taps give cards."""
    return SECOND if request.GET.get("pen") == str(SECOND) else FIRST


def after_tap(tally: Tally, tap: str, pen: int) -> Tally:
    """The crews after the tap; as they are where it is a tap on nothing."""
    if tap == "clear":
        return Tally()
    try:
        return tally.tapped(tap, pen)
    except NotationError:
        return tally


def _pen_after(tap: str, pen: int) -> int:
    return int(tap.removeprefix("pen ")) if tap in {f"pen {other}" for other in PENS} else pen


def _crews_ruling(tally: Tally) -> Ruling:
    first, second = tally.crews()
    answer = ask({"ask": "dice.score", "crews": [first, second], "tricks": list(tally.tricks)})
    return Ruling("legal", score_words(tally.score()), rules=cited(answer))


def score_words(score: Score) -> str:
    """The result in words."""
    points = {"first": score.points[0], "second": score.points[1]}
    match score.winner:
        case 1:
            return gettext("The first captain wins, %(first)s to %(second)s") % points
        case 2:
            return gettext("The second captain wins, %(second)s to %(first)s") % points
        case None:
            return gettext("Shared, %(first)s each") % points


def _to(key: str, query: Mapping[str, object]) -> HttpResponse:
    """The page with what lies there now as its address."""
    given = {name: value for name, value in query.items() if value}
    return redirect(f"{reverse(PAGES[key].view)}?{urlencode(given)}")


def _answer(request: HttpRequest, key: str, ruling: Ruling | None, context: Mapping[str, object]) -> HttpResponse:
    response = render(request, f"referee/desk/{key}.html", dict(context))
    if getattr(request, "htmx", False):
        response["HX-Push-Url"] = request.get_full_path()
    if ruling:
        keep_ruling(response, request, key, ruling, is_counted=True)
    return response
