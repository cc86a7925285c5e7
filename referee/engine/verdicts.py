"""Breaches and verdicts: how the engine says no, and why.

Knows what a refusal is made of. The sentences, rule numbers and sources behind a code are in ``rulebook``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.engine.rummy.cards import Card


def gettext_noop(text: str) -> str:
    """The text unchanged: marks it for translation by whoever shows it (the engine itself speaks English)."""
    return text


@dataclass(frozen=True, slots=True)
class Breach:
    """One way in which something is not allowed.

    ``at`` is the index of the meld or card that is meant, or None for the whole. ``cards`` are the cards to point at.
    ``values`` fill the pattern of the code's sentence in the rule book (``{"count": 2, "cap": 1}``).
    """

    code: str
    at: int | None = None
    cards: tuple[Card, ...] = ()
    values: tuple[tuple[str, str | int], ...] = ()


def breach(
    code: str, *, at: int | None = None, cards: Iterable[Card] = (), values: Mapping[str, str | int] | None = None
) -> Breach:
    """A breach of ``code``, from loose parts."""
    return Breach(code, at, tuple(cards), tuple((values or {}).items()))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee found: every breach, the one that a player can most easily mend first. None: legal."""

    breaches: tuple[Breach, ...] = field(default=())

    @property
    def legal(self) -> bool:
        return not self.breaches

    @property
    def codes(self) -> tuple[str, ...]:
        """The reason codes in order, each once."""
        return tuple(dict.fromkeys(found.code for found in self.breaches))


LEGAL = Verdict()


def refuse(code: str, *, at: int | None = None, cards: Iterable[Card] = ()) -> Verdict:
    """The verdict with one breach."""
    return Verdict((breach(code, at=at, cards=cards),))


class IllegalAction(Exception):
    """Raised where an action is carried out that the rules refuse; holds the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"expected a legal action, refused with {', '.join(verdict.codes)}")
        self.verdict = verdict
