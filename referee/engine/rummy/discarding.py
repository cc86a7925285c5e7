"""Discarding: may this card go, with or without a Shanghai declared (Rules 4 and 7)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.rummy.cards import Card
from referee.engine.rummy.claims import can_be_called
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import LEGAL, Breach, Verdict, breach


def judge_discard(
    rules: RuleSet,
    hand: int,
    card: Card,
    *,
    held: Sequence[Card],
    declared: bool,
    table: tuple[Meld, ...],
    down: bool = False,
    taken: Card | None = None,
) -> Verdict:
    """Whether the card may be discarded from the hand of ``held`` cards; ``declared``: as a Shanghai.

    ``down``: the player has laid the contract, which in a hand without a discard ends the hand. ``taken``: the discard
    that was this turn's draw.
    """
    breaches: list[Breach] = []
    if card not in held:
        breaches.append(breach("card.not-held", cards=[card]))
    last = len(held) == 1 and held[0] == card
    if (last or down) and rules.is_all_cards(hand):
        breaches.append(breach("discard.not-allowed", cards=[card]))
    if last and rules.discard_to_go_out == "never":
        breaches.append(breach("discard.last-card", cards=[card]))
    if not rules.may_discard_wild(hand) or not rules.discard_taken:
        breaches += _kept(rules, hand, card, held, taken)
    if declared:
        if not rules.shanghai_call:
            breaches.append(breach("shanghai.off"))
        elif not can_be_called(rules, hand, table, card):
            breaches.append(breach("shanghai.no-fit", cards=[card]))
    return Verdict(tuple(breaches)) if breaches else LEGAL


def _kept(rules: RuleSet, hand: int, card: Card, held: Sequence[Card], taken: Card | None) -> list[Breach]:
    """Why the card has to be kept where others could go: a wild one, or the one just taken."""

    def reasons(one: Card) -> list[str]:
        found = ["discard.wild"] if rules.is_wild(one) and not rules.may_discard_wild(hand) else []
        return [*found, "discard.taken"] if one == taken and not rules.discard_taken else found

    # Where no card could go the turn could not end: then any may.
    if not reasons(card) or all(map(reasons, held)):
        return []
    return [breach(code, cards=[card]) for code in reasons(card)]
