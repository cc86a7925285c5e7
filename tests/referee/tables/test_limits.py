"""Guessing is slow."""

import pytest
from django.core.cache import cache

from referee.tables.limits import Limit, count, is_over, tried

LIMIT = Limit("test", 3, 60)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def test_tries_run_out_for_one_address_only() -> None:
    assert [tried(LIMIT, "203.0.113.1") for _ in range(5)] == [True, True, True, False, False]
    assert tried(LIMIT, "203.0.113.2")
    assert is_over(LIMIT, "203.0.113.1")


def test_looking_does_not_count() -> None:
    for _ in range(10):
        assert not is_over(LIMIT, "203.0.113.3")
    count(LIMIT, "203.0.113.3")
    assert not is_over(LIMIT, "203.0.113.3")


def test_limits_do_not_share_their_tries() -> None:
    for _ in range(3):
        count(LIMIT, "203.0.113.4")
    assert tried(Limit("other", 3, 60), "203.0.113.4")
