"""The page of samples: every part that pages are made of, for those who build pages and for the browser tests."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.engine.rummy.cards import FRENCH, JOKER, ROOK, Card, parse_cards
from referee.engine.rummy.melds import run_of, set_of

_HAND = parse_cards("AS 2S 3S TS QS 4H 5H 6H 6H KH 2D 7D JD QD 3C 9C TC AC JK JK 8H 8D 8C 9S KD")
_SCORES = (
    ("1", "2 sets of 3", (0, 25, 75, 25)),
    ("2", "a set of 3, a run of 4", (35, 0, 10, 60)),
    ("3", "2 runs of 4", (None, None, None, None)),
)


class SampleForm(forms.Form):
    """Never sent: it shows fields, and what they look like when they are wrong."""

    name = forms.CharField(label="Name", help_text="As the others call you.")
    cards = forms.CharField(
        label="Cards", help_text="For example 7H 8H JK.", widget=forms.TextInput({"class": "input--cards"})
    )
    rules = forms.ChoiceField(
        label="Rules",
        choices=[("7", "Seven hands"), ("10", "Ten hands"), ("rook", "Rook cards")],
        widget=forms.RadioSelect,
        initial="7",
    )
    late = forms.BooleanField(label="Late players may join", required=False)


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    context = {
        "form": SampleForm({"name": "", "cards": "7H 8X", "rules": "10"}),
        "hand": _HAND,
        "suits": [Card(rank, suit) for suit, rank in zip("SHDC", (1, 12, 10, 7), strict=True)] + [JOKER],
        "rook": [Card(rank, suit) for suit, rank in zip(ROOK.suits, (1, 14, 10, 7), strict=True)] + [JOKER],
        "courts": [card for card in FRENCH.faces if card.rank > 10][:6],
        "run": run_of(parse_cards("4H 5H JK 7H"), "H", 4),
        "rook_run": run_of(parse_cards("11Y JK 13Y 14Y", ROOK), "Y", 11),
        "set": set_of(parse_cards("QS QD JK"), 12),
        "queen": Card(12, "H"),
        "joker": JOKER,
        "six": Card(6, "H"),
        "people": ["Ana", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"],
        "scores": _SCORES,
    }
    return render(request, "design.html", context)
