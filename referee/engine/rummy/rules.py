"""The rule set: every setting of a game as one immutable value.

Knows what each setting means and the arithmetic that follows from it (decks, caps, values, needed buys).
How a rule set is read from and written to a document is in ``ruledoc``; the presets are in ``presets``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, assert_never

from referee.engine.rummy.cards import JOKER, PACKS, Card, Pack, format_cards, format_rank
from referee.engine.rummy.contracts import Contract, Kind

type Aces = Literal["high", "low", "either", "round"]
ACE_RULES: tuple[Aces, ...] = ("high", "low", "either", "round")
type SwapWhen = Literal["down", "before", "always", "at-once"]

type Steps = tuple[tuple[int, int], ...]
"""Pairs (up to so many players, decks or jokers), rising."""

MANY_PLAYERS = 20


class ValueClass(NamedTuple):
    """Cards that count the same in a hand: label (``2-7``, ``A``, ``joker``), ranks and points a card.

    ``cards``: of a class of single cards that have a value of their own (``AH AD``), which has no ranks.
    """

    label: str
    ranks: tuple[int, ...]
    points: int
    cards: tuple[Card, ...] = ()


class Shoe(NamedTuple):
    """All cards of one hand: how many decks, jokers and cards."""

    decks: int
    jokers: int
    cards: int


# Not slotted: what follows from the settings is computed once and kept, and a rule set lives as long as the process.
@dataclass(frozen=True)
class RuleSet:
    """The settings by their public names; the meaning of each is told on the rule book's pages.

    Per-hand settings (``dealt``, ``buys``, ``out_bonus``) are a single value for all hands or a tuple with one value a
    hand. Seats are numbered in the order of play, whichever way it goes round the table.
    """

    base: str
    name: str
    players: tuple[int, int]
    deck: str
    decks: int | Steps
    jokers: int | Steps
    jokers_per_deck: bool
    dealt: int | tuple[int, ...]
    contracts: tuple[Contract, ...]
    aces: Aces
    max_run: int
    contract_size: Literal["exact", "at-least", "runs-at-least"]
    contract_jokers: int | tuple[tuple[str, int], ...] | None
    table_jokers: int | None
    same_rank_sets: bool
    consecutive_runs: bool | int
    layoff_same_turn: bool
    joker_swap: Literal["none", "runs", "runs-to-hand", "runs-to-play"]
    buys: int | tuple[int | None, ...] | None
    price: int
    down_may_buy: bool
    down_blocks: bool
    own_discard_buyable: bool
    upcard_buyable: bool
    shanghai_call: bool
    last_hand_all_cards: bool
    discard_to_go_out: Literal["optional", "never", "required"]
    blind: Literal["none", "joker-value", "25-or-50", "10"]
    points: tuple[tuple[str, int], ...]
    joker_points: int
    max_reshuffles: int
    tie: Literal["share", "extra-hand"]
    set_min: int = 3
    run_min: int = 4
    wild_ranks: tuple[int, ...] = ()
    wilds_at_most_naturals: bool = False
    adjacent_wilds: bool = True
    first_rank: int = 1
    jokerless_hands: tuple[int, ...] = ()
    same_suit_runs: bool = True
    swap_when: SwapWhen = "down"
    down_may_take: bool = True
    claims_until: Literal["draw", "discard"] = "draw"
    call_order: Literal["turn", "first"] = "turn"
    binding_calls: bool = False
    wild_upcard: Literal["stays", "buried"] = "stays"
    discard_wild: bool = True
    discard_taken: bool = True
    out_bonus: int | tuple[int, ...] = 0
    direction: Literal["left", "right"] = "left"
    progress: Literal["together", "personal"] = "together"
    most_hands: int = 60
    shanghai_effect: Literal["card", "penalty"] = "card"
    first_down_bonus: int = 0
    cut_bonus: int = 0
    set_swap: bool = False
    swap_all_wilds: bool = True
    card_points: tuple[tuple[Card, int], ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.base, self.name, self.contracts, self.points, self.buys, self.dealt))

    # Cards -----------------------------------------------------------------------------------------------------

    @cached_property
    def pack(self) -> Pack:
        return PACKS[self.deck]

    def shoe(self, players: int) -> Shoe:
        """The cards that so many players play with."""
        decks = self.decks if isinstance(self.decks, int) else _step(self.decks, players)
        if isinstance(self.jokers, tuple):
            jokers = next((count for most, count in self.jokers if players <= most), self.jokers[-1][1])
        else:
            jokers = self.jokers * decks if self.jokers_per_deck else self.jokers
        return Shoe(decks, jokers, decks * len(self.pack.faces) + jokers)

    def deck_cards(self, players: int) -> Counter[Card]:
        """Every card of the shoe with its number of copies."""
        shoe = self.shoe(players)
        cards = Counter(dict.fromkeys(self.pack.faces, shoe.decks))
        cards[JOKER] = shoe.jokers
        return cards

    @cached_property
    def largest_shoe(self) -> Shoe:
        """The shoe with the most decks that the chart names: the bound where the number of players is unknown."""
        most = self.players[1] if isinstance(self.decks, int) else self.decks[-1][0]
        return self.shoe(max(most, self.jokers[-1][0]) if isinstance(self.jokers, tuple) else most)

    @cached_property
    def most_players(self) -> int:
        """Up to how many players the decks can be told for: beyond a chart's end it goes on by its own rule."""
        return self.players[1] if isinstance(self.decks, int) else MANY_PLAYERS

    def is_wild(self, card: Card) -> bool:
        """Whether the card may stand for another one."""
        return card.rank in self.wild

    @cached_property
    def wild(self) -> frozenset[int]:
        """The ranks of the cards that may stand for another one, the joker's 0 among them."""
        return frozenset({JOKER.rank, *self.wild_ranks})

    # Hands -----------------------------------------------------------------------------------------------------

    @property
    def hands(self) -> int:
        """How many contracts the game has, and so how many hands, unless everybody has a contract of their own."""
        return len(self.contracts)

    @property
    def is_personal(self) -> bool:
        """Whether everybody stays at a contract until they have gone down with it, whatever the others do.

        Where it is so, a hand's number in the functions below is the number of the contract that somebody is at.
        """
        return self.progress == "personal"

    def contract(self, hand: int) -> Contract:
        """The contract of the hand, counted from 1; extra hands after a tie repeat the last contract."""
        return self.contracts[min(hand, self.hands) - 1]

    @property
    def most_dealt(self) -> int:
        """The most cards that anybody is dealt in a hand."""
        return max(self.dealt) if isinstance(self.dealt, tuple) else self.dealt

    def dealt_in(self, hand: int) -> int:
        """How many cards each player is dealt."""
        return self.dealt if isinstance(self.dealt, int) else self.dealt[min(hand, self.hands) - 1]

    def buys_in(self, hand: int) -> int | None:
        """How many buys a player has in the hand; None: any number."""
        return self.buys[min(hand, self.hands) - 1] if isinstance(self.buys, tuple) else self.buys

    def out_bonus_in(self, hand: int) -> int:
        """How many points whoever goes out in the hand is given off."""
        return self.out_bonus if isinstance(self.out_bonus, int) else self.out_bonus[min(hand, self.hands) - 1]

    def in_hand(self, hand: int) -> RuleSet:
        """The rules by which the hand's contract is judged: its melds take no joker where the hand is one without."""
        return self._jokerless if min(hand, self.hands) in self.jokerless_hands else self

    def may_discard_wild(self, hand: int) -> bool:
        """Whether a wild card may be discarded in the hand: always where the hand's contract takes none."""
        return self.discard_wild or min(hand, self.hands) in self.jokerless_hands

    @cached_property
    def _jokerless(self) -> RuleSet:
        return replace(self, contract_jokers=0)

    def is_all_cards(self, hand: int) -> bool:
        """Whether the hand is the last one that has to be laid down whole, without a discard."""
        return self.last_hand_all_cards and hand >= self.hands

    def held_after_draw(self, hand: int, buys: int) -> int:
        """Cards in hand after the draw with so many buys made and nothing laid."""
        return self.dealt_in(hand) + 1 + buys * (1 + self.price)

    def least_buys(self, hand: int) -> int:
        """The fewest buys after which the contract's cards can all be held."""
        missing = self.contract(hand).cards - self.held_after_draw(hand, 0)
        return max(0, -(-missing // (1 + self.price)))

    # Runs ------------------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> range:
        """The places of a run, low to high: the rank, where the ace is 1 below the two and ``top + 1`` above.

        In a game that goes round the corner a run may begin at any place from 1 to the top.
        """
        top = self.pack.top
        match self.aces:
            case "high":
                return range(max(2, self.first_rank), top + 2)
            case "low" | "round":
                return range(self.first_rank, top + 1)
            case "either":
                return range(self.first_rank, top + 2)
            case _:
                assert_never(self.aces)

    @cached_property
    def longest_run(self) -> int:
        """The longest run that the ace rule and ``max_run`` allow."""
        return min(self.max_run, len(self.places))

    def rank_at(self, place: int) -> int:
        """The rank that stands at a run's place."""
        return (place - 1) % self.pack.top + 1

    def run_fits(self, low: int, size: int) -> bool:
        """Whether a run of ``size`` cards from place ``low`` upward stays within the ace rule and the longest run."""
        if size > self.longest_run:
            return False
        return low in self.places and (self.aces == "round" or low + size - 1 in self.places)

    @property
    def run_gap(self) -> int:
        """How many ranks have to be missing between two runs of one suit in a contract."""
        return (
            {True: 0, False: 1}[self.consecutive_runs]
            if isinstance(self.consecutive_runs, bool)
            else (self.consecutive_runs)
        )

    def may_be_longer(self, kind: Kind) -> bool:
        """Whether a contract's meld of the kind may be longer than asked for, apart from laying off."""
        return self.contract_size == "at-least" or (self.contract_size == "runs-at-least" and kind == "run")

    # Jokers ----------------------------------------------------------------------------------------------------

    def contract_cap(self, kind: Kind, size: int) -> int | None:
        """The most jokers in a contract's meld; None: no limit. A size that the chart leaves out has a usual cap."""
        limit = self.contract_jokers
        if limit is None or isinstance(limit, int):
            return limit
        named = dict(limit).get(f"{'S' if kind == 'set' else 'R'}{size}")
        return _usual_cap(kind, size) if named is None else named

    def wild_limit(self, kind: Kind, size: int, *, on_table: bool) -> int | None:
        """The most wild cards that the settings allow in a meld of ``size`` cards; None: any number."""
        if on_table:
            return self.table_jokers
        cap = self.contract_cap(kind, size)
        if not self.wilds_at_most_naturals:
            return cap
        return size // 2 if cap is None else min(cap, size // 2)

    def wild_cap(self, kind: Kind, size: int, *, on_table: bool) -> int:
        """The most wild cards in a meld of ``size`` cards, where one natural card at least is left."""
        limit = self.wild_limit(kind, size, on_table=on_table)
        return size - 1 if limit is None else min(limit, size - 1)

    # Values ----------------------------------------------------------------------------------------------------

    @cached_property
    def value_classes(self) -> tuple[ValueClass, ...]:
        """The classes of the value table in its order, then those of single cards, the joker last."""
        named = [ValueClass(label, class_ranks(label, self.pack), points) for label, points in self.points]
        single = [
            ValueClass(format_cards(cards), (), points, cards)
            for points in dict.fromkeys(points for _, points in self.card_points)
            for cards in (tuple(card for card, value in self.card_points if value == points),)
        ]
        return (*named, *single, ValueClass("joker", (0,), self.joker_points))

    @cached_property
    def rank_points(self) -> Mapping[int, int]:
        """Points by rank, the joker at 0, but for cards with a value of their own."""
        return {rank: cls.points for cls in self.value_classes for rank in cls.ranks}

    @cached_property
    def single_points(self) -> Mapping[Card, int]:
        """The points of the cards that have a value of their own."""
        return dict(self.card_points)

    @cached_property
    def least_points(self) -> int:
        """What the cheapest card costs in a hand."""
        return min((*self.rank_points.values(), *(points for _, points in self.card_points)))

    def value(self, card: Card) -> int:
        """The points that the card costs in a hand."""
        by_rank = self.rank_points[card.rank]
        return self.single_points.get(card, by_rank) if self.card_points else by_rank

    @cached_property
    def dearest_points(self) -> Mapping[int, int]:
        """Points by rank, the joker at 0, of the dearest card of the rank."""
        if not self.card_points:
            return self.rank_points
        ranks = range(1, self.pack.top + 1)
        return {0: self.joker_points} | {r: max(self.value(Card(r, suit)) for suit in self.pack.suits) for r in ranks}

    def class_of(self, card: Card) -> int:
        """The index of the card's value class."""
        single = card in self.single_points
        return next(
            index
            for index, kind in enumerate(self.value_classes)
            if (card in kind.cards if single else card.rank in kind.ranks)
        )


def _usual_cap(kind: Kind, size: int) -> int:
    """The jokers of a size that a chart by size leaves out: 1 in a set, in a run one more at 5, 7 and 10 cards."""
    return 1 if kind == "set" else 1 + sum(size >= least for least in (5, 7, 10))


def _step(steps: Steps, players: int) -> int:
    """The decks for so many players; beyond the chart one more for every two further players."""
    for most, decks in steps:
        if players <= most:
            return decks
    most, decks = steps[-1]
    return decks + -(-(players - most) // 2)


def class_ranks(label: str, pack: Pack) -> tuple[int, ...]:
    """The ranks of a value class: ``"2-7"``, ``"8-K"``, ``"A"``; empty when the label names none."""
    by_text = {format_rank(rank, pack): rank for rank in range(1, pack.top + 1)} | {"10": 10}
    low, dash, high = label.upper().partition("-")
    if low not in by_text or (dash and high not in by_text):
        return ()
    if not dash:
        return (by_text[low],)
    return tuple(range(by_text[low], by_text[high] + 1))
