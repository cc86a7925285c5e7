"""What still goes round when a hand has gone on for long: the cards that are thrown, and none that somebody holds.

The whole stock has then been drawn more than once, so that a card nobody threw in the last pass lies in a hand. There
it stays while its holder waits for a card that lies in another: without this hands with long runs end unwon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from referee.engine.rummy.cards import Card
from referee.engine.rummy.seatview import SeatView

LATE = 2
"""So often the discards have become stock before one looks; earlier it costs the Captain more than it brings."""


def goes_round(view: SeatView) -> Mapping[Card, int] | None:
    """How often each card was thrown in about the last pass of the stock; None before the hand has gone on for long."""
    if view.reshuffles < max(1, min(LATE, view.rules.max_reshuffles)):
        return None
    # What was thrown last is what the stock was made of.
    each = (view.stock + len(view.pile)) // view.players + 1
    return Counter(card for seen in view.seats for card in seen.discards[-each:])
