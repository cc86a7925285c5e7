"""The page that documents the protocol, with examples that are answered while one looks."""

from __future__ import annotations

import json
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from referee.engine.rulebook import DICE_CHAPTER, REASONS, rule_of
from referee.engine.rulings import ANSWERS, Answer, rule, rule_text
from referee.engine.rummy.presets import PRESETS

type Text = str | Promise


class Kind(NamedTuple):
    """A kind of question: what it asks, and one to show."""

    ask: str
    text: Text
    question: dict[str, object]

    @property
    def needs(self) -> tuple[str, ...]:
        return ANSWERS[self.ask][0]

    @property
    def may_have(self) -> tuple[str, ...]:
        return ANSWERS[self.ask][1]

    @property
    def asked(self) -> str:
        return _lines({"ask": self.ask} | self.question)

    @property
    def answered(self) -> str:
        return _lines(rule({"ask": self.ask} | self.question))


KINDS = (
    Kind("meld", _("Is this a meld, and how can it be read?"), {"rules": "shanghai-7", "cards": "QH KH AH JK"}),
    Kind(
        "contract",
        _("Are these melds the contract of the hand?"),
        {"rules": "shanghai-7", "hand": 2, "melds": ["7S 7D 7C", "4H 5H JK 7H"]},
    ),
    Kind(
        "solve",
        _("Can this hand go down, and what does it leave?"),
        {"rules": "shanghai-7", "hand": 2, "cards": "7H 7S 7D 7C 4H 5H 6H KS", "ways": 2},
    ),
    Kind(
        "distance",
        _("How many cards are missing, and which of them help?"),
        {"rules": "shanghai-10", "hand": 1, "cards": "8D 9C 9S 5C 7C 9D JC 9H JD", "players": 5},
    ),
    Kind(
        "layoff",
        _("May this card be laid off on that meld?"),
        {"rules": "shanghai-7", "meld": "JK=4S 5S 6S 7S", "card": "8S", "end": "high", "down": True},
    ),
    Kind(
        "swap",
        _("May this card take the joker's place?"),
        {"rules": "shanghai-10", "meld": "5C 6C JK=7C 8C 9C", "card": "7C", "to": "low", "down": True},
    ),
    Kind(
        "claim",
        _("Who gets the discard?"),
        {
            "rules": "shanghai-7",
            "hand": 1,
            "players": 4,
            "turn": 1,
            "discarder": 0,
            "card": "9C",
            "calls": [{"seat": 3, "call": "buy"}, {"seat": 2, "call": "buy"}],
        },
    ),
    Kind(
        "discard",
        _("May this card be discarded?"),
        {"rules": "shanghai-7", "hand": 2, "card": "9C", "held": "9C KD", "declared": True, "table": ["9S 9H 9D"]},
    ),
    Kind("score", _("What do these cards cost?"), {"rules": "shanghai-7", "cards": "AS 6D JK"}),
    Kind("deck", _("Which cards do so many play with?"), {"rules": "shanghai-10", "players": 6}),
    Kind("hand", _("What does this hand ask for?"), {"rules": "shanghai-10", "hand": 10}),
    Kind(
        "dice.tavern",
        _("Shanghaien: who wins the cards of this round?"),
        {"first": [1, 0, 2, 0, 0, 0], "second": [0, 1, 1, 0, 0, 1]},
    ),
    Kind(
        "dice.score",
        _("Shanghaien: what are the crews worth?"),
        {"crews": [{"red": [4, 3, 3, 2], "blue": [3, 4]}, {"red": [1], "blue": [3, 3]}], "tricks": [1, 0]},
    ),
)

ERRORS: tuple[tuple[str, Text], ...] = (
    ("json", _("This is no JSON, or no object.")),
    ("ask.unknown", _("There is no such kind of question.")),
    ("key.unknown", _("The question has a key that nobody knows.")),
    ("key.missing", _("The question lacks a key.")),
    ("value", _("A value is of the wrong kind or out of bounds.")),
    ("rules.unknown", _("There is no such rule set.")),
    ("rules.setting", _("A setting is unknown, ill-valued or contradicts another.")),
    ("hand.range", _("The game has no such hand.")),
    ("seat.range", _("The table has no such seat.")),
    ("card.unknown", _("This is no card of the deck.")),
    ("too-large", _("More than 60 cards or 64 KiB in a question, or more than 200 questions.")),
    ("method", _("Over HTTP questions are asked by POST.")),
    (
        "out-of-time",
        _(
            "The questions of the list before this one took up the processor time of one request, two seconds; ask"
            " from the place named on in another request."
        ),
    ),
    ("too-many", _("Too many questions within a minute; the header Retry-After says when to go on.")),
)
_LONGEST = 2000


@require_safe
def protocol(request: HttpRequest) -> HttpResponse:
    """The protocol; with ``question`` in the address also the answer to it."""
    text = request.GET.get("question", "")[:_LONGEST]
    tried: Answer | None = rule_text(text) if text.strip() else None
    context = {
        "kinds": KINDS,
        "errors": ERRORS,
        "reasons": _reasons(),
        "presets": PRESETS.values(),
        "text": text or KINDS[0].asked,
        "answer": _lines(tried) if tried is not None else "",
    }
    return render(request, "referee/desk/protocol.html", context)


def _reasons() -> list[dict[str, str]]:
    """Every reason code with its sentence and the address of the rule that it cites."""
    books = {False: reverse("desk:rulebook", args=[next(iter(PRESETS))]), True: reverse("desk:rules-dice")}
    return [
        {
            "code": reason.code,
            "text": reason.plain or reason.text,
            "rule": reason.rule,
            "address": f"{books[rule_of(reason.code).chapter == DICE_CHAPTER]}#rule-{reason.rule}",
        }
        for reason in REASONS.values()
    ]


def _lines(data: object) -> str:
    """The data as JSON that people can read: one line a key, lists on theirs."""
    if not isinstance(data, dict):
        return json.dumps(data, ensure_ascii=False)
    rows = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
    return "{\n" + ",\n".join(rows) + "\n}"
