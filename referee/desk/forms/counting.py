"""Count my cards."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, cast

from django.utils.translation import gettext, gettext_lazy, ngettext

from referee.desk.forms.fields import AskForm, CardsField
from referee.desk.ruling import Answer, Row, Ruling, faces, pointed
from referee.desk.words.contracts import class_label
from referee.engine.rulebook import RULEBOOK
from referee.engine.rummy.cards import Card


class CountForm(AskForm):
    """The cards that are left in a hand."""

    cards = CardsField(gettext_lazy("Cards left in the hand"))

    def question(self) -> dict[str, object] | None:
        cards = faces(self.cards_of("cards"), self.rules)
        return {"ask": "score", "cards": [str(card) for card in cards]} if cards else None

    def told(self, answer: Answer) -> Ruling:
        cards = faces(self.cards_of("cards"), self.rules)
        points = cast("int", answer["points"])
        word = ngettext("%(count)s point", "%(count)s points", points) % {"count": points}
        rows = [self._row(line, cards) for line in self._lines(cards)]
        return Ruling("legal", word, (), (RULEBOOK["8.1"],), tuple(rows))

    def _lines(self, cards: list[Card]) -> list[_Line]:
        counted = Counter(card.rank for card in cards)
        lines = [
            _Line(class_label(found.label), found.ranks, sum(counted[rank] for rank in found.ranks), found.points)
            for found in self.rules.value_classes
        ]
        return [line for line in lines if line.number]

    def _row(self, line: _Line, cards: list[Card]) -> Row:
        mine = sorted(card for card in cards if card.rank in line.ranks)
        title = gettext("%(cards)s: %(count)s × %(points)s = %(sum)s") % {
            "cards": line.label,
            "count": line.number,
            "points": line.points,
            "sum": line.number * line.points,
        }
        return Row(title=title, cards=pointed(mine, ()))


class _Line(NamedTuple):
    """The cards of one class: their ranks, how many, points each."""

    label: str
    ranks: tuple[int, ...]
    number: int
    points: int
