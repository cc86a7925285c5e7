"""Filters that say what the engine found in the language of the page."""

from django import template
from django.utils.translation import gettext

from referee.desk.words.cards import card_text
from referee.engine import rulebook
from referee.engine.rummy.cards import Card
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
