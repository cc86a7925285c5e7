"""A figure, the list of all that are measured, and how time is taken."""

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured value; `against` is a bound to keep, or what `peer` reached in the same run."""

    name: str
    value: float
    unit: str
    against: float
    peer: str = "bound"
    higher_is_better: bool = False

    @property
    def ratio(self) -> float:
        """How many times better than the bound or the peer; below 1 it is missed."""
        return self.value / self.against if self.higher_is_better else self.against / self.value


type Measure = Callable[[], Iterable[Figure]]

MEASURES: list[Measure] = []


def measure(function: Measure) -> Measure:
    """Have the function's figures measured and printed by `make bench`."""
    MEASURES.append(function)
    return function


def medians(*calls: Callable[[], object], times: int) -> tuple[float, ...]:
    """The median duration of each call in milliseconds; the calls take turns, so that all meet the same load."""
    durations: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()  # once unmeasured: imports and caches
    for _ in range(times):
        for call, own in zip(calls, durations, strict=True):
            start = perf_counter()
            call()
            own.append(perf_counter() - start)
    return tuple(statistics.median(own) * 1000 for own in durations)


def rate(call: Callable[[], object], *, seconds: float = 1.0) -> float:
    """How often a second the call can be made, one after the other, in this process."""
    call()
    count, start = 0, perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        call()
        count += 1
    return count / elapsed
