"""The editor of house rules: a preset, changed in plain words, checked, previewed, carried by a link."""

from __future__ import annotations

import json
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.desk import book, house
from referee.desk.words import slot_words
from referee.engine.rummy.contracts import Kind, Slot
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import Json, dump_rules
from referee.engine.rummy.rulelink import PREFIX, packed, unpacked
from referee.engine.rummy.rules import RuleSet

PIECES: tuple[tuple[Kind, int], ...] = (
    *(("set", size) for size in (3, 4, 5)),
    *(("run", size) for size in (3, 4, 5, 6, 7, 8, 9, 10, 13)),
)
"""The melds that a contract is built of by taps; others can be typed."""


class Piece(NamedTuple):
    """A meld to add to a contract: as it is written, and in words."""

    code: str
    words: str


@require_safe
def edit(request: HttpRequest) -> HttpResponse:
    """The form with the rules that the address holds, and below it what they come to."""
    linked = request.GET.get("d")
    document = unpacked(linked) if linked is not None else house.sent_document(request.GET.dict())
    is_unreadable = document is None
    if document is None:
        document = house.sent_document({})
    rules, error = house.judged(document)
    context: dict[str, object] = {
        "presets": PRESETS.values(),
        "base": PRESETS[str(document["base"])],
        "name": document.get("name", ""),
        "groups": house.groups(document, rules, error),
        "wrong": house.wrong(error) if error else None,
        "pieces": [Piece(str(Slot(kind, size)), slot_words(Slot(kind, size))) for kind, size in PIECES],
        "is_unreadable": is_unreadable,
        "is_begun": bool(document.get("set") or document.get("name")),
    }
    if rules is not None:
        context |= _shown(request, document, rules)
    return render(request, "referee/rules/house.html", context, status=422 if error or is_unreadable else 200)


def _shown(request: HttpRequest, document: dict[str, Json], rules: RuleSet) -> dict[str, object]:
    """What the rules come to: the sheet, the link, the consequences."""
    key = PREFIX + packed(document)
    return {
        "rules": rules,
        "title": rules.name if "name" in document else gettext(rules.name),
        "key": key,
        "link": request.build_absolute_uri(reverse("desk:rulebook", args=[key])),
        "advised": house.consequences(rules),
        "hands": book.hand_rows(rules),
        "values": book.value_rows(rules),
        "sheet": book.sheet(rules),
        "differs": house.differences(rules),
        "document": json.dumps(dump_rules(rules), ensure_ascii=False, indent=1),
    }
