"""How often an address may try what could be guessed, counted in the cache."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache

from referee.tables.codes import digest


@dataclass(frozen=True, slots=True)
class Limit:
    """So many tries in so many seconds, counted from the first of them."""

    name: str
    tries: int
    seconds: int


CODE_TRIES = Limit("code", 20, 60)
"""Codes that led nowhere; at this rate one of 387 million is met once in decades even with a thousand open tables."""
SEAT_TRIES = Limit("seat", 10, 60)
TABLES_OPENED = Limit("open", settings.TABLES_IN_TEN_MINUTES, 600)
TRIALS = Limit("trial", 12, 60)
"""Choices played out, each of which keeps a processor busy for about a second; the second bounds all addresses."""
ALL_TRIALS = Limit("trials", 40, 60)
NAMES_TAKEN = Limit("player", 30, 600)
NOTICES_ASKED = Limit("notices", 60, 600)


def is_over(limit: Limit, address: str) -> bool:
    """Whether the address has used up its tries. Does not count as one."""
    return int(cache.get(_key(limit, address), 0)) >= limit.tries


def count(limit: Limit, address: str) -> None:
    """Count a try of the address."""
    key = _key(limit, address)
    if not cache.add(key, 1, limit.seconds):
        try:
            cache.incr(key)
        except ValueError:  # ran out between the two
            cache.add(key, 1, limit.seconds)


def tried(limit: Limit, address: str) -> bool:
    """Count a try; whether it may be made."""
    if is_over(limit, address):
        return False
    count(limit, address)
    return True


def _key(limit: Limit, address: str) -> str:
    # The address itself is kept nowhere.
    return f"limit:{limit.name}:{digest(address)[:24]}"
