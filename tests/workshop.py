"""A process beside a site that works on its database: it starts once, and carries out script after script."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]


class Workshop:
    """The process as whoever has something made sees it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.workshop"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def carry_out(self, script: str) -> str:
        """What the script prints.

        :raises RuntimeError: with its traceback, when it fails.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps(script)}\n")
        self.process.stdin.flush()
        printed, failed = json.loads(self.process.stdout.readline())
        if failed:
            raise RuntimeError(f"the script failed:\n{printed}{failed}")
        return str(printed)

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def main() -> None:
    """Carry out what comes in, a line of JSON for each script; tell what it printed, and how it failed."""
    import django

    django.setup()
    for line in sys.stdin:
        printed, failed = io.StringIO(), ""
        try:
            with contextlib.redirect_stdout(printed):
                exec(json.loads(line), {})  # noqa: S102 - a test's own script
        except Exception:
            failed = traceback.format_exc()
        print(json.dumps([printed.getvalue(), failed]), flush=True)  # noqa: T201 - to the test


if __name__ == "__main__":
    main()
