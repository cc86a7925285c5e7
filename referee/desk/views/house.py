"""The editor of house rules: a preset, changed in plain words, checked, previewed, carried by a link."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.desk import book, house
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import Json, dump_rules
from referee.engine.rummy.rulelink import packed, unpacked


@require_safe
def edit(request: HttpRequest) -> HttpResponse:
    """The form with the rules that the address holds, and below it what they come to."""
    linked = request.GET.get("d")
    document = unpacked(linked) if linked is not None else house.sent_document(request.GET.dict())
    is_unreadable = document is None
    if document is None:
        document = house.sent_document({})
    rules, error = house.judged(document)
    where: dict[str, Json] = dict(document)
    context: dict[str, object] = {
        "presets": PRESETS.values(),
        "base": PRESETS[str(document["base"])],
        "name": document.get("name", ""),
        "groups": house.fields(document, error),
        "error": error,
        "is_unreadable": is_unreadable,
        "rules": rules,
    }
    if rules is not None:
        context |= {
            "link": request.build_absolute_uri(f"{reverse('desk:house')}?d={packed(where)}"),
            "packed": packed(where),
            "hands": book.hand_rows(rules),
            "values": book.value_rows(rules),
            "sheet": book.sheet(rules),
            "differs": house.differences(rules),
            "document": json.dumps(dump_rules(rules), ensure_ascii=False, indent=1),
        }
    return render(request, "referee/rules/house.html", context, status=422 if error or is_unreadable else 200)
