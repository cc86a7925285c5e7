"""Filters for the tables' pages: rulings and what lies on the table, in the language of the page."""

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from referee.engine import rulebook
from referee.engine.rulebook import DICE_CHAPTER, RULEBOOK, Rule
from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.presets import PRESETS
from referee.engine.verdicts import Breach, Verdict
from referee.tables import pictures, qr, words
from referee.tables.dock import HandCard
from referee.tables.notices import keys
from referee.tables.words import card_text, number_text

register = template.Library()


@register.filter
def sentence(breach: Breach) -> str:
    """What is wrong, with its cards and figures."""
    return rulebook.sentence(breach, card_text, gettext)


@register.filter
def rules_cited(verdict: Verdict) -> list[Rule]:
    """The rules that the verdict's breaches cite, each once."""
    numbers = dict.fromkeys(rulebook.rule_of(code).number for code in verdict.codes)
    return [RULEBOOK[number] for number in numbers]


@register.simple_tag
def rule_address(rule: Rule, base: str) -> str:
    """Where the rule can be read, in the book of the rule set that a table's rules are based on."""
    if rule.chapter == DICE_CHAPTER:
        return f"{reverse('desk:rules-dice')}#{rule.anchor}"
    book = base if base in PRESETS else next(iter(PRESETS))
    return f"{reverse('desk:rulebook', args=[book])}#{rule.anchor}"


@register.filter
def translated(text: str) -> str:
    """A text that was marked for translation where it is kept."""
    return gettext(text)


@register.filter
def signed(number: int) -> str:
    """The number with a true minus sign."""
    return number_text(number)


@register.filter
def initials(name: str) -> str:
    """Up to two letters for a badge."""
    return words.initials(name)


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """The address as a QR code."""
    return qr.qr_code(address)


@register.simple_tag
def push_key() -> str:
    """The key that a browser subscribes to notices with; empty where this site sends none."""
    return keys.public_key() if keys.is_on() else ""


@register.simple_tag
def card_picture(card: Card, deck: str, look: str = "") -> SafeString:
    """The card as an image with its name."""
    return pictures.card_picture(card, deck, look, get_language())


@register.simple_tag
def hand_card(one: HandCard, deck: str) -> SafeString:
    """The card as one of the hand, to be picked."""
    return pictures.hand_card(one, deck, get_language())


@register.simple_tag
def meld_picture(meld: Meld, deck: str) -> SafeString:
    """The meld as one image with its name."""
    return pictures.meld_picture(meld, deck, get_language())


@register.simple_tag
def meld_label(meld: Meld, deck: str) -> SafeString:
    """The meld's name."""
    return pictures.meld_label(meld, deck, get_language())
