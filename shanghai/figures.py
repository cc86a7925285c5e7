"""What a serving process counts, in the text format that Prometheus reads. Knows no person, no code, no address."""

from __future__ import annotations

import resource
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.db.models import Count
from django.utils import timezone

from referee.models import Table, TablePhase
from referee.tables.hub import HUB

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds in seconds."""
OVERDUE = timedelta(minutes=2)
"""What is due for so long has been forgotten: every process looks each half minute."""


class Figures:
    """Counters of one process. Changed on the event loop only."""

    def __init__(self) -> None:
        self.waiting = 0
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds = 0.0
        self._within: Counter[float] = Counter()

    def request(self, method: str, status: int, seconds: float) -> None:
        """Count an answer to a page's request."""
        known = method if method in ("GET", "HEAD", "POST", "OPTIONS") else "other"
        self._requests[known, status] += 1
        self._seconds += seconds
        for bound in BUCKETS:
            if seconds <= bound:
                self._within[bound] += 1

    def lines(self) -> Iterator[str]:
        """What the process has counted, what it holds, and how its tables are; reads the database."""
        yield from _metric("shanghai_requests_total", "counter", "Answered requests for pages.")
        for (method, status), count in sorted(self._requests.items()):
            yield f'shanghai_requests_total{{method="{method}",status="{status}"}} {count}'
        yield from _metric("shanghai_request_seconds", "histogram", "From a request's arrival to its answer's end.")
        for bound in BUCKETS:
            yield f'shanghai_request_seconds_bucket{{le="{bound}"}} {self._within[bound]}'
        total = sum(self._requests.values())
        yield f'shanghai_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"shanghai_request_seconds_sum {self._seconds:.6f}"
        yield f"shanghai_request_seconds_count {total}"
        yield from _gauge("shanghai_requests_waiting", "Requests in work or waiting for a thread.", self.waiting)
        yield from _gauge("shanghai_streams", "Open streams of tables.", len(HUB))
        yield from _gauge("shanghai_tables_watched", "Tables with a stream in this process.", len(HUB.watched()))
        yield from _tables()
        yield from _process()


def _tables() -> Iterator[str]:
    found = dict(Table.objects.order_by().values_list("phase").annotate(Count("pk")))
    yield from _metric("shanghai_tables", "gauge", "Tables in the database.")
    for phase in TablePhase.values:
        yield f'shanghai_tables{{phase="{phase}"}} {found.get(phase, 0)}'
    yield from _gauge(
        "shanghai_tables_overdue", "Tables whose clock is more than two minutes late; 0 is well.", overdue(OVERDUE)
    )


def overdue(by: timedelta) -> int:
    """How many tables' clocks are late by more than that."""
    return Table.objects.filter(due__lt=timezone.now() - by, phase=TablePhase.PLAYING, paused__isnull=True).count()


def _process() -> Iterator[str]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    yield from _metric("process_cpu_seconds_total", "counter", "Processor time used.")
    yield f"process_cpu_seconds_total {used.ru_utime + used.ru_stime:.2f}"
    yield from _gauge("process_resident_memory_bytes", "Memory held.", resident_bytes())
    yield from _gauge("shanghai_threads", "Threads.", threading.active_count())
    folder = Path("/proc/self/fd")
    if folder.is_dir():
        yield from _gauge("process_open_fds", "Open files and sockets.", len(list(folder.iterdir())))
    yield from _gauge("process_max_fds", "Most files and sockets.", resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def resident_bytes() -> int:
    """The memory that the process holds; where the system does not say it, the most that it ever held."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _metric(name: str, kind: str, text: str) -> tuple[str, str]:
    return f"# HELP {name} {text}", f"# TYPE {name} {kind}"


def _gauge(name: str, text: str, value: float) -> Iterator[str]:
    yield from _metric(name, "gauge", text)
    yield f"{name} {value}"


FIGURES = Figures()
