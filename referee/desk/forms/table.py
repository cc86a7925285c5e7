"""Questions about melds that lie on the table: does it fit, may I swap this joker, may I call Shanghai."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from referee.desk.choice import Game
from referee.desk.forms.fields import AskForm, CardsField, down_facts, when_field
from referee.desk.ruling import Answer, Row, Ruling, ask, cited, illegal, legal, meld_of, sentence, unanswered
from referee.desk.words.laid import meld_words
from referee.engine.rummy.layoff import End
from referee.engine.rummy.swap import to_hand
from referee.engine.verdicts import Breach

ENDS: tuple[tuple[str, object], ...] = (
    ("low", gettext_lazy("the low end")),
    ("high", gettext_lazy("the high end")),
)


TABLE_ROWS = 12
"""Melds that can be written down; the page shows those that are, and one more."""


def table_fields() -> dict[str, forms.Field]:
    """A field for each meld on the table, named ``t1``, ``t2`` and so on."""
    label = gettext("Meld %(number)s on the table")
    return {f"t{number}": CardsField(label % {"number": number}) for number in range(1, TABLE_ROWS + 1)}


class TableForm(AskForm):
    """A question that needs the melds on the table."""

    def __init__(self, data: QueryDict, *, game: Game, rows: Mapping[str, forms.Field] | None = None) -> None:
        table = table_fields()
        self.row_names = tuple(table)
        super().__init__(data, game=game, rows={**table, **(rows or {})})

    @property
    def rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.row_names]

    @property
    def further_rows(self) -> list[forms.BoundField]:
        """The rows after the first."""
        return self.rows[1:]

    @property
    def has_table(self) -> bool:
        """Whether something is written in one of the rows."""
        return any(row.value() for row in self.rows)

    @property
    def has_further_rows(self) -> bool:
        """Whether something is written in a row after the first."""
        return any(row.value() for row in self.further_rows)

    def table(self) -> list[list[str]]:
        """The melds that were given."""
        return [self.cards_of(name) for name in self.row_names if self.cards_of(name)]


class FitForm(TableForm):
    """One card and the melds on the table."""

    card = CardsField(gettext_lazy("The card"), one=True)
    when = when_field()

    def question(self) -> dict[str, object] | None:
        if not self.cards_of("card") or not self.table():
            return None
        return self._layoff(self.table()[0], None)

    def _layoff(self, meld: list[str], end: End | None) -> dict[str, object]:
        facts = down_facts(self.cleaned_data["when"])
        return {"ask": "layoff", "meld": meld, "card": self.cards_of("card")[0], "end": end} | facts

    def told(self, answer: Answer) -> Ruling:
        """Every place where the card fits; which of them it takes is the player's choice."""
        answers = [(meld, end, self._ask(meld, end)) for meld in self.table() for end in self._ends(meld)]
        unread = next((found for _meld, _end, found in answers if "error" in found), None)
        if unread:
            return unanswered(unread)
        good = [found for _meld, _end, found in answers if found["legal"]]
        if not good:
            first = next((found for _meld, _end, found in answers if "joker.cap" in _reasons(found)), answers[0][2])
            melds = [
                meld_of(cast("list[str]", found["meld"]), self.rules) for _m, end, found in answers if end != "high"
            ]
            return illegal(first, self.rules, rows=[Row(title=meld_words(meld), meld=meld) for meld in melds])
        grown = [meld_of(cast("list[str]", found["meld"]), self.rules) for found in good]
        rows = [Row(title=gettext("It becomes %(meld)s") % {"meld": meld_words(meld)}, meld=meld) for meld in grown]
        said = (
            gettext("The card fits.")
            if len(rows) == 1
            else gettext("The card fits in several places. Whoever lays it off chooses.")
        )
        return legal(good[0], said, rows=rows)

    def _ask(self, meld: list[str], end: End | None) -> Answer:
        return ask({"rules": self.game.document} | self._layoff(meld, end))

    def _ends(self, meld: list[str]) -> tuple[End | None, ...]:
        """The places to ask about: the ends of a run, of a set the one place it has."""
        answer = self._ask(meld, None)
        if "error" in answer:
            return (None,)
        laid = meld_of(cast("list[str]", answer["meld"]), self.rules)
        return (None,) if laid.kind == "set" else ("low", "high")


