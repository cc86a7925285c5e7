"""How the cards and dice of Shanghaien look: for pages only.

The engine knows nationalities by their colour; this module adds emblems, classes of the style sheet and the names that
are read aloud, in the language of the page. It knows no rule.
"""

from functools import lru_cache

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from referee.engine.shanghaien.cards import PEOPLE, Card, Sailor, Trick, card_words


def card_name(card: Card) -> str:
    """``"Danes 4"``, in the language of the page."""
    return card_words(card, gettext)


def people(nation: str) -> str:
    """``"Danes"``, in the language of the page."""
    return gettext(PEOPLE[nation])


def card_picture(card: Card, look: str = "") -> SafeString:
    """The card as an image with its name; ``look`` adds classes."""
    return _card(card, look, get_language())


@lru_cache(maxsize=1024)
def _card(card: Card, look: str, language: str | None) -> SafeString:
    return format_html(
        '<span class="crew crew--{}{}" role="img" aria-label="{}">{}</span>',
        card.nation if isinstance(card, Sailor) else "trick",
        f" {look}" if look else "",
        card_name(card),
        card_drawing(card),
    )


def card_drawing(card: Card) -> SafeString:
    """What stands on the face: emblem and strength, or the two effects of a trick."""
    match card:
        case Sailor(nation, value):
            return format_html('{}<span class="crew__value">{}</span>', symbol(nation), value)
        case Trick((first, second)):
            return format_html("{}{}", symbol(first), symbol(second))


def emblem(nation: str) -> SafeString:
    """The nationality's mark as an image with its name."""
    return format_html(
        '<span class="crew crew--{0} crew--mark" role="img" aria-label="{1}">{2}</span>',
        nation,
        people(nation),
        symbol(nation),
    )


def die(number: int, captain: int = 0) -> SafeString:
    """A die that shows the number; captain 1 has square ones, captain 2 round ones, 0 is nobody's."""
    return format_html(
        '<span class="die die--{}" role="img" aria-label="{}">{}</span>',
        captain,
        gettext("die showing %(number)s") % {"number": number},
        symbol(f"die-{number}"),
    )


def dice_row(number: int, count: int, captain: int) -> SafeString:
    """A captain's dice at the card of that number, as one image with its name."""
    label = ngettext("%(count)s die", "%(count)s dice", count) % {"count": count}
    one = format_html('<span class="die die--{}">{}</span>', captain, symbol(f"die-{number}"))
    return format_html(
        '<span class="diceset" role="img" aria-label="{}">{}</span>',
        label,
        format_html_join("", "{}", [(one,)] * count),
    )


@lru_cache(maxsize=64)
def symbol(name: str) -> SafeString:
    """A symbol of ``icons/crews.svg``, hidden from readers."""
    return format_html('<svg aria-hidden="true"><use href="{}#{}"></use></svg>', static("icons/crews.svg"), name)
