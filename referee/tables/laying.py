"""Where picked cards go on the table: in an order in which each finds its place, or with the question which one.

Knows the table as the viewer sees it, and asks the engine what fits; whether it is allowed is for the service alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.engine.rummy.cards import Card, format_card
from referee.engine.rummy.layoff import lay_off, normal, open_ends
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.swap import swap, swap_choices
from referee.tables.board import MeldShown, Place, place_at


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that could go to several places: lay-offs, and swaps that move a joker."""

    card: Card
    places: tuple[Place, ...]
    swaps: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """Actions that put the cards on the table one after the other; ``choice``: what the player is asked then."""

    actions: tuple[str, ...]
    choice: Choice | None = None


def lay(rules: RuleSet, melds: tuple[MeldShown, ...], cards: tuple[Card, ...]) -> Laid:
    """How the cards come onto these melds.

    Where one of them can go nowhere its plain lay-off is all there is, so that the ruling says why not and nothing is
    laid.
    """
    left = list(cards)
    actions: list[str] = []
    while left:
        found = {card: _choice(rules, melds, card) for card in left}
        certain = next((one for one in found.values() if len(one.places) + len(one.swaps) == 1), None)
        if certain is None:
            asked = next((one for one in found.values() if one.places or one.swaps), None)
            return Laid((_plain(melds, left[0]),)) if asked is None else Laid(tuple(actions), asked)
        place = (*certain.places, *certain.swaps)[0]
        actions.append(place.action)
        melds = tuple(_grown(rules, one, certain, place) if one.index == place.meld.index else one for one in melds)
        left.remove(certain.card)
    return Laid(tuple(actions))


def _choice(rules: RuleSet, melds: tuple[MeldShown, ...], card: Card) -> Choice:
    """Where the card can be laid off, and which jokers it can take the place of."""
    return Choice(card, tuple(_lay_offs(rules, melds, card)), tuple(_swaps(rules, melds, card)))


def _lay_offs(rules: RuleSet, melds: tuple[MeldShown, ...], card: Card) -> Iterator[Place]:
    for one in melds:
        for end in open_ends(rules, one.meld, card):
            yield place_at(one, end, "layoff", format_card(card))


def _swaps(rules: RuleSet, melds: tuple[MeldShown, ...], card: Card) -> Iterator[Place]:
    if rules.joker_swap == "none":
        return
    for one in melds:
        for to in swap_choices(rules, one.meld, card):
            yield place_at(one, to, "swap", format_card(card))


def _grown(rules: RuleSet, shown: MeldShown, choice: Choice, place: Place) -> MeldShown:
    """The meld once the card has gone to the place."""
    return replace(shown, meld=_after(rules, shown.meld, choice, place))


def _after(rules: RuleSet, meld: Meld, choice: Choice, place: Place) -> Meld:
    end = next((end for end in ("low", "high") if end == place.end), None)
    if choice.swaps:
        return swap(rules, meld, choice.card, end)
    return normal(rules, lay_off(meld, choice.card, end))


def _plain(melds: tuple[MeldShown, ...], card: Card) -> str:
    first = melds[0]
    return f"layoff {format_card(card)} {first.index}{'' if first.meld.kind == 'set' else ' high'}"