def _reasons(answer: Answer) -> list[str]:
    return cast("list[str]", answer["reasons"])


class SwapForm(AskForm):
    """A meld with a joker, the card that should take its place, and where the joker would go."""

    meld = CardsField(gettext_lazy("The meld with the joker"))
    card = CardsField(gettext_lazy("Your card"), one=True)
    to = forms.ChoiceField(
        label=gettext_lazy("The joker goes to"),
        choices=[("", gettext_lazy("either end")), *ENDS],
        required=False,
        widget=forms.RadioSelect,
    )
    when = when_field()

    def question(self) -> dict[str, object] | None:
        if not self.cards_of("meld") or not self.cards_of("card"):
            return None
        question = {
            "ask": "swap",
            "meld": self.cards_of("meld"),
            "card": self.cards_of("card")[0],
            "to": self.cleaned_data["to"] or None,
        }
        return question | down_facts(self.cleaned_data["when"])

    def told(self, answer: Answer) -> Ruling:
        if not answer["legal"]:
            meld = meld_of(cast("list[str]", answer["meld"]), self.rules)
            return illegal(answer, self.rules, rows=[Row(title=meld_words(meld), meld=meld)])
        if to_hand(self.rules):
            said = gettext("Your card goes in, and the joker comes into your hand.")
        else:
            said = gettext("Your card goes in, and the joker moves to an end of the same run.")
        if answer["meld"] is not None:
            meld = meld_of(cast("list[str]", answer["meld"]), self.rules)
            return legal(answer, said, rows=[Row(title=_becomes(meld_words(meld)), meld=meld)])
        rows = [self._choice(end) for end in cast("list[End]", answer["choices"])]
        return legal(answer, said, gettext("Both ends are free: you choose."), rows=rows)

    def _choice(self, end: End) -> Row:
        answer = ask({"rules": self.game.document} | (self.question() or {}) | {"to": end})
        meld = meld_of(cast("list[str]", answer["meld"]), self.rules)
        return Row(
            title=_becomes(meld_words(meld)), meld=meld, query=self.query(to=end), choose=gettext("Move it there")
        )


def _becomes(words: str) -> str:
    return gettext("It becomes %(meld)s") % {"meld": words}


WHO = (
    ("other", gettext_lazy("somebody else discarded it, and I call")),
    ("me", gettext_lazy("I discard it and say so")),
)


class ShanghaiForm(TableForm):
    """A discard, the melds on the table, and who says Shanghai."""

    who = forms.ChoiceField(
        label=gettext_lazy("What happens"),
        choices=WHO,
        initial="other",
        required=False,
        widget=forms.RadioSelect,
    )
    card = CardsField(gettext_lazy("The discard"), one=True)
    declared = forms.BooleanField(label=gettext_lazy("The discarder said Shanghai while discarding it"), required=False)

    def question(self) -> dict[str, object] | None:
        if not self.cards_of("card"):
            return None
        facts: dict[str, object] = {
            "hand": self.game.hand,
            "card": self.cards_of("card")[0],
            "table": self.table(),
        }
        if self.cleaned_data["who"] == "me":
            held = [self.cards_of("card")[0], *_OTHERS[self.rules.deck]]
            return facts | {"ask": "discard", "held": held, "declared": True}
        players = self.rules.players[0]
        calls = [{"seat": 2 % players, "call": "shanghai"}]
        window = {"players": players, "turn": 1, "discarder": 0, "calls": calls}
        return facts | window | {"ask": "claim", "declared": self.cleaned_data["declared"]}

    def told(self, answer: Answer) -> Ruling:
        if "legal" in answer:
            if not answer["legal"]:
                return illegal(answer, self.rules, gettext("The discard is not made."))
            return legal(answer, gettext("The card fits and is protected: nobody may take it, buy it or call it."))
        if answer["how"] == "shanghai":
            said = gettext("Lay the card on a meld that it fits and take a card, unseen, from the discarder's hand.")
            return legal(answer, said, gettext("It is no buy and no turn, and you are not down by it."))
        codes = cast("dict[str, str]", answer["refused"]).values()
        return Ruling("illegal", gettext("Not legal"), tuple(sentence(Breach(code)) for code in codes), cited(answer))


_OTHERS = {"french": ("2S", "3D"), "rook": ("2R", "3Y")}
"""Two cards that stay in the hand, so that the discard is not the last one."""
