"""Tags that turn cards into faces for the partials of ``cards.html``."""

from django import template

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from shanghai import cardfaces

register = template.Library()


@register.simple_tag
def card_face(card: Card, stands_for: Card | str | None = None, deck: str = "") -> cardfaces.Face:
    """The face of ``card``; absent template variables arrive as empty text and count as not given."""
    place = stands_for if isinstance(stands_for, Card) else None
    return cardfaces.card_face(card, stands_for=place, deck=deck or "french")


@register.simple_tag
def meld_face(meld: Meld, deck: str = "") -> cardfaces.MeldFace:
    """The faces of a meld in table order, and its label."""
    return cardfaces.meld_face(meld, deck=deck or "french")


@register.filter
def card_name(card: Card) -> str:
    """``"queen of hearts"``, in the language of the page."""
    return cardfaces.card_name(card)
