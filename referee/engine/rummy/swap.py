"""Joker swap: a natural card takes the place of the joker that stands for it (Rule 6).

The joker moves to an end of the same run, or where the rule set says so (``runs-to-hand``) to the player's hand; with
``runs-to-play`` it has to leave that hand for the table in the same turn. Where it goes to a hand, the rule set may let
it leave a set as well; and it says whether other wild cards are swapped as jokers are.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import assert_never

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.layoff import ENDS, End, is_open, lay_off, normal, open_ends
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.rules import RuleSet, SwapWhen
from referee.engine.verdicts import Breach, Verdict, breach, refuse


def swappable(rules: RuleSet, meld: Meld) -> tuple[int, ...]:
    """The indexes of the wild cards that may be swapped out of such a meld; in a set jokers come first."""
    if meld.kind == "set" and not rules.set_swap:
        return ()
    wild = meld.wild_places
    if not rules.swap_all_wilds or meld.kind == "set":
        jokers = tuple(index for index in wild if meld.cards[index] == JOKER)
        others = tuple(index for index in wild if meld.cards[index] != JOKER) if rules.swap_all_wilds else ()
        return (*jokers, *others)
    return wild


def joker_for(rules: RuleSet, meld: Meld, card: Card) -> int | None:
    """The index of the wild card that ``card`` may take the place of; None when there is none."""
    found = swappable(rules, meld)
    if meld.kind == "set":
        return found[0] if found and card.rank == meld.rank else None
    return next((index for index in found if meld.stands_for(index) == card), None)


def swap(rules: RuleSet, meld: Meld, card: Card, to: End | None) -> Meld:
    """The meld with the card in its place and the wild card at the end, or for None gone to the hand. Not judged."""
    index = joker_for(rules, meld, card)
    if index is None:
        raise AssertionError(f"expected a judged swap, no wild card stands for {card} in {meld}")
    if meld.kind == "set":
        return set_of((*meld.cards[:index], card, *meld.cards[index + 1 :]), meld.rank)
    natural = run_of((*meld.cards[:index], card, *meld.cards[index + 1 :]), meld.suit, meld.low)
    return natural if to is None else normal(rules, lay_off(natural, meld.cards[index], to))


def to_hand(rules: RuleSet) -> bool:
    """Whether a swapped joker goes to the hand of the player who swaps."""
    return rules.joker_swap in ("runs-to-hand", "runs-to-play")


def may_swap(rules: RuleSet, *, down: bool, same_turn: bool) -> bool:
    """Whether a player may swap at this moment of a turn of their own, whatever the card."""
    if rules.joker_swap == "none" or rules.swap_when == "at-once":
        return False
    return not _too_early_or_late(rules.swap_when, down=down, same_turn=same_turn)


@cache
def _too_early_or_late(when: SwapWhen, *, down: bool, same_turn: bool) -> tuple[Breach, ...]:
    match when:
        case "down":
            return (() if down else (breach("swap.not-down"),)) + ((breach("swap.same-turn"),) if same_turn else ())
        case "before":
            return (breach("swap.down"),) if down else ()
        case "always" | "at-once":
            return ()
        case _:
            assert_never(when)


def at_once(rules: RuleSet) -> bool:
    """Whether jokers are taken at the moment when they are laid, by the others, and at no other."""
    return rules.joker_swap == "runs-to-hand" and rules.swap_when == "at-once"


def fresh_jokers(rules: RuleSet, meld: Meld) -> tuple[Card, ...]:
    """What the jokers of a meld that was laid just now stand for, as far as others may take them at once."""
    return tuple(meld.stands_for(index) for index in swappable(rules, meld)) if at_once(rules) else ()


def taken_of(fresh: tuple[tuple[int, Card], ...], index: int, meld: Meld, card: Card) -> tuple[int, Card] | None:
    """The joker laid just now in whose place the card goes on the meld of that index; None: there is none."""
    wanted = Card(card.rank, "") if meld.kind == "set" else card
    return next((one for one in fresh if one == (index, wanted)), None)


def has_place(rules: RuleSet, table: tuple[Meld, ...], joker: Card) -> bool:
    """Whether a joker that has to be played this turn could be laid off now."""
    return any(open_ends(rules, meld, joker) for meld in table)


def is_stuck(rules: RuleSet, table: tuple[Meld, ...], freed: tuple[Card, ...]) -> bool:
    """Whether a joker that a swap frees would have to be played this turn and could not."""
    return rules.joker_swap == "runs-to-play" and not all(has_place(rules, table, joker) for joker in freed)


def freed_jokers(rules: RuleSet, meld: Meld, card: Card) -> tuple[Card, ...]:
    """The joker that comes to the hand by the swap; none where it stays in the run."""
    index = joker_for(rules, meld, card)
    return (meld.cards[index],) if index is not None and to_hand(rules) else ()


def swap_choices(rules: RuleSet, meld: Meld, card: Card) -> tuple[End | None, ...]:
    """Where the joker could go: the open ends of the run, or only None where it goes to the hand."""
    strange = card.rank != meld.rank or not rules.set_swap if meld.kind == "set" else card.suit != meld.suit
    if strange or joker_for(rules, meld, card) is None:
        return ()
    if to_hand(rules):
        return (None,)
    if meld.kind == "set":
        return ()
    return tuple(end for end in ENDS if is_open(rules, meld, end) and _keeps_apart(rules, swap(rules, meld, card, end)))


def _keeps_apart(rules: RuleSet, run: Meld) -> bool:
    return rules.adjacent_wilds or all(after > before + 1 for before, after in pairwise(run.wild_places))


def judge_swap(rules: RuleSet, meld: Meld, card: Card, to: End | None, *, down: bool, same_turn: bool) -> Verdict:
    """Whether a player may swap the card in. ``to`` None: any end will do. ``same_turn``: went down in this turn."""
    if rules.joker_swap == "none":
        return refuse("swap.off")
    breaches = list(_too_early_or_late(rules.swap_when, down=down, same_turn=same_turn))
    if meld.kind == "set" and not rules.set_swap:
        breaches.append(breach("swap.not-run"))
        if not meld.wild_places:
            breaches.append(breach("swap.no-joker"))
        return Verdict(tuple(breaches))
    if not swappable(rules, meld):
        breaches.append(breach("swap.no-joker"))
    breaches += _misfits(rules, meld, card, to)
    return Verdict(tuple(breaches))


def _misfits(rules: RuleSet, run: Meld, card: Card, to: End | None) -> list[Breach]:
    """Why the card does not go into the meld, and why the joker cannot go where it should."""
    breaches: list[Breach] = []
    found = joker_for(rules, run, card) is not None
    wild = swappable(rules, run)
    if not found and (wild or rules.is_wild(card)):
        breaches.append(breach("swap.wrong-card", cards=[card]))
    if wild and not to_hand(rules):
        ends = swap_choices(rules, run, card) if found else [end for end in ENDS if is_open(rules, run, end)]
        if not ends or (to is not None and to not in ends):
            breaches.append(breach("swap.no-room"))
    return breaches
