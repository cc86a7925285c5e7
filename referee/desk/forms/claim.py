"""Who gets this card?"""

from __future__ import annotations

from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, ngettext

from referee.desk.choice import Game
from referee.desk.forms.fields import CardsField
from referee.desk.forms.table import TableForm
from referee.desk.ruling import Answer, Ruling, cited, sentence
from referee.engine.verdicts import Breach

CALLS = (
    ("", gettext_lazy("silent")),
    ("take", gettext_lazy("takes it")),
    ("buy", gettext_lazy("May I?")),
    ("shanghai", gettext_lazy("Shanghai!")),
)
UPCARD = "upcard"
NEXT = "next"
"""The player after the one who discarded; the first player where nobody did."""
MOST_SEATS = 8


class ClaimForm(TableForm):
    """A discard and who called for it: for each seat its call, whether it is down, and its buys used."""

    card = CardsField(gettext_lazy("The discard"), one=True)
    declared = forms.BooleanField(label=gettext_lazy("The discarder said Shanghai while discarding it"), required=False)
    stock = forms.IntegerField(label=gettext_lazy("Cards in the stock"), min_value=0, max_value=999, required=False)
    discards = forms.IntegerField(
        label=gettext_lazy("Cards in the discard pile"),
        help_text=gettext_lazy("With this one. Those below it are shuffled when the stock cannot pay for a buy."),
        min_value=1,
        max_value=999,
        required=False,
    )

    def __init__(self, data: QueryDict, *, game: Game) -> None:
        least, most = game.rules.players
        self.seats = range(_within(data.get("players", ""), least, min(most, MOST_SEATS), default=min(4, most)))
        super().__init__(data, game=game, rows=self._seat_fields(game))

    def _seat_fields(self, game: Game) -> dict[str, forms.Field]:
        least, most = game.rules.players
        names = [(str(seat), str(seat + 1)) for seat in self.seats]
        numbers = [(str(number), str(number)) for number in range(least, min(most, MOST_SEATS) + 1)]
        fields: dict[str, forms.Field] = {
            "players": forms.ChoiceField(
                label=gettext("Players"), choices=numbers, required=False, initial=str(len(self.seats))
            ),
            "turn": forms.ChoiceField(
                label=gettext("Player in turn"),
                choices=[(NEXT, gettext("the next")), *names],
                required=False,
                widget=forms.RadioSelect,
                initial=NEXT,
            ),
            "discarder": forms.ChoiceField(
                label=gettext("Discarded by player"),
                choices=[*names, (UPCARD, gettext("nobody: turned up"))],
                required=False,
                widget=forms.RadioSelect,
                initial="0",
            ),
        }
        for seat in self.seats:
            fields[f"call{seat}"] = forms.ChoiceField(
                label=gettext("Call"), choices=CALLS, required=False, widget=forms.RadioSelect, initial=""
            )
            fields[f"down{seat}"] = forms.BooleanField(label=gettext("is down"), required=False)
            fields[f"buys{seat}"] = forms.IntegerField(
                label=gettext("Buys"), min_value=0, max_value=99, required=False, initial=0
            )
        return fields

    @property
    def seat_rows(self) -> list[dict[str, object]]:
        """The fields of each seat, for the page."""
        return [
            {
                "name": seat_name(seat),
                "number": seat + 1,
                "call": self[f"call{seat}"],
                "down": self[f"down{seat}"],
                "buys": self[f"buys{seat}"],
            }
            for seat in self.seats
        ]

    def question(self) -> dict[str, object] | None:
        given = self.cleaned_data
        if not self.cards_of("card"):
            return None
        discarder = None if given["discarder"] == UPCARD else int(given["discarder"] or "0")
        after = 0 if discarder is None else (discarder + 1) % len(self.seats)
        calls = [{"seat": seat, "call": given[f"call{seat}"]} for seat in self.seats if given[f"call{seat}"]]
        question: dict[str, object] = {
            "ask": "claim",
            "hand": self.game.hand,
            "players": len(self.seats),
            "turn": after if given["turn"] in ("", NEXT) else int(given["turn"]),
            "discarder": discarder,
            "card": self.cards_of("card")[0],
            "calls": calls,
            "down": [seat for seat in self.seats if given[f"down{seat}"]],
            "buys": [given[f"buys{seat}"] or 0 for seat in self.seats],
            "declared": given["declared"],
            "table": self.table(),
        }
        piles = {name: given[name] for name in ("stock", "discards") if given[name] is not None}
        return question | piles

    def told(self, answer: Answer) -> Ruling:
        if answer["who"] is None:
            said = refused_sentences(answer) or (gettext("Nobody has called."),)
            return Ruling("question", gettext("Nobody gets it"), (*said, *_then(answer)), cited(answer))
        name = seat_name(cast("int", answer["who"]))
        word = gettext("%(player)s gets it") % {"player": name}
        said = (_how(answer), *refused_sentences(answer), *_then(answer))
        return Ruling("legal", word, said, cited(answer))


def _within(text: str, least: int, most: int, *, default: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else default
    return min(max(number, least), most)


def seat_name(seat: int) -> str:
    """What a seat is called where nobody has a name."""
    return gettext("Player %(number)s") % {"number": seat + 1}


def _how(answer: Answer) -> str:
    match answer["how"]:
        case "take":
            return gettext("It is the draw of the turn.")
        case "shanghai":
            return gettext(
                "By Shanghai: the card goes on a meld, and one card, unseen, comes from the discarder's hand."
            )
        case _:
            cost = cast("int", answer["cost"])
            return ngettext(
                "It is a buy: the card and one card from the stock.",
                "It is a buy: the card and %(count)s cards from the stock.",
                cost,
            ) % {"count": cost}


def refused_sentences(answer: Answer) -> tuple[str, ...]:
    """Every call that got nothing, with its reason."""
    refused = cast("dict[str, str]", answer["refused"])
    pattern = gettext("%(player)s: %(reason)s")
    return tuple(
        pattern % {"player": seat_name(int(seat)), "reason": sentence(Breach(code))} for seat, code in refused.items()
    )


def _then(answer: Answer) -> tuple[str, ...]:
    match answer["then"]:
        case "stock":
            return (gettext("The player in turn then draws from the stock."),)
        case "stock-or-discard":
            return (gettext("The player in turn then draws from the stock or takes the discard."),)
        case _:
            return ()
