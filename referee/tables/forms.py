"""The forms around a table: opening it, coming to it, what the host chooses, what is said."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.engine.rummy.ruledoc import RulesError
from referee.engine.rummy.rulelink import PREFIX, named_rules
from referee.engine.rummy.rules import RuleSet
from referee.models import Pace
from referee.tables.codes import is_code, read_code
from referee.tables.games import game_with
from referee.tables.identity import LONGEST_NAME
from referee.tables.options import RANGES, Options
from referee.tables.words import presets

FEWEST, MOST = 2, 8


class NameForm(forms.Form):
    """Who comes to a table."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "nickname", "enterkeyhint": "go"}),
    )
    seat = forms.IntegerField(required=False, min_value=0, max_value=MOST - 1, widget=forms.HiddenInput)


def house_rules(name: str) -> RuleSet | None:
    """The house rules of that name; None where it names none that can be played."""
    try:
        return named_rules(name) if name.startswith(PREFIX) else None
    except RulesError:
        return None


def seats_with(rules: str) -> tuple[int, int]:
    """The fewest and the most players of the preset or the house rules of that name."""
    game = game_with(rules)
    return game.seats(rules) if rules in game.presets else named_rules(rules).players


class OpenForm(forms.Form):
    """A new table."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "nickname"}),
    )
    rules = forms.ChoiceField(label=_("Rules"), choices=presets, initial="shanghai-7", widget=forms.RadioSelect)
    seats = forms.TypedChoiceField(
        label=_("Chairs"),
        choices=[(number, str(number)) for number in range(FEWEST, MOST + 1)],
        coerce=int,
        initial=4,
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=Pace.choices, initial=Pace.LIVE, widget=forms.RadioSelect)
    listed = forms.BooleanField(label=_("Show it among the open tables"), required=False)

    def __init__(self, *args: Any, house: str = "", **kwargs: Any) -> None:
        """``house``: house rules as a link carries them, offered before all others."""
        super().__init__(*args, **kwargs)
        found = house_rules(house)
        if found:
            field = cast("forms.ChoiceField", self.fields["rules"])
            field.choices = [(house, found.name), *presets()]

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or self.cleaned_data
        rules, seats = data.get("rules"), data.get("seats")
        if isinstance(rules, str) and isinstance(seats, int):
            least, most = seats_with(rules)
            if least == most:
                data["seats"] = least  # there is nothing to choose
            elif not least <= seats <= most:
                self.add_error(
                    "seats",
                    forms.ValidationError(
                        _("These rules are for %(least)s to %(most)s players."),
                        params={"least": least, "most": most},
                    ),
                )
        return data


class CodeForm(forms.Form):
    """A table's code, however it is typed."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"class": "input input--code", "autocomplete": "off", "autocapitalize": "characters"}
        ),
    )

    def clean_code(self) -> str:
        code = read_code(self.cleaned_data["code"])
        if not is_code(code):
            raise forms.ValidationError(_("A code has six letters and digits."))
        return code


class OptionsForm(forms.Form):
    """What the host chooses; the same names as ``options.Options``."""

    spectators = forms.BooleanField(label=_("Others may watch"), required=False)
    hints = forms.BooleanField(label=_("Hints and suggestions"), required=False)
    coach = forms.BooleanField(
        label=_("Everybody may ask the coach"),
        help_text=_("Who plays with bots alone always may, as long as suggestions are on."),
        required=False,
    )
    chat = forms.BooleanField(
        label=_("Free words in the talk"), help_text=_("The quick phrases always work."), required=False
    )
    listed = forms.BooleanField(label=_("Show it among the open tables"), required=False)
    shuffle_seats = forms.BooleanField(label=_("Shuffle the seats at the start"), required=False)
    stand_in = forms.BooleanField(label=_("A bot plays for the absent"), required=False)
    window_seconds = forms.IntegerField(
        label=_("Seconds to claim a discard"),
        help_text=_("Empty: as usual for the pace."),
        min_value=RANGES["window_seconds"][0],
        max_value=RANGES["window_seconds"][1],
        required=False,
        widget=forms.NumberInput(attrs={"class": "input input--number"}),
    )
    turn_seconds = forms.IntegerField(
        label=_("Seconds for a turn"),
        help_text=_("Empty: as usual for the pace."),
        min_value=RANGES["turn_seconds"][0],
        max_value=RANGES["turn_seconds"][1],
        required=False,
        widget=forms.NumberInput(attrs={"class": "input input--number"}),
    )

    @classmethod
    def showing(cls, options: Options) -> OptionsForm:
        return cls(initial=asdict(options))

    def options(self) -> Options:
        """The options that a valid form holds."""
        return replace(Options(), **self.cleaned_data)


class TalkForm(forms.Form):
    """Something said; the button pressed is ``phrase`` or ``reaction``, else the words count."""

    phrase = forms.CharField(required=False, max_length=20)
    reaction = forms.CharField(required=False, max_length=20)
    words = forms.CharField(required=False, max_length=400)
    key = forms.CharField(required=False, max_length=36)

    def said(self) -> tuple[str, str]:
        """Kind and text of the remark."""
        data = self.cleaned_data
        for kind in ("phrase", "reaction"):
            if data[kind]:
                return kind, data[kind]
        return "chat", data["words"]
