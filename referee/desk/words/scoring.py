"""The sentences on values, bonuses and the winner."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from referee.desk.words.contracts import class_label, kind_label, listed
from referee.desk.words.game import by_value
from referee.engine.rummy.rules import RuleSet


def _points(rules: RuleSet) -> str:
    parts = [
        gettext("%(cards)s %(points)s") % {"cards": class_label(label), "points": points}
        for label, points in rules.points
    ]
    return gettext("Points a card: %(parts)s.") % {"parts": listed(parts)}


def _card_points(rules: RuleSet) -> str:
    if not rules.card_points:
        return ""
    parts = [
        gettext("%(cards)s %(points)s") % {"cards": kind_label(kind), "points": kind.points}
        for kind in rules.value_classes
        if kind.cards
    ]
    return gettext("Single cards have a value of their own: %(parts)s.") % {"parts": listed(parts)}


def _joker_points(rules: RuleSet) -> str:
    return gettext("A joker left in your hand costs %(points)s.") % {"points": rules.joker_points}


_BLIND: Mapping[str, str | Promise] = {
    "none": gettext_lazy("Going out blind earns nothing extra."),
    "10": gettext_lazy("Whoever goes out blind scores −10."),
    "25-or-50": gettext_lazy("Whoever goes out blind scores −25, and −50 if no joker helped."),
}


def _blind(rules: RuleSet) -> str:
    if rules.blind == "joker-value":
        return gettext("Whoever goes out blind scores −%(points)s.") % {"points": rules.joker_points}
    return str(_BLIND[rules.blind])


_TIES: Mapping[str, str | Promise] = {
    "share": gettext_lazy("Players who tie for the lowest total share the win."),
    "extra-hand": gettext_lazy("If the lowest total is shared, one more hand decides."),
}


def _tie(rules: RuleSet) -> str:
    return str(_TIES[rules.tie])


def _out_bonus(rules: RuleSet) -> str:
    if not isinstance(rules.out_bonus, tuple):
        return gettext("Whoever goes out scores −%(points)s.") % {"points": rules.out_bonus} if rules.out_bonus else ""
    parts = [
        gettext("−%(points)s in %(hands)s") % {"points": points, "hands": hands}
        for points, hands in by_value(rules.out_bonus)
    ]
    return gettext("Whoever goes out scores %(parts)s.") % {"parts": listed(parts)}


def _first_down_bonus(rules: RuleSet) -> str:
    if not rules.first_down_bonus:
        return ""
    return gettext("Whoever goes down first in a hand is given %(points)s points off.") % {
        "points": rules.first_down_bonus
    }


def _cut_bonus(rules: RuleSet) -> str:
    if not rules.cut_bonus:
        return ""
    return gettext("A dealer who cuts exactly the cards that the deal needs is given %(points)s points off.") % {
        "points": rules.cut_bonus
    }


SENTENCES = {
    "out_bonus": _out_bonus,
    "points": _points,
    "card_points": _card_points,
    "joker_points": _joker_points,
    "blind": _blind,
    "tie": _tie,
    "first_down_bonus": _first_down_bonus,
    "cut_bonus": _cut_bonus,
}
