"""What a hand is after: the nearest way to its contract, the cards that would help, the cards that do not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.melds import Meld, faces_of_run
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import best_laydown, witness
from referee.engine.rummy.solver.candidates import Run
from referee.engine.rummy.solver.fill import fill
from referee.engine.rummy.solver.hand import Holding, read, stack
from referee.engine.rummy.solver.layouts import find_layout
from referee.engine.rummy.solver.plan import Plan, Window, plan_for
from referee.engine.rummy.solver.search import Search
from referee.engine.rummy.solver.shortage import Layout, can_fill
from referee.engine.rummy.solver.steps import carry_out


@dataclass(frozen=True, slots=True)
class Aim:
    """One nearest way to the contract.

    ``lacking`` cards are missing, any of ``wanted`` is one of them, ``spare`` are the cards that it does not use.
    There may be other ways just as near.
    """

    lacking: int
    wanted: frozenset[Card]
    spare: tuple[Card, ...]


@lru_cache(maxsize=1 << 11)
def aim_for(rules: RuleSet, hand: int, cards: tuple[Card, ...]) -> Aim:
    """What the cards are after in the hand of that number."""
    plan = plan_for(rules, hand)
    layout = _layout(plan, read(plan, cards))
    if layout is None:
        return Aim(plan.cards, frozenset(), cards)
    rest: dict[Card, int] = {}
    for card in cards:
        rest[card] = rest.get(card, 0) + 1
    wanted = _use(rules, plan, layout, rest)
    wild = rules.wild
    spare = tuple([card for card, copies in rest.items() if card.rank not in wild for _ in range(copies)])
    if not layout.lacking:
        return Aim(0, frozenset(), spare)
    return Aim(layout.lacking, frozenset({*wanted, JOKER}), spare)


def melds_to_lay(rules: RuleSet, hand: int, cards: tuple[Card, ...]) -> tuple[Meld, ...] | None:
    """Melds with which the hand can go down, all cards in them where it has to be laid whole; None: it cannot yet."""
    if not rules.is_all_cards(hand):
        return witness(rules, hand, cards)
    layout = find_layout(rules, hand, cards)
    if layout is None:
        return None
    if len(cards) == rules.contract(hand).cards and not layout[0].apart:
        # No card is left over for which a place would have to be looked for.
        return fill(rules, *layout, cards)
    found = best_laydown(rules, hand, cards)
    if found is None:
        return None
    melds = list(found.melds)
    for step in found.steps:
        melds[step.meld] = carry_out(rules, melds[step.meld], step)
    return tuple(melds)


FEW = 4


def _layout(plan: Plan, held: Holding) -> Layout | None:
    """The layout that lacks the fewest cards, found suit by suit where the contract is runs of one size only."""
    if plan.sets or plan.wild_ranks or len(plan.runs) not in (2, 3) or len(set(plan.runs)) > 1:
        # Most hands lack few cards, and a search for no others is over sooner. The layout is the same.
        return Search(plan, held, FEW).find() or Search(plan, held, plan.cards + 1).find()
    empty, runs = _best_runs(plan, held)
    layout = Layout(max(0, empty - held.wilds), runs, ())
    # Limits on jokers are left out above. They matter where jokers alone would complete the melds and may not: then
    # a natural card is wanted, in one of the places that the jokers take.
    return layout if layout.lacking or can_fill(plan, held, layout) else layout._replace(lacking=1)


type Found = tuple[int, tuple[Run, ...]]
"""Places that stay empty, and the runs."""


def _best_runs(plan: Plan, held: Holding) -> Found:
    """The runs with the fewest empty places: in as many suits, or some of them in one suit."""
    wanted, size = len(plan.runs), plan.runs[0].windows[0].size
    suits = [tuple(planes) for planes in held.plain]
    one = [_in_suit(plan, suit, planes, 1) for suit, planes in enumerate(suits)]
    best = _together(sorted(one)[:wanted])
    cards = [sum(map(int.bit_count, planes)) for planes in suits]
    for several in range(2, wanted + 1):
        for suit, planes in enumerate(suits):
            least = max(several * one[suit][0], several * size - cards[suit])
            if least >= best[0]:
                continue
            others = sorted(one[:suit] + one[suit + 1 :])[: wanted - several]
            if least + sum([empty for empty, _ in others]) < best[0]:
                best = min(best, _together([_in_suit(plan, suit, planes, several), *others]))
    return best


def _together(found: Iterable[Found]) -> Found:
    parts = list(found)
    return sum(empty for empty, _ in parts), tuple(run for _, runs in parts for run in runs)


NEVER = 99


@lru_cache(maxsize=1 << 15)
def _in_suit(plan: Plan, suit: int, planes: tuple[int, ...], count: int) -> Found:
    """The best runs of one suit that holds these cards; more empty places than can be where there are none."""
    least, best = NEVER, None
    for places, levels, windows in _side_by_side(plan, count):
        empty = places
        for level, held in zip(levels, planes, strict=False):
            empty -= (level & held).bit_count()
        if empty < least:
            least, best = empty, windows
    return (least, tuple([Run(least, suit, window) for window in best])) if best else (NEVER, ())


@lru_cache
def _side_by_side(plan: Plan, count: int) -> tuple[tuple[int, tuple[int, ...], tuple[Window, ...]], ...]:
    """So many windows that may lie in one suit: their places, where one, two, … of them lie, themselves."""
    return tuple(
        (
            sum(window.size for window in windows),
            tuple(stack([mask for window in windows for mask in window.masks])),
            windows,
        )
        for windows in combinations_with_replacement(plan.runs[0].windows, count)
        if not (plan.gap and any(plan.follows(one, two) for one, two in combinations(windows, 2)))
    )


@lru_cache
def _faces_of_rank(suits: str, rank: int) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in suits)


def _use(rules: RuleSet, plan: Plan, layout: Layout, rest: dict[Card, int]) -> set[Card]:
    """Take the cards that the layout uses out of ``rest``; the faces of its empty places."""
    wanted = set()
    for run in layout.runs:
        suit = plan.suits[run.suit]
        for card in faces_of_run(rules.pack, suit, run.window.low, run.window.size):
            copies = rest.get(card)
            if copies:
                rest[card] = copies - 1
            else:
                wanted.add(card)
    for rank, size in zip(layout.ranks, plan.sets, strict=True):
        faces = _faces_of_rank(plan.suits, rank)
        for card in faces:
            copies = rest.get(card)
            if copies:
                used = min(size, copies)
                rest[card] = copies - used
                size -= used
        if size:
            wanted.update(faces)
    return wanted
