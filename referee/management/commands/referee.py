"""``manage.py referee``: JSON Lines on standard input, one answer a line on standard output, in order."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from referee.engine.rulings import LARGEST_QUESTION, Answer, rule_error, rule_text

_ENCODER = json.JSONEncoder(separators=(",", ":"))


class Command(BaseCommand):
    help = (
        "Answer questions to the referee: a JSON object a line on standard input, an answer a line on standard output."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # the framework's own way to say that nothing is checked

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for answer in answers(sys.stdin.buffer):
                sys.stdout.write(_ENCODER.encode(answer) + "\n")
                sys.stdout.flush()
        except BrokenPipeError:
            # The reader has seen enough. What is left in the buffer goes nowhere, lest the interpreter complain of it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def answers(lines: BinaryIO) -> Iterator[Answer]:
    """The answer to each line that is not empty, as soon as the line is there."""
    # A line longer than any question is read piece by piece, so that memory stays flat, and answered once.
    while line := lines.readline(LARGEST_QUESTION + 2):
        if not line.endswith(b"\n") and len(line) > LARGEST_QUESTION:
            while (rest := lines.readline(LARGEST_QUESTION)) and not rest.endswith(b"\n"):
                pass
            yield rule_error("too-large", f"expected at most {LARGEST_QUESTION} bytes a question")
        elif line.strip():
            yield rule_text(line.rstrip(b"\r\n").decode(errors="replace"))
