"""``manage.py referee``: JSON Lines on standard input, one answer a line on standard output, in order."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand

from referee.engine.rulings import LARGEST_QUESTION, rule_error, rule_text


class Command(BaseCommand):
    help = (
        "Answer questions to the referee: a JSON object a line on standard input, an answer a line on standard output."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # the framework's own way to say that nothing is checked

    def handle(self, *args: Any, **options: Any) -> None:
        lines = sys.stdin.buffer
        write, flush = sys.stdout.write, sys.stdout.flush
        # A line longer than any question is read piece by piece, so that memory stays flat, and answered once.
        while line := lines.readline(LARGEST_QUESTION + 2):
            if not line.endswith(b"\n") and len(line) > LARGEST_QUESTION:
                while (rest := lines.readline(LARGEST_QUESTION)) and not rest.endswith(b"\n"):
                    pass
                answer = rule_error("too-large", f"expected at most {LARGEST_QUESTION} bytes a question")
            elif not line.strip():
                continue
            else:
                answer = rule_text(line.rstrip(b"\r\n").decode(errors="replace"))
            write(json.dumps(answer, separators=(",", ":")) + "\n")
            flush()
