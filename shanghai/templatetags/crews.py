"""Tags that draw the cards and dice of Shanghaien."""

from django import template
from django.utils.safestring import SafeString

from referee.engine.shanghaien.cards import Card
from shanghai import crewfaces

register = template.Library()


@register.simple_tag
def crew_card(card: Card, look: str = "") -> SafeString:
    """The card as an image with its name."""
    return crewfaces.card_picture(card, look)


@register.simple_tag
def crew_drawing(card: Card) -> SafeString:
    """What stands on the card's face, for a button that has its name."""
    return crewfaces.card_drawing(card)


@register.simple_tag
def emblem(nation: str) -> SafeString:
    """The mark of a nationality."""
    return crewfaces.emblem(nation)


@register.simple_tag
def die(number: int, captain: int = 0) -> SafeString:
    """A die that shows the number."""
    return crewfaces.die(number, captain)


@register.simple_tag
def dice_row(number: int, count: int, captain: int) -> SafeString:
    """A captain's dice at one card."""
    return crewfaces.dice_row(number, count, captain)


@register.simple_tag
def dice_symbol(name: str) -> SafeString:
    """A symbol without a name."""
    return crewfaces.symbol(name)


@register.filter
def crew_name(card: Card) -> str:
    """``"Danes 4"``, in the language of the page."""
    return crewfaces.card_name(card)


@register.filter
def people(nation: str) -> str:
    """``"Danes"``, in the language of the page."""
    return crewfaces.people(nation)


@register.filter
def die_name(number: int) -> str:
    """The symbol of a die that shows the number."""
    return f"die-{number}"
