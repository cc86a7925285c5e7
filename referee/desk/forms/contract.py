"""Is this my contract?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, ngettext

from referee.desk.choice import Game
from referee.desk.forms.fields import AskForm, CardsField, joined
from referee.desk.ruling import (
    Answer,
    Row,
    Ruling,
    ask,
    breaches,
    cited,
    faces,
    illegal,
    legal,
    meld_of,
    pointed,
    reading_meld,
    sentence,
)
from referee.desk.words import slot_words
from referee.desk.words.cards import card_text
from referee.desk.words.contracts import listed
from referee.desk.words.laid import meld_words
from referee.engine.rulebook import RULEBOOK
from referee.engine.verdicts import Breach


class ContractForm(AskForm):
    """The melds of a hand's contract, one field each, named ``m1``, ``m2`` and so on."""

    held = CardsField(
        gettext_lazy("All cards in your hand"),
        help_text=gettext_lazy("Only if the referee should check that you hold them, or that none is left."),
    )
    down = forms.BooleanField(label=gettext_lazy("I have gone down before in this hand"), required=False)

    def __init__(self, data: QueryDict, *, game: Game) -> None:
        slots = game.rules.contract(game.hand).slots
        rows: dict[str, forms.Field] = {
            f"m{number}": CardsField(slot_words(slot)) for number, slot in enumerate(slots, start=1)
        }
        self.row_names = tuple(rows)
        super().__init__(data, game=game, rows=rows)

    @property
    def rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.row_names]

    def melds(self) -> list[list[str]]:
        """The cards of each row, an empty one included."""
        return [self.cards_of(name) for name in self.row_names]

    def question(self) -> dict[str, object] | None:
        melds = self.melds()
        if not any(melds):
            return None
        question: dict[str, object] = {
            "ask": "contract",
            "hand": self.game.hand,
            "melds": [cards for cards in melds if cards],
            "down": self.cleaned_data["down"],
        }
        if self.cards_of("held"):
            question["held"] = self.cards_of("held")
        return question

    def told(self, answer: Answer) -> Ruling:
        empty = sum(not cards for cards in self.melds())
        if empty:
            return self._unfinished(empty)
        if not answer["legal"]:
            return self._refused(answer)
        melds = [reading_meld(reading, self.rules) for reading in cast("list[object]", answer["readings"])]
        said = [gettext("This is the contract of hand %(hand)s.") % {"hand": self.game.hand}]
        said += [self._shorthand(part) for part in cast("list[dict[str, object]]", answer["split"])]
        if answer.get("out"):
            said.append(gettext("No card is left: the hand is over."))
        return legal(answer, *said, rows=[Row(title=meld_words(meld), meld=meld) for meld in melds])

    def _shorthand(self, part: dict[str, object]) -> str:
        exact = meld_of(cast("list[str]", part["contract"]), self.rules)
        added = [cast("str", one["card"]) for one in cast("list[dict[str, object]]", part["layoffs"])]
        return gettext("The contract's meld is %(meld)s; laid off on it in the same turn: %(cards)s.") % {
            "meld": meld_words(exact),
            "cards": listed([card_text(card) for card in faces(added, self.rules)]),
        }

    def _unfinished(self, empty: int) -> Ruling:
        """What can be said while a row is empty: each meld by itself."""
        asked = gettext("This hand asks for %(contract)s.") % {"contract": self.game.contract}
        missing = ngettext("One meld is still missing.", "%(count)s melds are still missing.", empty)
        rows = [self._alone(number, cards) for number, cards in enumerate(self.melds(), start=1) if cards]
        word = gettext("So far")
        said = (asked, missing % {"count": empty})
        return Ruling("question", word, said, (RULEBOOK["3.1"],), tuple(rows), is_whole=False)

    def _alone(self, number: int, cards: list[str]) -> Row:
        answer = ask({"rules": self.game.document, "ask": "meld", "cards": cards})
        if answer.get("legal"):
            meld = reading_meld(cast("list[object]", answer["readings"])[0], self.rules)
            return Row(title=self._title(number), meld=meld, note=gettext("Good by itself."))
        found = breaches(answer, self.rules)
        at = [card for one in found for card in one.cards]
        return Row(title=self._title(number), cards=pointed(faces(cards, self.rules), at), note=sentence(found[0]))

    def _title(self, number: int) -> str:
        return gettext("Meld %(number)s") % {"number": number}

    def _refused(self, answer: Answer) -> Ruling:
        found = breaches(answer, self.rules)
        nearest = cast("list[list[str] | None]", answer.get("nearest") or [None] * len(self.row_names))
        rows = []
        for index, cards in enumerate(self.melds()):
            here = [one for one in found if one.at == index]
            at = [card for one in here for card in one.cards]
            rows.append(
                Row(
                    title=self._title(index + 1),
                    cards=pointed(faces(cards, self.rules), at),
                    note=" ".join(dict.fromkeys(map(sentence, here))),
                )
            )
            order = nearest[index]
            if order:
                rows.append(
                    Row(
                        title=gettext("In this order it is a meld:"),
                        meld=meld_of(order, self.rules),
                        query=self.query(**{self.row_names[index]: joined(order)}),
                        choose=gettext("Lay it like this"),
                    )
                )
        whole = [sentence(one) for one in found if one.at is None]
        shape = self._shape(answer)
        ruling = illegal(answer, self.rules, rows=rows)
        said = tuple(dict.fromkeys((*whole, *shape))) or (self._which(found),)
        return Ruling("illegal", ruling.word, said, cited(answer), ruling.rows)

    def _which(self, found: Sequence[Breach]) -> str:
        """Which melds are wrong; why is said beside each of them."""
        numbers = sorted({one.at + 1 for one in found if one.at is not None})
        pattern = ngettext("Meld %(numbers)s is not right.", "Melds %(numbers)s are not right.", len(numbers))
        return pattern % {"numbers": listed([str(number) for number in numbers])}

    def _shape(self, answer: Answer) -> list[str]:
        if "contract.shape" not in cast("list[str]", answer["reasons"]):
            return []
        return [gettext("This hand asks for %(contract)s.") % {"contract": self.game.contract}]
