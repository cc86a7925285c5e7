"""Was the game dealt as promised? Every action of the dealer computed again from the revealed secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.engine.rummy.actions import Close
from referee.engine.rummy.dealer import DueShuffle, dealers_action, due
from referee.engine.rummy.record import Record, states
from referee.engine.rummy.shuffle import commitment


@dataclass(frozen=True, slots=True)
class Finding:
    """What one hand's proof is worth. ``fault`` says in words what does not agree; None: all of it does."""

    hand: int
    fault: str | None
    checked: int = 0


def check(record: Record) -> tuple[Finding, ...]:
    """A finding for every hand that was shuffled; ``checked`` counts the dealer's actions that agree.

    :raises RecordError: where a move is not legal: then there is nothing to check.
    """
    hands: dict[int, Finding] = {}
    trail = states(record)
    state, hand = next(trail), 0
    for entry, after in zip(record.entries, trail, strict=True):
        what = due(state)
        if what is not None and not isinstance(entry.move.action, Close):
            if isinstance(what, DueShuffle):
                hand = what.hand
                hands[hand] = Finding(hand, next(_promise(record, hand), None))
            found = hands[hand]
            if found.fault is None:
                secret = record.proofs[hand - 1].revealed()
                agrees = secret is not None and dealers_action(what, secret) == entry.move.action
                fault = None if agrees else "the dealer's cards are not those that the secret gives"
                hands[hand] = Finding(hand, fault, found.checked + agrees)
        state = after
    return tuple(hands.values())


def _promise(record: Record, hand: int) -> Iterator[str]:
    """What is wrong with the hand's proof before any card is looked at."""
    if hand > len(record.proofs):
        yield "nothing was promised"
        return
    proof = record.proofs[hand - 1]
    if proof.secret is None:
        yield "the secret is not revealed"
    elif commitment(proof.secret) != proof.commitment:
        yield "the secret is not the one that was promised"
