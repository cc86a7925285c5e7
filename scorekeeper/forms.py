"""What people send: a new sheet, and operations on one."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterator, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import RulesError
from referee.engine.rummy.rulelink import PREFIX, named_rules
from referee.engine.rummy.rules import RuleSet
from scorekeeper.books import Book
from scorekeeper.changes import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_CARDS,
    MOST_PLAYERS,
    MOST_POINTS,
    STARTS,
    Adjust,
    Buy,
    Change,
    Clear,
    Confirm,
    Deal,
    End,
    Enter,
    Extra,
    Join,
    Leave,
    Redo,
    Rename,
    Reopen,
    Reorder,
    Return,
    Score,
    Settle,
    Start,
    Undo,
)
from scorekeeper.exchange import LARGEST
from scorekeeper.games import MOST_HANDS, Game, named_game
from scorekeeper.keys import is_key
from scorekeeper.sheets import place_of

SEATS = 8
"""Name fields of the form for a new sheet; more players can be added on the sheet."""


def game_choices() -> Iterator[tuple[object, object]]:
    """The games that a sheet can be for, the rule sets first."""
    yield _("Shanghai and its family"), [(preset.key, _(preset.name)) for preset in PRESETS.values()]
    yield (
        _("Any other card game"),
        [("lowest", _("Typed totals, lowest wins")), ("highest", _("Typed totals, highest wins"))],
    )


def house_rules(name: str) -> RuleSet | None:
    """The house rules of that name; None where it names none that can be played."""
    try:
        return named_rules(name) if name.startswith(PREFIX) else None
    except RulesError:
        return None


class NewSheetForm(forms.Form):
    """Who plays what, and who deals first."""

    game = forms.ChoiceField(label=_("Game"), choices=game_choices)
    dealer = forms.CharField(required=False)
    # What a phone with a script makes itself, so that a sheet begun without a network is one sheet however often told.
    key = forms.CharField(required=False)
    players = forms.CharField(required=False)

    def __init__(self, *args: Any, house: str = "", own: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        """``house``: house rules as a link carries them, offered before all others; ``own``: those of the account."""
        super().__init__(*args, **kwargs)
        rules = house_rules(house)
        linked = [(house, rules.name)] if rules else []
        kept = [choice for choice in own if choice not in linked]
        if linked or kept:
            field = cast("forms.ChoiceField", self.fields["game"])
            mine: list[tuple[object, object]] = [(_("My rules"), kept)] if kept else []
            field.choices = [*linked, *mine, *game_choices()]
        for seat in range(1, SEATS + 1):
            self.fields[f"name{seat}"] = forms.CharField(
                label=_("Player %(number)s") % {"number": seat},
                max_length=LONGEST_NAME,
                required=False,
                widget=forms.TextInput(
                    attrs={
                        "autocomplete": "off",
                        "autocapitalize": "words",
                        "spellcheck": "false",
                        "list": "known-names",
                        "enterkeyhint": "next",
                        "placeholder": seat,
                    }
                ),
            )

    @property
    def seats(self) -> list[tuple[int, forms.BoundField]]:
        """The name fields with their seat's number, from 1."""
        return [(seat, self[f"name{seat}"]) for seat in range(1, SEATS + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        named = [
            (seat, name)
            for seat in range(1, SEATS + 1)
            if (name := " ".join(str(cleaned.get(f"name{seat}", "")).split()))
        ]
        if len(named) < 2:
            raise forms.ValidationError(_("Write at least two names."), code="few")
        seats = [str(seat) for seat, _name in named]
        dealer = cleaned.get("dealer", "")
        cleaned["names"] = [name for _seat, name in named]
        cleaned["players"] = self._made(str(cleaned.get("players", "")), len(named))
        if cleaned.get("key") and not (is_key(cleaned["key"]) and cleaned["players"]):
            raise forms.ValidationError(_("There is no such sheet."), code="key")
        cleaned["first"] = seats.index(dealer) if dealer in seats else secrets.randbelow(len(seats))
        return cleaned

    def _made(self, text: str, count: int) -> tuple[str, ...]:
        """The players' ids as the phone made them; empty where they are not as many different ones as players."""
        try:
            made = tuple(dict.fromkeys(str(uuid.UUID(one)) for one in text.split(",") if one))
        except ValueError:
            return ()
        return made if len(made) == count else ()

    def chosen_game(self) -> Game:
        return named_game(self.cleaned_data["game"])


class LoadForm(forms.Form):
    """A sheet as a file or as text. The game is asked for where a table of names and points does not tell it."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.json,.txt,text/csv,application/json"}),
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        max_length=LARGEST,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off", "class": "input"}),
    )
    game = forms.ChoiceField(label=_("Game"), choices=game_choices, initial="shanghai-7")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("file") and not str(cleaned.get("text", "")).strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste its text."), code="empty")
        return cleaned

    def chosen_game(self) -> Game:
        return named_game(self.cleaned_data["game"])


class DeviceForm(forms.Form):
    """How this phone is called in the history, and whose points it writes."""

    who = forms.CharField(label=_("This phone belongs to"), max_length=LONGEST_NAME, required=False)
    mine = forms.IntegerField(min_value=1, max_value=MOST_PLAYERS, required=False)


KINDS = (
    "score",
    "clear",
    "settle",
    "adjust",
    "join",
    "leave",
    "return",
    "rename",
    "reorder",
    "extra",
    "end",
    "reopen",
    "dealer",
    "buy",
    "confirm",
    "undo",
    "redo",
)


class OperationForm(forms.Form):
    """One operation on a sheet as its page sends it. Valid, it holds the ``change``.

    A score comes as ``out`` (the points of one who went out), as ``taps`` (the classes of the cards left, in the order
    of tapping: ``1,1,0``) or as a typed ``total``; ``met`` with it, where the player has met a contract of their own.
    """

    uuid = forms.UUIDField()
    saw = forms.IntegerField(min_value=0)
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in KINDS])
    player = forms.CharField(required=False)
    hand = forms.IntegerField(required=False, min_value=1, max_value=MOST_HANDS)
    taps = forms.RegexField(r"^\d{1,2}(,\d{1,2})*$", required=False, max_length=3 * MOST_CARDS)
    out = forms.IntegerField(required=False, min_value=-MOST_POINTS, max_value=0)
    total = forms.CharField(required=False, max_length=8)
    cards = forms.IntegerField(required=False, min_value=0, max_value=MOST_CARDS)
    met = forms.BooleanField(required=False)
    points = forms.CharField(required=False, max_length=8)
    reason = forms.CharField(required=False, max_length=LONGEST_REASON)
    name = forms.CharField(required=False, max_length=LONGEST_NAME)
    start = forms.ChoiceField(required=False, choices=[(start, start) for start in STARTS])
    move = forms.IntegerField(required=False, min_value=-1, max_value=1)
    choice = forms.IntegerField(required=False, min_value=1)
    question = forms.CharField(required=False, max_length=400)
    target = forms.UUIDField(required=False)

    change: Change

    def __init__(self, data: Any, *, book: Book) -> None:
        super().__init__(data)
        self.book = book

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            self.change = self._change(cleaned["kind"])
        return cleaned

    def _change(self, kind: str) -> Change:
        match kind:
            case "score":
                return Enter(self._player(), self._hand(), self._score())
            case "clear":
                return Clear(self._player(), self._hand())
            case "settle":
                return Settle(self._player(), self._hand(), self._chosen())
            case "adjust":
                return Adjust(self._player(), self._hand(), self._number("points"), self._text("reason"))
            case "join":
                return self._join()
            case "leave":
                return Leave(self._player(), self._hand(ahead=1))
            case "return":
                return Return(self._player(), self._hand(ahead=1))
            case "rename":
                return Rename(self._player(), self._text("name"))
            case "reorder":
                return self._reorder()
            case "extra":
                return Extra(self._hand(ahead=1))
            case "end":
                return End(self._hand())
            case "reopen":
                return Reopen()
            case "dealer":
                return Deal(self._hand(), self._player())
            case "buy":
                return Buy(self._player(), self._hand(), self.cleaned_data["move"] or 1)
            case "confirm":
                return Confirm(self._text("question"))
            case "undo":
                return Undo(self._target())
            case _:
                return Redo(self._target())

    # Fields, each refused by name when it does not fit this sheet ---------------------------------------------------

    def _refuse(self, field: str, message: object) -> forms.ValidationError:
        return forms.ValidationError({field: cast("str", message)})

    def _player(self) -> str:
        player = str(self.cleaned_data["player"])
        if self.book.ledger.player(player) is None:
            raise self._refuse("player", _("There is no such player on this sheet."))
        return player

    def _hand(self, *, ahead: int = 0) -> int:
        hand = self.cleaned_data["hand"]
        if hand is None or hand > self.book.standings.hands + ahead:
            raise self._refuse("hand", _("There is no such hand on this sheet."))
        return int(hand)

    def _text(self, field: str) -> str:
        text = " ".join(str(self.cleaned_data[field]).split())
        if not text:
            raise self._refuse(field, _("Please fill this in."))
        return text

    def _number(self, field: str) -> int:
        """A signed whole number, whichever minus sign the keyboard has."""
        text = str(self.cleaned_data[field]).strip().replace("\u2212", "-").replace("\u2013", "-")
        sign, digits = (-1, text[1:]) if text[:1] == "-" else (1, text.removeprefix("+"))
        if not (digits.isascii() and digits.isdigit()) or int(digits) > MOST_POINTS:
            raise self._refuse(field, _("Write a whole number, such as 25 or −25."))
        return sign * int(digits)

    def _target(self) -> str:
        target = str(self.cleaned_data["target"])
        # What the sheet began with stays: it is changed by leaving and renaming, not taken back.
        if not any(entry.uuid == target and entry.device for entry in self.book.entries):
            raise self._refuse("target", _("There is no such entry on this sheet."))
        return target

    def _score(self) -> Score:
        game, cleaned = self.book.game, self.cleaned_data
        if cleaned["out"] is not None:
            if cleaned["out"] not in (game.out(self._hand()), *game.blind(self._hand())):
                raise self._refuse("out", _("Going out does not score that in this game."))
            return Score(cleaned["out"], out=True, met=game.is_personal)
        met = cleaned["met"] and game.is_personal
        if cleaned["taps"]:
            taps = [int(tap) for tap in cleaned["taps"].split(",")]
            if max(taps) >= len(game.classes) or len(taps) > MOST_CARDS:
                raise self._refuse("taps", _("There are no such cards in this game."))
            counts = tuple(taps.count(index) for index in range(len(game.classes)))
            return Score(game.points(counts), counts=counts, met=met)
        total = self._number("total")
        out = total <= 0 and game.zero_is_out
        return Score(total, out=out, cards=cleaned["cards"], met=met or (out and game.is_personal))

    def _chosen(self) -> Score | None:
        """The score of the operation that the answer to a dispute names."""
        place = (self._player(), self._hand())
        for entry in self.book.entries:
            if entry.seq == self.cleaned_data["choice"] and place_of(entry.change) == place:
                match entry.change:
                    case Enter(score=score) | Settle(score=Score() as score):
                        return score
                    case _:
                        return None
        raise self._refuse("choice", _("There is no such entry on this sheet."))

    def _join(self) -> Join:
        if len(self.book.ledger.players) >= MOST_PLAYERS:
            raise self._refuse("name", _("This sheet has no room for more players."))
        start = cast("Start", self.cleaned_data["start"] or "zero")
        # The player's id is the operation's: sent twice, it is one player.
        return Join(str(self.cleaned_data["uuid"]), self._text("name"), self._hand(ahead=1), start)

    def _reorder(self) -> Reorder:
        order = [player.id for player in self.book.ledger.players]
        place = order.index(self._player())
        other = place + (self.cleaned_data["move"] or 0)
        if 0 <= other < len(order):
            order[place], order[other] = order[other], order[place]
        return Reorder(tuple(order))
