"""Joker swap: a natural card takes the place of the joker that stands for it (Rule 6)."""

from __future__ import annotations

from itertools import pairwise

from referee.engine.rummy.cards import Card
from referee.engine.rummy.layoff import ENDS, End, is_open, lay_off, normal
from referee.engine.rummy.melds import Meld, run_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach, Verdict, breach, refuse


def joker_for(meld: Meld, card: Card) -> int | None:
    """The index of the wild card that stands for ``card`` in the run; None when there is none."""
    return next((index for index in meld.wild_places if meld.stands_for(index) == card), None)


def swap(rules: RuleSet, meld: Meld, card: Card, to: End) -> Meld:
    """The run with the card in its place and the wild card moved to the end. Not judged here."""
    index = joker_for(meld, card)
    if index is None:
        raise AssertionError(f"expected a judged swap, no wild card stands for {card} in {meld}")
    wild = meld.cards[index]
    natural = run_of((*meld.cards[:index], card, *meld.cards[index + 1 :]), meld.suit, meld.low)
    return normal(rules, lay_off(natural, wild, to))


def swap_choices(rules: RuleSet, meld: Meld, card: Card) -> tuple[End, ...]:
    """The ends to which the joker could move."""
    if meld.kind == "set" or joker_for(meld, card) is None:
        return ()
    return tuple(end for end in ENDS if is_open(rules, meld, end) and _keeps_apart(rules, swap(rules, meld, card, end)))


def _keeps_apart(rules: RuleSet, run: Meld) -> bool:
    return rules.adjacent_wilds or all(after > before + 1 for before, after in pairwise(run.wild_places))


def judge_swap(rules: RuleSet, meld: Meld, card: Card, to: End | None, *, down: bool, same_turn: bool) -> Verdict:
    """Whether a player may swap the card in. ``to`` None: any end will do. ``same_turn``: went down in this turn."""
    if rules.joker_swap == "none":
        return refuse("swap.off")
    breaches: list[Breach] = []
    if not down:
        breaches.append(breach("swap.not-down"))
    elif same_turn:
        breaches.append(breach("swap.same-turn"))
    if meld.kind == "set":
        breaches.append(breach("swap.not-run"))
    elif not meld.wild_places:
        breaches.append(breach("swap.no-joker"))
    elif joker_for(meld, card) is None:
        breaches.append(breach("swap.wrong-card", cards=[card]))
    else:
        choices = swap_choices(rules, meld, card)
        if not choices or (to is not None and to not in choices):
            breaches.append(breach("swap.no-room"))
    return Verdict(tuple(breaches))
