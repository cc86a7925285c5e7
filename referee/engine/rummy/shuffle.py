"""A shuffle that everybody can check: commitment, stream, Fisher–Yates.

Before the deal the SHA-256 of the hand's secret is published. Every seat may add a nonce. What chance decides in the
hand is read off a stream of HMAC-SHA-256 blocks under the secret over the nonces. When the hand is over the secret is
revealed, and anybody can compute it all again. ``docs/record-format.md`` describes the method byte by byte.

Knows nothing about cards; where secrets come from is the host's business.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SECRET_BYTES = 32
_WORD = 4
_WORDS = 1 << (8 * _WORD)


@dataclass(frozen=True, slots=True)
class HandSecret:
    """What decides a hand: the dealer's secret and the seats' nonces in seat order (empty: none given)."""

    secret: bytes
    nonces: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What is published before the deal: the secret's SHA-256 in hexadecimal digits."""
        return commitment(self.secret)


def commitment(secret: bytes) -> str:
    """The SHA-256 of the secret in hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def stream(hand: HandSecret, purpose: str) -> Iterator[int]:
    """Endless 32-bit numbers for one purpose (``"shuffle"``, ``"reshuffle 1"``, ``"pick 0"``).

    Block i is HMAC-SHA-256 under the secret of the message: the purpose, then every nonce, each in UTF-8 after its
    length in four bytes, then i in eight bytes; all big-endian. A block gives eight numbers.
    """
    parts = [text.encode() for text in (purpose, *hand.nonces)]
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    keyed = hmac.new(hand.secret, message, hashlib.sha256)
    counter = 0
    while True:
        block = keyed.copy()
        block.update(counter.to_bytes(8, "big"))
        digest = block.digest()
        for start in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[start : start + _WORD], "big")
        counter += 1


def below(numbers: Iterator[int], bound: int) -> int:
    """An unbiased number from 0 to ``bound - 1``: a number beyond the last whole multiple is thrown away."""
    limit = _WORDS - _WORDS % bound
    for number in numbers:
        if number < limit:
            return number % bound
    raise AssertionError("the stream has no end")


def shuffled[T](items: Sequence[T], numbers: Iterator[int]) -> tuple[T, ...]:
    """The items in the order that the numbers give them: Fisher–Yates from the last place down to the second."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
