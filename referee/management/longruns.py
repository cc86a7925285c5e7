"""Long runs: what is played in several processes, kept in a file line by line, and gone on with.

The file's first line, its head, says what is played; each further one is a part that has been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path


class ResumeError(Exception):
    """What was kept cannot be gone on with."""


def played[Part](play: Callable[[int], Part], numbers: Sequence[int], processes: int) -> Iterator[Part]:
    """The parts of these numbers, each as soon as it is played."""
    processes = min(processes, len(numbers))
    if processes <= 1:
        yield from map(play, numbers)
        return
    rest = iter(numbers)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs: set[Future[Part]] = set()
        try:
            while True:
                jobs |= {pool.submit(play, number) for number in islice(rest, 2 * processes - len(jobs))}
                if not jobs:
                    return
                done, jobs = wait(jobs, return_when=FIRST_COMPLETED)
                yield from (job.result() for job in done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def kept_lines(file: Path, check: Callable[[str], None]) -> list[str]:
    """The lines after the head; none where there is no file. One that was cut short at the end is taken out.

    ``check`` is shown the head first.

    :raises ResumeError: by ``check``, when it is another run's or no head at all; then the file stays as it is.
    """
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    if not lines:
        return []
    check(lines[0])
    if not lines[-1].endswith("\n"):
        del lines[-1]
        file.write_text("".join(lines), encoding="utf-8")
    return lines[1:]


def keep_line(file: Path, head: str, line: str) -> None:
    """Add the line to the file, after its head where it has none yet."""
    begun = file.exists() and file.stat().st_size > 0
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{line}\n" if begun else f"{head}\n{line}\n")
