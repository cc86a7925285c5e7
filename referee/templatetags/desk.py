"""Filters that say what the engine found in the language of the page."""

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from referee.desk.pad import Pad
from referee.desk.words.cards import card_text
from referee.engine import rulebook
from referee.engine.rummy.cards import Card
from referee.engine.rummy.ruledoc import RulesError, load_rules
from referee.engine.rummy.rulelink import name_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach

register = template.Library()


@register.filter
def sentence(breach: Breach) -> str:
    """What is wrong, with its cards and figures."""
    return rulebook.sentence(breach, card_text, gettext)


@register.filter
def short(card: Card) -> str:
    """``"7♥"``."""
    return card_text(card)


@register.filter
def translated(text: str) -> str:
    """A text that the engine marked for translation."""
    return gettext(text)


@register.simple_tag
def pad_faces(pad: Pad) -> SafeString:
    """Every face of the deck as a button, drawn once a language: they are the same on every page."""
    return _faces(pad, get_language())


@lru_cache(maxsize=32)
def _faces(pad: Pad, _language: str | None) -> SafeString:
    return render_to_string("referee/desk/pad.html#faces", {"pad": pad})


@register.simple_tag
def rules_url(rules: RuleSet | Mapping[str, object]) -> str:
    """The address of the rule book's page that shows these rules, given as a value or as a table's document."""
    try:
        known = rules if isinstance(rules, RuleSet) else load_rules(rules)
    except RulesError:
        return reverse("desk:rules-dice")
    return reverse("desk:rulebook", args=[name_of(known)])
