"""How cards look and what they are called: for pages only.

The engine knows cards by rank and suit; this module adds the letter in the corner, the symbol, the class of the
style sheet and the name that is read aloud, in the language of the page. It knows no rule.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext, pgettext_lazy

from referee.engine.rummy.cards import JOKER, Card, format_card

_INDEX = {1: "A", 11: "J", 12: "Q", 13: "K"}
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
    """The face of a card; of a joker also the card that it stands for, when that is settled.

    ``deck`` matters to the joker alone, which is the bird in a Rook deck.
    """
    if card == JOKER:
        return _joker_face(stands_for, deck)
    if card.suit in _ROOK:
        colour, shape, _ = _ROOK[card.suit]
        return Face(f"card--{colour}", str(card.rank), shape, card_name(card), format_card(card))
    css, symbol = "card--plain", ""
    if card.suit:
        symbol = _FRENCH[card.suit][0]
        css = f"card--{symbol} card--court" if card.rank > 10 else f"card--{symbol}"
    return Face(css, rank_index(card), symbol, card_name(card), format_card(card))


def _joker_face(stands_for: Card | None, deck: str) -> Face:
    bird = deck == "rook"
    css, index, symbol = ("card--joker card--bird", "R", "rook") if bird else ("card--joker", "JK", "joker")
    name = card_name(JOKER, deck=deck)
    if not stands_for:
        return Face(css, index, symbol, name, "JK")
    name = gettext("%(joker)s as %(card)s") % {"joker": name, "card": card_name(stands_for)}
    return Face(f"{css} card--placed", index, symbol, name, "JK", card_face(stands_for))


def rank_index(card: Card) -> str:
    """The text in the corner: ``"A"``, ``"10"``, ``"14"``."""
    return str(card.rank) if card.suit in _ROOK else _INDEX.get(card.rank, str(card.rank))


def rank_name(card: Card) -> str:
    """``"queen"``, ``"7"``, of a Rook card always the number."""
    return str(card.rank) if card.suit in _ROOK else str(_PICTURES.get(card.rank, card.rank))


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
        return rank_name(card)
    parts = {"rank": rank_name(card), "suit": suit_name(card.suit)}
    if card.suit in _ROOK:
        return pgettext("Rook card, for example red 7", "%(suit)s %(rank)s") % parts
    if card.rank in _PICTURES:
        return pgettext("card with a word as rank, for example queen of hearts", "%(rank)s of %(suit)s") % parts
    return pgettext("card with a number as rank, for example 7 of hearts", "%(rank)s of %(suit)s") % parts


def meld_face(cards: Sequence[Card], stands_for: Sequence[Card | None] = (), *, deck: str = "french") -> MeldFace:
    """The faces of a meld in table order, and its label: "run, 4 to 7 of hearts, joker as 6".

    ``stands_for`` gives for each joker the card in its place and is ignored for the other cards.
    """
    meant = [*stands_for, *([None] * (len(cards) - len(stands_for)))]
    faces = tuple(card_face(card, stands_for=place, deck=deck) for card, place in zip(cards, meant, strict=True))
    settled = [place if card == JOKER else card for card, place in zip(cards, meant, strict=True)]
    return MeldFace(_meld_label(list(cards), settled, deck), faces)


def _meld_label(cards: list[Card], settled: list[Card | None], deck: str) -> str:
    known = [card for card in settled if card]
    jokers = [place for card, place in zip(cards, settled, strict=True) if card == JOKER]
    joker = card_name(JOKER, deck=deck)
    if not known:
        return ngettext("%(count)d card", "%(count)d cards", len(cards)) % {"count": len(cards)}
    if len({card.rank for card in known}) == 1:
        ranks = _rank_plural(known[0])
        if jokers:
            return gettext("set of %(ranks)s with %(joker)s") % {"ranks": ranks, "joker": joker}
        return gettext("set of %(ranks)s") % {"ranks": ranks}
    ends = {"low": rank_name(known[0]), "high": card_name(known[-1])}
    places = gettext(" and ").join(rank_name(place) for place in jokers if place)
    if places:
        return gettext("run, %(low)s to %(high)s, %(joker)s as %(places)s") % {
            **ends,
            "joker": joker,
            "places": places,
        }
    return gettext("run, %(low)s to %(high)s") % ends


def _rank_plural(card: Card) -> str:
    if card.suit not in _ROOK and card.rank in _PICTURES_PLURAL:
        return str(_PICTURES_PLURAL[card.rank])
    return pgettext("several cards of one number, for example 7s", "%(rank)ss") % {"rank": card.rank}
