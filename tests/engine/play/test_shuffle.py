"""The shuffle that everybody can check."""

import hashlib
import hmac
import random
from collections import Counter
from itertools import islice

import pytest

from referee.engine.rummy.shuffle import HandSecret, below, commitment, shuffled, stream

SECRET = bytes(range(32))

# Computed with OpenSSL from the description in docs/record-format.md; they must never change.
FIRST_NUMBERS = {
    ("shuffle", ()): (1503460770, 1919429723, 3084366366, 4069119867),
    ("shuffle", ("", "salt", "Pfeffer ♠")): (2594057454, 1437276081, 530445399, 2698609844),
    ("reshuffle 1", ("", "salt", "Pfeffer ♠")): (200584653, 308568636, 503845343, 3673754467),
    ("pick 2", ()): (2592772982, 2581046315, 787692639, 4267402609),
}


def by_hand(secret, purpose, nonces, count):
    """The stream as docs/record-format.md tells it, written once more."""
    message = b""
    for text in (purpose, *nonces):
        raw = text.encode("utf-8")
        message += len(raw).to_bytes(4, "big") + raw
    numbers, block = [], 0
    while len(numbers) < count:
        digest = hmac.new(secret, message + block.to_bytes(8, "big"), hashlib.sha256).digest()
        numbers += [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
        block += 1
    return tuple(numbers[:count])


@pytest.mark.parametrize(("purpose", "nonces"), FIRST_NUMBERS)
def test_stream_gives_the_published_numbers(purpose, nonces):
    numbers = tuple(islice(stream(HandSecret(SECRET, nonces), purpose), 4))
    assert numbers == FIRST_NUMBERS[purpose, nonces]


def test_stream_goes_on_block_after_block():
    numbers = tuple(islice(stream(HandSecret(SECRET, ("a", "b")), "shuffle"), 100))
    assert numbers == by_hand(SECRET, "shuffle", ("a", "b"), 100)


def test_stream_tells_nonces_apart_that_run_together():
    one, two = HandSecret(SECRET, ("ab", "c")), HandSecret(SECRET, ("a", "bc"))
    assert next(stream(one, "shuffle")) != next(stream(two, "shuffle"))


def test_shuffle_gives_the_published_order():
    order = shuffled(range(10), stream(HandSecret(SECRET), "shuffle"))
    assert order == (8, 3, 9, 4, 5, 7, 1, 6, 2, 0)


def test_commitment_is_the_sha256_of_the_secret():
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert HandSecret(SECRET, ("x",)).commitment == commitment(SECRET)


def test_below_throws_away_what_would_favour_the_low_numbers():
    top = 2**32
    assert below(iter([top - 1, 7]), 10) == 7
    assert below(iter([top - 7, 7]), 10) == 9
    assert below(iter([top - 6, 3]), 10) == 3


def test_below_needs_a_stream():
    with pytest.raises(AssertionError):
        below(iter([]), 3)


def chi_square(items, shuffles, source):
    """How far places × items are from even, over so many shuffles."""
    counts = Counter()
    for _number in range(shuffles):
        numbers = stream(HandSecret(source.randbytes(32)), "shuffle")
        counts.update(enumerate(shuffled(range(items), numbers)))
    expected = shuffles / items
    even = sum((counts[place, item] - expected) ** 2 / expected for place in range(items) for item in range(items))
    # Rows and columns each add up to the number of shuffles: without this the sum would lie too high by that.
    return even * (items - 1) / items


def bound(items):
    """What chance exceeds once in a million times, by the Wilson–Hilferty approximation."""
    freedom = (items - 1) ** 2
    return freedom * (1 - 2 / (9 * freedom) + 4.7534 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_every_item_is_as_likely_in_every_place():
    assert chi_square(6, 5_000, random.Random(1)) < bound(6)


@pytest.mark.long
def test_every_item_is_as_likely_in_every_place_over_a_million_shuffles():
    assert chi_square(12, 1_000_000, random.Random(2)) < bound(12)
