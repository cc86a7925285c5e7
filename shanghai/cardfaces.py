"""How cards look and what they are called: for pages only.

The engine knows cards by rank and suit; this module adds the letter in the corner, the symbol, the class of the
style sheet and the name that is read aloud, in the language of the page. It knows no rule.
"""

from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, gettext, gettext_lazy, pgettext, pgettext_lazy

from referee.engine.rummy.cards import JOKER, Card, format_card
from referee.engine.rummy.melds import Meld

_CORNERS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_PICTURES = {
    1: gettext_lazy("ace"),
    11: gettext_lazy("jack"),
    12: gettext_lazy("queen"),
    13: gettext_lazy("king"),
}
_PICTURES_PLURAL = {
    1: gettext_lazy("aces"),
    11: gettext_lazy("jacks"),
    12: gettext_lazy("queens"),
    13: gettext_lazy("kings"),
}
_FRENCH = {
    "S": ("spade", gettext_lazy("spades")),
    "H": ("heart", gettext_lazy("hearts")),
    "D": ("diamond", gettext_lazy("diamonds")),
    "C": ("club", gettext_lazy("clubs")),
}
# Colour, shape that repeats it, name.
_ROOK = {
    "R": ("red", "circle", pgettext_lazy("colour of a card", "red")),
    "G": ("green", "square", pgettext_lazy("colour of a card", "green")),
    "Y": ("yellow", "triangle", pgettext_lazy("colour of a card", "yellow")),
    "B": ("black", "lozenge", pgettext_lazy("colour of a card", "black")),
}


class Face(NamedTuple):
    """What a template needs to draw one card."""

    css: str
    corner: str
    symbol: str
    name: str
    code: str
    stands_for: "Face | None" = None


class MeldFace(NamedTuple):
    """A row of faces and the name of the group that they make."""

    label: str
    faces: tuple[Face, ...]


def card_face(card: Card, *, stands_for: Card | None = None, deck: str = "french") -> Face:
    """The face of a card; of a wild one also the card that it stands for, when that is settled.

    ``deck`` matters to cards without a suit: the joker, which is the bird in a Rook deck, and the rank that a wild card
    has in a set.
    """
    return _face(card, stands_for, deck, get_language())


@lru_cache(maxsize=4096)  # a table of 25 cards asks for the same few faces again and again
def _face(card: Card, stands_for: Card | None, deck: str, language: str | None) -> Face:
    css, corner, symbol = _drawing(card, deck)
    name = card_name(card, deck=deck)
    if stands_for is None:
        return Face(css, corner, symbol, name, format_card(card))
    name = gettext("%(joker)s as %(card)s") % {"joker": name, "card": card_name(stands_for, deck=deck)}
    return Face(f"{css} card--placed", corner, symbol, name, format_card(card), card_face(stands_for, deck=deck))


def _drawing(card: Card, deck: str) -> tuple[str, str, str]:
    """Classes, corner and symbol."""
    if card == JOKER:
        return ("card--joker card--bird", "R", "rook") if deck == "rook" else ("card--joker", "JK", "joker")
    if card.suit in _ROOK:
        colour, shape, _name = _ROOK[card.suit]
        return f"card--{colour}", str(card.rank), shape
    if not card.suit:
        return "card--plain", rank_corner(card, deck=deck), ""
    symbol = _FRENCH[card.suit][0]
    return f"card--{symbol} card--court" if card.rank > 10 else f"card--{symbol}", rank_corner(card), symbol


def rank_corner(card: Card, *, deck: str = "french") -> str:
    """The text in the corner: ``"A"``, ``"10"``, ``"14"``."""
    return str(card.rank) if _is_rook(card, deck) else _CORNERS.get(card.rank, str(card.rank))


def rank_name(card: Card, *, deck: str = "french") -> str:
    """``"queen"``, ``"7"``, of a Rook card always the number."""
    return str(card.rank) if _is_rook(card, deck) else str(_PICTURES.get(card.rank, card.rank))


def _is_rook(card: Card, deck: str) -> bool:
    """Whether the card's rank is a number throughout; a card without a suit has that of its deck."""
    return card.suit in _ROOK or (not card.suit and deck == "rook")


def suit_name(suit: str) -> str:
    """``"hearts"`` or ``"red"``."""
    return str(_ROOK[suit][2] if suit in _ROOK else _FRENCH[suit][1])


def card_name(card: Card, *, deck: str = "french") -> str:
    """``"queen of hearts"``, ``"7 of hearts"``, ``"red 7"``, ``"joker"``, ``"Rook"``; of a card whose suit is open
    (a joker in a set), its rank alone.

    The patterns are translated whole: Dutch says "hartenvrouw" but "harten 7".
    """
    if card == JOKER:
        return pgettext("the bird card", "Rook") if deck == "rook" else gettext("joker")
    if not card.suit:
        return rank_name(card, deck=deck)
    parts = {"rank": rank_name(card), "suit": suit_name(card.suit)}
    if card.suit in _ROOK:
        return pgettext("Rook card, for example red 7", "%(suit)s %(rank)s") % parts
    if card.rank in _PICTURES:
        return pgettext("card with a word as rank, for example queen of hearts", "%(rank)s of %(suit)s") % parts
    return pgettext("card with a number as rank, for example 7 of hearts", "%(rank)s of %(suit)s") % parts


def meld_face(meld: Meld, *, deck: str = "french") -> MeldFace:
    """The faces of a meld in table order, and its label: "run, 4 to 7 of hearts, joker as 6".

    The natural cards tell a Rook meld, so ``deck`` may be left out.
    """
    deck = "rook" if any(card.suit in _ROOK for card in meld.cards) else deck
    wild = set(meld.wild_places)
    faces = tuple(
        card_face(card, stands_for=meld.stands_for(place) if place in wild else None, deck=deck)
        for place, card in enumerate(meld.cards)
    )
    return MeldFace(_set_label(meld, deck) if meld.kind == "set" else _run_label(meld, deck), faces)


def _set_label(meld: Meld, deck: str) -> str:
    ranks = _rank_plural(meld.rank, is_rook=deck == "rook")
    wild = [card_name(meld.cards[place], deck=deck) for place in meld.wild_places]
    if not wild:
        return gettext("set of %(ranks)s") % {"ranks": ranks}
    return gettext("set of %(ranks)s with %(joker)s") % {"ranks": ranks, "joker": _listed(wild)}


def _run_label(meld: Meld, deck: str) -> str:
    ends = {"low": rank_name(meld.stands_for(0)), "high": card_name(meld.stands_for(len(meld) - 1))}
    wild = [
        gettext("%(joker)s as %(card)s")
        % {"joker": card_name(meld.cards[place], deck=deck), "card": rank_name(meld.stands_for(place))}
        for place in meld.wild_places
    ]
    if not wild:
        return gettext("run, %(low)s to %(high)s") % ends
    return gettext("run, %(low)s to %(high)s, %(wild)s") % {**ends, "wild": _listed(wild)}


def _listed(words: list[str]) -> str:
    return gettext(" and ").join(words)


def _rank_plural(rank: int, *, is_rook: bool) -> str:
    if not is_rook and rank in _PICTURES_PLURAL:
        return str(_PICTURES_PLURAL[rank])
    return pgettext("several cards of one number, for example 7s", "%(rank)ss") % {"rank": rank}
