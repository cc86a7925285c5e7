"""The own hand as its owner lays it out: the order of the cards, and the melds that are being built.

Kept as text with the chair: ``"7H 7S KD | 4H JK=5H 6H 7H / "``, the loose cards and, after the bar, one tray for each
meld of the contract; ``"@rank | …"`` keeps the loose cards sorted. What the hand no longer holds falls out, what is
new lies at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from referee.engine.rummy.cards import JOKER, Card, NotationError, format_cards, parse_card
from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.meldruling import read_meld
from referee.engine.rummy.melds import Laid, Meld, Placed, format_laid, laid_cards, parse_laid
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import witness

type Sort = Literal["suit", "rank", "contract"]
SORTS: tuple[Sort, ...] = ("suit", "rank", "contract")


@dataclass(frozen=True, slots=True)
class Layout:
    """A hand as it is laid out. ``sort`` None: the order is the owner's own. One tray for each meld of the contract."""

    sort: Sort | None
    loose: tuple[Card, ...]
    trays: tuple[tuple[Laid, ...], ...]

    @property
    def is_building(self) -> bool:
        return any(self.trays)

    @property
    def is_whole(self) -> bool:
        """Whether something lies in every tray."""
        return bool(self.trays) and all(self.trays)


def face(laid: Laid) -> Card:
    """The card itself, whatever it stands for."""
    return laid.card if isinstance(laid, Placed) else laid


# Reading and writing ----------------------------------------------------------------------------------------------


def read_layout(text: str, hand: Sequence[Card], contract: Contract, rules: RuleSet, *, down: bool) -> Layout:
    """The layout of a text, for a hand that may have changed since; text that cannot be read is nothing."""
    order, _, building = text.partition("|")
    left = Counter(hand)
    trays = tuple(
        _held(_laid(words, rules), left)
        for words, _slot in zip((building.split("/") + [""] * len(contract.slots)), contract.slots, strict=False)
    )
    if down:
        left, trays = Counter(hand), ()
    word = order.split()[0] if order.split() else "@suit"
    sort = next((sort for sort in SORTS if word == f"@{sort}"), None)
    if sort is not None:
        return Layout(sort, sorted_cards(list(left.elements()), sort, contract, rules), trays)
    own = _held(tuple(map(face, _laid(order, rules))), left)
    rest = sorted_cards(list(left.elements()), "suit", contract, rules)
    return Layout(None, (*map(face, own), *rest), trays)


def write_layout(layout: Layout) -> str:
    order = format_cards(layout.loose) if layout.sort is None else f"@{layout.sort}"
    return f"{order} | {' / '.join(' '.join(map(format_laid, tray)) for tray in layout.trays)}"


def _laid(text: str, rules: RuleSet) -> tuple[Laid, ...]:
    found = []
    for word in text.split():
        try:
            found.append(parse_laid(word, rules.pack, rules.wild_ranks))
        except NotationError:
            continue
    return tuple(found)


def _held(cards: Iterable[Laid], left: Counter[Card]) -> tuple[Laid, ...]:
    """Those of the cards that are still there, taken from what is left."""
    found = []
    for laid in cards:
        if left[face(laid)] > 0:
            left[face(laid)] -= 1
            found.append(laid)
    return tuple(found)


# Order ------------------------------------------------------------------------------------------------------------


def sorted_cards(cards: Sequence[Card], sort: Sort, contract: Contract, rules: RuleSet) -> tuple[Card, ...]:
    """The cards by suit, by rank, or by what the contract asks for; jokers last. Aces lie where runs may use them."""

    def rank(card: Card) -> int:
        return rules.pack.top + 1 if card.rank == 1 and rules.aces == "high" else card.rank

    def by_suit(card: Card) -> tuple[int, int]:
        return (99, 0) if card == JOKER else (_SUITS.index(card.suit), rank(card))

    def by_rank(card: Card) -> tuple[int, int]:
        return (99, 0) if card == JOKER else (rank(card), _SUITS.index(card.suit))

    match sort:
        case "suit":
            return tuple(sorted(cards, key=by_suit))
        case "rank":
            return tuple(sorted(cards, key=by_rank))
        case "contract":
            return _by_contract(sorted(cards, key=by_suit), contract)


# Red and black in turn, so that neighbours differ.
_SUITS = "SHCDRBGY"


def _by_contract(cards: Sequence[Card], contract: Contract) -> tuple[Card, ...]:
    """What can become a set first where sets are asked for, then what can become a run, then the rest."""
    ranks = Counter(card.rank for card in cards if card.rank)
    together = [card for card in cards if contract.sets and ranks[card.rank] > 1]
    together.sort(key=lambda card: (-ranks[card.rank], card.rank))
    rest = [card for card in cards if card not in together]
    near = [card for card in rest if contract.runs and any(_are_near(card, other) for other in rest)]
    return (*together, *near, *(card for card in rest if card not in near))


def _are_near(card: Card, other: Card) -> bool:
    return card.suit == other.suit and bool(card.suit) and 0 < abs(card.rank - other.rank) <= 2


