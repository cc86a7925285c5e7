"""What all forms of the desk share: fields for cards, and the form that knows the chosen rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from referee.desk.choice import Game
from referee.desk.ruling import Answer, Ruling, unanswered
from referee.desk.ruling import ask as ask_referee
from referee.engine.rummy.cards import FRENCH, NotationError, Pack, split_words
from referee.engine.rummy.melds import format_laid, parse_laid

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

MOST_CARDS = 60


class CardsField(forms.CharField):
    """Cards written with spaces between, in the order laid; cleaned to their texts (``["7H", "JK=8H"]``)."""

    pack: Pack = FRENCH
    wild_ranks: tuple[int, ...] = ()

    def __init__(self, label: _StrOrPromise, *, one: bool = False, help_text: _StrOrPromise = "") -> None:
        self.one = one
        attrs = {
            "class": "input input--cards",
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            "placeholder": " ",  # the style sheet tells by it which rows are empty
        }
        super().__init__(
            label=label,
            required=False,
            help_text=help_text,
            max_length=400,
            widget=forms.TextInput(attrs=attrs | ({"data-one": ""} if one else {})),
        )

    def clean(self, value: Any) -> list[str]:
        """The cards' texts.

        :raises ValidationError: text that is no card, more than one card where one is asked, more than sixty.
        """
        words = split_words(super().clean(value))
        if len(words) > MOST_CARDS:
            raise forms.ValidationError(gettext("At most %(most)s cards, please.") % {"most": MOST_CARDS})
        if self.one and len(words) > 1:
            raise forms.ValidationError(gettext("One card only, please."))
        return [self._card(word) for word in words]

    def _card(self, word: str) -> str:
        try:
            return format_laid(parse_laid(word, self.pack, self.wild_ranks))
        except NotationError:
            pattern = (
                gettext("“%(word)s” is no card here. Write 7H, 10S, AD or JK.")
                if self.pack is FRENCH
                else gettext("“%(word)s” is no card here. Write 7R, 14G, 1Y or JK.")
            )
            raise forms.ValidationError(pattern % {"word": word}) from None


class AskForm(forms.Form):
    """A question's form, sent by GET so that its address is the ruling's."""

    def __init__(self, data: QueryDict, *, game: Game, rows: Mapping[str, forms.Field] | None = None) -> None:
        """``rows`` are further fields, which depend on the rule set or the address and come before the others."""
        self.game = game
        self.rules = game.rules
        self.address = data
        fields: dict[str, forms.Field] = {**(rows or {}), **self.base_fields}
        is_asked = any(name in data for name, field in fields.items() if isinstance(field, CardsField))
        super().__init__(_completed(data, fields) if is_asked else None)
        self.fields = (dict(rows) if rows else {}) | self.fields
        for field in self.fields.values():
            if isinstance(field, CardsField):
                field.pack = self.rules.pack
                field.wild_ranks = self.rules.wild_ranks

    def ruling(self) -> Ruling | None:
        """What the referee says; None while there is nothing to say."""
        if not self.is_valid():
            return None
        question = self.question()
        if question is None:
            return None
        answer = ask_referee({"rules": self.game.document} | question)
        return unanswered(answer) if "error" in answer else self.told(answer)

    def question(self) -> dict[str, object] | None:
        """The question as data, without the rule set; None while it is not whole."""
        raise NotImplementedError

    def told(self, answer: Answer) -> Ruling:
        """The answer in words and cards."""
        raise NotImplementedError

    def query(self, **changes: str) -> str:
        """The address's question with other values: ``"?rules=shanghai-7&cards=…"``."""
        changed = self.address.copy()
        changed.update({"rules": self.game.key, "hand": str(self.game.hand)})
        changed.setlist("rules", [self.game.key])
        changed.setlist("hand", [str(self.game.hand)])
        for name, value in changes.items():
            changed.setlist(name, [value])
        return "?" + changed.urlencode()

    def cards_of(self, name: str) -> list[str]:
        """The cards that were given in a field."""
        found: list[str] = self.cleaned_data.get(name) or []
        return found


def _completed(data: QueryDict, fields: Mapping[str, forms.Field]) -> QueryDict:
    """The address with what it leaves out of the choices: a short address means the usual case."""
    completed = data.copy()
    for name, field in fields.items():
        if isinstance(field, forms.ChoiceField) and field.initial is not None:
            completed.setdefault(name, str(field.initial))
    return completed


def joined(cards: Sequence[str]) -> str:
    """The cards as a field shows them."""
    return " ".join(cards)


WHEN_DOWN = (
    ("earlier", gettext_lazy("in an earlier turn")),
    ("now", gettext_lazy("in this turn")),
    ("no", gettext_lazy("not yet")),
)


def when_field() -> forms.ChoiceField:
    """When did you go down? An address without an answer means: earlier."""
    return forms.ChoiceField(
        label=gettext_lazy("You went down"),
        choices=WHEN_DOWN,
        initial="earlier",
        required=False,
        widget=forms.RadioSelect,
    )


def down_facts(when: str) -> dict[str, object]:
    """The question's keys for when the player went down."""
    return {"down": when != "no", "same_turn": when == "now"}
