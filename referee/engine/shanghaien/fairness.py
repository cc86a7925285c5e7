"""Was the game dealt and rolled as promised? Every action of the dealer computed again from the revealed secret."""

from dataclasses import dataclass

from referee.engine.rummy.shuffle import commitment
from referee.engine.shanghaien.dealer import dealers_action, due
from referee.engine.shanghaien.record import Proof, Record, states


@dataclass(frozen=True, slots=True)
class Finding:
    """What the proof is worth. `fault` says in words what does not agree; None: all of it does.

    `checked` counts the shuffle and the rolls that agree.
    """

    fault: str | None
    checked: int = 0


def check(record: Record) -> Finding:
    """What the proof of a record is worth.

    :raises RecordError: where a move is not legal: then there is nothing to check.
    """
    trail = list(states(record))
    fault = _promise(record.proof)
    secret = None if record.proof is None else record.proof.revealed()
    if fault is not None or secret is None:
        return Finding(fault)
    checked = 0
    for number, (move, before) in enumerate(zip(record.moves, trail, strict=False), 1):
        what = due(before)
        if what is None:
            continue
        if dealers_action(what, secret) != move.action:
            return Finding(f"move {number} is not what the secret gives", checked)
        checked += 1
    return Finding(None, checked)


def _promise(proof: Proof | None) -> str | None:
    """What is wrong with the proof before any card or die is looked at."""
    if proof is None:
        return "nothing was promised"
    if proof.secret is None:
        return "the secret is not revealed"
    if commitment(proof.secret) != proof.commitment:
        return "the secret is not the one that was promised"
    return None
