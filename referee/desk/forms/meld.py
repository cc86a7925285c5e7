"""Is this a meld?"""

from __future__ import annotations

from typing import cast

from django import forms
from django.utils.translation import gettext, gettext_lazy

from referee.desk.forms.fields import AskForm, CardsField, joined
from referee.desk.ruling import Answer, Row, Ruling, breaches, faces, illegal, legal, meld_of, pointed, reading_meld
from referee.desk.words.laid import meld_words
from referee.engine.rummy.melds import format_meld

WHERE = (
    ("contract", gettext_lazy("for my contract")),
    ("table", gettext_lazy("on the table")),
)


class MeldForm(AskForm):
    """Some cards, in the order laid or as a bag."""

    cards = CardsField(gettext_lazy("Cards, in the order laid"))
    on = forms.ChoiceField(
        label=gettext_lazy("The meld is"),
        choices=WHERE,
        initial="contract",
        required=False,
        widget=forms.RadioSelect,
    )
    bag = forms.BooleanField(label=gettext_lazy("Their order means nothing"), required=False)

    def question(self) -> dict[str, object] | None:
        cards = self.cards_of("cards")
        if not cards:
            return None
        return {
            "ask": "meld",
            "cards": cards,
            "bag": self.cleaned_data["bag"],
            "on": self.cleaned_data["on"] or "contract",
        }

    def told(self, answer: Answer) -> Ruling:
        melds = [reading_meld(reading, self.rules) for reading in cast("list[object]", answer["readings"])]
        if not answer["legal"]:
            return self._refused(answer)
        if len(melds) == 1:
            said = gettext("This is %(meld)s.") % {"meld": meld_words(melds[0])}
            return legal(answer, said, rows=[Row(meld=melds[0])])
        said = gettext("It can be read in several ways. Whoever lays it says which is meant.")
        rows = [
            Row(
                title=meld_words(meld),
                meld=meld,
                query=self.query(cards=format_meld(meld), bag=""),
                choose=gettext("I mean this one"),
            )
            for meld in melds
        ]
        return legal(answer, said, rows=rows)

    def _refused(self, answer: Answer) -> Ruling:
        at = [card for found in breaches(answer, self.rules) for card in found.cards]
        rows = [Row(cards=pointed(faces(self.cards_of("cards"), self.rules), at))]
        nearest = cast("list[str] | None", answer.get("nearest"))
        if nearest:
            rows.append(
                Row(
                    title=gettext("In this order it is legal:"),
                    meld=meld_of(nearest, self.rules),
                    query=self.query(cards=joined(nearest)),
                    choose=gettext("Lay it like this"),
                )
            )
        return illegal(answer, self.rules, rows=rows)
