"""Who sits where in a tournament, so that no bot is favoured by its seat or by its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

USUAL_SEATS = 4


def seatings(bots: Sequence[str], seats: int) -> tuple[tuple[str, ...], ...]:
    """All distinct ways for the bots to fill the seats, each bot with as equal a share of them as can be.

    Every bot sits in every seat equally often. Two bots at four seats make 6 ways, four bots 24, two at three seats 6.

    :raises ValueError: fewer than one seat a bot.
    """
    if not 0 < len(bots) <= seats:
        raise ValueError(f"expected a seat for each of {len(bots)} bots, got {seats} seats")
    each, more = divmod(seats, len(bots))
    found: dict[tuple[str, ...], None] = {}
    for extra in combinations(bots, more):
        found.update(dict.fromkeys(_orders([bot for bot in bots for _ in range(each + (bot in extra))])))
    return tuple(found)


def _orders(names: list[str]) -> list[tuple[str, ...]]:
    """The distinct orders of the names."""
    if len(set(names)) == len(names):
        return list(permutations(names))
    if not names:
        return [()]
    found = []
    for name in dict.fromkeys(names):
        rest = names.copy()
        rest.remove(name)
        found += [(name, *order) for order in _orders(rest)]
    return found


def usual_seats(bots: int, players: tuple[int, int]) -> int | None:
    """How many seats so many bots play at if nobody says: as many for each bot, near four; None: they have no room."""
    least, most = players
    if bots > most:
        return None
    even = [seats for seats in range(least, most + 1) if seats % bots == 0]
    return min(even or [max(least, bots)], key=lambda seats: (abs(seats - USUAL_SEATS), seats))
