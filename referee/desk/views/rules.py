"""The rule book's pages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.desk import book, dicebook, house
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import RulesError, preset_rules
from referee.engine.rummy.rulelink import PREFIX, named_rules


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """The rule sets that can be read."""
    books = [
        {"preset": preset, "rules": preset_rules(preset.key), "hands": book.hand_rows(preset_rules(preset.key))}
        for preset in PRESETS.values()
    ]
    return render(request, "referee/rules/shelf.html", {"books": books})


@require_safe
def rulebook(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one preset, or house rules by the text of their link."""
    try:
        rules = named_rules(key)
    except RulesError as error:
        raise Http404 from error
    is_house = key not in PRESETS
    preset = PRESETS[rules.base]
    context = {
        "key": key,
        "is_house": is_house,
        "title": rules.name if is_house else gettext(preset.name),
        "preset": preset,
        "presets": PRESETS.values(),
        "rules": rules,
        "differs": house.differences(rules) if is_house else house.Differences(),
        "hands": book.hand_rows(rules),
        "values": book.value_rows(rules),
        "sheet": book.sheet(rules),
        "chapters": book.chapters(rules),
        "answered": book.answered(rules),
    }
    if is_house:
        context["packed"] = key.removeprefix(PREFIX)
        context["link"] = request.build_absolute_uri(reverse("desk:rulebook", args=[key]))
    return render(request, "referee/rules/rulebook.html", context)


@require_safe
def dice_rules(request: HttpRequest) -> HttpResponse:
    """The rules of Shanghaien."""
    context = {
        "chapter": book.dice_chapter(),
        "games": dicebook.games(),
        "nations": dicebook.nations(),
        "taverns": dicebook.taverns(),
        "scores": dicebook.scores(),
        "effects": dicebook.effects(),
        "tricks": dicebook.tricks(),
    }
    return render(request, "referee/rules/dice.html", context)
