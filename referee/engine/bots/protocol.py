"""What a bot is: the view of its seat and a source of chance go in, an action comes out.

A bot keeps nothing between two calls: the same view and the same chance give the same action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """A source of chance that the caller brings along, seeded; a ``random.Random`` is one."""

    def choice[T](self, seq: Sequence[T], /) -> T:
        """One of the items."""


class Bot[View, Action](Protocol):
    """Chooses what to do from what a seat may know."""

    @property
    def key(self) -> str:
        """The name by which programs call it."""

    @property
    def name(self) -> str:
        """The name by which people call it."""

    @property
    def about(self) -> str:
        """One sentence on how it plays."""

    def act(self, view: View, chance: Chance) -> Action:
        """A legal action; asked only while the game waits for the seat."""
