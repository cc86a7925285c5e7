"""The table that `make bench` prints."""

import pytest

from bench.__main__ import lines
from bench.figures import Figure, medians, rate


@pytest.mark.parametrize(
    ("value", "against", "higher_is_better", "ratio"),
    [(2.0, 5.0, False, 2.5), (5.0, 2.0, False, 0.4), (300.0, 200.0, True, 1.5), (100.0, 200.0, True, 0.5)],
)
def test_ratio_above_one_is_better(value: float, against: float, ratio: float, *, higher_is_better: bool) -> None:
    figure = Figure(name="a", value=value, unit="ms", against=against, higher_is_better=higher_is_better)
    assert figure.ratio == pytest.approx(ratio)


def test_table_names_value_and_peer() -> None:
    table = lines([Figure(name="home page", value=2.5, unit="ms", against=5, peer="another server")])
    assert table[0].split() == ["figure", "value", "bound", "or", "peer", "ratio"]
    assert table[1].split("  ") == ["home page", "2.5 ms", "5 ms (another server)", " 2.00"]
    assert len({len(line) for line in table}) == 1


def test_medians_let_the_calls_take_turns() -> None:
    calls: list[str] = []
    found = medians(lambda: calls.append("a"), lambda: calls.append("b"), times=3)
    assert calls == ["a", "b"] * 4
    assert len(found) == 2
    assert min(found) > 0


def test_rate_counts_calls() -> None:
    calls: list[int] = []
    found = rate(lambda: calls.append(1), seconds=0.01)
    assert found > 0
    assert len(calls) > 1
