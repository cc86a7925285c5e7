"""Tags that turn cards into faces for the partials of ``cards.html``."""

from collections.abc import Sequence

from django import template

from referee.engine.rummy.cards import Card
from shanghai import cardfaces

register = template.Library()


@register.simple_tag
def card_face(card: Card, stands_for: Card | str | None = None, deck: str = "") -> cardfaces.Face:
    """The face of ``card``; absent template variables arrive as empty text and count as not given."""
    place = stands_for if isinstance(stands_for, Card) else None
    return cardfaces.card_face(card, stands_for=place, deck=deck or "french")


@register.simple_tag
def meld_face(
    cards: Sequence[Card], stands_for: Sequence[Card | None] | str = (), deck: str = ""
) -> cardfaces.MeldFace:
    """The faces of a meld in table order, and its label."""
    places = () if isinstance(stands_for, str) else stands_for
    return cardfaces.meld_face(cards, places, deck=deck or "french")


@register.filter
def card_name(card: Card) -> str:
    """``"queen of hearts"``, in the language of the page."""
    return cardfaces.card_name(card)