def moved(layout: Layout, picked: Sequence[Card], to: int) -> Layout:
    """The layout with the picked cards together before the card that now has the index ``to`` among the loose ones."""
    left = Counter(picked)
    before: list[Card] = []
    after: list[Card] = []
    block: list[Card] = []
    for index, card in enumerate(layout.loose):
        if left[card] > 0:
            left[card] -= 1
            block.append(card)
        else:
            (before if index < to else after).append(card)
    return replace(layout, sort=None, loose=(*before, *block, *after))


def shifted(layout: Layout, picked: Sequence[Card], step: int) -> Layout:
    """The layout with the picked cards one place further left (-1) or right (1)."""
    places = _places(layout.loose, picked)
    if not places:
        return layout
    to = max(places[0] - 1, 0) if step < 0 else min(places[-1] + 2, len(layout.loose))
    return moved(layout, picked, to)


def _places(loose: Sequence[Card], picked: Sequence[Card]) -> list[int]:
    left = Counter(picked)
    places = []
    for index, card in enumerate(loose):
        if left[card] > 0:
            left[card] -= 1
            places.append(index)
    return places


# Building ---------------------------------------------------------------------------------------------------------


def put(layout: Layout, tray: int, picked: Sequence[Card], contract: Contract, rules: RuleSet) -> Layout:
    """The layout with the picked cards in the tray, in the order in which they make its meld if they make one."""
    left = Counter(layout.loose)
    added = [card for card in picked if _took(left, card)]
    cards = tidy((*layout.trays[tray], *added), contract.slots[tray], rules)
    trays = (*layout.trays[:tray], cards, *layout.trays[tray + 1 :])
    return replace(layout, loose=_without(layout.loose, added), trays=trays)


def take_back(layout: Layout, tray: int, index: int, contract: Contract, rules: RuleSet) -> Layout:
    """The layout with one card of the tray loose again."""
    card = face(layout.trays[tray][index])
    rest = layout.trays[tray][:index] + layout.trays[tray][index + 1 :]
    kept = tidy(rest, contract.slots[tray], rules)
    trays = (*layout.trays[:tray], kept, *layout.trays[tray + 1 :])
    return replace(layout, loose=(*layout.loose, card), trays=trays)


def cleared(layout: Layout) -> Layout:
    """The layout with nothing built."""
    back = tuple(face(laid) for tray in layout.trays for laid in tray)
    return replace(layout, loose=(*layout.loose, *back), trays=((),) * len(layout.trays))


def placed(layout: Layout, tray: int, reading: int, contract: Contract, rules: RuleSet) -> Layout:
    """The layout with the tray's jokers standing where the reading of that index has them."""
    found = readings(layout.trays[tray], contract.slots[tray], rules)
    if not 0 <= reading < len(found):
        return layout
    return replace(layout, trays=(*layout.trays[:tray], laid_cards(found[reading]), *layout.trays[tray + 1 :]))


def suggested(layout: Layout, contract: Contract, rules: RuleSet, hand: int) -> Layout | None:
    """The layout with a way of going down in the trays; None when the hand has none."""
    everything = cleared(layout)
    melds = witness(rules, hand, everything.loose)
    if melds is None:
        return None
    trays = _in_slots(melds, contract)
    used = [face(laid) for tray in trays for laid in tray]
    return replace(everything, loose=_without(everything.loose, used), trays=trays)


def _in_slots(melds: Iterable[Meld], contract: Contract) -> tuple[tuple[Laid, ...], ...]:
    left = list(melds)
    trays: list[tuple[Laid, ...]] = []
    for slot in contract.slots:
        fitting = sorted((meld for meld in left if meld.kind == slot.kind), key=lambda meld: abs(len(meld) - slot.size))
        meld = fitting[0] if fitting else left[0]
        left.remove(meld)
        trays.append(laid_cards(meld))
    return tuple(trays)


MOST_READ = 18
"""Cards in a tray that are still put in order; no meld is longer."""


def readings(tray: Sequence[Laid], slot: Slot, rules: RuleSet) -> tuple[Meld, ...]:
    """Every way in which the tray's cards are the meld that its slot asks for, whatever their order."""
    if not tray or len(tray) > MOST_READ:
        return ()
    return read_meld(tuple(map(face, tray)), rules, bag=True, kind=slot.kind, on_table=True).readings


def tidy(tray: Sequence[Laid], slot: Slot, rules: RuleSet) -> tuple[Laid, ...]:
    """The tray's cards as they make its meld; where they do not, by rank."""
    found = readings(tray, slot, rules)
    if found:
        return laid_cards(found[0])
    return tuple(sorted(map(face, tray), key=lambda card: (card == JOKER, card.rank, card.suit)))


def _took(left: Counter[Card], card: Card) -> bool:
    if left[card] <= 0:
        return False
    left[card] -= 1
    return True


def _without(cards: Sequence[Card], gone: Sequence[Card]) -> tuple[Card, ...]:
    left = Counter(gone)
    return tuple(card for card in cards if not _took(left, card))


def picked_cards(texts: Sequence[str], rules: RuleSet) -> tuple[Card, ...]:
    """The cards that a form names.

    :raises NotationError: text that is no card.
    """
    return tuple(parse_card(text, rules.pack, where="card") for text in texts)
