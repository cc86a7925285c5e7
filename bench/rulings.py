"""How many rulings a second the referee gives, in one process and through the command's pipe."""

import json
import subprocess
import sys
from collections.abc import Iterable
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter, process_time
from typing import cast

from bench.figures import Figure, measure
from referee.engine.rulings import rule_text

ROOT = Path(__file__).parent.parent
VECTORS = ROOT / "tests" / "vectors" / "rulings.jsonl"
BOUND = 5_000
"""Simple rulings a second through the pipe."""
SECONDS = 1.0
THROUGH_THE_PIPE = 20_000


def questions(*asks: str) -> list[str]:
    """The questions of these kinds among the vectors, as text."""
    asked = [cast("dict[str, str]", json.loads(line)["question"]) for line in VECTORS.read_text().splitlines()]
    return [json.dumps(question) for question in asked if question["ask"] in asks]


def answered(texts: list[str]) -> float:
    """Answers a second of this process's time, questions read and answers written included."""
    count, start = 0, process_time()
    while (elapsed := process_time() - start) < SECONDS:
        for text in texts:
            json.dumps(rule_text(text))
        count += len(texts)
    return count / elapsed


def piped(texts: list[str]) -> float:
    """Answers a second by the command, from the first answer to the last."""
    sent = "".join(f"{text}\n" for text in islice(cycle(texts), THROUGH_THE_PIPE)).encode()
    command = [sys.executable, "manage.py", "referee"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("expected the command's pipes")
        process.stdin.write(texts[0].encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        start = perf_counter()
        process.communicate(sent)
        return THROUGH_THE_PIPE / (perf_counter() - start)


@measure
def rulings() -> Iterable[Figure]:
    for name, asks in (
        ("melds ruled, one process", ("meld",)),
        ("contracts ruled, one process", ("contract",)),
    ):
        value = answered(questions(*asks))
        yield Figure(name=name, value=value, unit="/s", against=BOUND, higher_is_better=True)
    simple = questions("meld", "layoff", "swap", "claim", "score", "deck", "hand")
    yield Figure(
        name="simple rulings through the pipe", value=piped(simple), unit="/s", against=BOUND, higher_is_better=True
    )
