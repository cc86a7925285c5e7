"""The rule book's pages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.desk import book
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import preset_rules


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
    """The rules of one preset."""
    if key not in PRESETS:
        raise Http404
    rules = preset_rules(key)
    context = {
        "preset": PRESETS[key],
        "presets": PRESETS.values(),
        "rules": rules,
        "hands": book.hand_rows(rules),
        "values": book.value_rows(rules),
        "sheet": book.sheet(rules),
        "chapters": book.chapters(rules),
        "answered": book.answered(rules),
    }
    return render(request, "referee/rules/rulebook.html", context)


@require_safe
def dice_rules(request: HttpRequest) -> HttpResponse:
    """The rules of Shanghaien."""
    return render(request, "referee/rules/dice.html", {"chapter": book.dice_chapter(), "presets": PRESETS.values()})
