"""Tags that turn cards into faces for the partials of ``cards.html``."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

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
@lru_cache(maxsize=4096)
def drawing(face: cardfaces.Face) -> SafeString:
    """What stands on the face: the corner, the symbol, and the band of a wild card that is placed."""
    band = face.stands_for
    return format_html(
        '<span class="card__rank">{}</span>{}{}',
        face.corner,
        _symbol(face.symbol, "card__suit"),
        format_html('<span class="card__as">{}{}</span>', band.corner, _symbol(band.symbol)) if band else "",
    )


def _symbol(name: str, css: str = "") -> SafeString:
    if not name:
        return SafeString("")
    mark = format_html(' class="{}"', css) if css else ""
    address = static("icons/suits.svg")
    return format_html('<svg{} aria-hidden="true"><use href="{}#{}"></use></svg>', mark, address, name)


@register.filter
def card_name(card: Card) -> str:
    """``"queen of hearts"``, in the language of the page."""
    return cardfaces.card_name(card)
