"""`manage.py` with a wrong clock: what the site takes for now is off by the seconds in the file of DRILL_SKEW."""

from __future__ import annotations

import os
import sys
from datetime import datetime, timedelta
from pathlib import Path

from django.core.management import execute_from_command_line
from django.utils import timezone

SKEW = Path(os.environ["DRILL_SKEW"])
right = timezone.now


def wrong() -> datetime:
    """Now, as this process believes."""
    return right() + timedelta(seconds=float(SKEW.read_text() or 0))


def main() -> None:
    timezone.now = wrong
    execute_from_command_line(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    main()
