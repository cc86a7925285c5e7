"""Laying off: adding one card to a meld on the table (Rule 5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from referee.engine.rummy.cards import Card
from referee.engine.rummy.meldruling import judge_reading
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach, Verdict, breach

type End = Literal["low", "high"]
ENDS: tuple[End, End] = ("low", "high")


def lay_off(meld: Meld, card: Card, end: End | None) -> Meld:
    """The meld with the card added: last in a set, at the end in a run. Not judged here."""
    if meld.kind == "set":
        return set_of((*meld.cards, card), meld.rank)
    if end == "low":
        return run_of((card, *meld.cards), meld.suit, meld.low - 1)
    return run_of((*meld.cards, card), meld.suit, meld.low)


def misfits(rules: RuleSet, meld: Meld, card: Card, end: End | None) -> list[Breach]:
    """Why the card cannot be added there as the table lies: it does not fit, or a limit on wild cards stops it."""
    breaches = [] if _has_place(rules, meld, card, end) else [breach("layoff.no-fit", cards=[card])]
    grown = normal(rules, lay_off(meld, card, end))
    if rules.is_wild(card) and grown.is_wild_at(0 if end == "low" and meld.kind == "run" else len(meld)):
        # Only a further wild card can break a limit: what is wrong already does not stop a natural one.
        stopping = judge_reading(grown, rules, on_table=True)
        breaches += [found for found in stopping if found.code != "meld.too-short"]
    return breaches


def _has_place(rules: RuleSet, meld: Meld, card: Card, end: End | None) -> bool:
    """Whether the meld has a place for the card there, limits on wild cards aside."""
    if meld.kind == "set":
        return card.rank == meld.rank or rules.is_wild(card)
    if end is None or not is_open(rules, meld, end):
        return False
    wanted = Card(rules.rank_at(meld.low - 1 if end == "low" else meld.high + 1), meld.suit)
    return card == wanted or rules.is_wild(card)


def is_open(rules: RuleSet, run: Meld, end: End) -> bool:
    """Whether the ace rule and the longest run leave a place at that end."""
    low = run.low - 1 if end == "low" else run.low
    if rules.aces == "round":
        return len(run) < rules.longest_run
    return rules.run_fits(low, len(run) + 1)


def normal(rules: RuleSet, meld: Meld) -> Meld:
    """The run with its first place counted within one round, where runs go round the corner."""
    if meld.kind == "set" or meld.low in rules.places:
        return meld
    return run_of(meld.cards, meld.suit, rules.rank_at(meld.low))


def open_ends(rules: RuleSet, meld: Meld, card: Card) -> tuple[End | None, ...]:
    """Where the card could be laid off right now: ``(None,)`` for a set, the ends of a run; empty when nowhere."""
    # Most cards fail here; the rest is asked again and again while a meld lies as it is.
    strange = card.rank != meld.rank if meld.kind == "set" else card.suit != meld.suit
    return () if strange and card.rank not in rules.wild else _open_ends(rules, meld, card)


@lru_cache(maxsize=256)
def _open_ends(rules: RuleSet, meld: Meld, card: Card) -> tuple[End | None, ...]:
    ends: tuple[End | None, ...] = (None,) if meld.kind == "set" else ENDS
    return tuple(end for end in ends if not misfits(rules, meld, card, end))


def fits_table(rules: RuleSet, table: tuple[Meld, ...], card: Card) -> bool:
    """Whether the card could be laid off right now on some meld."""
    for meld in table:  # noqa: SIM110 -- asked at every discard
        if open_ends(rules, meld, card):
            return True
    return False


def judge_layoff(rules: RuleSet, meld: Meld, card: Card, end: End | None, *, down: bool, same_turn: bool) -> Verdict:
    """Whether a player may add the card there. ``same_turn``: the player went down in this very turn."""
    breaches: list[Breach] = []
    if not down:
        breaches.append(breach("layoff.not-down"))
    if same_turn and not rules.layoff_same_turn:
        breaches.append(breach("layoff.same-turn"))
    return Verdict((*breaches, *misfits(rules, meld, card, end)))
