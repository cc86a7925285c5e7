"""Count my cards."""

from __future__ import annotations

from typing import NamedTuple, cast

from django.utils.translation import gettext, gettext_lazy, ngettext

from referee.desk.forms.fields import AskForm, CardsField
from referee.desk.ruling import Answer, Row, Ruling, faces, pointed
from referee.desk.words.contracts import kind_label
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
        rows = [self._row(line) for line in self._lines(cards)]
        return Ruling("legal", word, (), (RULEBOOK["8.1"],), tuple(rows))

    def _lines(self, cards: list[Card]) -> list[_Line]:
        by_class: dict[int, list[Card]] = {}
        for card in sorted(cards):
            by_class.setdefault(self.rules.class_of(card), []).append(card)
        classes = enumerate(self.rules.value_classes)
        return [_Line(kind_label(kind), by_class[at], kind.points) for at, kind in classes if at in by_class]

    def _row(self, line: _Line) -> Row:
        title = gettext("%(cards)s: %(count)s × %(points)s = %(sum)s") % {
            "cards": line.label,
            "count": len(line.cards),
            "points": line.points,
            "sum": len(line.cards) * line.points,
        }
        return Row(title=title, cards=pointed(line.cards, ()))


class _Line(NamedTuple):
    """The cards of one class, and the points of each."""

    label: str
    cards: list[Card]
    points: int
