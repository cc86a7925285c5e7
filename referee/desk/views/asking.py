"""The pages on which something is asked: each a form sent by GET, whose address is the ruling's."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from referee.desk.choice import chosen_game, remember_game
from referee.desk.forms.claim import ClaimForm
from referee.desk.forms.contract import ContractForm
from referee.desk.forms.counting import CountForm
from referee.desk.forms.fields import AskForm
from referee.desk.forms.hand import HandForm
from referee.desk.forms.meld import MeldForm
from referee.desk.forms.table import FitForm, ShanghaiForm, SwapForm
from referee.desk.log import keep_ruling
from referee.desk.pad import pad_of
from referee.desk.pages import PAGES

type View = Callable[[HttpRequest], HttpResponse]


def _page(key: str, form_class: type[AskForm]) -> View:
    """The view of the page on which a question of this kind is asked."""

    @require_safe
    @vary_on_headers("HX-Request")
    def view(request: HttpRequest) -> HttpResponse:
        return _asked(request, key, form_class)

    return view


meld = _page("meld", MeldForm)
contract = _page("contract", ContractForm)
hand = _page("hand", HandForm)
claim = _page("claim", ClaimForm)
fit = _page("fit", FitForm)
swap = _page("swap", SwapForm)
shanghai = _page("shanghai", ShanghaiForm)
count = _page("count", CountForm)


def _asked(request: HttpRequest, key: str, form_class: type[AskForm]) -> HttpResponse:
    """The page with the form and the ruling; for a live ruling that part alone."""
    game = chosen_game(request)
    form = form_class(request.GET, game=game)
    ruling = form.ruling()
    is_live = bool(getattr(request, "htmx", False))
    template = "referee/desk/ruling.html" if is_live else f"referee/desk/{key}.html"
    context = {"page": PAGES[key], "game": game, "form": form, "ruling": ruling, "pad": pad_of(game.rules)}
    response = render(request, template, context)
    if "rules" in request.GET:
        remember_game(response, request, game)
    if ruling and ruling.is_whole:
        keep_ruling(response, request, key, ruling)
    return response
